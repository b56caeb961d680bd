"""Many samples against a data set: judged in parallel, then timed one at a time; resumable."""

import os
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from itertools import batched
from pathlib import Path
from typing import Any

from tqdm import tqdm

from adapter.results import (
    DatasetIdentity,
    Details,
    Header,
    Mode,
    ProgramDetails,
    ReferencesLine,
    ResultLine,
    Results,
    ResultsWriter,
    Reward,
)
from adapter.running import Judged, Place, Runner, Verification, open_runner
from adapter.samples import Sample, Samples
from adapter.scoring import choose_controls, measure_drift, place, without_case_times
from adapter.task_directory import DatasetDirectory

PASSED = "passed"
_LARGEST_CANDIDATE_BYTES = 1 << 20  # the verifier's own limit for a file
# The verifier keeps the processes of all that it judges until the last has had its turn, and
# about so many are what it has memory for.
_JUDGED_TOGETHER = 16
_NO_PROGRAM = b"# no program\n"


def evaluate(
    dataset: DatasetDirectory, samples: Samples, output: Path, mode: Mode, where: Place
) -> Results:
    """Evaluate all samples that the results file does not hold yet; return all results.

    Raises:
        RunError: the verifier cannot be run.
        ResultsError: the results file is of something else, broken, or in use.
    """
    with ExitStack() as stack:
        judging = open_runner(where, dataset.tasks[0], parallel=True)
        runner = stack.enter_context(judging)
        header = _header(dataset, samples, mode, runner)
        writer = stack.enter_context(ResultsWriter(output, header))
        missing = [
            sample for sample in samples.samples if sample.line not in writer.results.results
        ]
        progress = _Progress(len(samples.samples), writer.results)
        stack.callback(progress.close)
        right = []
        for sample, verdict in judge(runner, missing):
            progress.judged(passed=verdict.status == PASSED)
            if verdict.status == PASSED and mode == "timed":
                right.append(sample)
            else:
                line = _result(sample, _judged_only(verdict))
                writer.append(line)
                progress.finished(line)
        if right:
            quiet = stack.enter_context(open_runner(where, dataset.tasks[0]))
            for sample in sorted(right, key=lambda sample: (sample.task.slug_name, sample.line)):
                line = _result(sample, _time(quiet, sample, writer))
                writer.append(line)
                progress.finished(line)
        return writer.results


def judge(runner: Runner, samples: list[Sample]) -> Iterator[tuple[Sample, Judged]]:
    """Judge samples, several of a task in one verifier, one on each CPU; yield as they come.

    Raises:
        RunError: a verifier failed; the others have been ended.
    """
    by_task = defaultdict(list)
    for sample in samples:
        by_task[sample.task.slug_name].append(sample)
    pool = ThreadPoolExecutor(len(runner.cpus))
    try:
        jobs = [
            pool.submit(_judge_together, runner, list(batch))
            for of_task in by_task.values()
            for batch in batched(of_task, _JUDGED_TOGETHER)
        ]
        for job in as_completed(jobs):
            yield from job.result()
    except BaseException:
        runner.stop()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _judge_together(runner: Runner, samples: list[Sample]) -> list[tuple[Sample, Judged]]:
    """Judge samples of one task, as references of a suite of their own."""
    verdicts: dict[int, Judged] = {}
    references: list[dict[str, Any]] = []
    for sample in samples:
        objection = _objection(sample.solution)
        if objection:
            verdicts[sample.line] = Judged(
                index=sample.line, status="load_error", failing_case=None, reason=objection
            )
        else:
            source = sample.solution.removeprefix("\ufeff")
            references.append({"index": sample.line, "hash": "sample", "source": source})
    if references:
        suite = samples[0].task.suite | {"references": references}
        verdicts |= {verdict.index: verdict for verdict in runner.validate(suite)}
    return [(sample, verdicts[sample.line]) for sample in samples]


def _objection(solution: str) -> str:
    """Return why the verifier would not even read a candidate, in its words."""
    try:
        size = len(solution.encode())
    except UnicodeEncodeError:
        return "it is not UTF-8"
    return "it is larger than 1 MiB" if size > _LARGEST_CANDIDATE_BYTES else ""


def _time(runner: Runner, sample: Sample, writer: ResultsWriter) -> Verification:
    """Time a sample: beside two controls where these tell enough, else beside all references."""
    known = writer.results.references.get(sample.task.slug_name)
    if known is None:
        return _time_beside_all(runner, sample, writer, "the task's first sample")
    verification, doubt = _time_beside_controls(runner, sample, known.details)
    if doubt:
        return _time_beside_all(runner, sample, writer, doubt)
    return verification


def _time_beside_controls(
    runner: Runner, sample: Sample, earlier: Details
) -> tuple[Verification, str]:
    """Return how a sample is placed among references timed earlier, and why not to trust that."""
    controls = choose_controls(earlier.references)
    suite = sample.task.suite
    chosen = [entry for entry in suite["references"] if entry["index"] in controls]
    found = runner.score(suite | {"references": chosen}, sample.solution.encode())
    if found.details.status != PASSED:
        return without_case_times(found, earlier.references), ""
    if found.details.candidate.charged_seconds:  # two references show too little of what is usual
        return found, "the sample's claims are doubtful"
    drift = measure_drift(earlier.references, found.details.references)
    return place(found, earlier, drift), drift.doubt


def _time_beside_all(
    runner: Runner, sample: Sample, writer: ResultsWriter, why: str
) -> Verification:
    """Time a sample as its task would; the references' times serve the samples that follow."""
    found = runner.score(sample.task.suite, sample.solution.encode())
    if found.details.reference_seconds:
        line = ReferencesLine(
            slug_name=sample.task.slug_name,
            task_name=sample.task.name,
            difficulty=sample.task.difficulty,
            timed_for=why,
            details=found.details,
        )
        writer.append(line)
    return without_case_times(found, found.details.references)


def _header(dataset: DatasetDirectory, samples: Samples, mode: Mode, runner: Runner) -> Header:
    """Return the header; a verification of nothing tells of machine and verifier."""
    details = runner.score(dataset.tasks[0].suite | {"references": []}, _NO_PROGRAM).details
    extra = details.model_extra or {}
    return Header(
        dataset=DatasetIdentity(name=dataset.name, digest=dataset.digest),
        protocol=str(details.protocol),
        mode=mode,
        place=runner.place,
        verifier_version=str(extra.get("verifier_version")),
        isolation=str(extra.get("isolation")),
        machine=details.machine,
        samples_digest=samples.digest,
        samples=len(samples.samples),
        lines_refused=len(samples.broken),
    )


def _judged_only(verdict: Judged) -> Verification:
    passed = float(verdict.status == PASSED)
    facts = verdict.model_dump(include={"status", "failing_case", "reason"})
    details = Details(**facts, candidate=ProgramDetails(**facts))
    return Verification(Reward(reward=passed, pass_at_1=passed), details)


def _result(sample: Sample, verification: Verification) -> ResultLine:
    return ResultLine(
        slug_name=sample.task.slug_name,
        task_name=sample.task.name,
        difficulty=sample.task.difficulty,
        sample=sample.line,
        attempt=sample.attempt,
        carried=sample.carried,
        status=verification.details.status,
        reward=Reward(**verification.reward.model_dump()),
        details=verification.details,
    )


class _Progress:
    """The bar: samples done, Pass@1 of those judged, Beyond@1 as far as it is known."""

    def __init__(self, total: int, results: Results) -> None:
        done = results.results.values()
        self._timed_mode = results.header.mode == "timed"
        self._judged = len(done)
        self._passed = sum(line.status == PASSED for line in done)
        self._beyonds = [line.reward.beyond_at_1 for line in done if line.status == PASSED]
        self._bar = tqdm(
            total=total, initial=len(done), desc="evaluating", unit="sample", disable=None
        )

    def judged(self, *, passed: bool) -> None:
        """Count a verdict."""
        self._judged += 1
        self._passed += passed
        self._show()

    def finished(self, line: ResultLine) -> None:
        """Count a result."""
        if line.status == PASSED:
            self._beyonds.append(line.reward.beyond_at_1)
        self._bar.update()
        self._show()

    def close(self) -> None:
        """Leave the bar as it is."""
        self._bar.close()

    def _show(self) -> None:
        pass_so_far = self._passed / max(self._judged, 1)
        shown = f"Pass@1 {pass_so_far:.3f}"
        if self._timed_mode and self._beyonds:
            mean = sum(self._beyonds) / len(self._beyonds)
            shown += f", Beyond@1 {pass_so_far * mean:.3f}"
        self._bar.set_postfix_str(shown)


def default_output(samples: Path) -> Path:
    """Return where results go when nobody says: here, named after the samples."""
    name = os.path.basename(samples).removesuffix(".gz").removesuffix(".jsonl")
    return Path(f"{name}.results.jsonl")

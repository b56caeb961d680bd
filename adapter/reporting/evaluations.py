"""Reads results files of ``evaluate``: one system for each model that the samples name."""

from collections import defaultdict
from pathlib import Path

from adapter.reporting.attempts import (
    Conditions,
    Dataset,
    Source,
    System,
    machine_identity,
    make_attempt,
)
from adapter.results import ResultLine, Results, read_results


def read_evaluation(path: Path) -> Source:
    """Read a results file.

    Raises:
        ResultsError: it cannot be read, is none, or holds a broken line.
    """
    results = read_results(path)
    by_model: dict[str, list[ResultLine]] = defaultdict(list)
    for _, line in sorted(results.results.items()):
        by_model[str(line.carried.get("model") or path.name.partition(".")[0])].append(line)
    systems = [_system(model, path, results, lines) for model, lines in by_model.items()]
    return Source(systems=systems, complaints=_complaints(path, results))


def _system(model: str, path: Path, results: Results, lines: list[ResultLine]) -> System:
    header = results.header
    timed = header.mode == "timed"
    attempts = [
        make_attempt(
            *(line.slug_name, line.difficulty, line.attempt, line.reward, line.details),
            timed=timed,
        )
        for line in lines
    ]
    return System(
        name=model,
        source=path.name,
        conditions=Conditions(
            protocol=header.protocol,
            machine=machine_identity(header.machine),
            dataset=Dataset(name=header.dataset.name, digest=header.dataset.digest),
        ),
        timed=timed,
        facts={
            "mode": header.mode,
            "place": header.place,
            "isolation": header.isolation,
            "verifier": header.verifier_version,
        },
        attempts=attempts,
    )


def _complaints(path: Path, results: Results) -> list[str]:
    header, done = results.header, len(results.results)
    complaints = []
    if done < header.samples:
        complaints.append(
            f"{path}: {header.samples - done} of {header.samples} samples are not evaluated yet "
            "and not counted; run the same `mercury-harbor evaluate` again to finish"
        )
    if header.lines_refused:
        complaints.append(
            f"{path}: {header.lines_refused} broken lines of the samples were left out and are "
            "not counted"
        )
    return complaints

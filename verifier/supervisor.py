"""From a suite and a candidate to an outcome: judge, then time, then score."""

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from verifier.credibility import charge_candidate
from verifier.judgement import Judgement
from verifier.messages import MEBIBYTE
from verifier.program import Program
from verifier.protocol import MercuryHarborV1, find_protocol
from verifier.sandbox import Sandbox
from verifier.suite import Suite
from verifier.verdict import Status, Verdict

LARGEST_CANDIDATE_BYTES = MEBIBYTE


class CandidateUnreadable(Exception):
    """There is no program text at the candidate's path; the message says why."""


@dataclass
class Outcome:
    """What one verification found; ``record.py`` turns it into files."""

    suite: Suite
    protocol: MercuryHarborV1
    verdict: Verdict
    isolation: str
    candidate: Program | None = None
    references: list[Program] = field(default_factory=list)
    step_seconds: dict[str, float] = field(default_factory=dict)

    @property
    def timed_references(self) -> list[Program]:
        """The references that passed every case and finished their timed calls."""
        return [reference for reference in self.references if reference.was_timed]


def verify(suite: Suite, candidate_path: Path) -> Outcome:
    """Judge a candidate and, if it passes, time it among the references.

    Raises:
        SuiteError, UnknownProtocol, SandboxError: faults of the task or the machine.
    """
    protocol = find_protocol(suite.protocol)
    steps: dict[str, float] = {}
    with Sandbox() as sandbox:
        try:
            source = read_candidate(candidate_path)
        except CandidateUnreadable as error:
            verdict = Verdict(Status.LOAD_ERROR, reason=str(error))
            return Outcome(suite, protocol, verdict, sandbox.isolation)
        judgement = Judgement(suite, sandbox)
        judgement.require_working_suite()
        candidate = Program("candidate", source, suite, sandbox)
        with _step(steps, "judge_candidate"):
            verdict = candidate.judge(judgement)
        outcome = Outcome(suite, protocol, verdict, sandbox.isolation, candidate, [], steps)
        if not verdict.passed:
            return outcome
        with _step(steps, "judge_references"):
            outcome.references = judge_references(suite, sandbox, judgement)
        with _step(steps, "time"):
            time_programs([candidate, *outcome.references], suite, protocol, judgement)
        if candidate.was_timed:
            charge_candidate(candidate, outcome.timed_references, protocol)
        outcome.verdict = candidate.verdict or verdict
        return outcome


def judge_references(suite: Suite, sandbox: Sandbox, judgement: Judgement) -> list[Program]:
    """Run every reference once through all cases; return them with their verdicts."""
    programs = []
    for reference in suite.references:
        program = Program(f"reference {reference.index}", reference.source, suite, sandbox)
        program.judge(judgement)
        programs.append(program)
    return programs


def time_programs(
    programs: list[Program], suite: Suite, protocol: MercuryHarborV1, judgement: Judgement
) -> None:
    """Let all programs that passed take their turns, interleaved; they keep their readings.

    The first one is the candidate; when it answers wrong in a timed turn, timing ends.
    """
    running = [program for program in programs if program.in_the_running]
    for program in running:
        program.give_up_if_hopeless(protocol)
        program.finish()
    for block in protocol.turns(len(suite.cases)):
        for turn in block:
            for program in protocol.order(running, turn):
                if program.in_the_running:
                    program.take(turn, judgement)
                    program.give_up_if_hopeless(protocol)
            if not programs[0].has_passed:
                for program in running:  # the candidate's place is nobody's concern any more
                    program.measurements.clear()
                return
        for program in running:
            program.finish()


def read_candidate(path: Path) -> str:
    """Return the candidate's source.

    Raises:
        CandidateUnreadable: it is missing, no regular file (a link, a pipe, a directory), larger
            than 1 MiB, or not UTF-8.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise CandidateUnreadable(f"it cannot be opened: {error.strerror}") from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise CandidateUnreadable("it is not a regular file")
        text = os.read(descriptor, LARGEST_CANDIDATE_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(text) > LARGEST_CANDIDATE_BYTES:
        raise CandidateUnreadable("it is larger than 1 MiB")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CandidateUnreadable("it is not UTF-8") from error


@contextmanager
def _step(steps: dict[str, float], name: str) -> Iterator[None]:
    started = time.monotonic()
    try:
        yield
    finally:
        steps[name] = time.monotonic() - started

"""The supervisor's side of the judge: each distinct result of a case is decided once."""

import hashlib
import json

from verifier.messages import MalformedReply
from verifier.sandbox import Process, ProcessDied, Sandbox, TurnTimeout
from verifier.suite import Suite, SuiteError

_DECISION_SECONDS = 10.0  # honest comparisons take microseconds; hostile data may take for ever


class Judgement:
    """Decides on encoded results, in a judge process that hostile data may at worst kill."""

    def __init__(self, suite: Suite, sandbox: Sandbox) -> None:
        self._suite = suite
        self._sandbox = sandbox
        self._process: Process | None = None
        self._decisions: dict[tuple[int, bytes], str] = {}

    def require_working_suite(self) -> None:
        """Let the judge convert every case once, before any program is blamed.

        Raises:
            SuiteError: the task's own converter or comparator does not work.
        """
        for case in range(len(self._suite.cases)):
            self.objection(case, b"")

    def objection(self, case: int, encoded: bytes) -> str:
        """Return why an encoded result of a case is wrong, or an empty string where it is right.

        Raises:
            SuiteError: the task's own converter or comparator does not work.
        """
        key = (case, hashlib.sha256(encoded).digest())
        if key not in self._decisions:
            self._decisions[key] = self._decide(case, encoded)
        return self._decisions[key]

    def _decide(self, case: int, encoded: bytes) -> str:
        process = self._process or self._start()
        request = {
            "input_text": self._suite.cases[case].input_text,
            "expected_text": self._suite.cases[case].expected_text,
        }
        try:
            answer = process.ask(request, encoded, timeout_seconds=_DECISION_SECONDS)
        except (TurnTimeout, ProcessDied, MalformedReply):
            self._process = None
            return "the result cannot be compared"
        reply = json.loads(answer.payload)
        if "fault" in reply:
            raise SuiteError(f"case {case} cannot be converted ({reply['fault']}); generate again")
        return str(reply["objection"])

    def _start(self) -> Process:
        process = self._sandbox.start("judge")
        setup = {"converter": self._suite.converter, "comparator": self._suite.comparator}
        try:
            process.ask(setup, timeout_seconds=_DECISION_SECONDS)
        except (TurnTimeout, ProcessDied) as error:
            raise SuiteError(
                "the task's converter or comparator cannot be loaded; generate the task again"
            ) from error
        self._process = process
        return process

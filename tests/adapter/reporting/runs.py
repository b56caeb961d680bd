"""Made-up results of ``evaluate`` and made-up Harbor jobs, as small as a test needs them."""

import json
from pathlib import Path
from typing import Any

MACHINE = {"cpu_model": "Abacus 1", "cpus": 2, "kernel": "6.1", "python": "3.12.1"}
PROTOCOL = "mercury-harbor-v1"
REFERENCE_SECONDS = (0.001, 0.002, 0.005)


def make_reward(beyond: float | None) -> dict[str, float]:
    """Return the reward of a program that passed with a Beyond, or (None) did not."""
    passed = float(beyond is not None)
    return {
        "reward": passed,
        "pass_at_1": passed,
        "beyond_at_1": beyond or 0.0,
        "percentile": beyond or 0.0,
        "efficiency_valid": passed,
    }


def make_details(beyond: float | None, **changed: Any) -> dict[str, Any]:
    """Return the details that go with :func:`make_reward`."""
    passed = beyond is not None
    details: dict[str, Any] = {
        "status": "passed" if passed else "wrong_answer",
        "failing_case": None if passed else 0,
        "stable": True,
        "stable_reason": "",
        "candidate": {"status": "passed", "solution_seconds": 0.004} if passed else {},
        "references": [
            {"index": index, "hash": f"h{index}", "status": "passed", "solution_seconds": seconds}
            for index, seconds in enumerate(REFERENCE_SECONDS)
        ]
        if passed
        else [],
        "protocol": PROTOCOL,
        "machine": MACHINE,
        "verifier_version": "1.0.0",
        "isolation": "own user ids",
    }
    return details | changed


def make_result(
    slug: str,
    beyond: float | None,
    *,
    difficulty: str = "easy",
    sample: int = 0,
    attempt: int = 0,
    model: str | None = None,
    **details: Any,
) -> dict[str, Any]:
    """Return a sample's line in a results file."""
    told = make_details(beyond, **details)
    return {
        "kind": "result",
        "slug_name": slug,
        "task_name": f"my-lab/mercury-eval__{slug}",
        "difficulty": difficulty,
        "sample": sample,
        "attempt": attempt,
        "carried": {"model": model} if model else {},
        "status": told["status"],
        "reward": make_reward(beyond),
        "details": told,
    }


def write_results(path: Path, results: list[dict[str, Any]], **header: Any) -> Path:
    """Write a results file; results are numbered as they come."""
    first: dict[str, Any] = {
        "kind": "mercury-harbor-results",
        "version": 1,
        "dataset": {"name": "my-lab/mercury-eval", "digest": "sha256:aa"},
        "protocol": PROTOCOL,
        "mode": "timed",
        "place": "process",
        "verifier_version": "1.0.0",
        "isolation": "own user ids",
        "machine": MACHINE,
        "samples_digest": "sha256:bb",
        "samples": len(results),
    }
    lines = [first | header, *(line | {"sample": n} for n, line in enumerate(results))]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def write_trial(
    job: Path,
    slug: str,
    beyond: float | None,
    *,
    number: int = 1,
    agent: str = "robot",
    task_path: Path | None = None,
    digest: str = "sha256:11",
    details: dict[str, Any] | None = None,
    **result: Any,
) -> Path:
    """Write a finished trial into a job's directory; ``result`` changes its ``result.json``."""
    trial = job / f"{slug}__{number}"
    (trial / "verifier").mkdir(parents=True)
    document: dict[str, Any] = {
        "task_name": f"my-lab/mercury-eval__{slug}",
        "trial_name": trial.name,
        "task_checksum": "old",
        "source": "mercury-eval",
        "config": {"task": {"path": None if task_path is None else str(task_path)}},
        "agent_info": {"name": agent, "version": "1.2", "model_info": None},
        "verifier_result": {"rewards": make_reward(beyond)},
        "exception_info": None,
    }
    (trial / "result.json").write_text(json.dumps(document | result))
    (trial / "lock.json").write_text(json.dumps({"task": {"digest": digest}}))
    (trial / "config.json").write_text("{}")
    told = make_details(beyond) if details is None else details
    (trial / "verifier/details.json").write_text(json.dumps(told))
    return trial


def crash(job: Path, slug: str, exception: str = "EnvironmentBuildError") -> Path:
    """Write a trial that ended with an exception before the verifier ran."""
    trial = write_trial(
        *(job, slug, None),
        verifier_result=None,
        exception_info={"exception_type": exception, "exception_message": "no\nspace"},
    )
    (trial / "verifier/details.json").unlink()
    return trial

"""Whether an agent could see tests or references of a task: what its image and instruction hold."""

import ast
import json
import re
import warnings
from collections.abc import Iterator

from pydantic import BaseModel

from adapter.tasks import Files

CONTEXT = "environment/"
_DOCKERFILE = "environment/Dockerfile"
_STARTER = "environment/solution.py"
_IN_CONTEXT = frozenset({"Dockerfile", "requirements.txt", "solution.py"})
_COPIED = frozenset({"requirements.txt", "solution.py"})
# Shorter code (`return a + b`) stands in too many texts by chance.
_SHORTEST_TELLING_CODE = 40
# Problem texts show examples, which may be hidden cases too: few of them, and mostly short ones.
_LONGEST_EXAMPLE = 200
_MOST_EXAMPLES = 3


class _Case(BaseModel):
    input: str
    expected: str


class _Reference(BaseModel):
    source: str


class Secrets(BaseModel):
    """What of ``suite.json`` an agent must not see."""

    cases: list[_Case]
    references: list[_Reference]


def find_leaks(files: Files) -> Iterator[tuple[str, str]]:
    """Yield the path and the problem of each leak of a task; ``files`` by path in the task.

    A suite that cannot be read has no secrets here; that it cannot is somebody else's finding.
    """
    for path in sorted(files):
        if path.startswith(CONTEXT) and path.removeprefix(CONTEXT) not in _IN_CONTEXT:
            yield path, "stands in the agent's build context, where only the starter belongs"
    for problem in _dockerfile_leaks(_text(files.get(_DOCKERFILE, b""))):
        yield _DOCKERFILE, problem
    if _STARTER in files and not _is_open(_text(files[_STARTER])):
        yield _STARTER, "is no starter: its methods must only raise NotImplementedError"
    secrets = _secrets(files.get("tests/suite.json", b""))
    if secrets is None:
        return
    code = _telling_code(secrets)
    for path in sorted(files):
        if path == "instruction.md" or path.startswith(CONTEXT):
            text = _squeezed(_text(files[path]))
            if any(part in text for part in code):
                yield path, "holds code of a reference, and the agent sees it"
            if _holds_cases(text, secrets.cases):
                yield path, "holds hidden test cases, and the agent sees it"


def _secrets(suite: bytes) -> Secrets | None:
    try:
        return Secrets.model_validate_json(suite)
    except ValueError:
        return None


def _text(content: bytes) -> str:
    return content.decode(errors="replace")


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _dockerfile_leaks(dockerfile: str) -> Iterator[str]:
    lines = dockerfile.replace("\\\n", " ").splitlines()
    for line in lines:
        keyword, _, rest = line.strip().partition(" ")
        if keyword.upper() == "ADD" or (keyword.upper() == "RUN" and "--mount" in rest):
            yield f"must bring files in with COPY alone, and says {line.strip()!r}"
        elif keyword.upper() == "COPY":
            flags = [word for word in rest.split() if word.startswith("--")]
            *sources, _target = [word for word in rest.split() if not word.startswith("--")] or [""]
            from_elsewhere = any(flag.startswith("--from") for flag in flags)
            if from_elsewhere or not sources or not set(sources) <= _COPIED:
                yield f"must copy the starter and the requirements alone, and says {line.strip()!r}"


def _is_open(starter: str) -> bool:
    """Return whether no function of a starter does more than raise ``NotImplementedError``."""
    module = _parse(starter)
    if module is None:
        return False
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    return bool(functions) and all(
        isinstance(statement, ast.Raise | ast.Pass)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        for function in functions
        for statement in function.body
    )


def _telling_code(secrets: Secrets) -> set[str]:
    """Return the references and the bodies of their methods, without white space."""
    parts: set[str] = set()
    for reference in secrets.references:
        parts.add(_squeezed(reference.source))
        parts |= {_squeezed(body) for body in _bodies(reference.source)}
    return {part for part in parts if len(part) >= _SHORTEST_TELLING_CODE}


def _bodies(source: str) -> Iterator[str]:
    module = _parse(source)
    lines = source.splitlines()
    for node in ast.walk(module) if module else ():
        if isinstance(node, ast.FunctionDef):
            body = node.body
            if len(body) > 1 and isinstance(body[0], ast.Expr):
                body = body[1:]  # the docstring: the starter has the same
            if not isinstance(body[0], ast.Expr | ast.Pass | ast.Raise):
                yield "\n".join(lines[body[0].lineno - 1 : body[-1].end_lineno])


def _holds_cases(text: str, cases: list[_Case]) -> bool:
    """Return whether a text without white space holds a case as the suite writes it, or many."""
    long_ones = 0
    for case in cases:
        values = {"input": _squeezed(case.input), "expected": _squeezed(case.expected)}
        if any(f'"{name}":{value}' in text for name, value in values.items()):
            return True
        if any(f'"{name}":{json.dumps(value)}' in text for name, value in values.items()):
            return True
        long_ones += any(len(v) > _LONGEST_EXAMPLE and v in text for v in values.values())
    return long_ones > _MOST_EXAMPLES


def _parse(code: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings(action="ignore", category=SyntaxWarning):
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None

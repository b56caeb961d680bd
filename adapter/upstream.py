"""Upstream rows: the schema of ``Elfsong/Mercury``'s eval split, and where rows come from."""

import ast
import functools
import gzip
import hashlib
import json
import keyword
import re
import sys
import tomllib
import warnings
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from adapter import hub
from adapter.errors import MercuryError, in_one_line
from adapter.project import JOBS

SAMPLE_DIRECTORY = Path(__file__).parent / "sample"
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class SourceError(MercuryError):
    """A source cannot be read."""


class RowError(MercuryError):
    """A row is not what the schema says; the message names source, row and field."""


def file_name(value: str) -> str:
    """Return a value that can be a file name and part of a Harbor name; ValueError if it cannot."""
    if not _FILE_NAME.fullmatch(value) or ".." in value or len(value) > 100:
        raise ValueError("must be usable as a file name: letters, digits, '.', '_' and '-'")
    return value


def _slug(value: str) -> str:
    """Return a value that can name a task's directory and end a task's name; else ValueError."""
    file_name(value)
    if "." in value or "__" in value or value == JOBS:
        raise ValueError(f"must hold neither '.' nor '__' and not be {JOBS!r}")
    return value


def _identifier(value: str) -> str:
    if not value.isidentifier() or keyword.iskeyword(value):
        raise ValueError("must be a Python identifier")
    return value


def _case_list(value: str) -> str:
    try:
        with unlimited_integers():
            cases = json.loads(value)
    except RecursionError as error:
        raise ValueError("must not be nested that deeply") from error
    if not isinstance(cases, list) or not cases:
        raise ValueError("must be a JSON list of at least one case")
    for number, case in enumerate(cases):
        if not isinstance(case, dict) or not isinstance(case.get("input"), list):
            raise ValueError(f"case {number} must have a list as its input")
        if "expected" not in case:
            raise ValueError(f"case {number} must have an expected value")
    return value


def _defines(name: str, value: str) -> str:
    module = _parse_python(value)
    if not any(isinstance(node, ast.FunctionDef) and node.name == name for node in module.body):
        raise ValueError(f"must define {name}()")
    return value


def _parse_python(code: str) -> ast.Module:
    try:
        with warnings.catch_warnings(action="ignore", category=SyntaxWarning):
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"must be Python code ({in_one_line(error)})") from error


def _writable(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError("must not hold lone surrogates") from error
    return value


Text = Annotated[str, AfterValidator(_writable)]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class Solution(_Strict):
    """One historical solution."""

    hash: Text
    runtime: Annotated[str, Field(pattern=r"^\d+ ?ms$")]
    solution: Text

    @property
    def runtime_milliseconds(self) -> int:
        """The run time that upstream's label claims."""
        return int(self.runtime.removesuffix("ms"))


class Row(_Strict):
    """One record of the split (design.md section 4)."""

    slug_name: Annotated[str, AfterValidator(_slug)]
    meta_info: Any
    id: Text
    difficulty: Literal["Easy", "Medium", "Hard"]
    pretty_content: Annotated[list[Text], Field(min_length=1)]
    solutions: Annotated[list[Solution], Field(min_length=1)]
    entry_point: Annotated[str, AfterValidator(_identifier)]
    prompt: Text
    generator_code: Text
    convert_online: Text
    convert_offline: Annotated[Text, AfterValidator(functools.partial(_defines, "convert_offline"))]
    evaluate_offline: Annotated[
        Text, AfterValidator(functools.partial(_defines, "evaluate_offline"))
    ]
    test_cases: Annotated[Text, AfterValidator(_case_list)]

    @field_validator("prompt")
    @classmethod
    def _defines_the_entry_point(cls, prompt: str, info: ValidationInfo) -> str:
        if "entry_point" in info.data:
            starter_code(prompt, info.data["entry_point"])
        return prompt

    @property
    def starter(self) -> str:
        """The prompt as a program whose method raises ``NotImplementedError``."""
        return starter_code(self.prompt, self.entry_point)

    @property
    def cases(self) -> list[dict[str, Any]]:
        """The parsed test cases, each with ``input`` and ``expected``."""
        with unlimited_integers():
            cases: list[dict[str, Any]] = json.loads(self.test_cases)
        return cases


def starter_code(prompt: str, entry_point: str) -> str:
    """Return a prompt as a program whose method raises ``NotImplementedError``.

    Raises:
        ValueError: the prompt is not class ``Solution`` with that method, its body left open.
    """
    code = f"{prompt.rstrip()}\n        raise NotImplementedError\n"
    *_, solution = _parse_python(code).body
    method = solution.body[-1] if isinstance(solution, ast.ClassDef) else None
    if not (
        isinstance(solution, ast.ClassDef)
        and solution.name == "Solution"
        and isinstance(method, ast.FunctionDef)
        and method.name == entry_point
        and isinstance(method.body[-1], ast.Raise)
    ):
        raise ValueError(f"must end with the method {entry_point} of class Solution")
    return code


@contextmanager
def unlimited_integers() -> Iterator[None]:
    """Let integers of more than 4,300 digits be read and written, as test cases hold them."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


def read_rows(source: str | hub.Snapshot) -> list[Row]:
    """Return the rows of a source, ordered by slug.

    Args:
        source: a revision of the hub, ``sample``, or the path of a ``.jsonl``, ``.jsonl.gz`` or
            ``.parquet``.

    Raises:
        SourceError: the file cannot be read.
        HubError: the hub's files are damaged.
        RowError: a row is malformed or a slug stands twice.
    """
    if isinstance(source, hub.Snapshot):
        return parse_rows(hub.load(source), f"{hub.HUB_DATASET} at {source.commit}")
    if source == "sample":
        records = [
            tomllib.loads(path.read_text(encoding="utf-8"))
            for path in sorted(SAMPLE_DIRECTORY.glob("*.toml"))
        ]
    else:
        records = _from_file(Path(source))
    return parse_rows(records, source)


def parse_rows(records: Iterable[Any], source: str) -> list[Row]:
    """Return records as rows, ordered by slug; errors are those of :func:`read_rows`."""
    rows: dict[str, Row] = {}
    for number, record in enumerate(records, start=1):
        slug = record.get("slug_name") if isinstance(record, dict) else None
        place = f"{source}: row {number} ({' '.join(str(slug).split())})"
        try:
            row = Row.model_validate(record)
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(map(str, first["loc"])) or "the row itself"
            reason = " ".join(first["msg"].split())
            raise RowError(f"{place}: field {field}: {reason}") from error
        if row.slug_name in rows:
            raise RowError(f"{place}: field slug_name: the slug stands in an earlier row too")
        rows[row.slug_name] = row
    if not rows:
        raise SourceError(f"{source} holds no rows; name another with --source")
    return [rows[slug] for slug in sorted(rows)]


def hash_rows(rows: list[Row]) -> str:
    """Return the SHA-256 of rows as canonical JSON, whatever file and order they came from."""
    lines = [json.dumps(row.model_dump(), sort_keys=True, default=str) for row in rows]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _from_file(path: Path) -> list[Any]:
    try:
        if path.name.endswith(".parquet"):
            return _from_parquet(path)
        if not path.name.endswith((".jsonl", ".jsonl.gz")):
            raise SourceError(f"{path} must be a .jsonl, .jsonl.gz or .parquet file, hub or sample")
        opened = gzip.open if path.name.endswith(".gz") else open
        with opened(path, "rt", encoding="utf-8") as file:
            return list(_parse_lines(file, path))
    except (OSError, EOFError, zlib.error) as error:
        reason = in_one_line(error)
        raise SourceError(f"{path} cannot be read ({reason}); name a file with --source") from error
    except UnicodeDecodeError as error:
        raise SourceError(f"{path} is not UTF-8; export it again") from error


def _from_parquet(path: Path) -> list[Any]:
    import pyarrow.parquet  # slow to import, and few need it

    try:
        records: list[Any] = pyarrow.parquet.read_table(path).to_pylist()
    except pyarrow.ArrowException as error:
        reason = in_one_line(error)
        raise SourceError(
            f"{path} is not a whole Parquet file ({reason}); export it again"
        ) from error
    return records


def _parse_lines(lines: Iterable[str], path: Path) -> Iterator[Any]:
    for number, line in enumerate(filter(str.strip, lines), start=1):
        try:
            yield json.loads(line)
        except (ValueError, RecursionError) as error:
            reason = in_one_line(error)
            raise RowError(f"{path}: row {number}: not JSON ({reason})") from error

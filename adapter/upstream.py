"""Upstream rows: the schema of ``Elfsong/Mercury``'s eval split, and where rows come from."""

import ast
import functools
import gzip
import hashlib
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from adapter.errors import MercuryError

HUB_DATASET = "Elfsong/Mercury"
HUB_SPLIT = "eval"
SAMPLE_DIRECTORY = Path(__file__).parent / "sample"
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class SourceError(MercuryError):
    """A source cannot be read."""


class RowError(MercuryError):
    """A row is not what the schema says; the message names source, row and field."""


def _file_name(value: str) -> str:
    if not _FILE_NAME.fullmatch(value) or ".." in value or len(value) > 100:
        raise ValueError("must be usable as a file name: letters, digits, '.', '_' and '-'")
    return value


def _identifier(value: str) -> str:
    if not value.isidentifier():
        raise ValueError("must be a Python identifier")
    return value


def _case_list(value: str) -> str:
    with unlimited_integers():
        cases = json.loads(value)
    if not isinstance(cases, list) or not cases:
        raise ValueError("must be a JSON list of at least one case")
    for number, case in enumerate(cases):
        if not isinstance(case, dict) or not isinstance(case.get("input"), list):
            raise ValueError(f"case {number} must have a list as its input")
        if "expected" not in case:
            raise ValueError(f"case {number} must have an expected value")
    return value


def _defines(name: str, value: str) -> str:
    try:
        module = ast.parse(value)
    except SyntaxError as error:
        raise ValueError(f"must be Python code ({error.msg})") from error
    if not any(isinstance(node, ast.FunctionDef) and node.name == name for node in module.body):
        raise ValueError(f"must define {name}()")
    return value


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class Solution(_Strict):
    """One historical solution."""

    hash: str
    runtime: Annotated[str, Field(pattern=r"^\d+ ?ms$")]
    solution: str

    @property
    def runtime_milliseconds(self) -> int:
        """The run time that upstream's label claims."""
        return int(self.runtime.removesuffix("ms"))


class Row(_Strict):
    """One record of the split (design.md section 4)."""

    slug_name: Annotated[str, AfterValidator(_file_name)]
    meta_info: Any
    id: str
    difficulty: Literal["Easy", "Medium", "Hard"]
    pretty_content: Annotated[list[str], Field(min_length=1)]
    solutions: Annotated[list[Solution], Field(min_length=1)]
    prompt: str
    generator_code: str
    convert_online: str
    convert_offline: Annotated[str, AfterValidator(functools.partial(_defines, "convert_offline"))]
    evaluate_offline: Annotated[
        str, AfterValidator(functools.partial(_defines, "evaluate_offline"))
    ]
    entry_point: Annotated[str, AfterValidator(_identifier)]
    test_cases: Annotated[str, AfterValidator(_case_list)]

    @property
    def cases(self) -> list[dict[str, Any]]:
        """The parsed test cases, each with ``input`` and ``expected``."""
        with unlimited_integers():
            cases: list[dict[str, Any]] = json.loads(self.test_cases)
        return cases


@contextmanager
def unlimited_integers() -> Iterator[None]:
    """Let integers of more than 4,300 digits be read and written, as test cases hold them."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


def read_rows(source: str, revision: str | None = None) -> list[Row]:
    """Return the rows of a source, ordered by slug.

    Args:
        source: ``hub``, ``sample``, or the path of a ``.jsonl``, ``.jsonl.gz`` or ``.parquet``.
        revision: the hub's commit, branch or tag; only for ``hub``.

    Raises:
        SourceError: the source cannot be read.
        RowError: a row is malformed or a slug stands twice.
    """
    if source == "hub":
        records = _from_hub(revision)
    elif source == "sample":
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
        place = f"{source}: row {number} ({slug})"
        try:
            row = Row.model_validate(record)
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(map(str, first["loc"])) or "the row itself"
            raise RowError(f"{place}: field {field}: {first['msg']}") from error
        if row.slug_name in rows:
            raise RowError(f"{place}: field slug_name: the slug stands in an earlier row too")
        rows[row.slug_name] = row
    if not rows:
        raise SourceError(f"{source} holds no rows; name another with --source")
    return [rows[slug] for slug in sorted(rows)]


def hash_rows(rows: list[Row]) -> str:
    """Return the SHA-256 of rows as canonical JSON, whatever file and order they came from."""
    lines = [json.dumps(row.model_dump(), sort_keys=True) for row in rows]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _from_file(path: Path) -> list[Any]:
    try:
        if path.name.endswith(".parquet"):
            import pyarrow.parquet  # slow to import, and few need it

            records: list[Any] = pyarrow.parquet.read_table(path).to_pylist()
            return records
        if not path.name.endswith((".jsonl", ".jsonl.gz")):
            raise SourceError(f"{path} must be a .jsonl, .jsonl.gz or .parquet file, hub or sample")
        opened = gzip.open if path.name.endswith(".gz") else open
        with opened(path, "rt", encoding="utf-8") as file:
            return list(_parse_lines(file, path))
    except (OSError, EOFError) as error:
        raise SourceError(f"{path} cannot be read ({error}); name a file with --source") from error
    except UnicodeDecodeError as error:
        raise SourceError(f"{path} is not UTF-8; export it again") from error


def _parse_lines(lines: Iterable[str], path: Path) -> Iterator[Any]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield json.loads(line)
            except ValueError as error:
                raise RowError(f"{path}: row {number}: not JSON ({error})") from error


def _from_hub(revision: str | None) -> list[Any]:
    if revision is None:
        raise SourceError(
            "--source hub needs --revision COMMIT (none is pinned in provenance.json yet)"
        )
    import datasets  # takes seconds to import, and only this source needs it

    try:
        split = datasets.load_dataset(HUB_DATASET, split=HUB_SPLIT, revision=revision)
    except (OSError, ValueError, datasets.exceptions.DatasetsError) as error:
        reason = str(error).splitlines()[0]
        raise SourceError(
            f"{HUB_DATASET} at {revision} cannot be loaded ({reason}); "
            "check network and revision, or use --source FILE"
        ) from error
    rows: list[Any] = split.to_list()
    return rows

"""What became of finished tasks, kept on disk so that a run that dies loses only those in flight.

One JSON object a line: ``key``, a hash of all that decides the outcomes, and the ``outcomes``, one
status per reference. Lines of other circumstances have other keys and are passed over, so is a
last line that was cut short.
"""

import json
import os
import threading
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from adapter.errors import MercuryError, in_one_line


class JournalError(MercuryError):
    """The journal cannot be read or written."""


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    outcomes: list[str]


class Journal:
    """The journal of one output directory; threads and other processes may append as well."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    def read(self) -> dict[str, list[str]]:
        """Return key -> outcomes of all whole lines; the last one of a key counts.

        Raises:
            JournalError: the file is there, but cannot be read.
        """
        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise self._trouble(error) from error
        entries = {}
        for text in content.splitlines():
            try:
                line = _Line.model_validate_json(text)
            except ValidationError:
                continue  # cut short by the end of an earlier run
            entries[line.key] = line.outcomes
        return entries

    def append(self, key: str, outcomes: list[str]) -> None:
        """Add a line; when this returns, it is on disk.

        Raises:
            JournalError: the file cannot be written.
        """
        # The line break comes first too: what stands before may be a line that was cut short.
        line = f"\n{json.dumps({'key': key, 'outcomes': outcomes})}\n".encode()
        try:
            with self._lock:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                # Unbuffered and appending: one write a line, whoever else appends.
                with self._path.open("ab", buffering=0) as file:
                    file.write(line)
                    os.fsync(file.fileno())
        except OSError as error:
            raise self._trouble(error) from error

    def remove(self) -> None:
        """Delete the file, if there is one.

        Raises:
            JournalError: it cannot be deleted.
        """
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            raise self._trouble(error) from error

    def _trouble(self, error: OSError) -> JournalError:
        return JournalError(
            f"{self._path}, the journal of the validation, cannot be used ({in_one_line(error)}); "
            "free it, or name another place with --output-dir"
        )


def journal_of(output_directory: Path) -> Journal:
    """Return the journal of a generation into a directory: a hidden file beside it."""
    target = output_directory.resolve()
    return Journal(target.with_name(f".{target.name}.validation.jsonl"))

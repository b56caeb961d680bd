"""The adapter as Harbor's conventions name it; the work is done by the package ``adapter``."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from adapter import cli


@dataclass(frozen=True)
class MercuryEvalAdapter:
    """Writes the tasks of the split, or some of them, and the data set's own files."""

    output_dir: Path
    limit: int | None = None
    overwrite: bool = False
    task_ids: Sequence[str] | None = None
    more: Sequence[str] = ()  # further flags of `mercury-harbor generate`

    def run(self) -> int:
        """Generate; return the exit status of ``mercury-harbor generate``."""
        arguments = ["generate", "--output-dir", str(self.output_dir)]
        if self.limit is not None:
            arguments += ["--limit", str(self.limit)]
        if self.overwrite:
            arguments.append("--overwrite")
        if self.task_ids is not None:
            arguments += ["--task-ids", *self.task_ids]
        return cli.main([*arguments, *self.more])

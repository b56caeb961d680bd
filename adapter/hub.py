"""The hub: a revision -> its commit -> the files of that commit -> the records of the split.

``datasets`` is given the downloaded files and not the repository's name: by name it falls back,
with a warning only, to whatever revision it prepared last when the hub does not answer, and the
rows would not be those of the commit that is recorded. For the same reason what it prepares
goes to a directory that is thrown away. The downloads stay in the hub's own cache.

``HF_HOME``, ``HF_ENDPOINT``, ``HF_HUB_OFFLINE``, ``HF_TOKEN`` and their kin are read by the
libraries; nothing here looks at them.
"""

import hashlib
import logging
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapter.errors import MercuryError, in_one_line

HUB_DATASET = "Elfsong/Mercury"
HUB_SPLIT = "eval"
_COMMIT = re.compile(r"[0-9a-f]{40}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


class HubError(MercuryError):
    """A revision cannot be had from the hub or from its cache."""


@dataclass(frozen=True)
class Snapshot:
    """The files of one commit, on this machine.

    Attributes:
        commit: 40 hexadecimal digits, whatever was asked for.
        directory: where the repository's files are.
        files: of those that hold the split, path in the repository -> SHA-256.
    """

    commit: str
    directory: Path
    files: Mapping[str, str]


def download(revision: str) -> Snapshot:
    """Return a revision's files, from the cache where it has them.

    Args:
        revision: a commit, a branch or a tag.

    Raises:
        HubError: the revision is not there, or cannot be had, or has no such split.
    """
    import huggingface_hub  # slow to import, and only this source needs it
    from huggingface_hub.utils import logging as hub_logging
    from huggingface_hub.utils.tqdm import disable_progress_bars

    _quiet(hub_logging.set_verbosity, disable_progress_bars)
    with _told_in_one_line(revision):
        commit = _resolve(revision)
        directory = Path(
            huggingface_hub.snapshot_download(HUB_DATASET, repo_type="dataset", revision=commit)
        )
    with tempfile.TemporaryDirectory(prefix="mercury-hub-") as prepared:
        paths = sorted(_files_of_split(commit, directory, prepared))
    files = {path.relative_to(directory).as_posix(): _verified_sha256(path) for path in paths}
    return Snapshot(commit, directory, files)


def load(snapshot: Snapshot) -> list[Any]:
    """Return the split's records.

    Raises:
        HubError: the files are damaged.
    """
    import datasets

    with (
        tempfile.TemporaryDirectory(prefix="mercury-hub-") as prepared,
        _told_of_damage(snapshot.commit, snapshot.directory),
    ):
        split = datasets.load_dataset(
            str(snapshot.directory), split=HUB_SPLIT, cache_dir=prepared, keep_in_memory=True
        )
        records: list[Any] = split.to_list()
    return records


def _resolve(revision: str) -> str:
    """Return the commit that the hub, or in offline mode its cache, has for a revision."""
    import huggingface_hub

    hub = huggingface_hub.HfApi()
    if not (_COMMIT.fullmatch(revision) or huggingface_hub.is_offline_mode()):
        # Without this a hub that does not answer would yield where a branch once was.
        hub.dataset_info(HUB_DATASET, revision=revision)
    return hub.resolve_revision(HUB_DATASET, repo_type="dataset", revision=revision).resolved


def _files_of_split(commit: str, directory: Path, prepared: str) -> list[Path]:
    """Return the paths from which ``datasets`` reads the split."""
    import datasets

    _quiet(datasets.logging.set_verbosity, datasets.disable_progress_bars)
    with _told_of_damage(commit, directory):
        builder = datasets.load_dataset_builder(str(directory), cache_dir=prepared)
    splits: Mapping[str, list[str]] = builder.config.data_files or {}
    if HUB_SPLIT not in splits:
        raise HubError(
            f"{HUB_DATASET} at {commit} has no split {HUB_SPLIT}, only "
            f"{', '.join(sorted(splits)) or 'none'}; name another --revision"
        )
    return [Path(path) for path in splits[HUB_SPLIT]]


def _verified_sha256(path: Path) -> str:
    """Return a file's SHA-256; the cache names large files after theirs, and has to be right."""
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        name = path.resolve().name
    except OSError as error:
        raise _damaged(path, in_one_line(error)) from error
    if _SHA256.fullmatch(name) and name != found:
        raise _damaged(path, "its content is not what was downloaded")
    return found


def _damaged(path: Path, reason: str) -> HubError:
    return HubError(
        f"the cached {path.resolve()} cannot be used ({reason}); delete it, or set HF_HOME to "
        "another directory"
    )


@contextmanager
def _told_in_one_line(revision: str) -> Iterator[None]:
    """Turn what the hub's client raises into an error that says what to do."""
    import httpx2
    from huggingface_hub import errors

    try:
        yield
    except (errors.RevisionNotFoundError, errors.HFValidationError) as error:
        raise HubError(
            f"{HUB_DATASET} has no revision {revision}; name a commit, branch or tag with "
            "--revision"
        ) from error
    except errors.RepositoryNotFoundError as error:
        raise HubError(
            f"{HUB_DATASET} is not there, or not for you; log in with `hf auth login` or set "
            "HF_TOKEN"
        ) from error
    except (httpx2.HTTPError, OSError, errors.RevisionResolutionError) as error:
        raise HubError(
            f"{HUB_DATASET} at {revision} cannot be had ({_reason(error)}); {_way_out(error)}"
        ) from error


def _way_out(error: Exception) -> str:
    import huggingface_hub

    if isinstance(error, OSError) and error.filename is not None:
        return "set HF_HOME to a directory that can be written"
    if huggingface_hub.is_offline_mode():
        return "unset HF_HUB_OFFLINE, or set HF_HOME to where a copy is, or use --source FILE"
    return (
        "check the network and try again, set HF_HUB_OFFLINE=1 to use a cached copy, or use "
        "--source FILE"
    )


@contextmanager
def _told_of_damage(commit: str, directory: Path) -> Iterator[None]:
    """Turn what ``datasets`` raises at files it cannot read into an error that says what to do."""
    import datasets
    import pyarrow

    try:
        yield
    except (
        OSError,
        ValueError,
        pyarrow.ArrowException,
        datasets.exceptions.DatasetsError,
    ) as error:
        raise HubError(
            f"{HUB_DATASET} at {commit} cannot be read ({_reason(error)}); delete the cached "
            f"{directory} and try again, or name another --revision"
        ) from error


def _reason(error: BaseException) -> str:
    """Return the first cause in one line; what is raised last often says only that it failed."""
    while (cause := error.__cause__) is not None:
        error = cause
    return in_one_line(error).rstrip(".")


def _quiet(
    set_verbosity: Callable[[int], object], disable_progress_bars: Callable[[], object]
) -> None:
    """Leave a library no more than progress bars, and those to a terminal.

    Its warnings and errors are either told in our one line or of no consequence.
    """
    set_verbosity(logging.CRITICAL)
    if not sys.stderr.isatty():
        disable_progress_bars()

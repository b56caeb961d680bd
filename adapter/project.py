"""Where the project's root files are: in a checkout at its root, in a wheel inside the package."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def project_file(name: str) -> Path:
    """Return the path of a file of the project's root, such as ``metric.py``."""
    packaged = _PACKAGE / "root" / name
    return packaged if packaged.exists() else _PACKAGE.parent / name

"""Where the project's root files are, and what ``local-eval.yaml`` among them says.

In a checkout they are at its root, in a wheel inside the package.
"""

from pathlib import Path

JOBS = "jobs"  # the directory in a data set where Harbor leaves its results
_PACKAGE = Path(__file__).parent


def project_file(name: str) -> Path:
    """Return the path of a file of the project's root, such as ``metric.py``."""
    packaged = _PACKAGE / "root" / name
    return packaged if packaged.exists() else _PACKAGE.parent / name

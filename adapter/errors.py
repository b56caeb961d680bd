"""The one root of all errors that a user can do something about."""


class MercuryError(Exception):
    """A wrong input or a missing piece; its message is one line that says what to do."""


def in_one_line(error: BaseException) -> str:
    """Return the first line of another library's message, or its type's name."""
    return next(iter(str(error).splitlines()), type(error).__name__)


class UsageError(MercuryError):
    """Flags that do not go together or name what is not there."""

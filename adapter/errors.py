"""The one root of all errors that a user can do something about."""


class MercuryError(Exception):
    """A wrong input or a missing piece; its message is one line that says what to do."""

"""The commands of ``mercury-harbor``: one module each, with ``add_parser``."""

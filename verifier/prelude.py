"""The names that a program finds without importing them, as on LeetCode and in upstream.

Upstream's sandbox executes wildcard imports first and module imports after them, so that
``bisect`` is the module and ``bisect_left`` the function (design.md section 7; upstream's
``sandbox.py``). Importing this module also loads every other standard module that a solution
may want, because a confined worker no longer sees the file system.
"""

import builtins
import importlib
from typing import Any

import lctk.lctk

_WILDCARDS = """
    typing bisect collections copy datetime heapq math re string random itertools functools operator
""".split()
_MODULES = """
    string re datetime collections heapq bisect copy math random itertools functools operator sys
    lctk sortedcontainers
    abc array ast base64 binascii calendar cmath contextlib dataclasses decimal enum fractions
    hashlib io json numbers os pprint queue statistics struct textwrap threading time types
    typing unicodedata uuid weakref zlib
""".split()
_LOADED_ONLY = """
    _pydecimal _pylong _strptime argparse collections.abc concurrent.futures copyreg csv ctypes
    difflib doctest encodings.ascii encodings.idna encodings.latin_1 gc graphlib html inspect
    keyword locale logging os.path pathlib pickle platform reprlib resource secrets shutil signal
    socket subprocess tempfile timeit traceback tracemalloc unittest urllib.parse warnings zoneinfo
""".split()


class ListNode:
    """Singly linked list node."""

    def __init__(self, val: Any = 0, next: Any = None) -> None:  # noqa: A002 -- LeetCode's name
        self.val = val
        self.next = next


class TreeNode:
    """Binary tree node."""

    def __init__(self, val: Any = 0, left: Any = None, right: Any = None) -> None:
        self.val = val
        self.left = left
        self.right = right


def _build() -> dict[str, Any]:
    namespace: dict[str, Any] = {}
    for name in _WILDCARDS:
        exec(f"from {name} import *", namespace)
    for name in _MODULES:
        namespace[name] = importlib.import_module(name)
    for name in _LOADED_ONLY:
        importlib.import_module(name)
    exec("from sortedcontainers import SortedDict, SortedList, SortedSet", namespace)
    for name in vars(builtins):
        namespace.pop(name, None)  # `pow` is the built-in again, not the one of `math`
    namespace.update(ListNode=ListNode, TreeNode=TreeNode, __name__="solution")
    return namespace


# Inputs are built of the same classes that the program knows, as on LeetCode.
lctk.lctk.ListNode = lctk.ListNode = ListNode
lctk.lctk.TreeNode = lctk.TreeNode = TreeNode

_NAMESPACE = _build()


def fresh_namespace() -> dict[str, Any]:
    """Return a new namespace that holds the prelude and nothing of any earlier call."""
    return _NAMESPACE.copy()

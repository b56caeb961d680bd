"""Values <-> bytes, without trust: what a program returned, as plain data.

The worker encodes and the judge decodes. The encoding is JSON, which a hostile sender cannot
use to run code in the reader, laid out as a flat table so that neither depth nor cycles matter::

    [root, [entry, entry, ...]]
    entry: ["list", child...] | ["tuple", child...] | ["set", child...] | ["frozenset", child...]
         | ["dict", key, value, key, value...] | ["node", "val next", child, child]
         | ["opaque", type name]
    child: a scalar (null, true, 1, 1.5, "text") or [number of an entry]

Only exact built-in types count as plain data, because a subclass may claim to equal anything.
Exceptions that are read for their content alone: subclasses of ``dict`` (``defaultdict``,
``Counter``) as a dict; dictionary views, ``deque`` and ``range`` as a tuple, which like them
equals no list and can be iterated; linked-list and tree nodes of any class, by their usual
attributes. Everything else arrives as :class:`Opaque`, which equals nothing.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable
from types import MemberDescriptorType, NoneType
from typing import Any

NODE_ATTRIBUTES = ("val", "next", "left", "right", "children", "neighbors", "random")
_SCALARS = frozenset({NoneType, bool, int, float, str})
_SEQUENCES: dict[type, str] = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset"}
_MISSING = object()
_ITERABLES = frozenset({type({}.keys()), type({}.values()), type({}.items()), deque, range})

_dumps = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


class UndecodableValue(Exception):
    """The bytes are not an encoded value."""


class Node:
    """A list or tree node as the judge sees it: only attributes, compared by identity."""


class Opaque:
    """A value that is not plain data; it equals nothing, not even itself."""

    def __init__(self, type_name: str) -> None:
        self.type_name = type_name

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = object.__hash__


def encode(value: object) -> bytes:
    """Return ``value`` as bytes, however deep, shared or cyclic it is."""
    numbers: dict[int, int] = {}
    found: list[Any] = []  # also keeps every container alive, so that no id is used twice
    nodes = _NodeReader()

    def child(item: Any) -> Any:
        if type(item) in _SCALARS:
            return item
        number = numbers.setdefault(id(item), len(found))
        if number == len(found):
            found.append(item)
        return (number,)

    def entry(item: Any) -> list[Any]:
        kind = _SEQUENCES.get(type(item))
        if kind is not None:
            if _SCALARS.issuperset(map(type, item)):
                return [kind, *item]
            return [kind, *map(child, item)]
        if issubclass(type(item), dict):
            return ["dict", *(child(part) for pair in dict.items(item) for part in pair)]
        if type(item) in _ITERABLES:
            return ["tuple", *map(child, item)]
        names, values = nodes.read(item)
        if names:
            return ["node", names, *map(child, values)]
        return ["opaque", type.__getattribute__(type(item), "__name__")]

    root = child(value)
    entries = [entry(item) for item in found]  # the list grows while it is read
    return _dumps([root, entries]).encode("utf-8", "surrogatepass")


class _NodeReader:
    """Reads the usual attributes of nodes.

    Only stored values count: instance attributes, slots and class-level defaults. A property
    or ``__getattr__`` would compute its answer here, outside the clock.
    """

    def __init__(self) -> None:
        self._slots: dict[type, dict[str, MemberDescriptorType]] = {}
        self._defaults: dict[type, dict[str, Any]] = {}
        self._names: dict[tuple[str, ...], tuple[str, list[str]]] = {}

    def read(self, item: object) -> tuple[str, list[Any]]:
        """Return names, joined by spaces, and values; no name where the object is no node."""
        kind = type(item)
        if kind not in self._slots:
            self._learn(kind)
        try:
            stored = object.__getattribute__(item, "__dict__")
        except AttributeError:
            stored = {}
        if self._slots[kind]:
            stored = stored | _filled(self._slots[kind], item)
        if self._defaults[kind]:
            stored = self._defaults[kind] | stored
        key = tuple(stored)
        if key not in self._names:
            usual = [name for name in NODE_ATTRIBUTES if name in stored]
            is_node = "val" in usual and len(usual) > 1
            self._names[key] = (" ".join(usual), usual) if is_node else ("", [])
        joined, names = self._names[key]
        return joined, [stored[name] for name in names]

    def _learn(self, kind: type) -> None:
        slots, defaults = {}, {}
        for owner in reversed(type.__getattribute__(kind, "__mro__")):
            attributes = type.__getattribute__(owner, "__dict__")
            for name in NODE_ATTRIBUTES:
                value = attributes.get(name)
                if type(value) is MemberDescriptorType:
                    slots[name] = value
                elif name in attributes and type(value) in _SCALARS:
                    defaults[name] = value
        self._slots[kind], self._defaults[kind] = slots, defaults


def _filled(slots: dict[str, MemberDescriptorType], item: object) -> dict[str, Any]:
    values = {}
    for name, slot in slots.items():
        try:
            values[name] = slot.__get__(item)
        except AttributeError:  # a slot that was never filled
            continue
    return values


def decode(data: bytes) -> Any:
    """Return the value that ``data`` encodes, built of trusted types only.

    Raises:
        UndecodableValue: the bytes are malformed in any way.
    """
    try:
        root, entries = json.loads(data.decode("utf-8", "surrogatepass"))
        return _Decoder(entries).value(root)
    except UndecodableValue:
        raise
    except (ValueError, TypeError, IndexError, KeyError, AttributeError, RecursionError) as error:
        raise UndecodableValue(f"malformed encoding: {type(error).__name__}") from error


class _Decoder:
    """Builds all containers empty, then fills them: cycles need no special care."""

    _MUTABLE: dict[str, Callable[[], Any]] = {"list": list, "set": set, "dict": dict, "node": Node}
    _IMMUTABLE: dict[str, Callable[[Iterable[Any]], Any]] = {"tuple": tuple, "frozenset": frozenset}

    def __init__(self, entries: list[list[Any]]) -> None:
        self._entries = entries
        self._built: dict[int, Any] = {}
        for number, (kind, *_) in enumerate(entries):
            if kind in self._MUTABLE:
                self._built[number] = self._MUTABLE[kind]()
            elif kind == "opaque":
                self._built[number] = Opaque(str(entries[number][1]))
        for number, (kind, *_) in enumerate(entries):
            if kind not in self._MUTABLE and kind != "opaque":
                self._build_immutable(number)
        for number, entry in enumerate(entries):
            self._fill(self._built[number], entry)

    def value(self, child: Any) -> Any:
        """Return the value of a child: the scalar itself, or the entry that it points at."""
        if isinstance(child, list):
            (number,) = child
            return self._built[number]
        if isinstance(child, dict):
            raise UndecodableValue("a JSON object is no child")
        return child

    def _build_immutable(self, number: int) -> None:
        """Build a tuple or frozenset after those that it holds, without recursion."""
        pending, open_numbers = [number], set[int]()
        while pending:
            top = pending[-1]
            kind, *children = self._entries[top]
            missing = [
                child[0]
                for child in children
                if isinstance(child, list) and child[0] not in self._built
            ]
            if top in self._built:
                pending.pop()
            elif not missing:
                self._built[top] = self._IMMUTABLE[kind](map(self.value, children))
                pending.pop()
            elif top in open_numbers:
                raise UndecodableValue("a tuple that holds itself")
            else:
                open_numbers.add(top)
                pending.extend(missing)

    def _fill(self, container: Any, entry: list[Any]) -> None:
        kind, *children = entry
        if kind == "list":
            container.extend(map(self.value, children))
        elif kind == "set":
            container.update(map(self.value, children))
        elif kind == "dict":
            keys, values = children[::2], children[1::2]
            for key, item in zip(keys, values, strict=True):
                container[self.value(key)] = self.value(item)
        elif kind == "node":
            names, *values = children
            for name, item in zip(names.split(" "), values, strict=True):
                if name not in NODE_ATTRIBUTES:
                    raise UndecodableValue("a node with an unusual attribute")
                setattr(container, name, self.value(item))

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
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from types import GetSetDescriptorType, MemberDescriptorType, NoneType
from typing import Any

NODE_ATTRIBUTES = ("val", "next", "left", "right", "children", "neighbors", "random")
# Types are told apart by id: to hash or compare one may call a method of its metaclass.
_SCALARS = frozenset(map(id, (NoneType, bool, int, float, str)))
_SEQUENCES = {id(kind): kind.__name__ for kind in (list, tuple, set, frozenset)}
_ITERABLES = frozenset(
    map(id, (type({}.keys()), type({}.values()), type({}.items()), deque, range))
)
# Likewise what a type says of itself is read where no metaclass can make it up.
_MRO, _NAMESPACE, _NAME = (type.__dict__[f"__{name}__"].__get__ for name in ("mro", "dict", "name"))

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


def type_name(value: object) -> str:
    """Return the name of a value's type."""
    return str(_NAME(type(value)))


def encode(value: object) -> bytes:
    """Return ``value`` as bytes, however deep, shared or cyclic it is.

    No method of the value, of its type or of its metaclass is called: it would compute its
    answer here, outside the clock.
    """
    numbers: dict[int, int] = {}
    found: list[Any] = []  # also keeps every container alive, so that no id is used twice
    nodes = _NodeReader()

    def child(item: Any) -> Any:
        if id(type(item)) in _SCALARS:
            return item
        number = numbers.setdefault(id(item), len(found))
        if number == len(found):
            found.append(item)
        return (number,)

    def entry(item: Any) -> list[Any]:
        kind = type(item)
        sequence = _SEQUENCES.get(id(kind))
        if sequence is not None:
            if _SCALARS.issuperset(map(id, map(type, item))):
                return [sequence, *item]
            return [sequence, *map(child, item)]
        if issubclass(kind, dict):
            # An OrderedDict looks its keys up to iterate, so they must be plain.
            plain = kind is OrderedDict and _SCALARS.issuperset(map(id, map(type, dict.keys(item))))
            items = item.items() if plain else dict.items(item)
            return ["dict", *(child(part) for pair in items for part in pair)]
        if id(kind) in _ITERABLES:
            return ["tuple", *map(child, item)]
        names, values = nodes.read(item)
        if names:
            return ["node", names, *map(child, values)]
        return ["opaque", type_name(item)]

    root = child(value)
    entries = [entry(item) for item in found]  # the list grows while it is read
    return _dumps([root, entries]).encode("utf-8", "surrogatepass")


class _NodeReader:
    """Reads the usual attributes of nodes where they are stored, never a property.

    They are stored in the instance, in slots, or as defaults of the class.
    """

    def __init__(self) -> None:
        self._layouts: dict[int, _Layout] = {}
        self._names: dict[tuple[str, ...], tuple[str, list[str]]] = {}

    def read(self, item: object) -> tuple[str, list[Any]]:
        """Return names, joined by spaces, and values; no name where the object is no node."""
        kind = type(item)
        layout = self._layouts.get(id(kind))
        if layout is None:
            layout = self._layouts[id(kind)] = _Layout(kind)
        stored = layout.instance(item)
        stored = _named(dict.items(stored)) if issubclass(type(stored), dict) else {}
        if layout.slots:
            stored = stored | _filled(layout.slots, item)
        if layout.defaults:
            stored = layout.defaults | stored
        key = tuple(stored)
        if key not in self._names:
            usual = [name for name in NODE_ATTRIBUTES if name in stored]
            is_node = "val" in usual and len(usual) > 1
            self._names[key] = (" ".join(usual), usual) if is_node else ("", [])
        joined, names = self._names[key]
        return joined, [stored[name] for name in names]


class _Layout:
    """Where instances of a type store attributes."""

    def __init__(self, kind: type) -> None:
        self.slots: dict[str, MemberDescriptorType] = {}
        self.defaults: dict[str, Any] = {}
        self.instance: Callable[[object], dict[str, Any]] = lambda _: {}
        for owner in reversed(_MRO(kind)):
            attributes = _named(_NAMESPACE(owner).items())
            for name in NODE_ATTRIBUTES:
                value = attributes.get(name)
                if type(value) is MemberDescriptorType:
                    self.slots[name] = value
                elif name in attributes and id(type(value)) in _SCALARS:
                    self.defaults[name] = value
            if type(attributes.get("__dict__")) is GetSetDescriptorType:
                self.instance = attributes["__dict__"].__get__


def _named(attributes: Iterable[tuple[Any, Any]]) -> dict[str, Any]:
    """Return what is kept under plain names: another key may look like one when compared."""
    return {name: value for name, value in attributes if type(name) is str}


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
            if top in self._built:
                pending.pop()
                continue
            kind, *children = self._entries[top]
            missing = [
                child[0]
                for child in children
                if isinstance(child, list) and child[0] not in self._built
            ]
            if not missing:
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

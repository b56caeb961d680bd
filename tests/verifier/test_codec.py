"""The codec: what a program returned arrives as the same plain data, and as nothing else."""

import json
import math
import sys
from collections import Counter, OrderedDict, UserList, defaultdict, deque, namedtuple
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, Never

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from verifier.codec import NODE_ATTRIBUTES, Node, Opaque, UndecodableValue, decode, encode


@pytest.fixture(autouse=True, scope="module")
def long_integers_as_in_the_nursery() -> Iterator[None]:
    """Allow integers of any length as decimal text, and afterwards as many digits as before."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(before)


def round_trip(value: object) -> Any:
    return decode(encode(value))


def canonical(value: Any) -> Any:
    """Return a description of plain data; two are equal if types, values and order are."""
    name = type(value).__name__
    if isinstance(value, list | tuple):
        return name, [canonical(item) for item in value]
    if isinstance(value, set | frozenset):
        return name, sorted(repr(canonical(item)) for item in value)
    if isinstance(value, dict):
        return name, [(canonical(key), canonical(item)) for key, item in value.items()]
    return name, repr(value)


# Texts are any code points, lone surrogates among them. NaN only as a value: as a key it equals
# not even itself.
scalars_but_nan = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters())
)
hashable_values = st.recursive(
    scalars_but_nan,
    lambda items: st.lists(items, max_size=4).map(tuple) | st.frozensets(items, max_size=4),
    max_leaves=8,
)
values = st.recursive(
    hashable_values | st.just(math.nan) | st.sets(hashable_values, max_size=4),
    lambda items: (
        st.lists(items, max_size=5)
        | st.lists(items, max_size=5).map(tuple)
        | st.dictionaries(hashable_values, items, max_size=4)
    ),
    max_leaves=20,
)


# --- plain data -------------------------------------------------------------------------------


@given(value=values)
def test_plain_data_arrives_with_its_types_values_and_order(value: object) -> None:
    assert canonical(round_trip(value)) == canonical(value)


@given(value=values)
def test_encoding_leaves_the_value_as_it_is(value: object) -> None:
    before = canonical(value)
    encode(value)
    assert canonical(value) == before


@pytest.mark.parametrize(
    "value",
    [True, 1, 1.0, False, 0, 0.0, -0.0, None, "", "1", [], (), set(), frozenset(), {}],
    ids=repr,
)
def test_values_that_compare_equal_keep_their_type_and_sign(value: object) -> None:
    assert canonical(round_trip(value)) == canonical(value)


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan, 5e-324, sys.float_info.max])
def test_unusual_floats_survive(value: float) -> None:
    assert repr(round_trip(value)) == repr(value)


@pytest.mark.parametrize(
    "value", [10**5_000, -(10**5_000) + 1, 1 << 64, -(1 << 63)], ids=int.bit_length
)
def test_big_integers_survive(value: int) -> None:
    assert round_trip([value, {value: value}]) == [value, {value: value}]


@pytest.mark.parametrize(
    "code_points",
    [[0xD800], [0xDFFF], [0xD83D, 0xDE00], [0xDE00, 0xD83D], [0x1F600], [0, 0x1F, 0x7F, 0x2028]],
)
def test_every_code_point_of_a_text_survives_alone(code_points: list[int]) -> None:
    text = "".join(map(chr, code_points))
    assert [ord(character) for character in round_trip(text)] == code_points


def test_a_surrogate_pair_of_two_code_points_does_not_become_one_character() -> None:
    assert round_trip("\ud83d\ude00") != "😀"


def test_keys_of_a_dict_need_not_be_texts() -> None:
    value = {1: "a", (2, (3,)): "b", None: "c", frozenset({4}): "d", 0.5: "e", True and "f": "g"}
    assert canonical(round_trip(value)) == canonical(value)


def test_nan_survives_in_a_set_and_as_a_key() -> None:
    (item,) = round_trip({math.nan})
    (key,) = round_trip({math.nan: 1})
    assert math.isnan(item)
    assert math.isnan(key)


def test_a_dict_keeps_its_order() -> None:
    assert list(round_trip({"b": 1, "a": 2, "c": 3})) == ["b", "a", "c"]


# --- shared, cyclic, deep -----------------------------------------------------------------------


def test_a_value_that_is_there_twice_arrives_as_one_object() -> None:
    row = [0]
    first, second = round_trip([row, row])
    assert first is second


def test_equal_values_do_not_become_one_object() -> None:
    first, second = round_trip([[0], [0]])
    assert first is not second


def test_a_value_made_on_the_fly_is_not_taken_for_an_earlier_one() -> None:
    views = {
        number: [number] for number in range(500)
    }.items()  # each pair exists only for a moment
    assert list(round_trip(views)) == [(number, [number]) for number in range(500)]


def test_a_list_in_itself_survives() -> None:
    value: list[Any] = [1]
    value.append(value)
    decoded = round_trip(value)
    assert decoded[0] == 1
    assert decoded[1] is decoded


def test_a_list_in_a_tuple_in_that_list_survives() -> None:
    value: list[Any] = []
    value.append((value, 2))
    decoded = round_trip(value)
    assert decoded[0][0] is decoded
    assert decoded[0][1] == 2


def test_a_tuple_that_holds_a_list_that_holds_the_tuple_survives() -> None:
    inner: list[Any] = []
    value = (inner, inner)
    inner.append(value)
    decoded = round_trip(value)
    assert type(decoded) is tuple
    assert decoded[0] is decoded[1]
    assert decoded[0][0] is decoded


def test_a_dict_in_itself_survives() -> None:
    value: dict[str, Any] = {"other": {}}
    value["self"] = value
    value["other"]["back"] = value
    decoded = round_trip(value)
    assert decoded["self"] is decoded
    assert decoded["other"]["back"] is decoded


def test_tuples_and_frozensets_may_be_shared_among_each_other() -> None:
    base = (1, 2)
    value = (base, frozenset({base, (base, base)}), [base])
    decoded = round_trip(value)
    assert decoded == value
    assert decoded[2][0] is decoded[0]


@pytest.mark.parametrize("kind", [list, tuple])
def test_nesting_of_100_000_levels_survives(kind: type[Any]) -> None:
    value = kind()
    for _ in range(100_000):
        value = kind([value])
    decoded, levels = round_trip(value), 0
    while decoded:
        assert type(decoded) is kind
        (decoded,) = decoded
        levels += 1
    assert levels == 100_000


def test_dicts_nested_in_100_000_levels_survive() -> None:
    value: dict[int, Any] = {}
    for _ in range(100_000):
        value = {1: value}
    decoded, levels = round_trip(value), 0
    while decoded:
        decoded = decoded[1]
        levels += 1
    assert levels == 100_000


# --- nodes --------------------------------------------------------------------------------------


class ListNode:
    """As LeetCode defines it."""

    def __init__(self, val: Any = 0, next: Any = None) -> None:  # noqa: A002
        self.val = val
        self.next = next


class TreeNode:
    """As LeetCode defines it."""

    def __init__(self, val: Any = 0, left: Any = None, right: Any = None) -> None:
        self.val = val
        self.left = left
        self.right = right


def test_a_linked_list_of_100_000_nodes_survives() -> None:
    head = None
    for number in reversed(range(100_000)):
        head = ListNode(number, head)
    node, numbers = round_trip(head), []
    while node is not None:
        numbers.append(node.val)
        node = node.next
    assert numbers == list(range(100_000))


def test_a_linked_list_that_ends_in_a_cycle_survives() -> None:
    last = ListNode(2)
    last.next = last
    head = round_trip(ListNode(1, last))
    assert (head.val, head.next.val) == (1, 2)
    assert head.next.next is head.next


def test_two_lists_that_meet_still_meet() -> None:
    common = ListNode(3)
    first, second = round_trip([ListNode(1, common), ListNode(2, common)])
    assert first.next is second.next


def test_a_degenerate_tree_of_50_000_levels_survives() -> None:
    root = TreeNode(0)
    for number in range(1, 50_000):
        root = TreeNode(number, left=root) if number % 2 else TreeNode(number, right=root)
    node, numbers = round_trip(root), []
    while node is not None:
        assert node.left is None or node.right is None
        numbers.append(node.val)
        node = node.left or node.right
    assert numbers == list(range(49_999, -1, -1))


def test_a_node_arrives_as_the_judges_own_class() -> None:
    assert type(round_trip(ListNode(1))) is Node


def test_the_class_of_a_node_does_not_matter() -> None:
    class Element:
        def __init__(self) -> None:
            self.next = None
            self.unusual = "not looked at"
            self.val = 7

    assert vars(round_trip(Element())) == {"val": 7, "next": None}


def test_nodes_with_children_neighbors_and_random_pointers_survive() -> None:
    class Vertex:
        def __init__(self, val: int) -> None:
            self.val = val
            self.children: list[Vertex] = []
            self.neighbors = [self]
            self.random = self

    vertex = Vertex(1)
    vertex.children.append(Vertex(2))
    decoded = round_trip(vertex)
    assert decoded.random is decoded
    assert decoded.neighbors[0] is decoded
    assert [child.val for child in decoded.children] == [2]


def test_a_node_with_slots_survives() -> None:
    class Slotted:
        __slots__ = ("next", "val")

        def __init__(self, val: int, following: "Slotted | None") -> None:
            self.val = val
            self.next = following

    decoded = round_trip(Slotted(1, Slotted(2, None)))
    assert (decoded.val, decoded.next.val, decoded.next.next) == (1, 2, None)


def test_a_slot_that_was_never_filled_is_not_there() -> None:
    class Slotted:
        __slots__ = ("left", "right", "val")

        def __init__(self) -> None:
            self.val, self.left = 1, None

    assert vars(round_trip(Slotted())) == {"val": 1, "left": None}


def test_a_node_may_have_slots_of_its_base_and_attributes_of_its_own() -> None:
    class Base:
        __slots__ = ("val",)

        def __init__(self, val: int) -> None:
            self.val = val

    class Derived(Base):
        def __init__(self, val: int) -> None:
            super().__init__(val)
            self.next = None

    assert vars(round_trip(Derived(3))) == {"val": 3, "next": None}


def test_class_level_defaults_of_a_node_count_until_the_instance_has_its_own() -> None:
    class Lazy:
        val = 0
        next: "Lazy | None" = None

    node = Lazy()
    node.next = Lazy()
    decoded = round_trip(node)
    assert (decoded.val, decoded.next.val, decoded.next.next) == (0, 0, None)


def test_class_level_defaults_of_a_derived_class_win() -> None:
    class Base:
        val = 0
        next = None

    class Derived(Base):
        val = 1

    assert round_trip(Derived()).val == 1


def test_nodes_are_compared_by_identity() -> None:
    first, second = round_trip([ListNode(1), ListNode(1)])
    assert first != second


@pytest.mark.parametrize("attributes", [{}, {"val": 1}, {"next": None}, {"value": 1, "next": None}])
def test_an_object_without_val_and_a_link_is_no_node(attributes: dict[str, Any]) -> None:
    class Thing:
        pass

    thing = Thing()
    vars(thing).update(attributes)
    assert type(round_trip(thing)) is Opaque


# --- no code of the program runs while it is read -----------------------------------------------


class CodeOfTheProgramRan(BaseException):
    """Raised by what must not be called."""


def run(*_: object, **__: object) -> Never:
    raise CodeOfTheProgramRan


def test_properties_of_a_node_are_not_read() -> None:
    class Computed:
        def __init__(self) -> None:
            self.next = None

        val = property(run)

    assert type(round_trip(Computed())) is Opaque


@pytest.mark.parametrize("name", ["__getattr__", "__getattribute__"])
def test_attribute_access_that_computes_is_not_used(name: str) -> None:
    computed = type("Computed", (), {name: run})()
    assert type(round_trip(computed)) is Opaque


def test_descriptors_of_a_node_are_not_read() -> None:
    class Descriptor:
        __get__ = run

    node = type("Computed", (), {"val": Descriptor(), "next": Descriptor()})()
    assert type(round_trip(node)) is Opaque


@pytest.mark.parametrize("base", [list, tuple, set, frozenset, deque, dict, int, float, str])
def test_no_method_of_a_subclass_of_a_built_in_type_is_called(base: type) -> None:
    methods = ("__iter__", "__len__", "__getitem__", "__eq__", "__hash__", "__repr__", "items")
    subclass = type("Subclass", (base,), dict.fromkeys((*methods, "keys", "__int__"), run))
    encode([subclass()])


def test_a_dict_attribute_that_computes_is_not_read() -> None:
    computed = type("Computed", (), {"__dict__": property(run)})()
    encode(computed)


@pytest.mark.parametrize(
    "methods",
    [
        {"__hash__": run},
        {"__hash__": lambda _: hash(list), "__eq__": run},
        {"__mro__": property(run)},
        {"__dict__": property(run)},
        {"__name__": property(run)},
    ],
    ids=lambda methods: list(methods)[-1],
)
def test_no_method_of_a_metaclass_is_called(methods: dict[str, Any]) -> None:
    metaclass = type("Metaclass", (type,), methods)
    encode(metaclass("Computed", (), {})())


class Key:
    """A key that looks like "val" to a table, so that looking "val" up asks it."""

    def __hash__(self) -> int:
        return hash("val")

    def __eq__(self, _: object) -> bool:
        raise CodeOfTheProgramRan


def test_no_method_of_a_key_among_the_attributes_of_a_node_is_called() -> None:
    class Thing:
        pass

    thing = Thing()
    vars(thing).update({Key(): 0, "next": None})  # type: ignore[dict-item]
    encode(thing)


def test_no_method_of_a_key_among_the_attributes_of_a_class_is_called() -> None:
    namespace: dict[Any, Any] = {Key(): 0, "next": None}
    encode(type("Thing", (), namespace)())


@pytest.mark.parametrize(
    ("method", "class_attributes"),
    [("__iter__", {}), ("__contains__", {}), ("__getitem__", {}), ("__ror__", {"left": None})],
)
def test_no_method_of_what_a_node_keeps_its_attributes_in_is_called(
    method: str, class_attributes: dict[str, Any]
) -> None:
    thing = type("Thing", (), class_attributes)()
    thing.__dict__ = type("Attributes", (dict,), {method: run})(val=0, next=None)
    encode(thing)


def test_no_method_of_a_key_of_an_ordered_dict_is_called() -> None:
    armed: list[bool] = []

    class ArmedKey:
        def __hash__(self) -> int:
            if armed:
                raise CodeOfTheProgramRan
            return 0

    value = OrderedDict({ArmedKey(): 1})
    armed.append(True)
    encode(value)


def test_a_class_that_claims_to_be_list_is_not_read_as_one() -> None:
    class Claims(type):
        def __hash__(cls) -> int:
            return hash(list)

        def __eq__(cls, other: object) -> bool:
            return True

    class Late(list[int], metaclass=Claims):
        def __iter__(self) -> Iterator[int]:
            return iter([1, 2, 3])

    assert round_trip(Late()) != [1, 2, 3]


# --- what is not plain data ---------------------------------------------------------------------


@pytest.mark.parametrize("base", [int, float, str, list, tuple, set, frozenset])
def test_a_subclass_that_claims_to_equal_everything_equals_nothing(base: type) -> None:
    claims = {"__eq__": lambda *_: True, "__ne__": lambda *_: False, "__hash__": lambda _: 0}
    decoded = round_trip(type("Agreeable", (base,), claims)())
    assert type(decoded) is Opaque
    assert decoded != base()
    assert base() != decoded
    assert decoded not in [base(), 0, 1, "", None, [], (), Opaque("Agreeable")]


def test_an_opaque_value_does_not_even_equal_itself() -> None:
    decoded = round_trip(object())
    assert not decoded == decoded  # noqa: SIM201


Point = namedtuple("Point", "x y")


@pytest.mark.parametrize(
    "value",
    [
        b"bytes",
        bytearray(b"bytes"),
        1j,
        object(),
        int,
        len,
        lambda: 0,
        (item for item in [1]),
        iter([1]),
        map(str, [1]),
        reversed([1]),
        Decimal(1),
        Fraction(1),
        Point(1, 2),
        UserList([1]),
        NotImplemented,
        ...,
        slice(1),
        ValueError("text"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_plain_data_arrives_as_opaque(value: object) -> None:
    decoded = round_trip([value])[0]
    assert type(decoded) is Opaque
    assert decoded.type_name == type(value).__name__


def test_a_generator_is_not_run() -> None:
    progress = []

    def numbers() -> Iterator[int]:
        progress.append("started")
        yield 1

    encode(numbers())
    assert progress == []


@pytest.mark.parametrize(
    "value",
    [
        defaultdict(list, {1: [2]}),
        Counter("aab"),
        OrderedDict([("b", 1), ("a", 2)]),
        type("Custom", (dict,), {})({"a": 1}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_subclass_of_dict_arrives_as_a_dict_of_its_content(value: dict[Any, Any]) -> None:
    assert canonical(round_trip(value)) == canonical(dict(value))


def test_an_ordered_dict_arrives_in_its_own_order() -> None:
    value = OrderedDict.fromkeys("abc")
    value.move_to_end("a")
    assert list(round_trip(value)) == ["b", "c", "a"]


@pytest.mark.parametrize(
    ("value", "content"),
    [
        ({"a": 1}.keys(), ("a",)),
        ({"a": 1}.values(), (1,)),
        ({"a": [1]}.items(), (("a", [1]),)),
        (deque([1, [2]]), (1, [2])),
        (range(2, 8, 3), (2, 5)),
    ],
    ids=["keys", "values", "items", "deque", "range"],
)
def test_views_deques_and_ranges_arrive_as_tuples(value: object, content: object) -> None:
    assert canonical(round_trip(value)) == canonical(content)


# --- decoding what a hostile process sent -------------------------------------------------------

json_documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda items: st.lists(items, max_size=6) | st.dictionaries(st.text(), items, max_size=3),
    max_leaves=20,
)
entry_numbers = st.integers(-2, 6)
children: st.SearchStrategy[Any] = (
    st.lists(entry_numbers, min_size=1, max_size=1)
    | st.lists(entry_numbers | st.floats() | st.booleans(), max_size=2)
    | entry_numbers
    | st.sampled_from([None, 1.5, "text", {}, [[]], [[0]]])
)
kinds = st.sampled_from("list tuple set frozenset dict node opaque unheard-of".split())
names = st.lists(st.sampled_from([*NODE_ATTRIBUTES, "__class__", "", "x"]), max_size=3).map(
    " ".join
)
almost_encoded = st.tuples(
    children,
    st.lists(
        st.tuples(kinds, st.lists(children, max_size=4)).map(lambda entry: [entry[0], *entry[1]])
        | st.tuples(st.just("node"), names, children).map(list)
        | st.tuples(st.just("node"), names, children, children).map(list)
        | json_documents,
        max_size=6,
    ),
)


def decode_or_refuse(data: bytes) -> Any:
    """Decode; fail by any exception but the one that says that ``data`` is no value."""
    try:
        return decode(data)
    except UndecodableValue:
        return None


def everything_in(value: Any) -> Iterator[Any]:
    """Yield a value and all that it holds, each container once."""
    pending, seen = [value], set()
    while pending:
        item = pending.pop()
        yield item
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, dict):
            pending.extend([*item.keys(), *item.values()])
        elif isinstance(item, list | tuple | set | frozenset):
            pending.extend(item)
        elif isinstance(item, Node):
            pending.extend(vars(item).values())


@settings(max_examples=2_000)
@given(data=st.binary(max_size=200))
@example(data=b"")
@example(data=b"[0]")
@example(data=b"[0,[]")
@example(data=b"\xff\xff")
def test_any_bytes_decode_or_are_refused(data: bytes) -> None:
    decode_or_refuse(data)


@settings(max_examples=300)
@given(
    value=values,
    edits=st.lists(
        st.tuples(st.integers(0, 1_000), st.integers(0, 3), st.binary(max_size=3)),
        min_size=1,
        max_size=3,
    ),
)
def test_a_changed_encoding_decodes_or_is_refused(
    value: object, edits: list[tuple[int, int, bytes]]
) -> None:
    encoded = encode([value, {1: (2, frozenset())}])
    for position, length, replacement in edits:
        start = position % len(encoded)
        encoded = encoded[:start] + replacement + encoded[start + length :]
    decode_or_refuse(encoded)


@settings(max_examples=200)
@given(document=json_documents)
def test_any_json_document_decodes_or_is_refused(document: object) -> None:
    decode_or_refuse(json.dumps(document).encode())


@settings(max_examples=500)
@given(document=almost_encoded)
def test_what_a_forger_writes_decodes_to_trusted_types_only_or_is_refused(document: object) -> None:
    trusted = {type(None), bool, int, float, str, list, tuple, set, frozenset, dict, Node, Opaque}
    for item in everything_in(decode_or_refuse(json.dumps(document).encode())):
        assert type(item) in trusted
        if isinstance(item, Node):
            assert set(vars(item)) <= set(NODE_ATTRIBUTES)


@pytest.mark.parametrize(
    "data",
    [
        b'[[0],[["tuple",[0]]]]',
        b'[[0],[["tuple",[1]],["frozenset",[0]]]]',
        b'[[0],[["set",[1]],["list"]]]',
        b'[[0],[["dict",1]]]',
        b'[[0],[["dict",[1],2],["list"]]]',
        b'[[0],[["node","val __class__",1,2]]]',
        b'[[0],[["node","val x",1,2]]]',
        b'[[0],[["node","val next",1]]]',
        b'[[0],[["opaque"]]]',
        b'[[0],[["bytes","00"]]]',
        b'[[1],[["list"]]]',
        b'[[-1],[["list"]]]',
        b"[{},[]]",
        b'[[0],[["list",{}]]]',
        b"[0,[],0]",
        b"[" * 100_000,
        b"1" * 100_000 + b",",
    ],
    ids=[
        "a tuple in itself",
        "a tuple in a frozenset in that tuple",
        "a list in a set",
        "a key without a value",
        "a list as a key",
        "a node with a class",
        "a node with an unusual attribute",
        "a node with too few values",
        "an opaque value without a name",
        "an unknown kind",
        "a number beyond the entries",
        "a negative number",
        "an object as the root",
        "an object as a child",
        "a third part",
        "deep nesting",
        "a long number",
    ],
)
def test_a_malformed_encoding_is_refused(data: bytes) -> None:
    with pytest.raises(UndecodableValue):
        decode(data)

#!/usr/bin/python3
"""Types that are nests: registered ones, dataclasses, classes of attrs; Partial; and nests as vectors."""

import copy
import dataclasses
import functools
import pickle
import unittest

import cotan as ct
import numpy as np
from expected import Case

try:
    import attr
except ImportError:
    attr = None


@ct.tree.register_node_class
class Line:
    def __init__(self, slope, shift, name="line"):
        self.slope, self.shift, self.name = slope, shift, name

    def tree_flatten_with_keys(self):
        return ((ct.tree.GetAttrKey("slope"), self.slope), (ct.tree.GetAttrKey("shift"), self.shift)), self.name

    @classmethod
    def tree_unflatten(cls, name, parts):
        return cls(*parts, name)


@functools.partial(ct.tree.register_dataclass, data_fields=["b", "a"], meta_fields=["name"])
@dataclasses.dataclass
class Known:
    a: object
    b: object
    name: str = "known"


@dataclasses.dataclass
class Marked:
    w: object
    kind: str = ct.tree.static(default="relu", metadata={"more": 1})


class Slots:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


ct.tree.register_dataclass(Slots, ["x"], ["y"])


def carried(make, parts):
    """What transformations make of a nest: of `make(x)`, whose leaves are x and those that `parts` returns."""
    total = lambda tree: functools.reduce(lambda s, x: s + ct.sum(x * x), parts(tree), 0.0)  # noqa: E731
    tree = make(np.array([1.0, 2.0]))
    compiled = ct.jit(lambda t: ct.tree.map(lambda x: x * 2, t))(tree)
    slopes = ct.grad(total)(tree)
    lanes = ct.vmap(lambda t: t)(tree)
    last, rows = ct.scan(lambda carry, x: (ct.tree.map(lambda y: y + x, carry), carry), tree, np.array([1.0, 2.0]))
    return compiled, slopes, lanes, last, rows


class Types(Case):
    def check_carried(self, make, parts):
        compiled, slopes, lanes, last, rows = carried(make, parts)
        for tree, expected in ((compiled, [2, 4]), (slopes, [2, 4]), (lanes, [1, 2]), (last, [4, 5]),
                               (rows, [[1, 2], [2, 3]])):
            self.assertIs(type(tree), type(make(1)))
            for x in parts(tree):
                np.testing.assert_array_equal(x, expected)

    def test_go_through_transformations(self):
        self.check_carried(lambda x: Line(x, [x]), lambda t: [t.slope, *t.shift])
        self.check_carried(lambda x: Known(x, {"x": x}), lambda t: [t.a, t.b["x"]])
        self.check_carried(Marked, lambda t: [t.w])
        self.check_carried(lambda x: Slots(x, "fixed"), lambda t: [t.x])
        self.check_carried(lambda x: ct.tree.Partial(max, x, other=[x]), lambda t: [*t.args, *t.keywords["other"]])

    def test_paths_and_structures(self):
        for tree, paths, text in (
                (Line(1, (2,)), [".slope", ".shift[0]"], r"Line(*, (*,))"), (Known(1, 2), [".b", ".a"], "Known(b=*, a=*)"),
                (Marked(1), [".w"], "Marked(w=*)"), (Slots(1, 2), [".x"], "Slots(x=*)"),
                (ct.tree.Partial(max, 1, key=2), [".args[0]", ".keywords['key']"], "Partial(args=(*,), keywords={'key': *})")):
            self.assertEqual([ct.tree.keystr(path) for path, _ in ct.tree.leaves_with_path(tree)], paths)
            structure = ct.tree.structure(tree)
            self.assertEqual(repr(structure), text)
            self.assertEqual(structure, ct.tree.structure(ct.tree.map(lambda x: -x, tree)))
            self.assertEqual(hash(structure), hash(ct.tree.structure(tree)))
            self.assertEqual(structure.num_leaves, len(paths))
        self.assertEqual(pickle.loads(pickle.dumps(ct.tree.structure(Known(1, 2)))), ct.tree.structure(Known(1, 2)))
        self.assertNotEqual(ct.tree.structure(Line(1, 2)), ct.tree.structure(Line(1, 2, "other")))
        self.assertNotEqual(ct.tree.structure(Marked(1)), ct.tree.structure(Marked(1, "tanh")))
        self.assertEqual(ct.tree.map(lambda x: x + 1, Marked(1, "tanh")), Marked(2, "tanh"))
        with self.assertRaisesRegex(ct.ValueError, r"differ at \[0\]\.shift: expected \(\*,\), but found 2"):
            ct.tree.map(lambda x, y: x, [Line(1, (2,))], [Line(1, 2)])

    def test_without_names_parts_are_counted(self):
        class Box:
            def __init__(self, *parts):
                self.parts = parts

        ct.tree.register_node(Box, lambda box: (box.parts, None), lambda _, parts: Box(*parts))
        self.assertEqual(ct.tree.leaves_with_path(Box(5, 6))[1], ((ct.tree.FlattenedIndexKey(1),), 6))

    def test_fields_that_are_dropped(self):
        @dataclasses.dataclass
        class Cached:
            x: object
            cache: object = None

        self.assertIs(ct.tree.register_dataclass(Cached, drop_fields=["cache"]), Cached)
        self.assertEqual(ct.tree.leaves(Cached(1, 2)), [1])
        self.assertEqual(ct.tree.map(lambda x: x, Cached(1, 2)), Cached(1, None))

    @unittest.skipIf(attr is None, "without attrs")
    def test_classes_of_attrs(self):
        @attr.define
        class Layer:
            w: object
            b: list
            name: str = attr.field(default="n", metadata={"static": True})

        @attr.s(auto_attribs=True, frozen=True)
        class Frozen:
            w: object
            _b: object = 2.0

        self.check_carried(lambda x: Layer(x, [x]), lambda t: [t.w, *t.b])
        self.check_carried(lambda x: Frozen(x, x), lambda t: [t.w, t._b])
        self.assertEqual([ct.tree.keystr(path) for path, _ in ct.tree.leaves_with_path(Layer(1, [2]))], [".w", ".b[0]"])
        self.assertEqual(ct.tree.map(lambda x: -x, Frozen(1, 2)), Frozen(-1, -2))

    def test_registrations_that_are_wrong(self):
        class New:
            pass

        @dataclasses.dataclass
        class Fields:
            x: int
            y: int

        of = ct.tree.register_dataclass
        for call, kind, text in (
                (lambda: of(3), ct.TypeError, "dataclass: 'nodetype' must be a class"),
                (lambda: of(New), ct.TypeError, "both data_fields and meta_fields must be given, for New is no"),
                (lambda: of(Fields, ["x"]), ct.TypeError, "both data_fields and meta_fields must be given$"),
                (lambda: of(New, "xy", []), ct.TypeError, "'data_fields' must be a list of names, but is 'xy'"),
                (lambda: of(New, [1], []), ct.TypeError, "'data_fields' must be a list of names"),
                (lambda: of(New, ["x"], ["x"]), ct.ValueError, "x of New stands twice"),
                (lambda: of(Fields, ["x"], []), ct.ValueError, "Fields has a field y, which is in none of"),
                (lambda: of(Fields, ["x", "y", "z"], []), ct.ValueError, "Fields has no field z"),
                (lambda: of(Known, [], []), ct.ValueError, "Known is registered already"),
                (lambda: of(np.ndarray, [], []), ct.ValueError, "are leaves"),
                (lambda: ct.tree.register_node_class(Line), ct.ValueError, "class: Line is registered already"),
                (lambda: ct.tree.register_node_class(New), ct.TypeError, "New has no method tree_unflatten; define it"),
                (lambda: ct.tree.register_node_class(3), ct.TypeError, "'cls' must be a class"),
                (lambda: ct.tree.register_node(New, lambda x: x, lambda *_: 1, 3), ct.TypeError, "'flatten_with_keys_func' must")):
            with self.assertRaisesRegex(kind, rf"tree_types_test.py:\d+: ct.tree.*{text}"):
                call()
        ct.tree.register_node(New, lambda x: ((1,), None), lambda *_: New(), lambda x: ((1,), None))
        self.assertEqual(ct.tree.leaves(New()), [1])
        with self.assertRaisesRegex(ct.TypeError, "flatten_with_keys_func of New must return pairs of a step and a part"):
            ct.tree.leaves_with_path(New())


class Partials(Case):
    def test_are_functions(self):
        power = ct.tree.Partial(lambda a, x, *, n: a * x**n, 2.0, n=3)
        self.assertEqual(power(2.0), 16.0)
        self.assertEqual(float(ct.jit(lambda f, x: f(x))(power, 2.0)), 16.0)
        slope = ct.grad(lambda f: f(2.0))(ct.tree.Partial(lambda a, x: a**2 * x, 3.0))
        self.assertEqual(float(slope.args[0]), 12.0)
        made = ct.jit(lambda x: ct.tree.Partial(lambda a, y: a + y, x * 2))(3.0)
        self.assertEqual(float(made(1.0)), 7.0)
        self.assertEqual([float(x) for x in ct.vmap(lambda f: f(2.0))(ct.tree.Partial(lambda a, x: a * x, np.arange(3.0)))],
                         [0, 2, 4])

    def test_what_another_binds_is_constant(self):
        inner = functools.partial(lambda axis, x, y: ct.sum(x * y, axis=axis), 0)
        bound = ct.tree.Partial(inner, np.ones((2, 3)))
        self.assertEqual(len(ct.tree.leaves(bound)), 1)
        self.check(ct.jit(lambda f: f(2.0))(bound), np.full(3, 4.0), 0)
        self.assertEqual(ct.tree.structure(bound), ct.tree.structure(ct.tree.Partial(
            functools.partial(inner.func, 0), np.ones(1))))

    def test_of_another(self):
        inner = ct.tree.Partial(lambda a, b, x: a * b * x, np.ones(2))
        outer = ct.tree.Partial(inner, 3.0)
        self.assertEqual((ct.tree.leaves(outer), outer.args, outer.func.func), ([3.0], (3.0,), inner.func))
        self.check(ct.jit(lambda f: f(2.0))(outer), np.full(2, 6.0), 0)
        self.check(ct.grad(lambda f: ct.sum(f(2.0)))(outer).args[0], np.float32(4), 0)
        self.assertEqual(ct.tree.structure(outer), ct.tree.structure(outer))
        self.assertNotEqual(ct.tree.structure(outer), ct.tree.structure(ct.tree.Partial(ct.tree.Partial(inner.func, np.ones(2)), 3.0)))
        self.assertEqual(copy.deepcopy(ct.tree.Partial(max, 1))(3), 3)

    def test_one_program_for_one_function(self):
        traced = []

        @ct.jit
        def apply(f, x):
            traced.append(1)
            return f(x)

        for factor in (2.0, 2.0, 3.0):
            self.assertEqual(float(apply(ct.tree.Partial(lambda a, x: a * factor * x, 5.0), 1.0)), 5 * factor)
        self.assertEqual(len(traced), 2)

    def test_of_no_function(self):
        with self.assertRaisesRegex(ct.TypeError, r"tree_types_test.py:\d+: ct.tree.Partial: 'func' must be a function"):
            ct.tree.Partial(3, 1)


class Ravel(Case):
    TREE = {"w": np.arange(6, dtype=np.float32).reshape(2, 3), "b": (np.float32(7), None, np.zeros((0, 2), np.float32))}

    def test_there_and_back(self):
        flat, unravel = ct.tree.ravel(self.TREE)
        self.check(flat, np.array([7, 0, 1, 2, 3, 4, 5], np.float32), 0)
        back = unravel(flat)
        self.assertEqual(ct.tree.structure(back), ct.tree.structure(self.TREE))
        for x, expected in zip(ct.tree.leaves(back), ct.tree.leaves(self.TREE)):
            self.check(x, expected, 0)
        self.assertEqual(unravel(np.arange(7))["w"].dtype, np.int64)  # one type: that of the vector

    def test_empty_nests(self):
        for tree in ((), None, {"a": []}, ["constant"]):
            flat, unravel = ct.tree.ravel(tree)
            self.check(flat, np.zeros(0, np.float32), 0)
            self.assertEqual(unravel(flat), tree)

    def test_element_types_meet_and_part_again(self):
        kinds = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64",
                 "complex64", "complex128")
        for a in kinds:
            for b in kinds:
                tree = [ct.array([1, 0], dtype=a), ct.array(1, dtype=b)]
                flat, unravel = ct.tree.ravel(tree)
                self.assertEqual(flat.dtype, ct.promote_types(a, b))
                back = unravel(flat)
                self.assertEqual([x.dtype for x in back], [x.dtype for x in tree])
                np.testing.assert_array_equal(np.array(back[0].astype("complex128")), [1, 0])
        flat, unravel = ct.tree.ravel([np.float32(1), np.int32(2)])
        with self.assertRaisesRegex(ct.TypeError, r"tree_types_test.py:\d+: ct.tree.ravel: .*float64\[2\]; convert it with astype\('float32'\)"):
            unravel(np.ones(2))

    def test_in_transformations(self):
        flat, unravel = ct.tree.ravel(self.TREE)
        loss = lambda tree: ct.sum(tree["w"] ** 3) + tree["b"][0] ** 2  # noqa: E731
        slope = ct.grad(lambda v: loss(unravel(v)))(flat)
        self.check(slope, np.array([14, *3 * np.arange(6) ** 2], np.float32), 1e-6)
        self.check(ct.hessian(lambda v: loss(unravel(v)))(flat), np.diag(np.array([2, *6 * np.arange(6)], np.float32)), 1e-6)
        self.check(ct.tree.ravel(ct.grad(loss)(self.TREE))[0], slope.numpy(), 1e-6)
        self.check(ct.grad(lambda t: ct.sum(ct.tree.ravel(t)[0] ** 2))(self.TREE)["w"], 2 * self.TREE["w"], 1e-6)
        rows = ct.vmap(unravel)(np.arange(14, dtype=np.float32).reshape(2, 7))
        self.check(rows["w"], np.array([[1, 2, 3, 4, 5, 6], [8, 9, 10, 11, 12, 13]], np.float32).reshape(2, 2, 3), 0)
        doubled = ct.jit(lambda t: ct.tree.ravel(t)[1](2 * ct.tree.ravel(t)[0]))(self.TREE)
        self.check(doubled["w"], 2 * self.TREE["w"], 0)
        self.check(ct.vmap(lambda t: ct.tree.ravel(t)[0])({"a": np.ones((4, 2)), "b": np.zeros(4)}),
                   np.tile([1.0, 1.0, 0.0], (4, 1)), 0)

    def test_mistakes(self):
        _, unravel = ct.tree.ravel(self.TREE)
        for wrong, text in ((np.ones(3), r"float64\[3\], but the nest has 7 numbers"), (1.0, r"float32\[\], but the nest has 7"),
                            ("x", "a str cannot be a tensor")):
            with self.assertRaisesRegex(ct.Error, rf"tree_types_test.py:\d+: ct.tree.ravel: .*{text}"):
                unravel(wrong)
        with self.assertRaisesRegex(ct.TypeError, r"ct.tree.ravel: 'tree' holds a set at tree\[0\]"):
            ct.tree.ravel([{1}])
        with self.assertRaisesRegex(ct.ValueError, r"ct.tree.ravel: found float64\[\?\]; the sizes must be known"):
            ct.jit(lambda x: ct.tree.ravel([x])[0], dynamic_axes={"x": 0})(np.ones(3))


if __name__ == "__main__":
    unittest.main()

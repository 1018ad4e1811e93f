#!/usr/bin/python3
"""Every container in every transformation: it comes back as it was, or is refused by name."""

import collections
import dataclasses
import enum
import functools
import types
import unittest

import cotan as ct
import numpy as np
from expected import Case

Pair = collections.namedtuple("Pair", "a b")


class PairWithMethods(Pair):
    def total(self):
        return self.a + self.b


@dataclasses.dataclass
class Data:
    a: object
    b: object
    name: str = dataclasses.field(default="data", metadata={"static": True})


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    a: object
    b: object


class Named(dict):
    """With more to it than its items."""

    def __init__(self, a, b, name):
        super().__init__(a=a)
        self.b, self.name = b, name


class Shouting(list):
    def __init__(self, *parts, loud):
        super().__init__(parts)
        self.loud = loud


class Triple(tuple):
    def __new__(cls, a, b):
        return super().__new__(cls, (a, b, None))


class Line:
    """Registered below."""

    def __init__(self, a, b, name):
        self.a, self.b, self.name = a, b, name


ct.tree.register_node(Line, lambda x: ((x.a, x.b), x.name), lambda name, parts: Line(*parts, name))


def default_dict(a, b):
    made = collections.defaultdict(list)
    made.update(a=a, b=b)
    return made


def by_key(x):
    return x["a"], x["b"]


def by_place(x):
    return x[0], x[1]


def by_name(x):
    return x.a, x.b


# Each makes one of two leaves, and reads them again.
KINDS = {
    "dict": (lambda a, b: {"b": b, "a": a}, by_key),
    "OrderedDict": (lambda a, b: collections.OrderedDict(b=b, a=a), by_key),
    "defaultdict": (default_dict, by_key),
    "Counter": (lambda a, b: collections.Counter(a=a, b=b), by_key),
    "mappingproxy": (lambda a, b: types.MappingProxyType({"a": a, "b": b}), by_key),
    "UserDict": (lambda a, b: collections.UserDict(a=a, b=b), by_key),
    "ChainMap": (lambda a, b: collections.ChainMap({"a": a}, {"b": b}), by_key),
    "Named": (lambda a, b: Named(a, b, "n"), lambda x: (x["a"], x.b)),
    "list": (lambda a, b: [a, b], by_place),
    "UserList": (lambda a, b: collections.UserList([a, b]), by_place),
    "Shouting": (lambda a, b: Shouting(a, b, loud="yes"), by_place),
    "tuple": (lambda a, b: (a, b), by_place),
    "Triple": (Triple, by_place),
    "Pair": (Pair, by_name),
    "PairWithMethods": (PairWithMethods, by_name),
    "Data": (lambda a, b: Data(a, b, "other"), by_name),
    "Frozen": (Frozen, by_name),
    "Line": (lambda a, b: Line(a, b, "l"), by_name),
    "nested": (lambda a, b: collections.OrderedDict(z=[Pair(a, None)], a=Line(b, (), "in")),
               lambda x: (x["z"][0].a, x["a"].a)),
    "partial": (lambda a, b: functools.partial(max, a, b), lambda x: x.args),
    "method": (lambda a, b: Pair(a, b)._asdict, lambda x: by_name(x.__self__)),
}
A, B = np.array([1.0, -2.0, 3.0]), np.array([0.5, 0.25, 2.0])


class Unknown:
    def __init__(self, a):
        self.a = a


class Slots:
    __slots__ = "a"

    def __init__(self, a):
        self.a = a


class SlottedDict(dict):
    __slots__ = ("more",)


class SubLine(Line):
    """A type is registered, not those that inherit from it."""


UNKNOWN = {
    "SimpleNamespace": lambda a: types.SimpleNamespace(a=a),
    "Unknown": Unknown,
    "Slots": Slots,
    "SlottedDict": lambda a: SlottedDict(a=a),
    "SubLine": lambda a: SubLine(a, a, ""),
    "deque": lambda a: collections.deque([a]),
    "generator": lambda a: (x for x in [a]),
    "builtin_function_or_method": lambda a: [a].append,
    "set": lambda a: {1, 2},
    "dict_values": lambda a: {"a": a}.values(),
}


def objective(read):
    """sum(a * a * b), whose gradient is (2 a b, a a)."""

    def f(x):
        a, b = read(x)
        return ct.sum(a * a * b)

    return f


def doubled(make, read):
    def f(x, *_):
        a, b = read(x)
        return make(a * 2, b * 3)

    return f


def custom(make, read):
    f = ct.custom_vjp(objective(read))
    f.defvjp(lambda x: (objective(read)(x), x), lambda x, g: (make(10 * read(x)[0] * g, read(x)[1] * g),))
    return f


# Of each transformation: a container made by it, and the two arrays in it.
SLOPES = (2 * A * B, A * A)
GIVEN = {
    "jit": (lambda make, read, x: ct.jit(doubled(make, read))(x), (2 * A, 3 * B)),
    "grad": (lambda make, read, x: ct.grad(objective(read))(x), SLOPES),
    "jit of grad": (lambda make, read, x: ct.jit(ct.grad(objective(read)))(x), SLOPES),
    "value_and_grad": (lambda make, read, x: ct.value_and_grad(objective(read))(x)[1], SLOPES),
    "vjp": (lambda make, read, x: ct.vjp(objective(read), x)[1](1.0)[0], SLOPES),
    "cotangent": (lambda make, read, x: ct.vjp(doubled(make, read), x)[1](x)[0], (2 * A, 3 * B)),
    "jvp": (lambda make, read, x: ct.jvp(doubled(make, read), (x,), (make(B, A),))[1], (2 * B, 3 * A)),
    "jet": (lambda make, read, x: make(*(terms[0] for terms in read(ct.jet(doubled(make, read), (x,), series(make(B, A)))[1]))),
            (2 * B, 3 * A)),
    "jacrev": (lambda make, read, x: ct.jacrev(objective(read))(x), SLOPES),
    "jacfwd": (lambda make, read, x: ct.jacfwd(objective(read))(x), SLOPES),
    "hessian": (lambda make, read, x: read(ct.hessian(objective(read))(x))[0], (np.diag(2 * B), np.diag(2 * A))),
    "vmap": (lambda make, read, x: ct.vmap(doubled(make, read))(x), (2 * A, 3 * B)),
    "in_axes": (lambda make, read, x: ct.vmap(doubled(make, read), in_axes=(make(0, None),), out_axes=make(0, None))(x),
                (2 * A, 3 * B)),
    "checkpoint": (lambda make, read, x: ct.grad(ct.checkpoint(objective(read)))(x), SLOPES),
    "custom_vjp": (lambda make, read, x: ct.grad(custom(make, read))(x), (10 * A, B)),
    "carry of scan": (lambda make, read, x: ct.scan(lambda c, _: (doubled(make, read)(c), None), x, None, 2)[0],
                      (4 * A, 9 * B)),
    "rows of scan": (lambda make, read, x: ct.scan(lambda c, row: (c, doubled(make, read)(row)), 0, x)[1], (2 * A, 3 * B)),
    "map": (lambda make, read, x: ct.map(doubled(make, read), x), (2 * A, 3 * B)),
    "fori_loop": (lambda make, read, x: ct.fori_loop(0, 2, lambda i, c: doubled(make, read)(c), x), (4 * A, 9 * B)),
    "while_loop": (lambda make, read, x: ct.while_loop(lambda c: read(c)[0][2] < 10.0, doubled(make, read), x),
                   (4 * A, 9 * B)),
    "cond": (lambda make, read, x: ct.cond(True, doubled(make, read), lambda x: x, x), (2 * A, 3 * B)),
    "switch": (lambda make, read, x: ct.switch(1, [lambda x: x, doubled(make, read)], x), (2 * A, 3 * B)),
    "associative_scan": (lambda make, read, x: ct.associative_scan(
        lambda p, q: make(read(p)[0] + read(q)[0], read(p)[1] * read(q)[1]), x), (np.cumsum(A), np.cumprod(B))),
    "stop_gradient": (lambda make, read, x: ct.stop_gradient(x), (A, B)),
    "tree.map": (lambda make, read, x: ct.tree.map(lambda a: a * 2, x), (2 * A, 2 * B)),
    "while": (lambda make, read, x: ct.jit(plain_while)(doubled(make, read), read, x), (4 * A, 9 * B)),
    "if": (lambda make, read, x: ct.jit(plain_if)(doubled(make, read), read, x), (2 * A, 3 * B)),
}


def series(x):
    return [[leaf] for leaf in ct.tree.leaves(x) if isinstance(leaf, np.ndarray)]


def plain_while(f, read, x):
    while read(x)[0][2] < 10.0:
        x = f(x)
    return x


def plain_if(f, read, x):
    if read(x)[0][2] > 0.0:
        x = f(x)
    return x


# What takes a container that may hold tensors, but is no nest.
TAKES = {
    "jit": lambda x: ct.jit(lambda x: 1.0)(x),
    "named argument of jit": lambda x: ct.jit(lambda *, x: 1.0)(x=x),
    "grad": lambda x: ct.grad(lambda x: 1.0)(x),
    "value_and_grad": lambda x: ct.value_and_grad(lambda x: 1.0)(x),
    "vjp": lambda x: ct.vjp(lambda x: 1.0, x),
    "cotangent": lambda x: ct.vjp(lambda x: x * 2, 1.0)[1](x),
    "jvp": lambda x: ct.jvp(lambda x: 1.0, (x,), (x,)),
    "tangent": lambda x: ct.jvp(lambda x: 1.0, (1.0,), (x,)),
    "jet": lambda x: ct.jet(lambda x: 1.0, (x,), ([1.0],)),
    "series": lambda x: ct.jet(lambda x: 1.0, (1.0,), ([x],)),
    "jacrev": lambda x: ct.jacrev(lambda x: 1.0)(x),
    "jacfwd": lambda x: ct.jacfwd(lambda x: 1.0)(x),
    "hessian": lambda x: ct.hessian(lambda x: 1.0)(x),
    "vmap": lambda x: ct.vmap(lambda x, y: y)(x, A),
    "custom_vjp": lambda x: ct.grad(lambda y: with_rule(x) * y)(1.0),
    "carry of scan": lambda x: ct.scan(lambda c, _: (c, None), x, None, 2),
    "rows of scan": lambda x: ct.scan(lambda c, row: (c, row), 0, x, 2),
    "map": lambda x: ct.map(lambda row: row, x),
    "fori_loop": lambda x: ct.fori_loop(0, 2, lambda i, c: c, x),
    "while_loop": lambda x: ct.while_loop(lambda c: ct.array(False), lambda c: c, x),
    "associative_scan": lambda x: ct.associative_scan(lambda p, q: p, x),
    "stop_gradient": lambda x: ct.stop_gradient(x),
    # Results of functions that are traced.
    "result of jit": lambda x: ct.jit(lambda y: x)(1.0),
    "result of grad": lambda x: ct.grad(lambda y: x)(1.0),
    "result of vmap": lambda x: ct.vmap(lambda y: x)(A),
    "result of cond": lambda x: ct.cond(True, lambda: x, lambda: x),
    "result of switch": lambda x: ct.switch(0, [lambda: x]),
    "carry after a turn": lambda x: ct.scan(lambda c, _: (x, None), 0, None, 2),
    "row of a turn": lambda x: ct.scan(lambda c, _: (c, x), 0, None, 2),
    "condition": lambda x: ct.while_loop(lambda c: x, lambda c: c, 0),
    "checkpoint": lambda x: ct.grad(lambda y: ct.checkpoint(lambda z: x)(y))(1.0),
}


@ct.custom_vjp
def with_rule(x):
    return 1.0


with_rule.defvjp(lambda x: (1.0, None), lambda r, g: (None,))


class Containers(Case):
    def test_come_back_as_they_were(self):
        for kind, (make, read) in KINDS.items():
            for name, (transformed, expected) in GIVEN.items():
                if kind in ("partial", "method") and name in ("in_axes", "tree.map"):
                    continue  # these are of all leaves, functions among them
                with self.subTest(kind, transformation=name):
                    given = make(A, B)
                    found = transformed(make, read, given)
                    self.assertIs(type(found), type(given))
                    self.assertEqual(ct.tree.structure(found), ct.tree.structure(given))
                    for x, y in zip(read(found), expected):
                        np.testing.assert_allclose(x, y, rtol=1e-12)

    def test_keep_what_is_no_tensor(self):
        back = ct.jit(lambda *xs: xs)(*(make(A, B) for make, _ in KINDS.values()))
        back = dict(zip(KINDS, back))
        self.assertEqual(list(back["OrderedDict"]), ["b", "a"])
        self.assertIs(back["defaultdict"].default_factory, list)
        self.assertEqual((back["Named"].name, list(back["Named"])), ("n", ["a"]))
        self.assertEqual(back["Shouting"].loud, "yes")
        self.assertEqual((back["Data"].name, back["Line"].name), ("other", "l"))
        back["OrderedDict"]["c"] = 1
        self.assertEqual(list(back["OrderedDict"]), ["b", "a", "c"])
        back["OrderedDict"].move_to_end("b")

    def test_static_parts_choose_the_program(self):
        scaled = ct.jit(lambda x: x.a * len(x.name))
        for name in ("a", "bcd", "a"):
            for cls in (Data, Line):
                self.assertEqual(float(scaled(cls(2.0, 0.0, name))), 2 * len(name))

    def test_what_may_hold_tensors_is_refused_by_name(self):
        for kind, make in UNKNOWN.items():
            for name, call in TAKES.items():
                with self.subTest(kind, transformation=name):
                    with self.assertRaises((ct.TypeError, ct.ValueError)) as caught:
                        call(make(A))
                    self.assertIn(kind, str(caught.exception))
                    self.assertRegex(str(caught.exception), r"containers_test.py:\d+: ")

    def test_errors_say_where_it_is(self):
        with self.refuses(ct.TypeError, r"argument 'p' of <lambda> holds a SimpleNamespace at p\['w'\]\[1\]\.b,",
                          "no tensor and no nest", "ct.tree.register_node"):
            ct.jit(lambda x, p: x)(1.0, {"w": [1.0, Data(2.0, types.SimpleNamespace())]})
        with self.refuses(ct.TypeError, r"result of <lambda> holds an Unknown at result\['x'\],"):
            ct.jit(lambda x: collections.OrderedDict(x=Unknown(x)))(1.0)
        with self.refuses(ct.TypeError, r"argument 'rest\[0\]' of <lambda> is an Unknown,"):
            ct.jit(lambda x, *rest: x)(1.0, Unknown(1))

    def test_what_is_not_differentiated_may_be_anything(self):
        x = Unknown(3.0)
        self.assertEqual(float(ct.grad(lambda w, m: w * m.a)(2.0, x)), 3.0)
        self.check(ct.vmap(lambda m, w: w * m.a, in_axes=(None, 0))(x, A), 3 * A)
        self.assertEqual(float(ct.cond(True, lambda m: m.a * 2, lambda m: m.a, x)), 6.0)
        self.assertEqual(float(ct.grad(lambda w: ct.checkpoint(lambda m, w: m.a * w)(x, w))(1.0)), 3.0)


class Registered(Case):
    def test_what_cannot_be_registered(self):
        for cls in (dict, tuple, Line, str, ct.Tensor, type(None)):
            with self.refuses(ct.ValueError, "containers_test.py:", "(registered already|leaves)"):
                ct.tree.register_node(cls, lambda x: ((), None), lambda what, parts: None)
        with self.refuses(ct.TypeError, "'nodetype' must be a class, but is 3"):
            ct.tree.register_node(3, lambda x: ((), None), lambda what, parts: None)
        for cls in (int, bool, float, complex, ct.Tensor, np.ndarray):
            with self.refuses(ct.ValueError, f"objects of {cls.__name__} are leaves"):
                ct.tree.register_static(cls)

    def test_a_flatten_function_that_returns_no_pair(self):
        class Wrong:
            pass

        ct.tree.register_node(Wrong, lambda x: 3, lambda what, parts: None)
        with self.refuses(ct.TypeError, "containers_test.py:", "flatten_func of Wrong must return a pair"):
            ct.jit(lambda x: 1)(Wrong())

    def test_static_objects_are_constants(self):
        @ct.tree.register_static
        @dataclasses.dataclass(frozen=True)
        class Sizes:
            n: int

        repeated = ct.jit(lambda x, sizes: ct.ones(sizes.n) * x)
        for n in (2, 3, 2):
            self.assertEqual(repeated(1.0, Sizes(n)).shape, (n,))
        self.assertEqual(len(repeated._programs), 2)

    def test_static_objects_have_no_leaves(self):
        bases = {int: (2, 3), float: (2.0, 3.0), complex: (2j, 3j), tuple: ((2,), (3,)), list: ([2], [3]), dict: ({"a": 2}, {"a": 3})}
        for base, values in bases.items():
            with self.subTest(base=base):
                static = ct.tree.register_static(type("Static", (base,), {}))
                x, other = map(static, values)
                self.assertEqual(ct.tree.leaves([x, 1.0]), [1.0])
                self.assertIs(ct.tree.map(lambda leaf: leaf + 1, [x, 1.0])[0], x)
                self.assertEqual(ct.tree.structure(x), ct.tree.structure(static(values[0])))
                self.assertNotEqual(ct.tree.structure(x), ct.tree.structure(other))
                if base in (list, dict):
                    with self.refuses(ct.TypeError, "containers_test.py:", "no hash"):
                        ct.jit(lambda s, w: w)(x, 1.0)
                    continue
                seen = []
                compiled = ct.jit(lambda s, w: (seen.append(s), w * 2)[1])
                self.assertEqual([float(compiled(s, 1.0)) for s in (x, other, x)], [2.0] * 3)
                self.assertEqual(seen, [x, other])
                self.assertEqual(float(ct.grad(lambda w, s: w * w)(3.0, x)), 6.0)
                self.check(ct.vmap(lambda w, s: w + 1)(np.ones(2), x), np.full(2, 2.0))

    def test_numbers_of_ones_own_classes(self):
        """Without registration they are numbers as those they are made of."""
        for base, value in ((int, 3), (float, 2.5), (complex, 1 + 2j)):
            number = type("Number", (base,), {})(value)
            for use in (lambda n: ct.ones(2) * n, lambda n: n * ct.ones(2), lambda n: ct.jit(lambda w: w * 2)(n), ct.array,
                        lambda n: ct.array([n, n]), ct.abs, lambda n: ct.full(2, n), lambda n: ct.where(ct.array([True]), n, 0)):
                self.check(use(number), use(value).numpy())
                self.assertEqual(use(number).weak_type, use(value).weak_type)
        self.assertEqual(ct.array(enum.IntEnum("Color", "red green").green).tolist(), 2)

    def test_registered_after_it_was_taken_apart(self):
        @dataclasses.dataclass
        class Late:
            a: float

        structure = ct.tree.structure(Late(1.0))
        ct.tree.register_node(Late, lambda x: ((x.a,), None), lambda what, parts: Late(*parts))
        with self.refuses(ct.ValueError, "Late.*was registered after"):
            ct.tree.unflatten(structure, [1.0])
        self.assertEqual(float(ct.jit(lambda x: x)(Late(2.0)).a), 2.0)


if __name__ == "__main__":
    unittest.main()

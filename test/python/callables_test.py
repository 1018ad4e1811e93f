#!/usr/bin/python3
"""Compiled functions of every kind follow what changes between calls; their choices of arguments are checked."""

import dataclasses
import enum
import functools
import operator
import unittest

import cotan as ct
import numpy as np
from expected import Case


class Model:
    """An object of the user's own: a tensor, a number that must be known, and more objects in it."""

    scale = 2.0

    def __init__(self):
        self.weight, self.count, self.parts = ct.array([1.0, 2.0]), 2, [Part()]
        self.settings = {"shift": 1.0}

    def value(self, x):
        for _ in range(self.count):
            x = x * self.weight
        return x + self.parts[0].bias + self.settings["shift"]

    compiled = ct.jit(value)

    def __call__(self, x):
        return self.value(x)

    @ct.jit
    @classmethod
    def scaled(cls, x):
        return x * cls.scale

    @classmethod
    @ct.jit
    def scaled_inside(cls, x):
        return x * cls.scale

    @ct.jit
    @staticmethod
    def plain(x):
        return x + 1

    @staticmethod
    @ct.jit
    def plain_inside(x):
        return x + 1

    @functools.partial(ct.jit, static_argnums=0)
    def with_static_self(self, x):
        return x * self.count


class Part:
    def __init__(self):
        self.bias = np.array([0.0, 0.5])


@dataclasses.dataclass
class Layer:
    weight: object

    def __call__(self, x):
        return x * self.weight


def changes():
    """What changes a model: a tensor, a number, an object in it, the elements of an array, what is in a dict."""

    def weight(model):
        model.weight = model.weight + 1.0

    def count(model):
        model.count += 1

    def part(model):
        model.parts.append(Part())
        model.parts.reverse()

    def elements(model):
        model.parts[0].bias[:] = 7.0

    def setting(model):
        model.settings["shift"] = 3

    return [weight, count, part, elements, setting, weight]


class StateChanges(Case):
    def check_follows(self, compiled, plain, change):
        x = ct.array([1.0, 3.0])
        for turn in range(3):
            np.testing.assert_allclose(compiled(x), plain(x), rtol=1e-6)
            np.testing.assert_allclose(compiled(x), plain(x), rtol=1e-6)
            change()

    def test_objects_whose_methods_are_compiled(self):
        for how in (lambda m: ct.jit(m.value), lambda m: ct.jit(m), lambda m: m.compiled, lambda m: ct.jit(m.compiled),
                    lambda m: ct.jit(functools.partial(m.value)), lambda m: functools.partial(Model.compiled, m)):
            model = Model()
            if isinstance(how(model), functools.partial):
                with self.refuses(ct.TypeError, "argument 'self' of value is a Model", "no tensor and no nest"):
                    how(model)(1.0)
                continue
            compiled = how(model)
            for change in changes():
                with self.subTest(how=how, change=change.__name__):
                    self.check_follows(compiled, model.value, lambda c=change: c(model))

    def test_tensors_of_an_object_are_arguments(self):
        model = Model()
        compiled = ct.jit(model.value)
        for _ in range(4):
            compiled(1.0)
            model.weight = model.weight * 2
        self.assertEqual(len(compiled._programs), 1)

    def test_other_functions(self):
        layer = Layer(ct.array(2.0))
        follows = [(ct.jit(layer), layer), (ct.jit(layer.__call__), layer)]
        for compiled, plain in follows:
            self.check_follows(compiled, plain, lambda: setattr(layer, "weight", layer.weight + 1))
        for name in ("scaled", "scaled_inside"):
            self.check_follows(getattr(Model, name), lambda x: x * Model.scale, lambda: setattr(Model, "scale", 5.0))
            self.check_follows(getattr(Model(), name), lambda x: x * Model.scale, lambda: setattr(Model, "scale", 6.0))
        for function in (Model.plain, Model().plain, Model.plain_inside, Model().plain_inside):
            self.assertEqual(float(function(1.0)), 2.0)
        self.assertEqual(float(ct.jit(functools.partial(lambda a, b, *, c: a * b + c, 2.0, c=1.0))(4.0)), 9.0)
        model = Model()
        self.check_follows(model.with_static_self, lambda x: x * model.count, lambda: setattr(model, "count", model.count + 1))

    def test_variables_from_outside(self):
        factor = 2.0
        compiled = ct.jit(lambda x: x * factor)
        self.assertEqual(float(compiled(3.0)), 6.0)
        factor = 3.0
        self.assertEqual(float(compiled(3.0)), 9.0)
        factor = -0.0
        self.assertEqual(str(compiled(3.0).numpy()), "-0.0")
        factor = 0.0
        self.assertEqual(str(compiled(3.0).numpy()), "0.0")

        def f(x, n=1, *, m=1):
            return x * n * m + GLOBAL

        compiled = ct.jit(f)
        for turn in range(1, 4):
            globals()["GLOBAL"] = turn
            f.__defaults__, f.__kwdefaults__ = (turn,), {"m": turn}
            self.assertEqual(float(compiled(2.0)), 2.0 * turn * turn + turn)

    def test_functions_as_arguments(self):
        applied = ct.jit(lambda f, x: f(x))
        for factor in (2.0, 3.0, 2.0, ct.array(5.0)):
            self.assertEqual(float(applied(lambda x: x * factor, 2.0)), 2.0 * float(factor))
        self.assertEqual(len(applied._programs), 3)  # the first and third are one
        for factor in (2.0, 3.0):
            self.assertEqual(float(applied(functools.partial(lambda a, x: a * x, factor), 2.0)), 2 * factor)
            self.assertEqual(float(applied(Layer(factor), 2.0)), 2 * factor)
            self.assertEqual(float(applied(Layer(factor).__call__, 2.0)), 2 * factor)
        for function in (ct.sin, abs, float):
            self.check(applied(function, 0.5), np.float32(function(0.5)), 1e-6)
        with self.refuses(ct.TypeError, "argument 'f' of <lambda> holds a Model at f.__self__"):
            applied(Model().value, 2.0)

    def test_counting_traces_does_not_trace_again(self):
        count = 0

        @ct.jit
        def f(x):
            nonlocal count
            count += 1
            return x * 2

        for _ in range(3):
            f(1.0)
        self.assertEqual(count, 1)

    def test_inside_of_another_it_is_traced_once(self):
        traces = []

        @ct.jit
        def part(x, k=2):
            traces.append(k)
            return ct.sin(x) * k

        @ct.jit
        def whole(x):
            for i in range(5):
                x = part(x) + part(x, i % 2)
            return x

        expected = 0.3
        for i in range(5):
            expected = np.sin(expected) * 2 + np.sin(expected) * (i % 2)
        self.check(whole(0.3), np.float32(expected), 1e-6)
        self.assertEqual(traces, [2, 0, 1])
        ct.grad(whole)(0.3), ct.vmap(whole)(ct.ones(3, dtype="float64"))
        self.assertEqual(traces, [2, 0, 1] * 2)

    def test_inside_of_another_it_may_read_what_is_traced(self):
        @ct.jit
        def whole(x):
            double = x * 2
            part = ct.jit(lambda y: y * double)
            return part(x) + part(x)

        for x in (1.0, 3.0):
            self.assertEqual(float(whole(x)), 4 * x * x)
            self.assertEqual(float(ct.grad(whole)(x)), 8 * x)

    def test_inside_of_another_it_follows_variables(self):
        factor = 2.0
        part = ct.jit(lambda x: x * factor)
        for factor in (2.0, 3.0):
            self.assertEqual(float(ct.jit(lambda x: part(x) + part(x))(1.0)), 2 * factor)

    def test_a_method_that_changes_its_object_is_refused(self):
        class Changing:
            def __init__(self):
                self.total, self.log = ct.array(0.0), []

            def add(self, x):
                self.total = self.total + x
                return self.total

            def note(self, x):
                self.log.append(x)
                return x

            compiled = ct.jit(add)

        for call, what in ((lambda c: ct.jit(c.add)(1.0), "'total'"), (lambda c: c.compiled(1.0), "'total'"),
                           (lambda c: ct.jit(c.note)(1.0), "held by")):
            changing = Changing()
            with self.refuses(ct.TypeError, "callables_test.py:", f"changes .*{what}.* its Changing", "return"):
                call(changing)
            self.assertEqual((float(changing.total), changing.log), (0.0, []))

    def test_objects_that_hold_themselves(self):
        model = Model()
        model.parts.append(model)
        with self.refuses(ct.TypeError, r"holds a Model at value\.__self__\.parts\[1\]"):
            ct.jit(model.value)(1.0)

    def test_constants(self):
        class Colour(enum.Enum):
            RED, BLUE = 1, 2

        class Level(enum.IntEnum):
            LOW, HIGH = 1, 2

        named = ct.jit(lambda x, what: (x, what))
        for constant in (Colour.RED, Level.HIGH, None, "text", b"bytes", np.dtype("float32"), ct.bfloat16, ct.float16,
                         int, np, np.sin, ct.sin, Ellipsis, NotImplemented, range(3), frozenset({1, "a"}), list[int]):
            with self.subTest(constant=constant):
                self.assertIs(named(1.0, constant)[1], constant)
        picked = ct.jit(lambda x, level: x * (10 if level is Level.HIGH else 1))
        self.assertEqual([float(picked(1.0, level)) for level in Level], [1.0, 10.0])


def two(x, n, *, k=1):
    return x * n * k


# Options of jit that mean nothing, and what is said of them.
WRONG = [
    ({"static_argnums": 2}, ct.ValueError, r"static_argnums has 2, but there are 2 parameters.*two\(x, n\)"),
    ({"static_argnums": -3}, ct.ValueError, "static_argnums has -3"),
    ({"static_argnums": (1, -1)}, ct.ValueError, "1 twice"),
    ({"static_argnums": True}, ct.TypeError, "'static_argnums' must be an integer.* True"),
    ({"static_argnums": "n"}, ct.TypeError, "'static_argnums' must be an integer.* 'n'"),
    ({"static_argnums": 1.0}, ct.TypeError, "'static_argnums' must be an integer.* 1.0"),
    ({"static_argnums": (0, "n")}, ct.TypeError, "'static_argnums' .*has 'n'"),
    ({"static_argnames": "m"}, ct.ValueError, "static_argnames names 'm', but the parameters of two are k, n, x"),
    ({"static_argnames": ("n", 1)}, ct.TypeError, "names of parameters, but has 1"),
    ({"static_argnames": 1}, ct.TypeError, "must be a name.* 1 "),
    ({"dynamic_axes": {"y": 0}}, ct.ValueError, "dynamic_axes names 'y'"),
    ({"dynamic_axes": {"x": True}}, ct.TypeError, "True"),
    ({"dynamic_axes": {"x": "0"}}, ct.TypeError, "'0'"),
    ({"dynamic_axes": {0: 0}}, ct.TypeError, "names of parameters, but has 0"),
    ({"dynamic_axes": 0}, ct.TypeError, "must be a dict"),
    ({"dynamic_axes": {"n": 0}, "static_argnames": "n"}, ct.ValueError, "'n', which is static"),
]


class Choices(Case):
    def test_static_arguments_however_they_are_given(self):
        for options in ({"static_argnums": 1}, {"static_argnums": -1}, {"static_argnums": [1]}, {"static_argnums": np.int64(1)},
                        {"static_argnums": np.array([-1])}, {"static_argnames": "n"}, {"static_argnames": ["n"]},
                        {"static_argnames": "n", "static_argnums": 1}):
            compiled = ct.jit(lambda x, n=1, **more: x + sum(range(n)), **options)
            with self.subTest(options):
                for n in (2, 4):
                    self.assertEqual(float(compiled(1.0, n)), 1.0 + sum(range(n)))
                    self.assertEqual(float(compiled(1.0, n=n)), 1.0 + sum(range(n)))
                    self.assertEqual(float(compiled(n=n, x=1.0)), 1.0 + sum(range(n)))
                self.assertEqual(float(compiled(1.0)), 1.0)
        self.assertEqual(float(ct.jit(lambda x: x + 1.0, static_argnums=None, static_argnames=None)(1.0)), 2.0)
        keyword = ct.jit(lambda x, *rest, n: x + sum(range(n)), static_argnames="n")
        self.assertEqual(float(keyword(1.0, n=4)), 7.0)
        rest = ct.jit(lambda x, *rest: x + sum(range(rest[1])), static_argnums=2)
        self.assertEqual(float(rest(1.0, 2.0, 4)), 7.0)

    def test_static_values_are_compared_as_they_are(self):
        shown = ct.jit(lambda x, s: x * (1 if "True" in str(s) else 2 if "." in str(s) else 3), static_argnums=1)
        for value, expected in ((1, 3), (True, 1), (1.0, 2), ((1,), 3), ((True,), 1), ((1.0,), 2), ([1], 3), ([True], 1),
                                ({"a": 1}, 3), ({"a": 1.0}, 2), (0.0, 2), (-0.0, 2)):
            self.assertEqual(float(shown(1.0, value)), expected)
        changing = [1]
        length = ct.jit(lambda x, s: x * len(s), static_argnums=1)
        for n in (1, 2, 3):
            self.assertEqual(float(length(1.0, changing)), n)
            changing.append(1)

    def test_wrong_choices_are_refused_when_they_are_made(self):
        for options, kind, text in WRONG:
            with self.subTest(options):
                with self.assertRaisesRegex(kind, r"callables_test.py:\d+: .*" + text):
                    ct.jit(two, **options)
        with self.refuses(ct.ValueError, "static_argnums has -1, but f takes any number"):
            def f(*xs):
                return xs
            ct.jit(f, static_argnums=-1)
        for value in (np.ones(2), ct.ones(2), [ct.ones(2)], {1}):
            with self.refuses(ct.TypeError, "callables_test.py:", "static argument 'n'"):
                ct.jit(two, static_argnames="n")(1.0, value)

    def test_callable_objects_of_others_are_refused(self):
        with self.assertRaisesRegex(ct.TypeError, r"callables_test.py:\d+: the function itemgetter is an itemgetter, which is no "
                                                  "tensor and no nest"):
            ct.jit(operator.itemgetter(0))([1.0])

    def test_argnums(self):
        def f(x, n, y):
            return x * x * y * n

        slopes = {0: 2.0 * 3 * 5 * 2, 2: 4.0 * 3}
        for transform in (ct.grad, ct.jacrev, ct.jacfwd):
            for chosen, expected in ((0, slopes[0]), (2, slopes[2]), (-1, slopes[2]), (np.int32(2), slopes[2]),
                                     ((0, 2), slopes), ([0, -1], slopes), (np.array([0, 2]), slopes), (range(0, 3, 2), slopes)):
                with self.subTest(transform=transform.__name__, argnums=chosen):
                    found = transform(f, chosen)(2.0, 3, 5.0)
                    if expected is slopes:
                        self.assertEqual(tuple(map(float, found)), tuple(slopes.values()))
                    else:
                        self.assertEqual(float(found), expected)
            wrong = [(3, ct.ValueError), (-4, ct.ValueError), ((0, 0), ct.ValueError), ((2, -1), ct.ValueError),
                     ((), ct.ValueError), (True, ct.TypeError), ("x", ct.TypeError), (None, ct.TypeError),
                     (0.0, ct.TypeError), ((0, "y"), ct.TypeError), ((0, True), ct.TypeError), (1, ct.TypeError),
                     (10**30, ct.ValueError), (ct.array(0), ct.TypeError)]
            for chosen, kind in wrong:
                with self.subTest(transform=transform.__name__, argnums=chosen):
                    with self.assertRaisesRegex(kind, r"callables_test.py:\d+: ct\." + transform.__name__):
                        transform(f, chosen)(2.0, 3, 5.0)
        self.assertEqual(float(ct.hessian(f, -3)(2.0, 3, 5.0)), 30.0)

    def test_axes_of_vmap(self):
        x = np.arange(6.0).reshape(2, 3)
        for axis in (0, -2, np.int64(0), (0,), [0], [np.int8(-2)]):
            self.check(ct.vmap(ct.sum, axis)(x), x.sum(1), 1e-12)
        for name in ("in_axes", "out_axes"):
            for axis, kind in ((True, ct.TypeError), ("0", ct.TypeError), (0.0, ct.TypeError), (2, ct.ValueError),
                               (-3, ct.ValueError), (10**30, (ct.ValueError, ct.TypeError)), ((0, 0), ct.ValueError), ({}, ct.ValueError), (None, ct.ValueError)):
                with self.subTest(name, axis=axis):
                    with self.assertRaisesRegex(kind, r"callables_test.py:\d+: .*vmap"):
                        ct.vmap(lambda x: ct.sum(x), **{name: axis})(x)

    def test_has_aux(self):
        for call in (lambda aux: ct.grad(lambda x: (x, 2), has_aux=aux), lambda aux: ct.value_and_grad(lambda x: (x, 2), has_aux=aux),
                     lambda aux: ct.vjp(lambda x: (x, 2), 1.0, has_aux=aux),
                     lambda aux: ct.jvp(lambda x: (x, 2), (1.0,), (1.0,), has_aux=aux)):
            for aux in ("yes", 1, None, [True]):
                with self.assertRaisesRegex(ct.TypeError, r"callables_test.py:\d+: [\w.]+: 'has_aux' must be True or False"):
                    call(aux)
        for call in (lambda f: ct.grad(f, has_aux=True)(1.0), lambda f: ct.vjp(f, 1.0, has_aux=True),
                     lambda f: ct.jvp(f, (1.0,), (1.0,), has_aux=True)):
            with self.refuses(ct.TypeError, "callables_test.py:", "must return a pair"):
                call(lambda x: x)


if __name__ == "__main__":
    unittest.main()

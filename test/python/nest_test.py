#!/usr/bin/python3
"""Nests as arguments and results of compiled functions, and the constants in them."""

import collections
import dataclasses
import fractions
import unittest

import cotan as ct
import numpy as np
from cotan import _nest
from expected import Case

Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass(frozen=True)
class Circle:
    center: Point
    radius: float
    name: str = "circle"

    def __post_init__(self):
        if isinstance(self.radius, str):
            raise ValueError("never made anew")


class Nests(Case):
    def test_every_kind_comes_back(self):
        tree = {"b": [1.0, None, ()], "a": (Point(2.0, {}), Circle(Point(3.0, 4.0), 5.0)), 3: np.ones(2)}
        back = ct.jit(lambda t: t)(tree)
        self.assertEqual(back["a"], (Point(2.0, {}), Circle(Point(3.0, 4.0), 5.0)))
        self.assertEqual(back["b"], [1.0, None, ()])
        self.check(back[3], np.ones(2), 0)
        self.assertEqual(str(_nest.flatten({"b": [1, None], "a": Point(1, (2,))})[1]),
                         "{'a': Point(x=*, y=(*,)), 'b': [*, None]}")

    def test_leaves_lie_in_the_order_of_sorted_keys(self):
        leaves, structure = _nest.flatten({"b": [1, None], "a": 2})
        self.assertEqual(leaves, [2, 1])
        self.assertEqual(structure, _nest.flatten({"a": 0, "b": [0, None]})[1])
        self.assertNotEqual(structure, _nest.flatten({"a": 0, "b": (0, None)})[1])
        self.assertEqual(hash(structure), hash(_nest.flatten({"a": 5, "b": [6, None]})[1]))

    def test_objects_that_are_equal_choose_one_program(self):
        @ct.jit
        def scaled(x, how):
            traced.append(how)
            return x * 2 if how == "twice" else x

        traced = []
        for how in ["twice", "".join(["tw", "ice"]), "once", fractions.Fraction(1, 2), fractions.Fraction(2, 4)]:
            scaled(1.0, how)
        self.assertEqual(traced, ["twice", "once", fractions.Fraction(1, 2)])

    def test_numbers_of_different_types_are_different_constants(self):
        power = ct.jit(lambda n, x: x * n if isinstance(n, bool) else x**n, static_argnums=0)
        self.assertEqual([float(power(n, 3.0)) for n in (1, True, 1.0, 2)], [3.0, 3.0, 3.0, 9.0])
        self.assertEqual(len(power._programs), 4)

    def test_nests_without_an_end_are_refused(self):
        endless = []
        endless.append(endless)
        deep = ()
        for _ in range(100_000):
            deep = (deep,)
        for tree in (endless, deep):
            for call in (ct.jit(lambda x: 1), ct.grad(lambda x: 1.0), ct.vmap(lambda x: x), ct.tree.leaves, ct.stop_gradient,
                         lambda x: ct.scan(lambda c, row: (c, row), x, None, 2)):
                with self.assertRaisesRegex(ct.ValueError, r"nest_test.py:\d+: a nest is too deep"):
                    call(tree)

    def test_objects_that_may_change_are_refused(self):
        with self.assertRaisesRegex(TypeError, r"nest_test.py:\d+: argument .x. of <lambda> holds a set at x\[0\].*no tensor and no nest.*register"):
            ct.jit(lambda x: 1)([{1, 2}])

    def test_results_share_no_memory_that_may_change(self):
        for function in (ct.jit(lambda x: x), lambda x: ct.reshape(x, (2, 2)), lambda x: ct.astype(x, "float64")):
            given = np.arange(4.0)
            result = function(given)
            given[:] = 9
            self.check(ct.ravel(result), np.arange(4.0), 0)
        combined = ct.frompyfunc(lambda a, b: a + b, 2, 1)
        for function in (lambda x: ct.r_[x], lambda x: ct.ix_(x)[0], lambda x: ct.apply_over_axes(lambda x, axis: x, x, 0), ct.copy,
                         lambda x: combined.at(x, [], 1.0), ct.device_put, lambda x: ct.apply_along_axis(lambda v: v, 0, x),
                         lambda x: ct.tree.ravel(x)[0], lambda x: ct.tree.ravel(x)[1](x), lambda x: ct.piecewise(x, [], [lambda x: x]),
                         lambda x: ct.frombuffer(x), lambda x: combined.reduce(x[None])):
            given = np.arange(4.0)
            result = function(given)
            given[:] = 9
            self.check(result, np.arange(4.0), 0)
        given = np.arange(4.0)
        _, back = ct.vjp(lambda x: ct.sum(x * x), given)
        given[:] = 9
        self.check(back(1.0)[0], 2 * np.arange(4.0), 0)


class Programs(Case):
    def test_types_stand_for_tensors(self):
        double = ct.jit(lambda x: {"y": x * 2})
        shape = ct.ShapeDtypeStruct((2, 3), ct.float64)
        text = double.lower(shape).as_text()
        self.assertIn("tensor<2x3xf64>", text)
        double(np.ones((2, 3)))
        self.assertEqual(len(double._programs), 1)
        for found in (ct.eval_shape(double, shape), double.eval_shape(shape), double.lower(shape).out_info):
            self.assertEqual(found, {"y": shape})
        power = ct.jit(lambda x, n: (x[:n], n), static_argnums=1, donate_argnums=0)
        self.assertEqual(power.eval_shape(shape, 1), (ct.ShapeDtypeStruct((1, 3), ct.float64), ct.eval_shape(lambda: 1)))
        with self.assertRaisesRegex(TypeError, r"nest_test.py:\d+: .*called with the type float64\[2,3\]"):
            double(shape)

    def test_what_was_compiled_is_forgotten(self):
        turns = []
        inner = ct.jit(lambda x: turns.append("inner") or x + 1)
        outer = ct.jit(lambda x: turns.append("outer") or inner(x))
        self.assertEqual(outer(1), 2)
        outer.clear_cache()
        self.assertEqual((outer(1), turns), (2, ["outer", "inner", "outer"]))  # the inner one is known still
        outer.clear_cache(), inner.clear_cache()
        self.assertEqual((outer(1), outer(1), turns[3:]), (2, 2, ["outer", "inner"]))
        self.assertEqual(len(outer.explain().programs), 1)

    def test_stages(self):
        lowered = ct.jit(lambda x: ct.tanh(x) * 2).lower(np.ones(5, np.float32))
        self.assertIn("prim.tanh", lowered.as_text())
        self.assertIn("code.kernel", lowered.as_text("fused"))
        self.assertIn("define", lowered.as_text("llvm"))
        with self.assertRaisesRegex(ValueError, "no stage 'machine'.*traced, fused or llvm"):
            lowered.as_text("machine")

    def test_memory(self):
        used = ct.jit(lambda x: ct.cumsum(x @ x)).lower(np.ones((100, 100), np.float32)).memory()
        self.assertEqual((used.arguments, used.exact), (40_000, True))
        self.assertGreaterEqual(used.peak, 80_000)  # the product and the result
        self.assertLess(used.peak, 90_000)

    def test_compile_ahead(self):
        traced = []
        function = ct.jit(lambda x: traced.append(1) or x + 1)
        compiled = function.lower(1.0).compile()
        self.assertEqual(float(compiled(1.0)), 2.0)
        self.assertEqual(len(traced), 1)


if __name__ == "__main__":
    unittest.main()

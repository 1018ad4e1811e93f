#!/usr/bin/python3
"""What forward rules may keep and reverse rules may return: numbers, functions, lists, and None for parts."""

import copy
import unittest

import cotan as ct
import numpy as np


def ruled(function, forward, reverse, **options):
    made = ct.custom_vjp(function, **options)
    made.defvjp(forward, reverse)
    return made


class Residuals(unittest.TestCase):
    def test_sizes_stay_numbers(self):
        spread = ruled(ct.sum, lambda x: (ct.sum(x), (x.shape, {"twice": 2}, True, x)),
                       lambda kept, g: (ct.full(kept[0], g) * kept[1]["twice"] + (0 * kept[3] if kept[2] is True else None),))
        for take in ct.grad, lambda f: ct.jit(ct.grad(f)), lambda f: ct.vmap(ct.grad(f)):
            np.testing.assert_array_equal(take(spread)(ct.ones((2, 3))), np.full((2, 3), 2.0))
        np.testing.assert_array_equal(ct.hessian(spread)(ct.ones(2)), np.zeros((2, 2)))

    def test_a_vjp_is_kept(self):
        def cubed(x):
            i, y = 0, x
            while i < 2:
                y = y * x
                i += 1
            return y

        doubled = ruled(cubed, lambda x: ct.vjp(cubed, x), lambda back, g: (2 * back(g)[0],))
        self.assertEqual(float(ct.grad(doubled)(3.0)), 54.0)
        self.assertEqual(float(ct.jit(ct.grad(doubled))(3.0)), 54.0)
        self.assertEqual(float(ct.grad(ct.grad(doubled))(3.0)), 36.0)
        np.testing.assert_array_equal(ct.vmap(ct.grad(doubled))(ct.array([1.0, 2.0])), [6.0, 24.0])

    def test_a_vjp_is_a_nest(self):
        y, back = ct.jit(lambda x, w: ct.vjp(lambda x, w: ct.sin(x) * w, x, w))(0.5, 2.0)
        self.assertAlmostEqual(float(y), 2 * np.sin(0.5), places=6)
        np.testing.assert_allclose(back(3.0), (6 * np.cos(0.5), 3 * np.sin(0.5)), rtol=1e-6)
        self.assertEqual(len(ct.tree.leaves(back)), 2)
        slopes = ct.jit(lambda back, g: back(g))(ct.vjp(ct.sin, 0.5)[1], 3.0)
        np.testing.assert_allclose(slopes[0], 3 * np.cos(0.5), rtol=1e-6)
        rows = ct.vmap(ct.vjp(ct.sin, ct.arange(3.0))[1])(ct.eye(3))[0]
        np.testing.assert_allclose(rows, np.diag(np.cos(np.arange(3.0))), rtol=1e-6)

    def test_lists_and_none_for_parts(self):
        def product(nest):
            a, (b, c), _ = nest
            return a * b * c

        whole = (2.0, (3.0, 4.0), None)
        for slopes, expected in (([(12.0, (8.0, 6.0), None)], (12, 8, 6)), (((12.0, None, None),), (12, 0, 0)),
                                 ([(None, (8.0, None), None)], (0, 8, 0)), ((None,), (0, 0, 0))):
            made = ruled(product, lambda nest: (product(nest), None), lambda _, g, slopes=slopes: slopes)
            found = ct.tree.leaves(ct.grad(made)(whole))
            self.assertEqual([float(slope) for slope in found], list(expected))
        wrong = ruled(product, lambda nest: (product(nest), None), lambda _, g: ((g, g, None),))
        with self.assertRaisesRegex(ct.TypeError, "one structure"):
            ct.grad(wrong)(whole)

    def test_rules_that_choose_and_call_the_function(self):
        wave = ct.custom_vjp(lambda x: ct.sin(x) if x > 0 else ct.cos(x))

        def forward(x):
            if x > 0:
                return wave(x), x
            return wave(x), x

        def reverse(x, g):
            if x > 0:
                return (2 * g * wave(x),)
            return (3 * g * wave(x),)

        wave.defvjp(forward, reverse)
        slope = ct.custom_jvp(lambda x: ct.sin(x) if x > 0 else ct.cos(x))

        @slope.defjvp
        def rule(primals, tangents):
            (x,), (t,) = primals, tangents
            if x > 0:
                return slope(x), 2 * t * slope(x)
            return slope(x), 3 * t * slope(x)

        for function in wave, slope:
            for run in (lambda f: f, ct.jit):
                self.assertAlmostEqual(float(run(ct.grad(function))(2.0)), 2 * np.sin(2.0), places=6)
                self.assertAlmostEqual(float(run(ct.grad(function))(-2.0)), 3 * np.cos(2.0), places=6)
                self.assertAlmostEqual(float(run(ct.grad(ct.grad(function)))(2.0)), 4 * np.sin(2.0), places=6)

    def test_arguments_without_cotangents_by_name(self):
        scaled = ruled(lambda x, n: x * n, lambda x, n: (x * n, None), lambda n, _, g: (g * n * 10,), nondiff_argnames="n")
        self.assertEqual(float(ct.grad(scaled)(3.0, 2)), 20.0)
        slope = ct.custom_jvp(lambda x, n: x * n, nondiff_argnames=["n"])
        slope.defjvp(lambda n, primals, tangents: (primals[0] * n, tangents[0] * n * 10))
        self.assertEqual(float(ct.grad(slope)(3.0, 2)), 20.0)
        with self.assertRaisesRegex(ct.ValueError, "nondiff_argnames.*'m'"):
            ct.custom_vjp(lambda x, n: x, nondiff_argnames="m")

    def test_forward_functions_that_ask_for_derivatives(self):
        asked = []

        def forward(x, n):
            asked.append((x["a"].perturbed, n.perturbed))
            return x["a"].value * n.value, (n.value, None)

        scaled = ct.custom_vjp(lambda x, n: x["a"] * n)
        scaled.defvjp(forward, lambda kept, g: ({"a": g * kept[0] * 10}, None), symbolic_zeros=True)
        self.assertEqual(float(ct.grad(scaled)({"a": 3.0}, 2)["a"]), 20.0)
        self.assertEqual(asked[0], (True, False))

    def test_copies_are_the_function(self):
        for function in (ct.jit(ct.sin), ct.custom_vjp(ct.sin), ct.custom_jvp(ct.sin)):
            self.assertIs(copy.deepcopy({"f": function})["f"], function)


if __name__ == "__main__":
    unittest.main()

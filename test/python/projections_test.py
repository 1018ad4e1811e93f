#!/usr/bin/python3
"""ct.optim.projections: no point of the set is nearer, derivatives, lanes, element types, nests and special points."""

import unittest

import cotan as ct
import numpy as np

P = ct.optim.projections
RANDOM = np.random.default_rng(5)
A = RANDOM.normal(size=6)


def simplex(x, scale):
    """By bisection on what is subtracted from all."""
    low, high = x.min() - scale, x.max()
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if np.maximum(x - middle, 0).sum() > scale else (low, middle)
    return np.maximum(x - (low + high) / 2, 0)


def l1_sphere(x, scale):
    return np.where(x < 0, -1, 1) * simplex(np.abs(x), scale)


# Of x with a scale, or with a plane: the function and what NumPy says.
SETS = {
    "projection_non_negative": ((), lambda x: np.maximum(x, 0)),
    "projection_box": ((-0.5, 0.7), lambda x, low, high: np.clip(x, low, high)),
    "projection_hypercube": ((0.8,), lambda x, scale: np.clip(x, 0, scale)),
    "projection_linf_ball": ((0.8,), lambda x, scale: np.clip(x, -scale, scale)),
    "projection_simplex": ((1.5,), simplex),
    "projection_l1_sphere": ((1.5,), l1_sphere),
    "projection_l1_ball": ((1.5,), lambda x, scale: x if np.abs(x).sum() <= scale else l1_sphere(x, scale)),
    "projection_l2_sphere": ((1.5,), lambda x, scale: scale * x / np.linalg.norm(x)),
    "projection_l2_ball": ((1.5,), lambda x, scale: x * min(1, scale / np.linalg.norm(x))),
    "projection_vector": ((A,), lambda x, a: a * (x @ a) / (a @ a)),
    "projection_hyperplane": ((A, 0.4), lambda x, a, b: x + a * (b - x @ a) / (a @ a)),
    "projection_halfspace": ((A, 0.4), lambda x, a, b: x + a * min(0, (b - x @ a) / (a @ a))),
}
INPUTS = [RANDOM.normal(size=6) * size for size in (0.1, 1.0, 10.0)]


class Projections(unittest.TestCase):
    def near(self, found, wanted, tolerance=1e-9):
        np.testing.assert_allclose(np.asarray(found, np.float64), wanted, rtol=tolerance, atol=tolerance)

    def test_all_are_tested(self):
        self.assertEqual(set(SETS), set(dir(P)))

    def test_values_in_all_ways(self):
        for name, (given, expected) in SETS.items():
            function = getattr(P, name)
            wanted = np.stack([expected(x, *given) for x in INPUTS])
            with self.subTest(name):
                for x, y in zip(INPUTS, wanted):
                    self.near(function(x, *given), y)
                lanes = ct.jit(ct.vmap(lambda x: function(x, *given)))  # noqa: B023
                self.near(lanes(np.stack(INPUTS)), wanted)
                traced = [ct.array(g) for g in given]
                self.near(ct.jit(function)(INPUTS[1], *traced), wanted[1])

    def test_derivatives(self):
        step = 1e-6
        for name, (given, expected) in SETS.items():
            function = getattr(P, name)
            columns = ct.jit(ct.vmap(ct.jacrev(lambda x: function(x, *given))))(np.stack(INPUTS))  # noqa: B023
            twice = ct.jit(ct.jacfwd(ct.jacrev(lambda x: function(x, *given))))(INPUTS[1])  # noqa: B023
            self.assertTrue(np.isfinite(twice.numpy()).all(), name)
            for x, found in zip(INPUTS, columns):
                wanted = np.stack([(expected(x + step * e, *given) - expected(x - step * e, *given)) / (2 * step)
                                   for e in np.eye(6)], axis=1)
                with self.subTest(name, size=np.abs(x).max()):
                    self.near(found, wanted, 1e-6)

    def test_derivative_by_the_scale(self):
        step = 1e-6
        for name in ("projection_simplex", "projection_l1_ball", "projection_l2_ball", "projection_l2_sphere"):
            expected = SETS[name][1]
            found = ct.jacfwd(lambda s: getattr(P, name)(INPUTS[2], s))(np.float64(1.5))  # noqa: B023
            self.near(found, (expected(INPUTS[2], 1.5 + step) - expected(INPUTS[2], 1.5 - step)) / (2 * step), 1e-6)

    def test_element_types(self):
        for name, (given, expected) in SETS.items():
            for dtype, tolerance in (("float32", 1e-5), ("float16", 5e-3), ("bfloat16", 5e-2)):
                x = ct.array(INPUTS[1]).astype(dtype)
                found = getattr(P, name)(x, *given)
                with self.subTest(name, dtype=dtype):
                    self.assertEqual(found.dtype, x.dtype)
                    self.near(found.astype("float64"), expected(x.astype("float64").numpy(), *given), tolerance)

    def test_nests_are_one_vector(self):
        x = INPUTS[1]
        def nest(row):
            return {"w": row[:4].reshape(2, 2), "b": [row[4], row[5:]]}
        for name, (given, expected) in SETS.items():
            parts = [nest(g) if np.ndim(g) else g for g in given]
            found = getattr(P, name)(nest(x), *parts)
            self.assertEqual(found["w"].shape, (2, 2))
            self.near(np.concatenate([np.ravel(found["w"]), np.ravel(found["b"][0]), np.ravel(found["b"][1])]),
                      expected(x, *given))
        low = {"w": np.full((2, 2), -0.1), "b": [0.0, np.zeros(1)]}
        self.near(P.projection_box(nest(x), low, 1.0)["b"][1], np.clip(x[5:], 0, 1))

    def test_special_points(self):
        self.near(P.projection_simplex(np.ones(4)), np.full(4, 0.25))  # ties
        self.near(ct.jacrev(P.projection_simplex)(np.ones(4)), np.eye(4) - 0.25)
        self.near(P.projection_simplex(np.array([1e30, 0.0, -1e30])), [1, 0, 0])
        self.near(P.projection_simplex(np.array([5.0]), 2.0), [2.0])
        self.near(P.projection_simplex(np.array([0.3, 0.7])), [0.3, 0.7])  # of the set itself
        self.near(P.projection_simplex(np.array([3.0, 1.0]), 0.0), [0, 0])
        self.near(np.abs(P.projection_l1_sphere(np.zeros(4))).sum(), 1)
        self.near(P.projection_l1_ball(np.zeros(3)), np.zeros(3))
        self.near(P.projection_l2_ball(np.zeros(3)), np.zeros(3))
        self.near(ct.jacrev(P.projection_l2_ball)(np.zeros(3)), np.eye(3))
        self.near(ct.jacrev(P.projection_l1_ball)(np.zeros(3)), np.eye(3))
        self.assertTrue(np.isnan(P.projection_l2_sphere(np.zeros(2)).numpy()).all())
        for name, (given, _) in SETS.items():
            broken = INPUTS[1].copy()
            broken[2] = np.nan
            self.assertTrue(np.isnan(getattr(P, name)(broken, *given).numpy()[2]), name)

    def test_mistakes(self):
        with self.assertRaisesRegex(ct.TypeError, "projections_test.py:.*floating-point"):
            P.projection_simplex(np.arange(3))
        with self.assertRaisesRegex(ct.TypeError, "ct.optim.projections.projection_simplex: 'scale' must be a number"):
            P.projection_simplex(np.ones(3), "one")
        with self.assertRaisesRegex(ct.ValueError, "projections_test.py"):
            P.projection_box({"a": np.ones(2)}, {"b": 0.0}, 1.0)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""linearize, linear_transpose, closure_convert, and what solvers find: against matrices and closed forms."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

RANDOM = np.random.default_rng(0)
X, A = RANDOM.standard_normal(4), RANDOM.standard_normal((4, 4))


def halved(x):
    y = x
    for i in range(3):
        y = y / 2 + ct.roll(x, i)
    return y


def while_scaled(x):
    n = 0
    while n < 3:
        x, n = A @ x, n + 1
    return x


@ct.jit
def recursive(x, n):
    return x if n <= 0 else A @ odd(x, n - 1) + x


def odd(x, n):
    return -x if n <= 0 else recursive(ct.roll(x, 1), n - 1) * ct.sin(n)


@ct.jit
def tree(x, n):
    y = x
    for i in range(n):
        y = y / 2 + ct.roll(x, i)
    return y if n <= 0 else tree(y, n - 1) - tree(x, n - 2) * 2


@ct.jit
def around(x, y, z, n):
    return x if n <= 0 else around(z, 2 * x, y, n - 1) - x


@ct.jit
def product_after_turns(x, y, z, n):  # where x alone differs at first, it takes three calls until y does, too
    return x if n <= 0 else product_after_turns(z, x * ct.sum(y), y, n - 1) - x


@ct.jit
def deep(x, n):
    return n * x if ct.sum(x) > n else deep(x, n - 1)


@ct.jit
def powers(x, n):
    return x if n <= 0 else x * powers(x, n - 1)


N, Y = ct.array(3), ct.array(X)  # tensors, which calls take as they are: numbers would be known to them
LINEAR = {
    "product": lambda x: ct.array(A) @ x,
    "slice and pad": lambda x: ct.pad(x[1:3], (2, 3)),
    "running sum": ct.cumsum,
    "loop": halved,
    "while": while_scaled,
    "gather": lambda x: x[ct.array([3, 0, 0])],
    "fourier": lambda x: ct.fft.rfft(x).real,
    "convolution": lambda x: ct.convolve(x, ct.array([1.0, -2.0, 0.5])),
    "scan": lambda x: ct.scan(lambda s, e: (s + e, 2 * s), 0.0 * x[0], x)[1],
    "lanes": lambda x: ct.vmap(lambda a: 3 * a)(x),
    "cond": lambda x: ct.cond(True, lambda y: 2 * y, lambda y: -y, x),
    "solve": lambda x: ct.linalg.solve(A + 5 * np.eye(4), x),
    "recursion": lambda x: recursive(x, N),
    "tree": lambda x: tree(x, N),
    "recursion around": lambda x: around(x, 0 * x, x, N),
    "nothing": lambda x: x,
    "zero": lambda x: 0 * x,
}
CURVED = {"square": lambda x: x * x, "abs": abs, "relu": ct.nn.relu, "sine": ct.sin, "max": ct.max,
          "sort": ct.sort, "quotient": lambda x: 1 / x, "norm": ct.linalg.norm,
          "branch": lambda x: ct.where(x > 0, x, 2 * x), "loop": lambda x: ct.fori_loop(0, 2, lambda i, y: y * x, x),
          "recursion": lambda x: powers(x, N), "depth": lambda x: deep(x, N),
          "product after turns": lambda x: product_after_turns(x, Y, Y, N)}


def matrix_of(function):
    return np.stack([function(ct.array(e)).numpy() for e in np.eye(4)], axis=-1)


class Linearize(Case):
    def test_is_jvp_at_a_point(self):
        for function in (*CURVED.values(), *LINEAR.values()):
            for wrap in (lambda f: f, ct.jit):
                value, along = ct.linearize(function, X)
                self.check(value, function(ct.array(X)), 1e-12)
                for direction in (np.cos(X), X * 0, np.eye(4)[1]):
                    wanted = ct.jvp(function, (X,), (direction,))[1]
                    self.check(wrap(along)(direction), wanted, 1e-12)

    def test_in_programs_and_of_nests(self):
        def f(p, n):
            return {"y": ct.sin(p["w"]) * n}, "aux"

        value, along, aux = ct.linearize(f, {"w": X}, 3, has_aux=True)
        self.assertEqual(aux, "aux")
        self.check(along({"w": X}, 0)["y"], 3 * np.cos(X) * X, 1e-12)
        twice = ct.grad(lambda x: ct.sum(ct.linearize(ct.sin, x)[1](x)))
        self.check(ct.jit(twice)(X), np.cos(X) - np.sin(X) * X, 1e-12)
        self.check(ct.vmap(lambda x: ct.linearize(ct.sin, x)[1](1.0))(X), np.cos(X), 1e-12)
        with self.refuses(ct.ValueError, "tangents", "structure"):
            along(X, 0)


class Transpose(Case):
    def test_is_that_of_the_matrix(self):
        for name, function in LINEAR.items():
            with self.subTest(name):
                matrix = matrix_of(function)
                for like in (X, ct.ShapeDtypeStruct((4,), "float64")):
                    turned = ct.linear_transpose(function, like)
                    g = RANDOM.standard_normal(matrix.shape[0])
                    self.check(turned(g)[0], matrix.T @ g, 1e-12)
                    self.check(ct.jit(lambda g, t=turned: t(g)[0])(g), matrix.T @ g, 1e-12)

    def test_of_what_is_not_linear_is_refused(self):
        for name, function in CURVED.items():
            with self.subTest(name), self.refuses(ct.ValueError, "not linear", "ct.vjp"):
                ct.linear_transpose(function, X)
        with self.refuses(ct.TypeError, "of floats"):
            ct.linear_transpose(lambda x: 2 * x, 3)

    def test_in_a_program_and_of_several(self):
        f = lambda a, x, y: {"z": a * x + y[0]}  # noqa: E731
        outer = ct.jit(lambda a, g: ct.linear_transpose(lambda x, y: f(a, x, y), X, (X,))({"z": g}))
        x, (y,) = outer(3.0, X)
        self.check(x, 3 * X, 1e-12)
        self.check(y, X, 1e-12)
        self.check(ct.grad(lambda a: ct.sum(outer(a, X)[0]))(3.0), np.float32(X.sum()), 1e-6)


class Conversion(Case):
    def test_finds_what_a_derivative_may_be_of(self):
        def outer(a, n):
            f, consts = ct.closure_convert(lambda x: x * a + n + X[0], a)
            self.assertEqual(len(consts), 1)
            return f(2.0, *consts), f(2.0, 10.0)

        first, second = ct.jit(outer)(3.0, 4)
        self.check(first, 10 + X[0], 1e-6)
        self.check(second, 24 + X[0], 1e-6)
        f, consts = ct.closure_convert(lambda x: x + X, X)
        self.assertEqual(consts, [])
        self.check(f(X), 2 * X, 1e-12)


def newton(f, x):
    steps = 0
    while steps < 60 and abs(f(x)) > 1e-14:
        x = x - f(x) / ct.grad(f)(x)
        steps += 1
    return x


def cubic(a):  # y**3 + y == a
    return ct.custom_root(lambda y: y**3 + y - a, a * 0 + 1.0, newton, lambda g, y: y / g(ct.ones_like(y)))


def pushed(f):
    return lambda x: ct.jvp(f, (x,), (ct.ones_like(x),))[1]


class WhatSolversRead(unittest.TestCase):
    """It is constant, as in JAX: derivatives of any order are those of the equations."""

    def test_of_linear_equations(self):
        rng = np.random.default_rng(0)
        a, b = rng.normal(size=(3, 3)), rng.normal(size=3)
        a = a @ a.T + np.eye(3)

        def symmetric(a):
            return ct.custom_linear_solve(lambda x: a @ x, b, lambda _, y: ct.linalg.solve(a, y), symmetric=True)

        def general(a):
            return ct.custom_linear_solve(lambda x: a @ x, b, lambda _, y: ct.linalg.solve(a, y), lambda _, y: ct.linalg.solve(a.T, y))

        def of(solution):
            return lambda a: ct.sum(solution((a + a.T) / 2) ** 2)

        expected = of(lambda a: ct.linalg.solve(a, b))
        for solution in (symmetric, general):
            for transform in (ct.grad, ct.hessian, lambda f: lambda x: ct.jvp(f, (x,), (x,))[1], lambda f: ct.jit(ct.grad(f))):
                np.testing.assert_allclose(transform(of(solution))(a), transform(expected)(a), 1e-8, 1e-9)

    def test_of_roots(self):
        def root(a):
            return ct.custom_root(lambda x: x * x - a, 1.0, lambda f, x: ct.sqrt(a), lambda g, y: y / (2 * ct.sqrt(a)))

        for wanted in (0.25, -1 / 32, 3 / 256):
            root = ct.grad(root)
            for run in (root, ct.jit(root)):
                self.assertAlmostEqual(float(run(np.float64(4.0))), wanted, 12)


class Roots(Case):
    y = 2.0
    s = 1 / (3 * y**2 + 1)
    slopes = [y, s, -6 * y * s**3, s**4 * (-6 + 108 * y**2 * s)]  # of y**3 + y == x, at 10

    def test_have_derivatives_of_any_order_in_any_mode(self):
        modes = (ct.grad, pushed)
        for wrap in (lambda f: f, ct.jit):
            self.check(wrap(cubic)(np.float64(10)), self.slopes[0], 1e-12)
            for one in modes:
                self.check(wrap(one(cubic))(np.float64(10)), self.slopes[1], 1e-12)
                for two in modes:
                    self.check(wrap(two(one(cubic)))(np.float64(10)), self.slopes[2], 1e-12)
        self.check(ct.grad(ct.grad(ct.grad(cubic)))(np.float64(10)), self.slopes[3], 1e-12)
        self.check(ct.vmap(ct.grad(cubic))(np.array([10.0, 2.0])), [self.slopes[1], 0.25], 1e-12)

    def test_of_several_equations(self):
        def solved(p):
            def f(z):  # x + y == p, x y == q
                return {"x": z["x"] + z["y"] - p[0], "y": z["x"] * z["y"] - p[1]}

            def solve(f, z):
                for _ in range(30):
                    J = ct.jacfwd(lambda v: (lambda r: ct.stack([r["x"], r["y"]]))(f({"x": v[0], "y": v[1]})))
                    v, r = ct.stack([z["x"], z["y"]]), f(z)
                    v = v - ct.linalg.solve(J(v), ct.stack([r["x"], r["y"]]))
                    z = {"x": v[0], "y": v[1]}
                return z

            def tangent(g, y):
                flat = lambda v: (lambda r: ct.stack([r["x"], r["y"]]))(g({"x": v[0], "y": v[1]}))  # noqa: E731
                v = ct.linalg.solve(ct.jacfwd(flat)(ct.zeros(2, dtype="float64")), ct.stack([y["x"], y["y"]]))
                return {"x": v[0], "y": v[1]}

            z = ct.custom_root(f, {"x": np.float64(3), "y": np.float64(0.5)}, solve, tangent)
            return ct.stack([z["x"], z["y"]])

        p = np.array([3.0, 2.0])  # x, y are 2 and 1
        exact = np.array([[2.0, -1.0], [-1.0, 1.0]])
        self.check(solved(p), [2.0, 1.0], 1e-12)
        self.check(ct.jacrev(solved)(p), exact, 1e-12)
        self.check(ct.jacfwd(solved)(p), exact, 1e-12)

    def test_may_come_with_more(self):
        def root(a):
            solve = lambda f, x: (newton(f, x), {"steps": 7})  # noqa: E731
            return ct.custom_root(lambda y: y * y - a, 1.0, solve, lambda g, y: y / g(1.0), has_aux=True)

        x, aux = ct.jit(root)(4.0)
        self.assertEqual(int(aux["steps"]), 7)
        self.check(ct.grad(root, has_aux=True)(4.0)[0], np.float32(0.25), 1e-6)
        with self.refuses(ct.TypeError, "custom_root", "has_aux", "pair"):
            ct.custom_root(ct.sin, 1.0, newton, lambda g, y: y / g(1.0), has_aux=True)


def descend(matvec, b):
    """Conjugate gradients."""
    x, r = ct.zeros_like(b), b
    p, rr = r, ct.dot(r, r)
    while rr > 1e-26:
        q = matvec(p)
        step = rr / ct.dot(p, q)
        x, r = x + step * p, r - step * q
        rr, before = ct.dot(r, r), rr
        p = r + rr / before * p
    return x


def by_columns(matvec, b):
    return ct.linalg.solve(ct.jacfwd(matvec)(ct.zeros_like(b)), b)


S, B = A @ A.T + 4 * np.eye(4), X


class Solutions(Case):
    def check_derivatives(self, solved, direct, *arguments, tolerance=1e-9):
        for one in (lambda f, n: ct.grad(f, n), lambda f, n: lambda *a: moved(f, n, *a)):
            for n in range(len(arguments)):
                for wrap in (lambda f: f, ct.jit):
                    self.check(wrap(one(solved, n))(*arguments), np.asarray(one(direct, n)(*arguments)), tolerance)
            self.check(ct.grad(lambda *a: ct.sum(one(solved, 0)(*a) ** 2), 1)(*arguments),
                       np.asarray(ct.grad(lambda *a: ct.sum(one(direct, 0)(*a) ** 2), 1)(*arguments)), tolerance)

    def test_of_symmetric_equations(self):
        solved = lambda a, b: ct.sum(ct.cos(ct.custom_linear_solve(  # noqa: E731
            lambda x: (a + a.T) @ x, b, descend, symmetric=True)))
        direct = lambda a, b: ct.sum(ct.cos(ct.linalg.solve(a + a.T, b)))  # noqa: E731
        self.check_derivatives(solved, direct, S, B)

    def test_of_any_equations(self):
        solved = lambda a, b: ct.sum(ct.cos(ct.custom_linear_solve(  # noqa: E731
            lambda x: a @ x, b, by_columns, by_columns)))
        direct = lambda a, b: ct.sum(ct.cos(ct.linalg.solve(a, b)))  # noqa: E731
        self.check_derivatives(solved, direct, A + 3 * np.eye(4), B)
        lanes = np.stack([B, 2 * B])
        both = [ct.vmap(ct.grad(f, 1), in_axes=(None, 0))(A + 3 * np.eye(4), lanes) for f in (solved, direct)]
        self.check(both[0], both[1].numpy(), 1e-10)

    def test_without_a_way_back_go_through_the_solver(self):
        solved = lambda a, b: ct.sum(ct.cos(ct.custom_linear_solve(lambda x: a @ x, b, by_columns)))  # noqa: E731
        direct = lambda a, b: ct.sum(ct.cos(ct.linalg.solve(a, b)))  # noqa: E731
        self.check_derivatives(solved, direct, A + 3 * np.eye(4), B)

    def test_may_come_with_more(self):
        solve = lambda f, b: (by_columns(f, b), {"steps": 4})  # noqa: E731
        x, aux = ct.jit(lambda b: ct.custom_linear_solve(lambda x: S @ x, b, solve, solve, has_aux=True))(B)
        self.check(x, np.linalg.solve(S, B), 1e-12)
        self.assertEqual(int(aux["steps"]), 4)
        slope = ct.grad(lambda b: ct.sum(ct.custom_linear_solve(lambda x: S @ x, b, solve, solve, has_aux=True)[0]))
        self.check(slope(B), np.linalg.solve(S, np.ones(4)), 1e-12)


def moved(function, n, *arguments):
    """The derivative along the cosine of one argument."""
    tangents = [ct.cos(a) if i == n else ct.zeros_like(a) for i, a in enumerate(arguments)]
    return ct.jvp(function, arguments, tangents)[1]


if __name__ == "__main__":
    unittest.main()

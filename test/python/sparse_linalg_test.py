#!/usr/bin/python3
"""ct.sparse.linalg: solutions beside NumPy's, derivatives beside those of ct.linalg.solve, lanes, nests, and how it ends."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

S = ct.sparse.linalg
RANDOM = np.random.default_rng(0)
SOLVERS = {"cg": S.cg, "bicgstab": S.bicgstab, "gmres": S.gmres}


def matrix(n, name, dtype="float64"):
    """Random, with eigenvalues away from 0; Hermitian and positive definite for cg."""
    a = RANDOM.standard_normal((n, n))
    if np.dtype(dtype).kind == "c":
        a = a + 1j * RANDOM.standard_normal((n, n))
    return ((a @ a.conj().T + n * np.eye(n)) if name == "cg" else (a + 2 * n * np.eye(n))).astype(dtype)


def vector(n, dtype="float64"):
    b = RANDOM.standard_normal(n) + (1j * RANDOM.standard_normal(n) if np.dtype(dtype).kind == "c" else 0)
    return b.astype(dtype)


class Solutions(Case):
    def test_beside_numpys(self):
        for name, solver in SOLVERS.items():
            for n, dtype in ((0, "float64"), (1, "float64"), (7, "float32"), (7, "complex128"), (30, "float64")):
                with self.subTest(name=name, n=n, dtype=dtype):
                    a, b = matrix(n, name, dtype), vector(n, dtype)
                    tol = 1e-5 if dtype == "float32" else 1e-10
                    x, info = solver(a, b, tol=tol)
                    self.assertEqual((x.dtype, int(info)), (np.dtype(dtype), 0))
                    self.assertLessEqual(np.linalg.norm(a @ x.numpy() - b), 1.5 * tol * np.linalg.norm(b))
                    self.check(x, np.linalg.solve(a, b), 10 * tol)

    def test_of_functions_nests_starts_and_preconditioners(self):
        """Of a Laplacian on a grid: fewer turns with the inverse of its main part, none from the solution."""
        n = 12
        weights = 1.0 + 99.0 * RANDOM.random((n, n))

        def apply(p):
            u = ct.pad(p["u"], 1)
            return {"u": weights * p["u"] + 0.2 * (4 * p["u"] - u[2:, 1:-1] - u[:-2, 1:-1] - u[1:-1, 2:] - u[1:-1, :-2])}

        b = {"u": RANDOM.standard_normal((n, n))}
        for name, solver in SOLVERS.items():
            more = {"restart": 5} if name == "gmres" else {}
            x, info = solver(apply, b, tol=1e-9, **more)
            self.assertEqual(int(info), 0)
            self.check(apply(x)["u"], b["u"], 1e-8)
            enough = 4 if name == "gmres" else 8
            _, plain = solver(apply, b, tol=1e-9, maxiter=enough, **more)
            better, info = solver(apply, b, tol=1e-9, maxiter=enough, M=lambda p: {"u": p["u"] / (weights + 0.8)}, **more)
            self.assertEqual((int(plain), int(info)), (enough, 0))
            self.check(better["u"], x["u"], 1e-7)
            self.assertEqual(int(solver(apply, b, x, tol=1e-8, maxiter=0, **more)[1]), 0)

    def test_ends(self):
        """After so many turns, at the absolute tolerance, and where there is no solution."""
        a, b = matrix(20, "cg"), vector(20)
        for name, solver in SOLVERS.items():
            more = {"restart": 2} if name == "gmres" else {}
            self.assertEqual(int(solver(a, b, tol=1e-12, maxiter=2, **more)[1]), 2)
            self.assertEqual(int(solver(a, b, atol=2 * np.linalg.norm(b), maxiter=0)[1]), 0)
            x, info = solver(np.diag([1.0, 1.0, 0.0]), np.array([1.0, 2.0, 3.0]))
            self.assertGreater(int(info), 0)
            self.assertTrue(np.isfinite(x.numpy()).all())
            x, info = solver(a, 0.0 * b)
            self.check(x, 0 * b, 0)
            self.assertEqual(int(info), 0)

    def test_gmres_ends_with_as_many_vectors_as_there_are_eigenvalues(self):
        a = np.diag([1.0, 2.0, 5.0, 5.0, 1.0, 2.0])
        x, info = S.gmres(a, np.ones(6), tol=1e-10, restart=3, maxiter=1)
        self.assertEqual(int(info), 0)
        self.check(x, 1 / np.diag(a), 1e-9)


# Which derivatives are looked at: what is alike in all of them is of one.
TRANSFORMATIONS = {
    "cg": [lambda f: ct.grad(f, argnums=(0, 1)), lambda f: ct.hessian(f, argnums=1)],
    "bicgstab": [lambda f: ct.grad(f, argnums=(0, 1)), lambda f: ct.jacfwd(f, argnums=1)],
    "gmres": [lambda f: ct.grad(f, argnums=(0, 1))],
}


class Derivatives(Case):
    def test_are_those_of_the_solution(self):
        """With respect to the matrix and the right side, to second order and in both modes."""
        n = 4
        for name, solver in SOLVERS.items():
            a, b, weights = matrix(n, name), vector(n), np.cos(np.arange(n))

            def of(find):
                def value(a, b):
                    symmetric = (a + a.T) / 2 if name == "cg" else a
                    return ct.sum(weights * find(symmetric, b) ** 2)

                return value

            ours, theirs = of(lambda a, b: solver(a, b, tol=1e-12)[0]), of(ct.linalg.solve)
            for transform in TRANSFORMATIONS[name]:
                found, expected = ct.jit(transform(ours))(a, b), ct.jit(transform(theirs))(a, b)
                for x, y in zip(ct.tree.leaves(found), ct.tree.leaves(expected)):
                    self.check(x, y, 1e-8)

    def test_in_lanes(self):
        a, b = matrix(4, "gmres"), vector(4)
        many = ct.jit(ct.vmap(ct.grad(lambda b: ct.sum(S.bicgstab(a, b, tol=1e-12)[0] ** 2))))(np.stack([b, 2 * b, 0 * b]))
        self.check(many, np.outer([1, 2, 0], 2 * np.linalg.solve(a.T, np.linalg.solve(a, b))), 1e-8)

    def test_of_what_a_function_reads(self):
        def first(k):
            return S.cg(lambda x: k * x - 0.5 * ct.roll(x, 1) - 0.5 * ct.roll(x, -1), np.eye(5)[0], tol=1e-12)[0][0]

        inverse = np.linalg.inv(3 * np.eye(5) - 0.5 * (np.roll(np.eye(5), 1, 0) + np.roll(np.eye(5), -1, 0)))
        self.check(ct.jit(ct.grad(first))(np.float64(3.0)), -(inverse @ inverse)[0, 0], 1e-9)
        self.check(ct.jit(ct.grad(ct.grad(first)))(np.float64(3.0)), 2 * (inverse @ inverse @ inverse)[0, 0], 1e-9)


class Mistakes(Case):
    def test_are_named(self):
        b = np.ones(3)
        for name, solver in SOLVERS.items():
            for kind, text, args, more in (
                    (ct.ValueError, r"'A' must be a function or a matrix of 3 rows and columns, .* but is float64\[2,2\]", (np.eye(2), b), {}),
                    (ct.ValueError, "'M' must be a function or a matrix of 3 rows", (np.eye(3), b), {"M": np.eye(2)}),
                    (ct.TypeError, "'A' returned .* but 'b' is", (lambda x: x[:2], b), {}),
                    (ct.ValueError, "'x0' is .* but 'b' is", (np.eye(3), b, np.ones(2)), {}),
                    (ct.ValueError, "'maxiter' must be a number of turns or None", (np.eye(3), b), {"maxiter": -1})):
                with self.assertRaisesRegex(kind, f"sparse_linalg_test.py:.*ct.sparse.linalg.{name}: {text}"):
                    solver(*args, **more)
        with self.assertRaisesRegex(ct.ValueError, "must be 'batched' or 'incremental', but is 'bached'"):
            S.gmres(np.eye(3), b, solve_method="bached")
        with self.assertRaisesRegex(ct.ValueError, "'restart' must be a number of vectors, at least 1"):
            S.gmres(np.eye(3), b, restart=0)


if __name__ == "__main__":
    unittest.main()

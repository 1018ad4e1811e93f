#!/usr/bin/python3
"""ct.linalg gives what NumPy gives."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(2, 3, 4))
SQUARE = RANDOM.normal(size=(2, 3, 3))
EXACT = 1e-12


class Linalg(Case):
    def same(self, function, reference, *arguments, **options):
        expected = reference(*arguments, **options)
        self.check(function(*arguments, **options), expected, EXACT)
        self.check(ct.jit(lambda *xs: function(*xs, **options))(*arguments), expected, EXACT)

    def test_norm(self):
        norm, reference = ct.linalg.norm, np.linalg.norm
        self.same(norm, reference, X)
        self.same(norm, reference, X, axis=(0, 2))
        self.same(norm, reference, X[0], axis=1, keepdims=True)
        for order in (2, 1, 0, 3, 0.5, -1, np.inf, -np.inf):
            with self.subTest(vectors=order):
                self.same(norm, reference, X, ord=order, axis=1)
                self.same(norm, reference, X[0, 0], ord=order)
        for order in ("fro", 1, -1, np.inf, -np.inf):
            for axes in ((0, 2), (2, 1), (-1, 0)):
                with self.subTest(matrices=order, axes=axes):
                    self.same(norm, reference, X, ord=order, axis=axes)
                    self.same(norm, reference, X, ord=order, axis=axes, keepdims=True)
        self.check(norm(np.array([3, 4])), np.float32(5))

    def test_vector_and_matrix_norm(self):
        self.check(ct.linalg.vector_norm(X), np.linalg.norm(X.ravel()), EXACT)
        self.check(ct.linalg.vector_norm(X, axis=(0, 1), ord=1, keepdims=True), np.abs(X).sum((0, 1), keepdims=True), EXACT)
        self.check(ct.linalg.matrix_norm(X), np.linalg.norm(X, axis=(1, 2)), EXACT)
        self.check(ct.linalg.matrix_norm(X, ord=np.inf, keepdims=True), np.abs(X).sum(2, keepdims=True).max(1, keepdims=True), EXACT)

    def test_matrix_power(self):
        for n in range(8):
            with self.subTest(n):
                self.same(lambda x, n=n: ct.linalg.matrix_power(x, n), lambda x, n=n: np.linalg.matrix_power(x, n), SQUARE)
        self.check(ct.linalg.matrix_power(np.array([[2]]), 62), [[2**62]])
        for n in (-2**63, 2**63 - 1):
            self.check(ct.linalg.matrix_power(np.eye(2), n), np.eye(2))

    def test_multi_dot(self):
        sizes = (4, 9, 2, 7, 3, 5)
        matrices = [RANDOM.normal(size=pair) for pair in zip(sizes, sizes[1:])]
        for some in (matrices, matrices[:2], matrices[1:], [matrices[0][1], *matrices[1:]],
                     [*matrices[:-1], matrices[-1][:, 0]], [matrices[0][0], matrices[1][:, 0]]):
            self.check(ct.linalg.multi_dot(some), np.linalg.multi_dot(some), EXACT)

    def test_products(self):
        a, b = RANDOM.normal(size=(2, 4, 3)), RANDOM.normal(size=(4, 3))
        self.same(ct.linalg.cross, np.cross, a, b)
        self.same(ct.linalg.cross, np.cross, a.swapaxes(1, 2), b.T, axis=-2)
        self.same(ct.linalg.vecdot, lambda x, y: (x * y).sum(-1), a, b)
        self.check(ct.linalg.vecdot(a, b[None], axis=1), (a * b).sum(1), EXACT)
        self.check(ct.linalg.matmul(b, b.T), b @ b.T, EXACT)
        self.check(ct.linalg.outer(b, b[0]), np.outer(b, b[0]), EXACT)
        self.check(ct.linalg.tensordot(a, b, 2), np.tensordot(a, b, 2), EXACT)

    def test_parts(self):
        for offset in (-1, 0, 2):
            self.same(ct.linalg.trace, lambda x, offset: np.trace(x, offset, 1, 2), X, offset=offset)
            self.same(ct.linalg.diagonal, lambda x, offset: np.diagonal(x, offset, 1, 2), X, offset=offset)
        self.check(ct.linalg.matrix_transpose(X), X.swapaxes(1, 2))

    def test_gradients(self):
        for order in (None, "fro", 1, np.inf):
            self.check_gradient(lambda x, order=order: ct.linalg.norm(x, order), SQUARE[0])
        self.check_gradient(lambda x: ct.linalg.norm(x, 3, axis=1), X)
        self.check_gradient(lambda x: ct.linalg.matrix_power(x, 5), SQUARE[0], tolerance=1e-4)
        self.check_gradient(ct.linalg.trace, SQUARE)
        self.check_gradient(ct.linalg.cross, SQUARE[0], SQUARE[1])
        self.check_gradient(ct.linalg.vecdot, SQUARE[0], SQUARE[1, 0])
        self.check_gradient(lambda *m: ct.linalg.multi_dot(m), X[0], X[1].T, SQUARE[0, 0])

    def test_vmap(self):
        self.check(ct.vmap(ct.linalg.trace)(SQUARE), np.trace(SQUARE, 0, 1, 2), EXACT)
        self.check(ct.vmap(lambda x: ct.linalg.norm(x, 1))(X), np.linalg.norm(X, 1, axis=(1, 2)), EXACT)

    def test_refusals(self):
        with self.refuses(ValueError, "order 3.0", "expected", "nuc"):
            ct.linalg.norm(X[0], 3)
        with self.refuses(ValueError, "order 'max'"):
            ct.linalg.matrix_norm(X, ord="max")
        with self.refuses(ValueError, "order 'fro'", "two axes"):
            ct.linalg.norm(X[0, 0], "fro")
        with self.refuses(ValueError, "order 1.0", "found 3 axes"):
            ct.linalg.norm(X, 1)
        with self.refuses(ValueError, "square", r"\(2, 3, 4\)"):
            ct.linalg.matrix_power(X, 2)
        with self.refuses(ValueError, "operand 1", r"\(3, 4\)", "does not follow"):
            ct.linalg.multi_dot([X[0], X[0]])
        with self.refuses(ValueError, "at least two"):
            ct.linalg.multi_dot([X[0]])
        with self.refuses(ValueError, "3 elements", r"\(2, 3, 4\)"):
            ct.linalg.cross(X, X)
        with self.refuses(ValueError, "4 meets 3"):
            ct.linalg.vecdot(X, X[..., 1:])
        with self.refuses(ValueError, "trace", r"\(4,\)"):
            ct.linalg.trace(X[0, 0])


if __name__ == "__main__":
    unittest.main()

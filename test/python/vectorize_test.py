#!/usr/bin/python3
"""vectorize gives what numpy.vectorize gives, and refuses what does not fit the signature."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

X = np.arange(12.0).reshape(3, 4)


def solve(a, b):
    return a @ b, (a * 2).sum()


class Vectorize(Case):
    def test_elements(self):
        def larger(x, y):
            if x > y:
                return x * 2
            return y

        for x, y in ((X, X[::-1]), (X[:, :1], X[0]), (X, 5.0), (X[0, 0], 3.0), (X[:1], X[:, None])):
            with self.subTest(x=np.shape(x), y=np.shape(y)):
                self.check(ct.vectorize(larger)(x, y), np.vectorize(larger)(x, y))
                self.check(ct.jit(ct.vectorize(larger))(x, y), np.vectorize(larger)(x, y), dtype=False)

    def test_signature(self):
        a, b = np.random.default_rng(0).normal(size=(2, 1, 3, 4)), np.random.default_rng(1).normal(size=(5, 4))
        signature = "(m, n),(n)->(m),()"
        found, expected = ct.vectorize(solve, signature=signature)(a, b), np.vectorize(solve, signature=signature)(a, b)
        for y, reference in zip(found, expected):
            self.check(y, reference, 1e-12)

    def test_excluded(self):
        found = ct.vectorize(ct.polyval, excluded={0})(np.array([1.0, 2.0]), X)
        self.check(found, np.polyval([1.0, 2.0], X))

    def test_gradient(self):
        loss = lambda x: ct.sum(ct.vectorize(ct.vdot, signature="(n),(n)->()")(x, X[0]))
        self.check(ct.grad(loss)(X), np.broadcast_to(X[0], X.shape))

    def test_refusals(self):
        with self.refuses(ValueError, "vectorize", "axis n", "4", "3"):
            ct.vectorize(ct.dot, signature="(n),(n)->()")(X, np.ones(3))
        with self.refuses(ValueError, "vectorize", "form"):
            ct.vectorize(ct.dot, signature="n,n")(X, X)
        with self.refuses(TypeError, "2 arguments", "1 were given"):
            ct.vectorize(ct.dot, signature="(n),(n)->()")(X)
        with self.refuses(ValueError, "has 1 axes"):
            ct.vectorize(ct.sum, signature="(n)->()")(1.0)


if __name__ == "__main__":
    unittest.main()

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

    def test_arguments_by_name(self):
        def combined(x, y, scale=1.0, how=ct.add):
            return how(x, y) * scale

        def in_numpy(x, y, scale=1.0, how=np.add):
            return how(x, y) * scale

        ours, theirs = ct.vectorize(combined, excluded={"how", 3}), np.vectorize(in_numpy, excluded={"how", 3})
        for run in ours, ct.jit(lambda *args, **keywords: ours(*args, **keywords), static_argnames=["how"]):
            self.check(run(X, X[0], how=ct.power), theirs(X, X[0], how=np.power), 1e-12)
        self.check(ours(X, X[0], 2.0, ct.subtract), theirs(X, X[0], 2.0, np.subtract))
        self.check(ours(X, y=X[:, :1], scale=X[0]), theirs(X, y=X[:, :1], scale=X[0]))

    def test_none(self):
        either = ct.vectorize(lambda x, y: x if y is None else x + y)
        self.check(either(X, None), X)
        self.check(either(X, X[0]), X + X[0])
        with self.refuses(ValueError, "vectorize", "None", "'excluded'"):
            ct.vectorize(lambda x, y: x, signature="(n),(n)->(n)")(X, None)

    def test_results_that_do_not_fit(self):
        for signature, function, error, parts in (
                ("(n),(n)->(),()", ct.dot, TypeError, ("several results", "must return a tuple", r"float64\[\]")),
                ("(),()->(),(),()", lambda *xs: xs, TypeError, ("has 3 results", "returned 2")),
                ("(n),(n)->(n)", ct.dot, ValueError, (r"returned float64\[\]", "1 axes")),
                ("(n),(n)->(n,n)", lambda x, y: ct.outer(x, y)[:2], ValueError, ("axis n", "is 4 in one place and 2"))):
            for run in lambda f: f, ct.jit:
                with self.subTest(signature), self.refuses(error, "ct.vectorize", *parts):
                    run(ct.vectorize(function, signature=signature))(X, X)
        self.check(ct.vectorize(lambda x: (x, x))(X)[1], X)  # no signature: anything
        self.check(ct.vectorize(lambda x: x[:2], signature="(n)->(k)")(X), X[:, :2])  # k is of the result alone

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
        with self.refuses(TypeError, "vectorize", "'excluded'", "1.5"):
            ct.vectorize(ct.sum, excluded={1.5})
        with self.refuses(ValueError, "'excluded' has -1"):
            ct.vectorize(ct.sum, excluded={-1})


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""Jacobians and Hessians: what comes with them, complex numbers, and rules of one's own."""

import itertools
import unittest

import cotan as ct
import numpy as np
from expected import Case

X, Y = np.array([0.3, -1.2, 2.0]), np.array([[1.0, 2.0, 0.5], [0.2, -0.3, 1.5]])
Z = X + 1j * Y[0]


def with_rule(make):
    """sin(x) * x, by a rule."""
    f = make(lambda x: ct.sin(x) * x)
    slope = lambda x: ct.cos(x) * x + ct.sin(x)  # noqa: E731
    if make is ct.custom_vjp:
        f.defvjp(lambda x: (f(x), x), lambda x, g: (g * slope(x),))
    else:
        f.defjvp(lambda primals, tangents: (f(primals[0]), tangents[0] * slope(primals[0])))
    return f


class Jacobians(Case):
    def test_are_one_another_and_differences(self):
        def f(x, p):
            return {"a": ct.sin(x) * p["s"], "b": (ct.sum(x * x), ct.reshape(p["m"] @ x, (1, 2)))}

        p = {"s": np.float64(2), "m": Y}
        for argnums in (0, 1, (0, 1), (1, 0)):
            rows, columns = ct.jacrev(f, argnums)(X, p), ct.jacfwd(f, argnums)(X, p)
            leaves = [ct.tree.flatten(j) for j in (rows, columns)]
            self.assertEqual(leaves[0][1], leaves[1][1])
            for a, b in zip(leaves[0][0], leaves[1][0]):
                self.check(a, b.numpy(), 1e-12)
        found = ct.jacfwd(f, 1)(X, p)
        self.check(found["b"][1]["m"][0, 1, 1], X, 1e-12)
        self.check(found["a"]["s"], np.sin(X), 1e-12)
        self.check(ct.jacobian(f)(X, p)["b"][0], 2 * X, 1e-12)

    def test_with_more_that_comes_along(self):
        f = lambda x: (x**2, {"sum": ct.sum(x), "name": "f"})  # noqa: E731
        for jacobian in (ct.jacrev, ct.jacfwd):
            for wrap in (lambda g: g, ct.jit):
                slopes, aux = wrap(jacobian(f, has_aux=True))(X)
                self.check(slopes, np.diag(2 * X), 1e-12)
                self.check(aux["sum"], X.sum(), 1e-12)
                self.assertEqual(aux["name"], "f")
            slopes, aux = ct.vmap(jacobian(lambda x: (x**2, ct.sum(x)), has_aux=True))(Y)
            self.check(aux, Y.sum(axis=1), 1e-12)
            with self.refuses(ct.TypeError, jacobian.__name__.replace("jacfwd", "jvp"), "has_aux", "pair"):
                jacobian(ct.sin, has_aux=True)(X)
        second, aux = ct.hessian(lambda x: (ct.sum(x**3), x), has_aux=True)(X)
        self.check(second, np.diag(6 * X), 1e-12)
        self.check(aux, X, 1e-12)

    def test_of_holomorphic_functions(self):
        f = lambda z: ct.stack([ct.sin(z[0]) * z[1], z[2] ** 3])  # noqa: E731
        a, b, c = Z
        exact = np.array([[np.cos(a) * b, np.sin(a), 0], [0, 0, 3 * c**2]])
        for jacobian in (ct.jacrev, ct.jacfwd, ct.jacobian):
            self.check(jacobian(f, holomorphic=True)(Z), exact, 1e-12)
            with self.refuses(ct.TypeError, "holomorphic=True"):
                jacobian(f)(Z)
            with self.refuses(ct.TypeError, "argument 0 is float64", "complex"):
                jacobian(f, holomorphic=True)(X)
        self.check(ct.hessian(lambda z: z[0] * z[1] ** 2, holomorphic=True)(Z)[1], np.array([2 * b, 2 * a, 0]), 1e-12)

    def test_between_real_and_complex_numbers(self):
        self.check(ct.jacrev(lambda z: ct.abs(z) ** 2)(Z), np.diag(2 * Z.conj()), 1e-12)  # as ct.grad says
        self.check(ct.jacfwd(lambda x: ct.exp(1j * x))(X), np.diag(1j * np.exp(1j * X)), 1e-12)

    def test_of_functions_with_rules(self):
        plain = lambda x: ct.sum(ct.sin(x) * x)  # noqa: E731
        exact = np.asarray(ct.hessian(plain)(X))
        for make, wrap in itertools.product((ct.custom_vjp, ct.custom_jvp), (lambda f: f, ct.jit)):
            f = with_rule(make)
            self.check(wrap(ct.hessian(lambda x: ct.sum(f(x))))(X), exact, 1e-12)
            self.check(wrap(ct.jacrev(ct.jacrev(lambda x: ct.sum(f(x)))))(X), exact, 1e-12)
        f = with_rule(ct.custom_jvp)
        self.check(ct.jacfwd(ct.jacfwd(lambda x: ct.sum(f(x))))(X), exact, 1e-12)

    def test_of_nothing(self):
        nothing = np.zeros(0)
        for jacobian in (ct.jacrev, ct.jacfwd):
            self.assertEqual(jacobian(lambda x: x * 2)(nothing).shape, (0, 0))
            self.assertEqual(jacobian(lambda x: ct.sum(x))(nothing).shape, (0,))
            self.assertEqual(jacobian(lambda x: (2 * x, 1.0), has_aux=True)(nothing)[0].shape, (0, 0))


class Integers(Case):
    """Gradients with respect to nests that hold integers and truth values."""

    P = {"w": np.array([1.0, 2.0]), "n": np.array([3, 4]), "flag": np.array(True)}

    @staticmethod
    def loss(p):
        return ct.sum(ct.where(p["flag"], p["w"] ** 2 * p["n"], 0.0))

    def test_have_none_in_all_transformations(self):
        expected = {"flag": None, "n": None, "w": 2 * self.P["w"] * self.P["n"]}
        for transform in (lambda f: ct.grad(f, allow_int=True), lambda f: ct.jit(ct.grad(f, allow_int=True)),
                          lambda f: lambda p: ct.value_and_grad(f, allow_int=True)(p)[1],
                          lambda f: ct.jacrev(f, allow_int=True), lambda f: ct.jacobian(f, allow_int=True)):
            found = transform(self.loss)(self.P)
            self.assertIsNone(found["n"])
            self.assertIsNone(found["flag"])
            self.check(found["w"], expected["w"], 1e-12)
        second = ct.jacrev(ct.grad(self.loss, allow_int=True), allow_int=True)(self.P)
        self.check(second["w"]["w"], np.diag(2.0 * self.P["n"]), 1e-12)
        self.assertEqual((second["n"], second["w"]["n"]), (None, None))
        rows = ct.vmap(ct.grad(self.loss, allow_int=True), in_axes=({"w": 0, "n": 0, "flag": None},))(
            {"w": X[:, None] * [1.0, 2.0], "n": np.arange(6).reshape(3, 2), "flag": True})
        self.check(rows["w"], 2 * X[:, None] * [1.0, 2.0] * np.arange(6).reshape(3, 2), 1e-12)

    def test_alone(self):
        self.assertIsNone(ct.grad(lambda n: n * 2.0, allow_int=True)(3))
        self.assertIsNone(ct.jacrev(lambda n: n * 2.0, allow_int=True)(np.arange(2)))
        self.assertEqual(ct.grad(lambda n, flag: n * 2.0, argnums=(1, 0), allow_int=True)(3, True), (None, None))

    def test_are_an_error_without(self):
        for transform in (ct.grad, ct.value_and_grad, ct.jacrev):
            with self.assertRaisesRegex(ct.TypeError, "argument 0 is .*say allow_int=True"):
                transform(self.loss)(self.P)
        with self.assertRaisesRegex(ct.TypeError, "'allow_int'"):
            ct.grad(self.loss, allow_int=2)


if __name__ == "__main__":
    unittest.main()

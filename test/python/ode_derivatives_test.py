#!/usr/bin/python3
"""Derivatives through ct.ode: closed forms and differences, to third order, in both modes, of all that a solution depends on."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

solve = ct.ode.solve_ivp


def waning(t, y, k):
    """y' = -k y cos t, of which y0 exp(-k (sin t - sin t0)) is the solution."""
    return -k * y * ct.cos(t)


def final(k, method="Tsit5", start=0.0, end=2.0, y0=1.0, **options):
    return solve(waning, (start, end), ct.array(1.0, "float64") * y0, method, args=(k,), rtol=1e-9, atol=1e-9, **options)


class OfParameters(Case):
    def test_to_third_order_in_both_modes(self):
        """Of exp(-k s): powers of -s times it."""
        s = np.sin(2.0)
        expected = [(-s) ** n * np.exp(-1.5 * s) for n in range(4)]

        def y(k):
            return final(k).y[0]

        once, twice = ct.grad(y), ct.grad(ct.grad(y))

        @ct.jit
        def derivatives(k):
            return y(k), once(k), twice(k), ct.jacfwd(twice)(k)

        for found, wanted in zip(derivatives(1.5), expected):
            self.check(found, wanted, 1e-7)
        _, ahead = ct.jit(lambda k: ct.jvp(y, (k,), (2.0,)))(1.5)
        self.check(ahead, 2 * expected[1], 1e-7)
        many = ct.jit(ct.vmap(once))(np.array([0.5, 1.5, 6.0]))
        self.check(many, -s * np.exp(-s * np.array([0.5, 1.5, 6.0])), 1e-7)

    def test_of_every_method(self):
        s = np.sin(2.0)
        for method, near in (("RK4", 1e-5), ("Bosh3", 1e-6), ("DOP853", 1e-7), ("Rodas5P", 1e-7)):
            with self.subTest(method):
                grad = ct.jit(ct.grad(lambda k: final(k, method, first_step=0.01).y[0]))
                self.check(grad(1.5), -s * np.exp(-1.5 * s), near)

    def test_of_an_implicit_method_to_second_order(self):
        s = np.sin(2.0)
        found = ct.jit(ct.grad(ct.grad(lambda k: final(k, "Rodas5P").y[0])))(1.5)
        self.check(found, s * s * np.exp(-1.5 * s), 1e-6)

    def test_of_captured_tensors_nests_and_closures(self):
        """Lotka and Volterra's equations, whose parameters the function reads from outside, against differences."""
        def loss(p):
            def field(t, y):
                return {"a": y["a"] * (p["grow"] - y["b"]), "b": y["b"] * (y["a"] * p["w"][0] - p["w"][1])}

            found = solve(field, (0.0, 3.0), p["y0"], t_eval=np.linspace(0, 3, 4), rtol=1e-9, atol=1e-9)
            return ct.sum(found.y["a"] ** 2) + ct.sum(found.y["b"][1:])

        p = {"grow": np.float64(1.1), "w": np.array([0.4, 0.6]), "y0": {"a": np.float64(1.0), "b": np.float64(0.5)}}
        flat, nest = ct.tree.ravel(p)
        run, grad = ct.jit(lambda x: loss(nest(x))), ct.jit(ct.grad(lambda x: loss(nest(x))))
        expected = [(float(run(flat + d)) - float(run(flat - d))) / 2e-5 for d in 1e-5 * np.eye(flat.size)]
        self.check(grad(flat), expected, 1e-5)

    def test_through_a_network(self):
        """A vector field that is a network, as of neural equations, against differences along a direction."""
        random = np.random.default_rng(0)
        weights = [random.normal(size=(8, 3)), random.normal(size=(3, 8)) / 3]
        y0, along = random.normal(size=3), [random.normal(size=(8, 3)), random.normal(size=(3, 8))]

        def loss(w):
            return ct.sum(solve(lambda t, y: w[1] @ ct.tanh(w[0] @ y), (0.0, 1.0), y0, rtol=1e-9, atol=1e-9).y)

        run, grad = ct.jit(loss), ct.jit(ct.grad(loss))(weights)
        ahead, behind = ([w + s * d for w, d in zip(weights, along)] for s in (1e-5, -1e-5))
        slope = sum(float(ct.sum(g * d)) for g, d in zip(grad, along))
        self.assertAlmostEqual(slope, (float(run(ahead)) - float(run(behind))) / 2e-5, delta=1e-6)


class OfTimes(Case):
    def test_beginning_end_and_where_it_is_asked(self):
        def rows(start, end, t, y0):
            return final(1.5, start=start, end=end, y0=y0, t_eval=t).y

        def last(start, end, t, y0):
            return final(1.5, start=start, end=end, y0=y0).y

        t = np.array([0.2, 1.0, 2.0])
        y = np.exp(-1.5 * (np.sin(t) - np.sin(0.2)))
        by_start, by_end, by_times, by_y0 = ct.jit(ct.jacrev(rows, argnums=(0, 1, 2, 3)))(0.2, 2.0, t, 1.0)
        self.check(by_start, 1.5 * np.cos(0.2) * y, 1e-6)
        self.check(by_end, np.zeros(3), 1e-6)
        self.check(by_times, np.diag(-1.5 * np.cos(t) * y), 1e-5)
        self.check(by_y0, y, 1e-6)
        by_start, by_end, _, _ = ct.jit(ct.jacrev(last, argnums=(0, 1, 2, 3)))(0.2, 2.0, t, 1.0)
        self.check(by_start, [1.5 * np.cos(0.2) * y[2]], 1e-6)
        self.check(by_end, [-1.5 * np.cos(2.0) * y[2]], 1e-6)

    def test_of_odeint(self):
        t = np.array([0.2, 1.0, 2.0])
        y = np.exp(-1.5 * (np.sin(t) - np.sin(0.2)))
        slope = -1.5 * np.cos(t) * y
        by_t = ct.jit(ct.jacfwd(lambda t: ct.ode.odeint(lambda y, t: waning(t, y, 1.5), np.float64(1.0), t)))(t)
        expected = np.diag(slope)
        expected[:, 0] += 1.5 * np.cos(0.2) * y
        self.check(by_t, expected, 1e-5)

    def test_of_the_solution_as_a_function(self):
        def at(k, t):
            return final(k, dense_output=True).sol(t)

        by_k, by_t = ct.jit(ct.grad(at, argnums=(0, 1)))(1.5, 1.2)
        self.check(by_k, -np.sin(1.2) * np.exp(-1.5 * np.sin(1.2)), 1e-6)
        self.check(by_t, -1.5 * np.cos(1.2) * np.exp(-1.5 * np.sin(1.2)), 1e-5)


class AtDelicatePoints(Case):
    def test_a_rejected_step_that_overflows_leaves_no_nan(self):
        """y' = -k sinh(20 y) from 1: the first step tried is far too long, its stages are infinite. Of the solution,
        tanh(10 y) is tanh(10) exp(-20 k t)."""
        def run(k, method):
            return solve(lambda t, y: -k * ct.sinh(20.0 * y), (0.0, 0.1), ct.array(1.0, "float64"), method, rtol=1e-8, atol=1e-8,
                         first_step=0.05)

        part = np.tanh(10) * np.exp(-2)
        for method in ("Tsit5", "Rodas5P"):
            with self.subTest(method):
                found = ct.jit(lambda k: run(k, method))(1.0)
                self.assertGreater(int(found.rejected), 0)
                self.check(found.y, [np.arctanh(part) / 10], 1e-6)
                slopes = ct.jit(ct.vmap(ct.grad(lambda k: run(k, method).y[0])))  # lanes reject at different times
                self.check(slopes(np.array([1.0, 1e-3]))[0], -0.2 * part / (1 - part**2), 1e-6)
                self.check(ct.jit(ct.grad(lambda k: run(k, method).y[0]))(1.0), -0.2 * part / (1 - part**2), 1e-6)

    def test_no_time_and_no_numbers(self):
        by_end = ct.jit(ct.grad(lambda end: final(1.5, end=end).y[0]))
        self.check(by_end(0.0), 0.0, 1e-9)  # where the end is, no step is made
        grad = ct.grad(lambda y: ct.sum(solve(lambda t, y: -y, (0.0, 1.0), y).y))(np.zeros(0))
        self.assertEqual(grad.shape, (0,))

    def test_states_that_were_not_reached_have_no_slope(self):
        def reached(y0):
            y = solve(lambda t, y: y * y, (0.0, 2.0), y0, t_eval=[0.5, 1.5], rtol=1e-8).y
            return ct.nansum(y)

        self.check(ct.jit(ct.grad(reached))(1.0), 4.0, 1e-3)  # of 1 / (1 / y0 - t)


if __name__ == "__main__":
    unittest.main()

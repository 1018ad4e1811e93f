#!/usr/bin/python3
"""Every function of ct.ode, optimize, integrate, sparse, stats, signal and ndimage with a third of the wrong kinds in every place, in turn, so that
it takes a third of the time: an error of ours, with the user's line."""

import unittest

import cotan as ct
import numpy as np
from wrong_arguments_test import KINDS, MINE, X

O, I, S, G = ct.optimize, ct.integrate, ct.sparse.linalg, ct.signal


def f(x):
    return ct.sum(ct.square(x))


def decay(t, y):
    return ct.tree.map(ct.negative, y)


# A call that works, as a function and its arguments; each is replaced by each kind.
CALLS = {
    "solve_ivp": (ct.ode.solve_ivp, [decay, (0.0, 1.0), X, "Tsit5", ct.array([0.5]), False, None, ()]),
    "solve_ivp, numbers": (lambda r, a, h, m, n, e: ct.ode.solve_ivp(decay, (0.0, 1.0), X, rtol=r, atol=a, first_step=h, max_step=m,
                                                                     max_steps=n, max_events=e), [1e-3, 1e-6, None, 1.0, 100, 3]),
    "solve_ivp, inside": (lambda t0, t1, p, i, d: ct.ode.solve_ivp(decay, (t0, t1), X, pcoeff=p, icoeff=i, dcoeff=d),
                          [0.0, 1.0, 0.0, 1.0, 0.0]),
    "Event": (lambda g, terminal, way: ct.ode.solve_ivp(decay, (0.0, 1.0), X, events=[ct.ode.Event(g, terminal, way)]),
              [lambda t, y: t - 0.5, False, 0]),
    "odeint": (ct.ode.odeint, [lambda y, t: decay(t, y), X, ct.array([0.0, 1.0])]),
    "minimize": (lambda fn, x, a, m, tol, o: O.minimize(fn, x, a, method=m, tol=tol, options=o), [f, X, (), "BFGS", None, None]),
    "minimize, bounds": (lambda b, c: O.minimize(f, X, method="ProjectedGradient", bounds=(b, c)), [0.0, None]),
    "minimize, options": (lambda g, n, m: O.minimize(f, X, method="L-BFGS", options={"gtol": g, "maxiter": n, "maxcor": m}), [1e-3, 9, 5]),
    "root": (O.root, [lambda x: ct.tree.map(ct.sin, x), X, (), "Newton", None, None]),
    "root, maxiter": (lambda n: O.root(ct.sin, X, options={"maxiter": n}), [3]),
    "root_scalar": (O.root_scalar, [ct.sin, (), "bisect", (0.0, 1.0), None, 0.0, None, 100]),
    "root_scalar, newton": (lambda x: O.root_scalar(ct.sin, x0=x), [0.5]),
    "fixed_point": (O.fixed_point, [lambda x: ct.tree.map(ct.cos, x), X, (), None, 100, "anderson", 5]),
    "least_squares": (lambda fn, x, a, m, n: O.least_squares(fn, x, a, method=m, max_nfev=n), [lambda x: ct.tree.map(ct.sin, x), X, (), "lm", None]),
    "quad": (I.quad, [ct.cos, 0.0, 1.0, (), False, 1e-8, 1e-8, 50]),
    "fixed_quad": (I.fixed_quad, [ct.cos, 0.0, 1.0, (), 5]),
    "romberg": (I.romberg, [ct.cos, 0.0, 1.0, (), 3]),
    "simpson": (I.simpson, [X, X, 1.0, 0]),
    "cumulative_trapezoid": (I.cumulative_trapezoid, [X, X, 1.0, 0, None]),
    "romb": (I.romb, [X, 1.0, 0]),
    "cg": (lambda a, b, x, m, n: S.cg(a, b, x, M=m, maxiter=n), [lambda x: ct.tree.map(lambda y: ct.multiply(2, y), x), X, None, None, 3]),
    "bicgstab": (lambda a, b, t, s: S.bicgstab(a, b, tol=t, atol=s), [lambda x: ct.tree.map(lambda y: ct.multiply(2, y), x), X, 1e-5, 0.0]),
    "gmres": (lambda a, b, r, m: S.gmres(a, b, restart=r, solve_method=m), [lambda x: ct.tree.map(lambda y: ct.multiply(2, y), x), X, 3, "batched"]),
    "norm.pdf": (ct.stats.norm.pdf, [X, 0.0, 1.0]),
    "norm.ppf": (ct.stats.norm.ppf, [0.5, 0.0, 1.0]),
    "poisson.pmf": (ct.stats.poisson.pmf, [X, 1.0, 0.0]),
    "multivariate_normal.pdf": (ct.stats.multivariate_normal.pdf, [X, X, np.eye(2)]),
    "dirichlet.pdf": (ct.stats.dirichlet.pdf, [X, X]),
    "multinomial.pmf": (ct.stats.multinomial.pmf, [X, 2, X]),
    "gaussian_kde": (lambda *args: ct.stats.gaussian_kde(*args)(1.0), [X, 0.5, X]),
    "rankdata": (lambda a, m, axis: ct.stats.rankdata(a, m, axis=axis), [X, "min", 0]),
    "mode": (ct.stats.mode, [X, 0, "propagate", False]),
    "sem": (ct.stats.sem, [X, 0, 1]),
    "convolve": (G.convolve, [X, X, "full", "auto"]),
    "fftconvolve": (G.fftconvolve, [X, X, "full", 0]),
    "correlate2d": (G.correlate2d, [np.eye(3), np.eye(2), "same", "fill", 0.0]),
    "detrend": (G.detrend, [X, 0, "linear", 1]),
    "get_window": (G.get_window, ["hann", 4, True]),
    "welch": (G.welch, [X, 1.0, "hann", 2, 1, 2, "constant", True, "density", 0, "mean"]),
    "csd": (G.csd, [X, X, 1.0]),
    "periodogram": (G.periodogram, [X, 1.0, "boxcar", 3, False]),
    "spectrogram": (G.spectrogram, [X, 1.0, "hann", 2, 1, 2]),
    "stft": (G.stft, [X, 1.0, "hann", 2, 1, 2, False, True, "zeros", True, 0]),
    "istft": (G.istft, [np.ones((2, 4), "D"), 1.0, "hann", 2, 1, 2, True, True, -1, -2]),
    "map_coordinates": (ct.ndimage.map_coordinates, [X, [X], 1, "wrap", 0.0]),
    # What functions return, where a tensor of the one or other form is wanted.
    "returned by fun": (lambda r: ct.ode.solve_ivp(lambda t, y: r, (0.0, 1.0), X), [X]),
    "returned by an event": (lambda r: ct.ode.solve_ivp(decay, (0.0, 1.0), X, events=lambda t, y: r), [1.0]),
    "returned to minimize": (lambda r: O.minimize(lambda x: r, X), [1.0]),
    "returned to root": (lambda r: O.root(lambda x: r, X, options={"maxiter": 2}), [X]),
    "returned to root_scalar": (lambda r: O.root_scalar(lambda x: r, x0=1.0), [1.0]),
    "returned to fixed_point": (lambda r: O.fixed_point(lambda x: r, X), [X]),
    "returned to least_squares": (lambda r: O.least_squares(lambda x: r, X), [X]),
    "returned to quad": (lambda r: I.quad(lambda x: r, 0.0, 1.0), [1.0]),
    "returned to fixed_quad": (lambda r: I.fixed_quad(lambda x: r, 0.0, 1.0), [X]),
    "returned to romberg": (lambda r: I.romberg(lambda x: r, 0.0, 1.0, divmax=2), [1.0]),
    "returned by A": (lambda r: S.cg(lambda x: r, X), [X]),
}


class SolverArguments(unittest.TestCase):
    def test_each_kind_in_each_place(self):
        refused, places = 0, 0
        for name, (call, arguments) in CALLS.items():
            for place in range(len(arguments)):
                places += 1
                for kind, value in [*KINDS.items()][places % 3::3]:
                    with self.subTest(name, place=place, kind=kind):
                        refused += self.is_refused(call, [*arguments[:place], value, *arguments[place + 1:]], value)
        self.assertGreater(refused, 1000)  # the others are calls that mean something

    def is_refused(self, call, arguments, value):
        """Whether it is, which it is as errors of ours are; else it gives something."""
        try:
            call(*arguments)
        except (ct.TypeError, ct.ValueError, ct.IndexError, ct.Error) as problem:
            self.assertRegex(str(problem), r"solver_arguments_test.py:\d+: ")
            return True
        except Exception as problem:
            mine = [kind for name, kind in MINE.items() if KINDS[name] is value]
            if not mine or not isinstance(problem, mine[0]):
                raise AssertionError(f"{type(problem).__name__}: {problem}") from problem
        return False


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""ct.ode: solutions beside closed forms and SciPy's, orders of methods, element types, nests, lanes, and how it ends."""

import unittest
import warnings

import cotan as ct
import numpy as np
import scipy.integrate
from expected import Case

solve = ct.ode.solve_ivp
ORDERS = {"Euler": 1, "Heun": 2, "RK4": 4, "Bosh3": 3, "Dopri5": 5, "Tsit5": 5, "DOP853": 8, "Rodas5P": 5}
BETWEEN = {"Euler": 1, "Heun": 2, "RK4": 3, "Bosh3": 3, "Dopri5": 4, "Tsit5": 4, "DOP853": 7, "Rodas5P": 4}


def waning(t, y, k):
    """y' = -k y cos t, of which y0 exp(-k sin t) is the solution."""
    return -k * y * ct.cos(t)


def waned(t, k):
    return np.exp(-k * np.sin(t))


def pendulum(t, y):
    return ct.stack([y[1], -2.0 * ct.sin(y[0])])


def robertson(t, y):
    """Reactions at three very different speeds (Robertson 1966)."""
    slow, fast = -0.04 * y[0] + 1e4 * y[1] * y[2], 3e7 * y[1] * y[1]
    return [slow, -slow - fast, fast]


def theirs(fun, span, y0, t_eval, **options):
    """SciPy's solution, as rows."""
    found = scipy.integrate.solve_ivp(lambda t, y: np.array(fun(t, y)), span, y0, t_eval=t_eval, rtol=1e-11, atol=1e-13, **options)
    return found.y.T


class Methods(Case):
    def test_orders(self):
        """With steps of one length, half of it makes the error smaller by 2 to the power of the order: at the end of
        steps and, by one order less at most, between them."""
        ends, between = np.linspace(0, 2, 9), np.linspace(0, 2, 101)
        for method, order in ORDERS.items():
            longest = 1 / 4 if order > 5 else 1 / 12

            @ct.jit
            def errors(h):
                found = solve(waning, (0.0, 2.0), ct.array(1.0, "float64"), method, ends, True, args=(1.5,), rtol=1e9, atol=1e9,
                              first_step=h, max_step=h)
                return (ct.max(abs(found.y - waned(ends, 1.5))), ct.max(abs(found.sol(between) - waned(between, 1.5))),
                        found.accepted)

            end, inside, count = map(float, errors(longest))
            half, inside_half, twice = map(float, errors(longest / 2))
            with self.subTest(method):
                self.assertGreater(np.log2(end / half), order - 0.35)
                self.assertGreater(np.log2(inside / inside_half), BETWEEN[method] - 0.35)
                self.assertAlmostEqual(count * longest, 2.0, delta=longest)
                self.assertAlmostEqual(twice, 2 * count, delta=1)

    def test_reach_their_tolerances(self):
        expected = theirs(lambda t, y: [y[1], -2 * np.sin(y[0])], (0, 5), [1.0, 0.0], np.linspace(0, 5, 7), method="DOP853")
        for method in ("RK23", "RK45", "Tsit5", "DOP853", "Rodas5P"):
            run = ct.jit(lambda tolerance: solve(pendulum, (0.0, 5.0), np.array([1.0, 0.0]), method, np.linspace(0, 5, 7),
                                                 rtol=tolerance, atol=tolerance))
            counts = []
            for tolerance in (1e-4, 1e-8):
                found = run(tolerance)
                self.check(found.y, expected, 60 * tolerance)
                self.assertTrue(found.success)
                counts.append(int(found.accepted))
            self.assertLess(counts[1] / counts[0], 30)  # tighter ones take more steps, but not a thousand times
            self.assertGreater(counts[1], counts[0])

    def test_stiff(self):
        t = np.array([1e-2, 1.0, 1e3, 1e6])
        expected = theirs(lambda t, y: [float(x) if not isinstance(x, float) else x for x in robertson(t, y)], (0, 1e6),
                          [1.0, 0.0, 0.0], t, method="Radau")
        found = solve(robertson, (0.0, 1e6), np.array([1.0, 0.0, 0.0]), "Rodas5P", t, rtol=1e-7, atol=1e-11)
        np.testing.assert_allclose(found.y, expected, rtol=2e-6)
        self.assertLess(int(found.accepted), 300)
        self.assertEqual(int(found.njev), int(found.accepted + found.rejected))
        lost = solve(robertson, (0.0, 1e6), np.array([1.0, 0.0, 0.0]), max_steps=500)
        self.assertEqual(int(lost.status), -2)
        self.assertIn("Rodas5P", lost.message)

    def test_controllers(self):
        """A PI controller has fewer steps rejected where stability decides."""
        def run(p, i, d):
            found = solve(lambda t, y: -200.0 * (y - ct.cos(t)), (0.0, 2.0), ct.array(0.0, "float64"), rtol=1e-5, atol=1e-5,
                          pcoeff=p, icoeff=i, dcoeff=d)
            self.assertLess(abs(float(found.y[0]) - np.cos(2.0)), 1e-2)
            return int(found.rejected)

        self.assertLess(run(0.3, 0.4, 0.0), run(0.0, 1.0, 0.0))
        self.assertLess(run(0.2, 0.3, 0.05), run(0.0, 1.0, 0.0))


class Solutions(Case):
    def test_times_and_functions(self):
        """Forwards and backwards, at given times, as a function, and without either; at once, compiled and in lanes."""
        def run(k, start, end, t):
            found = solve(waning, (start, end), waned(0, 1) * ct.exp(-k * ct.sin(start)), "Tsit5", t, True, args=(k,),
                          rtol=1e-8, atol=1e-10)
            return found.y, found.sol(t), found.sol(t[1]), found.t, found.accepted

        compiled, spans = ct.jit(run), [(0.0, 2.0), (2.0, 0.5), (-1.0, -3.0)]
        for start, end in spans:
            t = np.linspace(start, end, 5)
            y, sol, one, times, _ = compiled(1.5, start, end, t)
            self.check(y, waned(t, 1.5), 1e-6)
            self.check(sol, waned(t, 1.5), 1e-6)
            self.check(one, waned(t[1], 1.5), 1e-6)
            self.check(times, t, 0)
        ks = np.array([0.1, 1.5, 9.0])
        starts, ends = np.array(spans).T
        t = np.linspace(starts, ends, 5).T
        many = ct.jit(ct.vmap(run))(ks, starts, ends, t)
        for i, k in enumerate(ks):
            for lanes, alone in zip(many, compiled(k, starts[i], ends[i], t[i])):
                self.check(lanes[i], alone, 1e-9)
        self.assertEqual(len(set(many[-1].numpy().tolist())), 3)  # each its own number of steps

    def test_the_end_alone_is_what_times_give(self):
        kept = solve(waning, (0.0, 2.0), np.float64(1.0), args=(1.5,), rtol=1e-8)
        self.check(kept.y, [waned(2.0, 1.5)], 1e-7)
        self.check(kept.t, [2.0], 0)
        self.assertIsNone(kept.sol)
        with ct.disable_jit():
            self.check(solve(waning, (0.0, 2.0), np.float64(1.0), args=(1.5,), rtol=1e-8).y, kept.y, 1e-12)

    def test_nests(self):
        state = {"a": np.ones((2, 3)), "b": (np.float64(0), None), "c": []}
        found = solve(lambda t, y: {"a": -y["a"], "b": (ct.sum(y["a"]) / 6, None), "c": []}, (0.0, 1.0), state, "Rodas5P",
                      t_eval=[0.5, 1.0], dense_output=True, rtol=1e-8, atol={"a": 1e-8 * np.ones((2, 3)), "b": (1e-8, None), "c": []})
        for y in (found.y, found.sol(ct.array([0.5, 1.0]))):
            self.check(y["a"], np.exp(-np.array([0.5, 1.0]))[:, None, None] * np.ones((2, 3)), 1e-7)
            self.check(y["b"][0], 1 - np.exp(-np.array([0.5, 1.0])), 1e-7)
            self.assertEqual(y["c"], [])
        x, y = solve(lambda t, s: [s[1], -s[0]], (0.0, 1.0), [0.0, 1.0]).y
        self.check(ct.concatenate([x, y]), [np.sin(1), np.cos(1)], 1e-2)

    def test_element_types(self):
        for dtype, near in (("float16", 2e-3), (ct.bfloat16, 5e-3), ("float32", 1e-3), ("complex64", 1e-3), ("complex128", 1e-3)):
            for method in ("Bosh3", "Rodas5P") if dtype == "complex128" else ("Bosh3",):
                with self.subTest(dtype=dtype, method=method):
                    turn = 1j if str(dtype).startswith("complex") else -1.0
                    found = solve(lambda t, y: turn * y, (0, 1), ct.ones(2, dtype), method, [0.0, 1.0])
                    self.assertEqual(found.y.dtype, ct.ones(2, dtype).dtype)
                    self.check(found.y[1].astype("complex128"), [np.exp(turn)] * 2, near)
        self.assertEqual(solve(lambda t, y: -y, (0, 1), 1).y.dtype, np.float32)
        self.assertEqual(solve(lambda t, y: -np.float64(0.1) * y, (0, 1), 1.0).y.dtype, np.float64)

    def test_tolerances_that_the_element_type_does_not_reach_give_a_warning(self):
        def found(y0, **options):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                ct.jit(lambda y: ct.ode.solve_ivp(lambda t, y: -y, (0.0, 1.0), y, **options).y)(y0)
            return [(each.category, each.filename, str(each.message)) for each in caught]

        for dtype, least, wide in (("float32", "1.2e-05", "float64"), ("complex64", "1.2e-05", "complex128")):
            ((category, file, text),) = found(ct.array([1.0], dtype), rtol=1e-8)
            self.assertEqual((category, file), (UserWarning, __file__))
            self.assertEqual(text, f"ct.ode.solve_ivp: rtol=1e-08 is taken as {least}, the least for a state of {dtype}; "
                                   f'for less give y0 as {wide}, as ct.array(y0, "{wide}")')
        for y0, options in ((ct.array([1.0], "float64"), {"rtol": 1e-8}), (ct.array([1.0]), {"rtol": 2e-5}),
                            (ct.array([1.0], "float16"), {}), (ct.array([1.0]), {"rtol": ct.array(1e-8)})):
            self.assertEqual(found(y0, **options), [])

    def test_sizes(self):
        for method in ("Tsit5", "DOP853", "Rodas5P"):
            self.assertEqual(solve(lambda t, y: -y, (0.0, 1.0), np.zeros(0), method, [0.5]).y.shape, (1, 0))
        self.assertEqual(solve(lambda t, y: -y, (0.0, 1.0), np.ones(3), t_eval=np.zeros(0)).y.shape, (0, 3))
        many = solve(lambda t, y: -y, (0.0, 1.0), np.ones((40, 50)), t_eval=[1.0], rtol=1e-6)
        self.check(many.y, np.full((1, 40, 50), np.exp(-1)), 1e-5)
        nowhere = solve(lambda t, y: -y, (1.0, 1.0), np.ones(3), t_eval=[1.0])
        self.check(nowhere.y, np.ones((1, 3)), 0)
        self.assertEqual((int(nowhere.accepted), bool(nowhere.success)), (0, True))

    def test_odeint(self):
        t = np.array([0.0, 0.3, 2.0])
        self.check(ct.jit(lambda k, t: ct.ode.odeint(lambda y, t, k: waning(t, y, k), np.float64(1.0), t, k))(1.5, t),
                   waned(t, 1.5), 1e-7)
        self.check(ct.ode.odeint(lambda y, t: -y, np.float64(1.0), -t), np.exp(t), 1e-6)
        self.check(ct.ode.odeint(lambda y, t: -y, np.float64(1.0), t, mxstep=2), [1.0, np.nan, np.nan], 0)
        self.check(ct.ode.odeint(lambda y, t: {"x": -y["x"]}, {"x": np.ones(2)}, t)["x"][2], np.exp([-2.0] * 2), 1e-6)


class Ends(Case):
    def test_where_the_solution_is_infinite(self):
        """y' = y y is infinite at 1: the step becomes too small, and what was reached before stands."""
        for method in ("Tsit5", "Rodas5P"):
            found = solve(lambda t, y: y * y, (0.0, 2.0), np.float64(1.0), method, [0.5, 1.5], rtol=1e-6)
            self.check(found.y, [2.0, np.nan], 1e-4)
            self.check(found.t, [0.5, np.nan], 0)
            self.assertEqual((int(found.status), bool(found.success)), (-1, False))
            self.assertIn("too small", found.message)

    def test_where_there_are_no_numbers(self):
        for method in ("RK4", "Tsit5"):
            found = solve(lambda t, y: ct.where(t > 0.5, ct.nan, -y), (0.0, 2.0), np.float64(1.0), method, first_step=0.1)
            self.assertEqual(int(found.status), -1)
            self.assertLess(abs(float(found.t[0]) - 0.5), 0.2)
        for first in (None, 0.1):
            self.assertEqual(int(solve(lambda t, y: y * ct.nan, (0.0, 2.0), 1.0, first_step=first).status), -1)

    def test_after_so_many_steps(self):
        full = solve(waning, (0.0, 2.0), np.float64(1.0), args=(1.5,))
        steps = int(full.accepted + full.rejected)
        for most, status in ((steps, 0), (steps - 1, -2), (1, -2)):
            found = solve(waning, (0.0, 2.0), np.float64(1.0), args=(1.5,), max_steps=most)
            self.assertEqual((int(found.status), int(found.accepted + found.rejected)), (status, most))
        self.assertEqual(int(full.nfev), 6 * steps + 2)


class Mistakes(unittest.TestCase):
    def refuses(self, kind, text, *args, **keywords):
        with self.assertRaisesRegex(kind, f"ode_test.py:.*{text}"):
            solve(*args, **keywords)

    def test_are_named(self):
        def f(t, y):
            return -y

        span = (0.0, 1.0)
        for name, advice in (("tsit5", "did you mean 'Tsit5'"), ("RK_45", "did you mean 'RK45'"), ("Radau", "there is 'Rodas5P'")):
            self.refuses(ct.ValueError, f"'method' must be one of 'Euler', .*'RK23'.* but is '{name}'; .*{advice}", f, span, 1.0, name)
        self.refuses(ct.TypeError, "'fun' must be a function", 1.0, span, 1.0)
        self.refuses(ct.ValueError, "'t_span' must be a pair of times", f, (0.0, 1.0, 2.0), 1.0)
        self.refuses(ct.TypeError, "each time of 't_span' must be of real numbers", f, (0.0, 1j), 1.0)
        self.refuses(ct.ValueError, "'t_eval' must be a vector of times", f, span, 1.0, t_eval=0.5)
        for t in ([0.5, 0.2], [-0.5], [1.5]):
            self.refuses(ct.ValueError, "'t_eval' must go from 0 to 1 as 't_span' does", f, span, 1.0, t_eval=t)
        self.refuses(ct.TypeError, "'y0' must be of numbers", f, span, True)
        self.refuses(ct.TypeError, r"returned float32\[2\] for the state float32\[3\]", lambda t, y: y[:2], span, np.ones(3, "float32"))
        self.refuses(ct.TypeError, "for the state", lambda t, y: (y, y), span, {"a": 1.0})
        self.refuses(ct.TypeError, "begin with a complex state", lambda t, y: 1j * y, span, np.float64(1.0))
        self.refuses(ct.TypeError, "fun: missing a required argument: 'k'|missing a required argument: 'k'", waning, span, 1.0)
        self.refuses(ct.TypeError, "'args' must be a list", f, span, 1.0, args=2.0)
        self.refuses(ct.ValueError, "give it as first_step=", f, span, 1.0, "RK4")
        self.refuses(ct.ValueError, "'rtol' must be a number, or one for each number of 'y0'", f, span, np.ones(3), rtol=np.ones(2))
        self.refuses(ct.TypeError, "'events' must be functions", f, span, 1.0, events=[3])
        self.refuses(ct.TypeError, "an event must return one real number", f, span, np.ones(3), events=lambda t, y: y)
        self.refuses(ct.ValueError, "'first_step' must be above 0, but is -0.1", f, (1.0, 0.0), 1.0, first_step=-0.1)
        self.refuses(ct.ValueError, "'max_step' must be above 0", f, span, 1.0, max_step=0.0)
        self.refuses(ct.ValueError, "'max_steps' must be at least 1", f, span, 1.0, max_steps=0)
        self.refuses(ct.TypeError, "'dense_output' must be True or False", f, span, 1.0, dense_output=3)
        with self.assertRaisesRegex(ct.ValueError, "ode_test.py:.*'t' is empty"):
            ct.ode.odeint(lambda y, t: y, 1.0, np.zeros(0))


if __name__ == "__main__":
    unittest.main()

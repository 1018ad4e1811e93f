#!/usr/bin/python3
"""Arguments that a caller gives away: results have their memory, and they are no more. And functions that are part of others."""

import operator
import unittest

import cotan as ct
import numpy as np
from expected import Case

N = 5000


def address(x):
    return x.numpy().ctypes.data


def fresh(value=1.0, n=N):
    """A tensor that was a result, so that its memory can be given away."""
    return ct.full((n,), value) + 0.0


def step(w, g):
    return w - 0.5 * g


USES = {
    "arithmetic": lambda x: x + 1.0, "a function": ct.sum, "numbers": lambda x: x.numpy(), "NumPy": np.sin, "an index": lambda x: x[0],
    "an update": lambda x: x.at[0].set(1.0), "a shape": lambda x: x.reshape(-1, 2), "truth": lambda x: bool(x[:1]), "an element": lambda x: x.item(),
    "a list": lambda x: x.tolist(), "a compiled function": ct.jit(lambda x: x + 1.0), "a gradient": ct.grad(ct.sum), "lanes": ct.vmap(ct.sin),
    "from outside": lambda x: ct.jit(lambda y: x * y)(2.0), "a loop": lambda x: ct.fori_loop(0, 3, lambda i, y: y + x, x),
    "once more": ct.jit(ct.sin, donate_argnums=0), "a type": lambda x: x.astype("int32"),
}


class Donation(Case):
    def test_results_have_the_memory(self):
        f = ct.jit(step, donate_argnums=0)
        w, g = fresh(3.0), fresh(2.0)
        for turn in range(1, 4):
            before = address(w)
            w = f(w, g)
            self.assertEqual(address(w), before)
            self.check(w, np.full(N, 3.0 - turn), dtype=False)
        self.check(g, np.full(N, 2.0), dtype=False)

    def test_any_use_afterwards_is_an_error(self):
        for n in (N, 4):  # small ones are copied, and are no more all the same
            x = fresh(n=n)
            same = x
            ct.jit(step, donate_argnums=(0,))(x, fresh(n=n))
            for name, use in USES.items():
                with self.subTest(name, n=n), self.refuses(ct.Error, rf"float32\[{n}\] was given away by donate_argnums"):
                    use(same)
        self.assertIn("donated float32[4]", repr(x))
        self.assertEqual((x.shape, x.dtype, x.ndim), ((4,), np.float32, 1))

    def test_what_others_hold_stays(self):
        x = fresh(3.0)
        view, array = x.numpy(), np.full(N, 4.0, np.float32)
        f = ct.jit(lambda x: x * 2.0, donate_argnums=0)
        self.check(f(x), np.full(N, 6.0), dtype=False)
        np.testing.assert_array_equal(view, np.full(N, 3.0))
        self.check(f(array), np.full(N, 8.0), dtype=False)
        np.testing.assert_array_equal(array, np.full(N, 4.0))
        self.check(f(2.0), np.array(4.0), dtype=False)
        x = fresh(3.0)
        self.check(ct.jit(operator.add, donate_argnums=0)(x, x), np.full(N, 6.0), dtype=False)

    def test_nests_names_and_methods(self):
        def update(state, *, gradient, rate=0.5):
            return {"w": [state["w"][0] - rate * gradient], "n": state["n"] + 1}

        f = ct.jit(update, donate_argnums=0, donate_argnames="rate")
        state = {"w": [fresh(3.0)], "n": ct.array(0)}
        rate = fresh(1.0)
        before = [address(state["w"][0]), address(rate)]
        new = f(state, gradient=fresh(2.0), rate=rate)
        self.assertIn(address(new["w"][0]), before)
        self.check(new["w"][0], np.full(N, 1.0), dtype=False)
        for leaf in ct.tree.leaves(state):
            with self.refuses(ct.Error, "was given away"):
                leaf + 1

        class Model:
            scale = 2.0

            @ct.jit(donate_argnums=1)
            def apply(self, x):
                return x * self.scale

        x = fresh()
        self.check(Model().apply(x), np.full(N, 2.0), dtype=False)
        with self.refuses(ct.Error, "was given away"):
            x + 1

    def test_has_no_meaning_inside_of_others(self):
        f = ct.jit(step, donate_argnums=0)
        x = fresh()
        self.check(ct.jit(lambda x: f(x, x) + x)(x), np.full(N, 1.5), dtype=False)
        self.check(ct.grad(lambda x: ct.sum(f(x, 2 * x) + x))(x), np.full(N, 1.0), dtype=False)
        with ct.disable_jit():
            f(x, x)
        self.check(x, np.ones(N), dtype=False)

    def test_of_what_is_read_from_outside_and_of_nan(self):
        outside = fresh(4.0)
        f = ct.jit(lambda x: ct.log(x) * outside, donate_argnums=0)
        self.check(f(fresh()), np.zeros(N), dtype=False)
        self.check(outside, np.full(N, 4.0), dtype=False)
        with ct.debug_nans(), self.refuses(ct.Error, "log", "donation_test"):
            f(fresh(-1.0))

    def test_what_does_not_fit_is_refused(self):
        for options, words in [({"donate_argnums": 2}, "donate_argnums has 2, but there are 2 parameters"),
                               ({"donate_argnums": "w"}, "'donate_argnums' must be an integer"),
                               ({"donate_argnames": "v"}, "donate_argnames names 'v'"),
                               ({"donate_argnums": 0, "static_argnums": 0}, "step has the argument 0 both static and given away"),
                               ({"inline": "yes"}, "'inline'")]:
            with self.subTest(words), self.refuses(ct.Error, words):
                ct.jit(step, **options)


class Inline(Case):
    def test_is_part_of_what_calls_it(self):
        for inline in (False, True):
            part = ct.jit(lambda x: ct.sin(x) * x, inline=inline)
            whole = ct.jit(lambda x: part(part(part(x))), calls="keep").lower(0.5)
            self.assertEqual("func.call" in whole.as_text() or " call @" in whole.as_text(), not inline)

    def test_may_call_itself(self):
        @ct.jit(inline=True)
        def power(x, n):
            return 1.0 if n == 0 else x * power(x, n - 1)

        self.check(ct.jit(lambda x, n: power(x, n))(2.0, 5), np.array(32.0), dtype=False)


if __name__ == "__main__":
    unittest.main()

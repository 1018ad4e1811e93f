#!/usr/bin/python3
"""debug_nans and debug_infs: where a number that is none comes to be, and that all else stays as it is."""

import threading
import unittest

import cotan as ct
import numpy as np
from expected import Case

X = np.array([10.0, 3.0])


@ct.jit
def roots(x, turns):
    n = ct.zeros((), dtype="int32")
    while n < turns:
        x = ct.sqrt(x - 1.0)  # the root
        n += 1
    return ct.sum(x)


@ct.jit
def quotients(xs):
    return ct.scan(lambda c, x: (c / x, c * 0), 1.0, xs)  # the quotient


def lines(word):
    with open(__file__) as file:
        return [i for i, line in enumerate(file, 1) if word in line and "lines(" not in line]


ROOT, QUOTIENT = lines("# the root")[0], lines("# the quotient")[0]


class Nans(Case):
    def finds(self, call, *words, what=ct.debug_nans):
        with what(), self.refuses(ct.FloatingPointError, *words):
            call()
        self.assertEqual(ct._cotan._number_checks(), (False, False))
        call()  # is no error without

    def test_are_found_at_the_line_and_turn(self):
        place = f"debug_test.py:{ROOT}: 'prim.sqrt'"
        self.finds(lambda: roots(X, 5), place, r"gives nan at \[1\] of float64\[2\]", r"turn 3 of the loop at line")
        self.finds(lambda: ct.grad(roots)(X, 5), place, "turn 3")
        self.finds(lambda: ct.vmap(roots, (0, None))(X[None], 5), place, r"\[0, 1\]", "turn 3")
        self.finds(lambda: ct.jvp(lambda x: roots(x, 5), (X,), (X,)), place)
        self.finds(lambda: quotients(ct.array([1.0, 0.0, 2.0])), f"debug_test.py:{QUOTIENT}", "turn 3 of the loop")

    def test_of_eager_operations(self):
        for dtype in ("float16", "bfloat16", "float32", "float64", "complex64", "complex128"):
            x = ct.array([1.0, 0.0, 2.0]).astype(dtype)
            self.finds(lambda: x / x, "debug_test.py", r"ct.divide: gives nan", r"at \[1\]", f"of {dtype}")
        self.finds(lambda: ct.log(-1.0), "ct.log: gives nan, of float64")
        self.finds(lambda: ct.linalg.inv(ct.zeros((2, 2))), "ct.linalg.inv: gives nan")

    def test_in_derivatives(self):
        self.finds(lambda: ct.grad(lambda x: ct.sqrt(x) * x)(0.0), "gives nan")
        self.finds(lambda: ct.jit(ct.grad(lambda x: ct.where(x > 0, ct.sqrt(x), 0.0)))(0.0), "gives nan", "0.0; .*0.0")
        _, back = ct.vjp(lambda x: ct.sqrt(x) * x, 0.0)
        self.finds(lambda: back(1.0), "gives nan")

    def test_that_come_in_are_no_error(self):
        with ct.debug_nans(), ct.debug_infs():
            given = ct.array([ct.nan, ct.inf])
            for f in (lambda x: x + 1, ct.jit(lambda x: ct.sin(x) * 2), ct.isnan, ct.nanmax, ct.sort):
                f(given)
            self.check(ct.nanmean(ct.array([ct.nan, 1.0])), np.float32(1))

    def test_that_do_not_come_out_are_no_error_of_programs(self):
        with ct.debug_nans(), ct.debug_infs():
            self.check(ct.jit(lambda x: ct.where(x > 0, ct.log(x), 0.0))(ct.array([-1.0, 1.0])), np.float32([0, 0]))

    def test_of_constants(self):
        self.finds(lambda: ct.jit(lambda x: x + ct.nan)(1.0), "of a constant")

    def test_may_be_infinities(self):
        self.finds(lambda: ct.exp(ct.array([1.0, 1e3])), r"ct.exp: gives inf at \[1\]", what=ct.debug_infs)
        self.finds(lambda: ct.jit(lambda x: ct.exp(x) * 0)(1e4), "gives nan")  # of an infinity: it came first
        with ct.debug_nans():
            ct.exp(1e4)

    def test_print_once(self):
        import contextlib
        import io

        @ct.jit
        def spoken(x):
            print("x is", x)
            return ct.log(x)

        out = io.StringIO()
        with contextlib.redirect_stdout(out), ct.debug_nans(), self.refuses(ct.FloatingPointError, "prim.log"):
            spoken(-1.0)
        self.assertEqual(out.getvalue(), "x is -1.0\n")


class Settings(Case):
    def test_nest_and_are_set_back(self):
        with ct.debug_nans():
            with ct.debug_nans(False), ct.debug_infs():
                self.assertEqual(ct._cotan._number_checks(), (False, True))
                ct.log(-1.0)
            self.assertEqual(ct._cotan._number_checks(), (True, False))
            with self.assertRaises(FloatingPointError):  # which it is, too
                ct.log(-1.0)
        check = ct.debug_nans(True)
        self.assertEqual(ct._cotan._number_checks(), (True, False))
        check.__exit__()
        self.assertEqual(ct._cotan._number_checks(), (False, False))
        with self.refuses(ct.TypeError, "debug_nans", "True or False"):
            ct.debug_nans(3)

    def test_hold_in_other_threads(self):
        found = []

        def work():
            try:
                roots(X, 5)
            except ct.FloatingPointError as error:
                found.append(str(error))

        with ct.debug_nans():
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
        self.assertEqual(len(found), 1)


class NotCompiled(Case):
    def test_functions_run_as_they_are_written(self):
        seen = []

        class Model:
            @ct.jit
            def call(self, x):
                seen.append(x.is_traced)
                return x if x > 0 else -x

        @ct.jit
        def f(x, n, *, k=1):
            seen.append(x.is_traced)
            while x < n:
                x = x * 2
            return Model().call(x) * k

        def steps():
            seen.clear()
            self.check(f(ct.float32(1.5), 10, k=2), np.float32(24))
            return list(seen)

        self.assertEqual(steps(), [True, True])
        with ct.disable_jit():
            self.assertEqual(steps(), [False, False])
            with ct.disable_jit(False):
                self.assertEqual(steps(), [])  # which is compiled already
            seen.clear()
            self.check(ct.grad(lambda x: f(x, 10))(1.5), np.float32(8))
            self.assertEqual(seen, [True, True])
        self.assertEqual(steps(), [])
        with self.refuses(ct.TypeError, "disable_jit", "True or False"):
            ct.disable_jit(1.0)


if __name__ == "__main__":
    unittest.main()

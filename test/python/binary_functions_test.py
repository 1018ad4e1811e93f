#!/usr/bin/python3
"""ct.add.reduce and the like, of every function of two numbers that NumPy has as a ufunc, beside NumPy's."""

import unittest
import warnings

import cotan as ct
import numpy as np
from expected import Case

NAMES = [name for name in dir(np) if isinstance(getattr(np, name), np.ufunc) and getattr(np, name).nin == 2
         and getattr(np, name).nout == 1 and not getattr(np, name).signature]
GIVEN = (np.array([[3.0, 1.5, 4.0], [2.0, 0.5, 1.0]]), np.array([[3, 1, 4], [2, 6, 1]]), np.array([[3, 1, 4], [2, 6, 1]], np.int32),
         np.array([[True, False, True], [True, True, True]]))


# NumPy 1.24 reduces by these wrongly on processors with AVX-512: its functions of numbers are right.
BY_NUMBERS = {"arctan2", "power"}
# Integers divided by 0 are 0 in NumPy; here as in JAX.
DIVISIONS = {"floor_divide", "fmod", "remainder", "mod"}


def numpy_function(name):
    return np.frompyfunc(getattr(np, name), 2, 1) if name in BY_NUMBERS else getattr(np, name)


def numpys(call, of_objects=False):
    """What NumPy gives, None where it refuses or gives what it has no type for."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = call()
        except (TypeError, ValueError):
            return None
    return None if found.dtype == object and not of_objects else found


class BinaryFunctions(Case):
    def same(self, name, call, x):
        if name in DIVISIONS and not x.all() or name == "ldexp":  # which takes a float and an integer
            return 0
        theirs = x.astype(np.float64) if name in BY_NUMBERS else x
        expected = numpys(lambda: call(numpy_function(name), theirs), name in BY_NUMBERS)
        if expected is None:
            return 0
        found = call(getattr(ct, name), x)
        self.assertEqual(found.shape, expected.shape, name)
        digits = 1e-3 if expected.dtype == np.float16 else 2e-6  # of truth values, in NumPy
        np.testing.assert_allclose(np.asarray(found, np.float64), expected.astype(np.float64), digits, 1e-6, err_msg=name)
        return 1

    def test_methods(self):
        places = [0, 1, 1]
        calls = (lambda f, x: f.reduce(x), lambda f, x: f.reduce(x, 1), lambda f, x: f.reduce(x, axis=-1, keepdims=True),
                 lambda f, x: f.accumulate(x), lambda f, x: f.accumulate(x, 1), lambda f, x: f.reduceat(x, places, 1),
                 lambda f, x: f.outer(x[0], x), lambda f, x: f.outer(x[0, 0], x[1]), lambda f, x: f.reduce(x, 0, None, True))
        self.assertGreaterEqual(len(NAMES), 38)
        done = 0
        for name in NAMES:
            for x in GIVEN:
                done += sum(self.same(name, call, x) for call in calls)
        self.assertGreater(done, 900)

    def test_at(self):
        for name in NAMES:
            for x in GIVEN:
                result = numpys(lambda: getattr(np, name)(x, x))
                if result is None or result.dtype != x.dtype:
                    continue  # which NumPy refuses

                def numpy_at(index, b, name=name, x=x):
                    changed = x.copy()
                    getattr(np, name).at(changed, index, b)
                    return changed

                for index, b in (((np.array([0, 1, 0]), np.array([2, 0, 2])), x[0]), (1, x[0]), (np.s_[:, 1], x[0, 0])):
                    expected = numpys(lambda: numpy_at(index, b))
                    self.assertIsNotNone(expected, name)
                    found = getattr(ct, name).at(x, index, b)
                    np.testing.assert_allclose(np.asarray(found, np.float64), expected.astype(np.float64), 2e-6, err_msg=name)

    def test_chosen_and_started(self):
        x, chosen = GIVEN[0], np.array([[True, False, True], [False, True, True]])
        for name in NAMES:
            for call in (lambda f, x: f.reduce(x, 0, initial=2), lambda f, x: f.reduce(x, (0, 1), initial=1.0, where=chosen),
                         lambda f, x: f.reduce(x, None), lambda f, x: f.reduce(x[:0]), lambda f, x: f.reduce(x, where=chosen),
                         lambda f, x: f.reduce(x, dtype=np.float64)):
                self.same(name, call, x)

    def test_types(self):
        for x in GIVEN:
            for method in ("reduce", "accumulate"):
                for name in ("add", "multiply", "maximum", "minimum", "logical_and", "logical_or", "bitwise_xor", "less"):
                    expected = numpys(lambda: getattr(getattr(np, name), method)(x))
                    if expected is not None:
                        found = getattr(getattr(ct, name), method)(x)
                        self.assertEqual(found.dtype, expected.dtype, (name, method, x.dtype))
        self.assertEqual(ct.add.reduce(ct.ones(3, "int8"), dtype="int16").dtype, np.int16)
        self.assertEqual(ct.maximum.accumulate(ct.ones(3, "int8"), dtype="int16").dtype, np.int16)

    def test_they_are_of_the_kind(self):
        for name in NAMES:
            self.assertIsInstance(getattr(ct, name), ct.ufunc)
        self.assertIsInstance(ct.frompyfunc(max, 2, 1), ct.ufunc)
        for other in ct.sin, ct.sum, np.add, max, 3, ct.array([1]):
            self.assertNotIsInstance(other, ct.ufunc)

    def test_what_they_are(self):
        for name in NAMES:
            mine, theirs = getattr(ct, name), getattr(np, name)
            self.assertEqual((mine.nin, mine.nout, mine.nargs, mine.identity), (2, 1, 3, theirs.identity), name)
            self.assertLess({"reduce", "accumulate", "reduceat", "outer", "at"}, set(dir(mine)))
        for other in (ct.kron, ct.sin, ct.matmul, ct.nn.relu, ct.special.xlogy, ct.Tensor.sum, ct.array):
            self.assertFalse(hasattr(other, "reduce"))
            self.assertNotIn("reduce", dir(other))
        with self.assertRaisesRegex(AttributeError, "'cotan.function' object has no attribute 'reduced'"):
            ct.add.reduced

    def test_transformed(self):
        x = np.array([2.0, 3.0, 5.0])
        self.check(ct.grad(ct.multiply.reduce)(x), np.array([15.0, 10.0, 6.0]), 1e-6)
        self.check(ct.grad(ct.hypot.reduce)(x), x / np.sqrt(38), 1e-6)
        self.check(ct.ldexp.outer(x, [1, 2]), np.ldexp.outer(x, [1, 2]))
        self.check(ct.jit(ct.subtract.outer)(x, x), np.subtract.outer(x, x), 1e-6)
        self.check(ct.jit(lambda x: ct.maximum.accumulate(x))(x[::-1].copy()), np.full(3, 5.0), 1e-6)
        self.check(ct.vmap(ct.logaddexp.reduce)(GIVEN[0]), np.logaddexp.reduce(GIVEN[0], 1), 1e-6)

    def test_mistakes(self):
        for kind, words, call in (
                (ct.IndexError, r"binary_functions_test.py:\d+: ct.add.reduce: .*axis", lambda: ct.add.reduce([1], 3)),
                (ct.TypeError, r"binary_functions_test.py:\d+: ct.add.reduce: .*str", lambda: ct.add.reduce("a")),
                (ct.ValueError, "ct.subtract.reduce: there is nothing to combine", lambda: ct.subtract.reduce([])),
                (ct.ValueError, "ct.maximum.reduce: ", lambda: ct.maximum.reduce([])),
                (ct.TypeError, r"ct.multiply.outer: .*B", lambda: ct.multiply.outer(1)),
                (ct.ValueError, "ct.add.at: inplace is true", lambda: ct.add.at([1], 0, 1, inplace=True)),
                (ct.TypeError, "ct.hypot.reduce: .*axes", lambda: ct.hypot.reduce([1], axes=0))):
            with self.refuses(kind, words):
                call()


if __name__ == "__main__":
    unittest.main()

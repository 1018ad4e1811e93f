"""What all tests of the Python package share: comparison with what NumPy computes."""

import os
import unittest

import cotan as ct
import numpy as np

# For processes that are not Python's: what a sanitizer has Python load is not for them.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
# For tests of times and memory: a sanitizer makes code slow, keeps what is freed, and ends a process that has no more.
measures = unittest.skipIf("COTAN_SANITIZED" in os.environ, "the build has a sanitizer")


class Case(unittest.TestCase):
    def check(self, found, expected, tolerance=2e-6, dtype=True):
        """Equal but for rounding; element types as well, but for NumPy's default float64."""
        expected = np.asarray(expected)
        self.assertIsInstance(found, ct.Tensor)
        self.assertEqual(found.shape, expected.shape)
        if dtype and expected.dtype != np.float64:
            self.assertEqual(found.dtype, expected.dtype)
        np.testing.assert_allclose(found.numpy(), expected, rtol=tolerance, atol=tolerance)

    def check_one_program(self, rows, random):
        """Rows of a function of x, the same of NumPy, and shapes that differ in the first size: one program for all."""
        for i, (function, wanted, shapes) in enumerate(rows):
            compiled = ct.jit(lambda x, f=function: f(x), dynamic_axes={"x": 0})
            for shape in shapes:
                with self.subTest(row=i, shape=shape):
                    x = random.standard_normal(shape)
                    self.check(compiled(x), np.asarray(wanted(x)), 1e-6)
            self.assertEqual(len(compiled._programs), 1)

    def refuses(self, kind, *words):
        """The context of a call that must fail, with these words in the message."""
        pattern = "(?s)" + "".join(f"(?=.*{word})" for word in words)
        return self.assertRaisesRegex(kind, pattern)

    def check_gradient(self, function, *arguments, step=1e-6, tolerance=1e-6):
        """Reverse mode of a sum of the function's elements, against differences; eager and compiled."""
        arguments = [np.asarray(x, np.float64) for x in arguments]
        weights = np.cos(np.arange(np.size(function(*arguments).numpy())))

        def total(*xs):
            return ct.sum(ct.ravel(function(*xs)) * weights)

        for i, x in enumerate(arguments):
            slope = np.empty_like(x)
            for place in np.ndindex(x.shape):
                moved = [total(*arguments[:i], x + sign * step * one_at(x.shape, place), *arguments[i + 1:])
                         for sign in (1, -1)]
                slope[place] = (float(moved[0]) - float(moved[1])) / (2 * step)
            derivative = ct.grad(total, argnums=i)
            for found in (derivative(*arguments), ct.jit(derivative)(*arguments)):
                np.testing.assert_allclose(found.numpy(), slope, rtol=tolerance, atol=tolerance)


def one_at(shape, place):
    one = np.zeros(shape)
    one[place] = 1
    return one

#!/usr/bin/python3
"""Division, its remainders, and shifts of integers at their extremes: nothing fails, eager and compiled are one, and
what has an answer has Python's."""

import itertools
import math
import unittest

import cotan as ct
import numpy as np

TYPES = [kind + bits for kind in ("int", "uint") for bits in ("8", "16", "32", "64")]


def towards_zero(x, y):
    return int(math.copysign(1, x)) * (abs(x) % abs(y)) if y else 0


def power(x, y):
    if y >= 0:
        return pow(x, y, 1 << 64)
    return x ** (y % 2) if x in (1, -1) else -1 if x == 0 else 0


# All bits set for a quotient by 0, as XLA's; 0 for what is left, as NumPy's and jax.numpy's.
FUNCTIONS = {
    "floor_divide": lambda x, y, bits: x // y if y else -1,
    "remainder": lambda x, y, bits: x % y if y else 0,
    "fmod": lambda x, y, bits: towards_zero(x, y),
    "gcd": lambda x, y, bits: math.gcd(x, y),
    "lcm": lambda x, y, bits: math.lcm(x, y),
    "power": lambda x, y, bits: power(x, y),
    "left_shift": lambda x, y, bits: x << y if 0 <= y < bits else 0,
    "right_shift": lambda x, y, bits: x >> (y if 0 <= y < bits else bits),
}


def wrapped(values, dtype):
    limits = np.iinfo(dtype)
    return np.array([(value - limits.min) % (1 << limits.bits) + limits.min for value in values], dtype)


def pairs(dtype):
    limits = np.iinfo(dtype)
    points = {limits.min, limits.min + 1, limits.max, limits.max - 1, 0, 1, 2, 3, 7, limits.bits - 1, limits.bits}
    points |= {-1, -2, -6} if limits.min else set()
    return list(itertools.product(sorted(points), repeat=2))


class IntegerDivision(unittest.TestCase):
    def test_extremes(self):
        for name, dtype in itertools.product(FUNCTIONS, TYPES):
            with self.subTest(function=name, dtype=dtype):
                bits, function = np.iinfo(dtype).bits, getattr(ct, name)
                expected = wrapped([FUNCTIONS[name](x, y, bits) for x, y in pairs(dtype)], dtype)
                x, y = np.array(pairs(dtype), dtype).T
                for found in (function(x, y), ct.jit(function)(x, y)):
                    self.assertEqual(found.dtype, dtype)
                    np.testing.assert_array_equal(found.numpy(), expected)

    def test_both_parts(self):
        for dtype in TYPES:
            x, y = np.array(pairs(dtype), dtype).T
            for found, expected in zip(ct.divmod(x, y), (ct.floor_divide(x, y), ct.remainder(x, y))):
                np.testing.assert_array_equal(found.numpy(), expected.numpy())

    def test_remainder_of_xla(self):
        """lax.rem is XLA's, whose remainder by 0 is the dividend."""
        for dtype in TYPES:
            x, y = np.array(pairs(dtype), dtype).T
            expected = np.where(y == 0, x, ct.fmod(x, y).numpy())
            for found in (ct.lax.rem(x, y), ct.jit(ct.lax.rem)(x, y)):
                self.assertEqual(found.dtype, dtype)
                np.testing.assert_array_equal(found.numpy(), expected)

    def test_numbers_in_python(self):
        five = ct.array(5)
        for divide in (lambda x: (x // 0, x % 0), ct.jit(lambda x: (x // 0, x % 0)), lambda x: ct.divmod(x, 0)):
            self.assertEqual([int(part) for part in divide(five)], [-1, 0])


if __name__ == "__main__":
    unittest.main()

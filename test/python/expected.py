"""What all tests of the Python package share: comparison with what NumPy computes."""

import unittest

import cotan as ct
import numpy as np


class Case(unittest.TestCase):
    def check(self, found, expected, tolerance=2e-6, dtype=True):
        """Equal but for rounding; element types as well, but for NumPy's default float64."""
        expected = np.asarray(expected)
        self.assertIsInstance(found, ct.Tensor)
        self.assertEqual(found.shape, expected.shape)
        if dtype and expected.dtype != np.float64:
            self.assertEqual(found.dtype, expected.dtype)
        np.testing.assert_allclose(found.numpy(), expected, rtol=tolerance, atol=tolerance)

    def refuses(self, kind, *words):
        """The context of a call that must fail, with these words in the message."""
        pattern = "(?s)" + "".join(f"(?=.*{word})" for word in words)
        return self.assertRaisesRegex(kind, pattern)

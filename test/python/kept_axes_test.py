#!/usr/bin/python3
"""Every reduction has NumPy's shape and values for each kind of axis, with and without keepdims."""

import inspect
import unittest
import warnings

import cotan as ct
import numpy as np

SHAPES = [(), (1,), (3,), (1, 1), (2, 3), (2, 3, 4)]
AXES = [None, 0, -1, (0,), (0, 1), (), (-1, 0)]
# What NumPy's takes or refuses otherwise: these are tested in files of their own.
OTHERS = {"vecdot", "linalg.vecdot", "linalg.norm"}


def reductions():
    """Names and functions, ours and NumPy's, of those with keepdims."""
    for prefix, ours, theirs in ("", ct, np), ("linalg.", ct.linalg, np.linalg):
        for name in dir(ours):
            function, reference = getattr(ours, name), getattr(theirs, name, None)
            if name.startswith("_") or reference is None or isinstance(function, type) or prefix + name in OTHERS:
                continue
            if callable(function) and "keepdims" in inspect.signature(function).parameters:
                yield prefix + name, function, reference


def arguments(name, shape):
    numbers = np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape) + 1
    if name in ("any", "all"):
        numbers = numbers > 1
    share = [0.5] if "quantile" in name else [50] if "percentile" in name else []
    return [numbers, *share]


class KeptAxes(unittest.TestCase):
    def check(self, function, reference, given, **keywords):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the deviation of one number
                expected = np.asarray(reference(*given, **keywords))
        except (ValueError, TypeError, IndexError):  # as several axes for argmax
            with self.assertRaises((ValueError, TypeError, IndexError)):
                function(ct.array(given[0]), *given[1:], **keywords)
            return 0
        found = np.asarray(function(ct.array(given[0]), *given[1:], **keywords))
        self.assertEqual(found.shape, expected.shape)
        np.testing.assert_allclose(found, expected, rtol=1e-5)
        return 1

    def test_all_reductions(self):
        count = {}
        for name, function, reference in reductions():
            for shape in SHAPES:
                for axis in AXES:
                    if not shape and axis in (0, -1):
                        continue  # NumPy takes a number for a vector of one, JAX does not
                    for keepdims in False, True:
                        with self.subTest(name, shape=shape, axis=axis, keepdims=keepdims):
                            done = self.check(function, reference, arguments(name, shape), axis=axis, keepdims=keepdims)
                            count[name] = count.get(name, 0) + done
        self.assertGreater(len(count), 25)
        self.assertGreater(min(count.values()), 20, count)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""What else than NumPy's arrays can be a tensor, a size or a condition, and what looks like one and is none."""

import array
import unittest

import cotan as ct
import numpy as np


class OtherArrays(unittest.TestCase):
    def test_memory_with_a_type(self):
        numbers = np.arange(6, dtype=np.int16).reshape(2, 3)
        for given, expected in ((array.array("i", [3, 1, 2]), np.int32([3, 1, 2])), (bytearray(b"\x01\x02"), np.uint8([1, 2])),
                                (memoryview(numbers), numbers), (memoryview(numbers)[::-1], numbers[::-1]),
                                (memoryview(b"\x07"), np.uint8([7])), (array.array("d"), np.zeros(0))):
            for make in ct.array, ct.asarray:
                found = make(given)
                self.assertEqual(found.dtype, expected.dtype)
                np.testing.assert_array_equal(found, expected)
        held = bytearray(b"\x01\x02")
        made = ct.array(held)
        held[0] = 9
        self.assertEqual(made.tolist(), [1, 2])
        with self.assertRaisesRegex(ct.TypeError, "a bytes cannot be a tensor"):
            ct.array(b"ab")

    def test_masked_arrays(self):
        masked = np.ma.masked_array([1.0, 2.0, 3.0], [False, True, False])
        for take in (ct.array, ct.sum, ct.jit(ct.sum), lambda x: ct.ones(3) + x):
            with self.assertRaisesRegex(ct.TypeError, r"masked.*x\.filled\(0\)"):
                take(masked)
        for held in [masked], (1.0, [masked]), [ct.ones(3), masked], [masked[1]]:
            for options in {}, {"dtype": "float32"}:
                with self.assertRaisesRegex(ct.TypeError, r"ct.array: a masked array.*x\.filled\(0\)"):
                    ct.array(held, **options)
        self.assertEqual(float(ct.sum(masked.filled(0))), 4.0)

    def test_conditions_of_reductions(self):
        x = ct.array([1.0, 2.0, 3.0])
        for reduce in ct.sum, ct.prod, ct.mean, ct.var, ct.std, ct.any, ct.all, ct.nansum, ct.nanmean:
            for where in np.array([1, 0, 1]), np.array([1.0, 0.0, 1.0]):
                with self.assertRaisesRegex(ct.TypeError, "where is of .*, but expected truth values"):
                    reduce(x, where=where)
            reduce(x, where=np.array([True, False, True]))

    def test_arguments_that_a_mode_does_not_use(self):
        for mode, keyword in (("edge", {"constant_values": 1}), ("constant", {"end_values": 1}), ("wrap", {"stat_length": 1}),
                              ("constant", {"reflect_type": "odd"}), ("linear_ramp", {"constant_values": 1})):
            with self.assertRaisesRegex(ct.ValueError, f"ct.pad: '{next(iter(keyword))}' says nothing with mode '{mode}'"):
                ct.pad(ct.ones(3), 1, mode, **keyword)

    def test_padding_by_a_function(self):
        def in_place(vector, widths, axis, keywords):
            vector[:widths[0]] = 10 * axis + 3
            vector[len(vector) - widths[1]:] = np.sum(vector[:len(vector) - widths[1]])

        def returned(vector, widths, axis, keywords):
            vector = vector.at[:widths[0]].set(10 * axis + 3)
            return vector.at[len(vector) - widths[1]:].set(ct.sum(vector[:len(vector) - widths[1]]))

        for x in (np.arange(4.0), np.arange(6).reshape(2, 3), np.arange(24.0).reshape(2, 3, 4), np.zeros((0, 2))):
            for widths in (1, (2, 0), (1, 3), [(i, 2 - i % 2) for i in range(x.ndim)]):
                with self.subTest(shape=x.shape, widths=widths):
                    wanted = np.pad(x, widths, in_place)
                    for found in (ct.pad(x, widths, returned), ct.jit(lambda x: ct.pad(x, widths, returned))(x),
                                  ct.vmap(lambda x: ct.pad(x, widths, mode=returned))(x[None])[0]):
                        self.assertEqual(found.dtype, x.dtype)
                        np.testing.assert_allclose(found, wanted, rtol=1e-12)
        slope = ct.grad(lambda x: ct.pad(x, 1, returned)[-1] ** 2)(ct.array([1.0, 2.0]))
        np.testing.assert_allclose(slope, [12.0, 12.0])  # the last is 3 + 1 + 2
        for function, kind, text in ((lambda v, *rest: v[1:], ct.ValueError, r"ct.pad: the function made shape \(4,\) of shape \(5,\)"),
                                     (lambda v, *rest: None, ct.TypeError, "ct.pad: <lambda> returned None; tensors do not change"), (lambda v: v, ct.TypeError, "argument"),
                                     (lambda v, *rest: {}["a"], KeyError, "a")):
            with self.assertRaisesRegex(kind, text):
                ct.pad(np.arange(3.0), 1, function)
        with self.assertRaisesRegex(ct.ValueError, "ct.pad: 'end_values' says nothing with mode 'a function'"):
            ct.pad(np.arange(3.0), 1, returned, end_values=1.0)
        with self.assertRaisesRegex(ct.ValueError, "ct.pad: found width -1, but expected at least 0"):
            ct.pad(np.arange(3.0), -1, returned)

    def test_sums_of_truth_values_at_places(self):
        x = ct.zeros(3, "bool").at[ct.array([0, 0, 2])].add(ct.array([True, True, False]))
        self.assertEqual(x.tolist(), [True, False, False])
        self.assertEqual(ct.left_shift(ct.array([True]), True).dtype, np.int8)

    def test_size_along_axes(self):
        x = ct.ones((2, 3, 4))
        self.assertEqual((ct.size(x), ct.size(x, 1), ct.size(x, (0, -1)), ct.size(x, ())), (24, 3, 8, 1))

    def test_limits(self):
        for dtype in "float16", "float32", "float64":
            ours, theirs = ct.finfo(dtype), np.finfo(dtype)
            for name in ours._fields:
                self.assertEqual(getattr(ours, name), getattr(theirs, name), name)
        own = ct.finfo(ct.bfloat16)
        self.assertEqual((own.nmant, own.nexp, own.maxexp, own.minexp, own.precision), (7, 8, 128, -126, 2))


if __name__ == "__main__":
    unittest.main()

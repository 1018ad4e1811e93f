#!/usr/bin/python3
"""What comes in from outside: integers of Python that a type does not hold are refused wherever they meet it, and bytes
of truth values are true unless they are 0."""

import pathlib
import tempfile
import unittest

import cotan as ct
import numpy as np

INTEGERS = "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()

# Where a number meets a type, as functions of the number, a vector of one element of that type, and the type.
MEETINGS = {
    "array": lambda n, x, dtype: ct.array(n, dtype),
    "list": lambda n, x, dtype: ct.array([n], dtype),
    "rows": lambda n, x, dtype: ct.array([[n, 1], [0, 1]], dtype),
    "full": lambda n, x, dtype: ct.full((2,), n, dtype),
    "full_like": lambda n, x, dtype: ct.full_like(x, n),
    "where": lambda n, x, dtype: ct.where(x == 1, x, n),
    "sum": lambda n, x, dtype: x * 0 + n,
    "reflected": lambda n, x, dtype: n + x * 0,
    "less": lambda n, x, dtype: x < n,
    "equal": lambda n, x, dtype: x == n,
    "set": lambda n, x, dtype: x.at[0].set(n),
    "set in a mask": lambda n, x, dtype: x.at[x == 1].set(n),
    "set at an index": lambda n, x, dtype: x.at[ct.array([0])].set(n),
    "add": lambda n, x, dtype: (x * 0).at[0].add(n),
    "maximum": lambda n, x, dtype: ct.maximum(x, n),
    "clip": lambda n, x, dtype: ct.clip(x, None, n),
    "pad": lambda n, x, dtype: ct.pad(x, 1, constant_values=n),
    "append": lambda n, x, dtype: ct.append(x, n),
    "stack": lambda n, x, dtype: ct.stack([x[0], n]),
    "select": lambda n, x, dtype: ct.select([x == 2], [x], n),
    "bitwise_and": lambda n, x, dtype: x & n,
}


class Integers(unittest.TestCase):
    def test_the_least_and_the_largest_are_held(self):
        for dtype in INTEGERS:
            limits, x = np.iinfo(dtype), ct.array([1], dtype)
            for name, meet in MEETINGS.items():
                for n in (int(limits.min), int(limits.max)):
                    if name == "rows" and n > 2**63:
                        continue
                    with self.subTest(name, dtype=dtype, number=n):
                        found = meet(n, x, dtype)
                        self.assertIn(found.dtype, (np.dtype(dtype), np.dtype(bool)))
                        if name in ("array", "list", "full", "full_like", "set", "sum", "add"):
                            self.assertEqual(int(ct.ravel(found)[0]), n)

    def test_others_are_refused(self):
        for dtype in INTEGERS:
            limits = np.iinfo(dtype)
            for name, meet in MEETINGS.items():
                for n in (int(limits.min) - 1, int(limits.max) + 1):
                    calls = [lambda: meet(n, ct.array([1], dtype), dtype)]
                    if name not in ("set in a mask", "array", "list", "rows"):
                        calls.append(lambda: ct.jit(lambda x: meet(n, x, dtype))(ct.array([1], dtype)))
                    for call in calls:
                        with self.subTest(name, dtype=dtype, number=n):
                            with self.assertRaisesRegex(ct.ValueError, r"borders_test\.py:\d+: .*" + str(n)):
                                call()

    def test_floats_without_an_integer_are_refused(self):
        for number in (np.nan, np.inf, 1e30, -1.0):
            with self.subTest(number), self.assertRaisesRegex(ct.ValueError, "does not fit in uint8"):
                ct.full((2,), float(number), "uint8")
        self.assertEqual(ct.full((1,), 255.9, "uint8").tolist(), [255])

    def test_arrays_are_converted_as_numpy_does(self):
        self.assertEqual(ct.array(np.array([300]), "uint8").tolist(), [44])


class TruthValues(unittest.TestCase):
    BYTES = np.array([0, 1, 2, 127, 128, 255] * 5, np.uint8)

    def check(self, x):
        expected = self.BYTES != 0
        np.testing.assert_array_equal(np.asarray(x), expected)
        for found, wanted in ((x.astype("int32"), expected.astype(np.int32)), (ct.sum(x), expected.sum()),
                              (ct.where(x, 1.0, 0.0), expected * 1.0), (~x, ~expected), (x == True, expected)):  # noqa: E712
            np.testing.assert_array_equal(np.asarray(found), wanted)

    def test_views_of_numpy(self):
        for x in (self.BYTES.view(bool), self.BYTES.view(bool)[::1].reshape(6, 5).reshape(30)):
            self.check(ct.array(x))
            self.check(ct.asarray(x))
            self.check(ct.jit(lambda x: x)(x))
        self.assertEqual(ct.array(self.BYTES[2:3].view(bool)).tolist(), [True])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.safetensors"
            ct.save(path, ct.array(self.BYTES != 0))
            content = path.read_bytes()
            path.write_bytes(content[:-len(self.BYTES)] + self.BYTES.tobytes())
            self.check(ct.load(path))

    def test_dlpack(self):
        try:
            import torch
        except ImportError:
            self.skipTest("PyTorch is not here, and NumPy gives no truth values to dlpack")
        truths = torch.from_numpy(self.BYTES).view(torch.bool)
        try:
            truths.__dlpack__()
        except RuntimeError as problem:
            self.skipTest(f"this PyTorch gives no truth values to dlpack: {problem}")
        self.check(ct.from_dlpack(truths))


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""What Python's own functions ask of tensors, their bytes, and NumPy's codes of element types."""

import operator
import unittest

import cotan as ct
import numpy as np

DTYPES = [np.dtype(name) for name in "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 "
          "complex64 complex128".split()]
# NumPy's names without a size, and what they are here, where floats have 32 bits.
CODES = ["?", "b", "h", "i", "l", "q", "B", "H", "I", "L", "Q", "e", "f", "d", "F", "D", "f4", "<f8", "=i2", "|u1", "c8", "b1",
         "half", "single", "double", "csingle", "cdouble", "byte", "ubyte", "short", "intc", "int_", "uint", "intp"]


def numbers(dtype, shape=(2, 16)):
    """Numbers whose bytes are all sorts."""
    count = int(np.prod(shape)) * dtype.itemsize
    if dtype == bool:
        return np.arange(count).reshape(shape) % 3 == 0
    octets = (np.arange(count, dtype=np.uint8) * 37 + 11) & 63  # no NaN, nothing huge
    return octets.view(dtype).reshape(shape)


def as_jitted(function):
    return ct.jit(function)


class Builtins(unittest.TestCase):
    def test_divmod(self):
        x, y = np.array([7, -7, 5]), np.array([2.5, 2.0, -3.0], np.float32)
        for one, other in ((x, 3), (x, y), (3, x), (7.5, y)):
            for run in (lambda f: f, as_jitted):
                is_tensor = [isinstance(given, np.ndarray) for given in (one, other)]
                tensors = [ct.array(given) if known else given for given, known in zip((one, other), is_tensor)]
                found = run(divmod)(*tensors) if all(is_tensor) else divmod(*tensors)
                for part, expected in zip(found, divmod(one, other), strict=True):
                    np.testing.assert_allclose(part, expected, rtol=1e-6)
        with self.assertRaisesRegex(TypeError, "divmod"):
            divmod(ct.array(x), "a")

    def test_round(self):
        x = np.array([[0.5, 1.5, -2.4], [1234.567, -0.05, 2.675]])
        for digits in (0, 1, 2, -2):
            np.testing.assert_allclose(round(ct.array(x), digits), np.round(x, digits))
        whole = round(ct.array(x))
        self.assertEqual(whole.dtype, np.int64)
        np.testing.assert_array_equal(whole, np.round(x))
        self.assertEqual(round(ct.array([3, 4], "int16")).dtype, np.int16)
        np.testing.assert_allclose(ct.jit(lambda x: round(x, 1))(x), np.round(x, 1))
        np.testing.assert_allclose(ct.grad(lambda x: (x * round(x, 0)).sum())(ct.array([1.2, 2.7])), [1, 3], rtol=1e-6)

    def test_contains(self):
        x = ct.array([[1.0, 2.0], [3.0, np.nan]])
        self.assertIn(2, x)
        self.assertIn(np.float32(3), x)
        self.assertIn(np.array([3.0, 2.0]), x)  # by broadcasting, as NumPy does
        self.assertNotIn(4, x)
        self.assertNotIn(np.nan, x)
        self.assertNotIn(1, ct.zeros((0,)))
        with self.assertRaisesRegex(ct.TypeError, "truth value"):
            ct.jit(lambda x: operator.contains(x, 1))(x)

    def test_bytes(self):
        for dtype in DTYPES:
            given = numbers(dtype)
            x = ct.array(given)
            with self.subTest(dtype=dtype):
                self.assertEqual((x.itemsize, x.nbytes), (given.itemsize, given.nbytes))
                self.assertEqual(x.tobytes(), given.tobytes())
                self.assertEqual(x.tobytes("F"), given.tobytes("F"))
                np.testing.assert_array_equal(x.byteswap().numpy().view("u1"), given.byteswap().view("u1"))
        for name in "bfloat16", "float8_e4m3", "float8_e5m2", "int4", "uint4":
            x = ct.array([1, 2, 3, 4]).astype(name)
            self.assertEqual(len(x.tobytes()), x.nbytes, name)
        self.assertEqual(ct.array([1.0, -2.0]).astype("bfloat16").tobytes(), b"\x80\x3f\x00\xc0")
        self.assertEqual(ct.zeros((0, 3)).nbytes, 0)
        self.assertEqual(ct.zeros((0, 3)).tobytes(), b"")
        with self.assertRaisesRegex(ct.ValueError, r"test\.py:\d+: x\.tobytes: found order 'B'"):
            x.tobytes("B")
        with self.assertRaisesRegex(ct.TypeError, "traced"):
            ct.jit(lambda x: x.tobytes())(ct.ones(3))

    def test_copies(self):
        x = ct.array([1 + 2j, 3j])
        np.testing.assert_array_equal(x.copy(), x.numpy())
        np.testing.assert_array_equal(x.conjugate(), x.numpy().conjugate())
        np.testing.assert_array_equal(ct.array([1.5]).conjugate(), [1.5])

    def test_views(self):
        for source in DTYPES:
            given = numbers(source)
            for dtype in DTYPES:
                if dtype == bool and source != bool:
                    continue  # bytes that are neither 0 nor 1
                expected = np.ascontiguousarray(given).view(dtype)
                for run in (lambda f: f, as_jitted):
                    with self.subTest(source=source, dtype=dtype, run=run):
                        found = run(lambda x, dtype=dtype: x.view(dtype))(ct.array(given)).numpy()
                        self.assertEqual((found.dtype, found.shape), (dtype, expected.shape))
                        self.assertEqual(found.tobytes(), expected.tobytes())

    def test_views_of_other_shapes(self):
        self.assertEqual(ct.zeros((0, 4), "int16").view("int64").shape, (0, 1))
        self.assertEqual(ct.array(1.0).view("int32").shape, ())
        self.assertEqual(ct.ones(3).view().shape, (3,))
        lanes = ct.vmap(lambda x: x.view("uint8"))(ct.array([[1, 2], [3, 4]], "int16"))
        np.testing.assert_array_equal(lanes, [[1, 0, 2, 0], [3, 0, 4, 0]])
        for refused, shape, dtype in (("no axis that could", (), "int64"), ("no whole number", (3,), "int64"),
                                       ("no whole number", (3,), "complex64")):
            with self.assertRaisesRegex(ct.ValueError, rf"tensor_builtins_test\.py:\d+: x\.view: .*{refused}"):
                ct.ones(shape).view(dtype)
        with self.assertRaisesRegex(ct.TypeError, "no element type 'float31'"):
            ct.ones(3).view("float31")

    def test_parts(self):
        """lax.bitcast_convert_type between widths: the parts have an axis of their own."""
        x = np.array([[1, 258], [65536, -1]], np.int32)
        parts = ct.lax.bitcast_convert_type(x, "uint8")
        np.testing.assert_array_equal(parts, x.view(np.uint8).reshape(2, 2, 4))
        np.testing.assert_array_equal(ct.lax.bitcast_convert_type(parts, "int32"), x)
        floats = ct.lax.bitcast_convert_type(ct.array(x.view(np.float32)), "int16")
        np.testing.assert_array_equal(ct.jit(lambda x: ct.lax.bitcast_convert_type(x, "float32"))(floats).numpy().view(np.int32), x)
        with self.assertRaisesRegex(ct.ValueError, "of 4 of uint8 each.*found uint8"):
            ct.lax.bitcast_convert_type(ct.zeros((2, 3), "uint8"), "float32")
        with self.assertRaisesRegex(ct.TypeError, "complex128.*no parts of numbers"):
            ct.lax.bitcast_convert_type(ct.ones(2, "complex128"), "float32")

    def test_truth_values(self):
        """Where they meet numbers they are such."""
        x = np.array([True, True, False])
        np.testing.assert_array_equal(ct.diff(ct.array(x), prepend=0.5), np.diff(x, prepend=0.5))
        np.testing.assert_array_equal(ct.diff(ct.array(x), 2, append=2), np.diff(x, 2, append=2))
        np.testing.assert_array_equal(ct.bincount(ct.array([1, 1, 4]), x), np.bincount([1, 1, 4], x))
        np.testing.assert_array_equal(ct.histogram(ct.array([1.0, 2, 3]), 2, weights=x)[0], [1, 1])

    def test_codes(self):
        for code in CODES:
            with self.subTest(code=code):
                self.assertEqual(ct.ones(1, code).dtype, np.dtype(code))
                self.assertEqual(ct.ones(1).astype(code).dtype, np.dtype(code))
        for code, dtype in (("float", np.float32), ("complex", np.complex64), ("int", np.int64), ("bool", np.bool_)):
            self.assertEqual(ct.ones(1, code).dtype, dtype)
        for code in ("g", "O", "S3", "M8[s]", "float31", "", "f3"):
            with self.subTest(code=code), self.assertRaisesRegex(ct.TypeError, "there is no element type"):
                ct.ones(1, code)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""Python's buffers of tensors: what reads memory takes them as it takes NumPy's arrays, without a copy."""

import ctypes
import gc
import hashlib
import io
import itertools
import pathlib
import tempfile
import threading
import unittest

import cotan as ct
import numpy as np

DTYPES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128").split()
WITHOUT = ("bfloat16 float8_e4m3 float8_e5m2 int4 uint4").split()
SHAPES = ((), (1,), (5,), (2, 3), (2, 1, 4), (0,), (3, 0, 2))


def numbers(shape, dtype):
    return (np.arange(np.prod(shape, dtype=int)).reshape(shape) % 3 + (1j if "complex" in dtype else 0)).astype(dtype)


class Buffers(unittest.TestCase):
    def test_are_as_those_of_arrays(self):
        for dtype, shape in itertools.product(DTYPES, SHAPES):
            with self.subTest(dtype=dtype, shape=shape):
                array = numbers(shape, dtype)
                view, expected = memoryview(ct.array(array)), memoryview(array)
                for what in "format itemsize ndim shape strides nbytes c_contiguous contiguous".split():
                    self.assertEqual(getattr(view, what), getattr(expected, what), what)
                self.assertEqual(view.f_contiguous, expected.f_contiguous)
                self.assertTrue(view.readonly)
                self.assertEqual(view.tobytes(), expected.tobytes())
                if "complex" not in dtype and dtype != "float16":  # which Python cannot take apart
                    self.assertEqual(view.tolist(), expected.tolist())

    def test_numbers_that_give_way(self):
        for number in 2.5, 3, True, 1 + 2j:
            x = ct.asarray(number)
            self.assertEqual(bytes(memoryview(x)), np.asarray(number, dtype=x.dtype).tobytes())

    def test_are_read_by_what_knows_no_tensors(self):
        x = ct.arange(6, dtype="float32").reshape(2, 3)
        held = np.arange(6, dtype="float32").reshape(2, 3)
        self.assertEqual(hashlib.md5(memoryview(x).cast("B")).digest(), hashlib.md5(held.tobytes()).digest())
        self.assertEqual(bytes(x), held.tobytes())
        self.assertEqual(bytearray(x), bytearray(held))
        self.assertEqual(hashlib.sha256(x).digest(), hashlib.sha256(held.tobytes()).digest())
        np.testing.assert_array_equal(np.frombuffer(x, "float32"), held.ravel())
        stream = io.BytesIO()
        self.assertEqual(stream.write(x), 24)
        self.assertEqual(stream.getvalue(), held.tobytes())
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "numbers")
            file.write_bytes(x)
            self.assertEqual(file.read_bytes(), held.tobytes())

    def test_share_the_memory(self):
        x = ct.arange(1000.0)
        array = np.asarray(x)
        self.assertTrue(np.shares_memory(array, memoryview(x)))
        self.assertFalse(array.flags.writeable)
        self.assertTrue(np.shares_memory(array, np.asarray(ct.asarray(array))))  # it cannot change, so nothing is copied
        with self.assertRaises(ValueError):
            array[0] = 1
        with self.assertRaises(TypeError):
            memoryview(x)[0] = 1.0

    def test_live_longer_than_the_tensor(self):
        x = ct.arange(1000.0)
        view, array = memoryview(x)[10:20], np.asarray(x)[5:7]
        del x
        gc.collect()
        others = [ct.zeros(1000) for _ in range(20)]
        self.assertEqual(view.tolist(), list(range(10, 20)))
        self.assertEqual(array.tolist(), [5, 6])
        self.assertEqual(len(others), 20)

    def test_cannot_be_written_to(self):
        x = ct.arange(4, dtype="uint8")
        for write in (ctypes.c_char * 4).from_buffer, lambda x: io.BytesIO(b"abcd").readinto(x):
            with self.assertRaises((BufferError, TypeError)):
                write(x)
        self.assertEqual(x.tolist(), [0, 1, 2, 3])

    def test_types_that_buffers_do_not_have(self):
        for dtype in WITHOUT:
            x = ct.array([1.0, 0.0]).astype(dtype)
            with self.assertRaisesRegex(BufferError, rf"{dtype}; convert the tensor first, x.astype"):
                memoryview(x)
            self.assertEqual(np.asarray(x).tolist(), [1, 0])

    def test_traced_tensors_have_none(self):
        for read in memoryview, bytes, hashlib.sha256:
            with self.assertRaisesRegex(BufferError, "a traced float32.2. has no elements yet"):
                ct.jit(lambda x, read=read: read(x))(ct.ones(2))
        with self.assertRaisesRegex(ct.TypeError, "nothing NumPy can compute with"):
            ct.jit(lambda x: np.asarray(x))(ct.ones(2))
        with self.assertRaises(ct.TypeError):
            memoryview(ct.Tensor.__new__(ct.Tensor))

    def test_threads(self):
        x, found = ct.arange(100.0), []
        threads = [threading.Thread(target=lambda: found.extend(bytes(x) for _ in range(200))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(found), 800)
        self.assertEqual(set(found), {np.arange(100, dtype="float32").tobytes()})


if __name__ == "__main__":
    unittest.main()

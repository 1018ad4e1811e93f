#!/usr/bin/python3
"""The class Tensor: conversions, shared memory, printing, pickling, and what it refuses."""

import copy
import gc
import operator
import pickle
import re
import threading
import unittest

import cotan as ct
import numpy as np
from expected import Case, measures

try:
    import torch
except ImportError:
    torch = None


class Unknown:
    """A class that knows tensors better than they know it."""

    def __radd__(self, other):
        return "added", other

    def __gt__(self, other):
        return "greater", other


class Conversion(Case):
    def test_numbers_and_lists(self):
        self.assertEqual(ct.array(1.5).dtype, np.float32)
        self.assertEqual(ct.array([1, 2]).dtype, np.int64)
        self.assertEqual(ct.array([[1.0], [2.0]]).dtype, np.float32)
        self.assertEqual(ct.array(True).dtype, np.bool_)
        self.assertEqual(ct.array([1, 2], float).dtype, np.float32)
        self.check(ct.array([0.1], ct.float64), [0.1], 0)
        self.check(ct.array([ct.array(1.0), 2.0]), [1.0, 2.0])

    def test_every_type(self):
        for name in "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split():
            x = np.array([0, 1, 1]).astype(name)
            self.check(ct.array(x), x)
            self.assertEqual(ct.array(x).numpy().dtype, x.dtype)
        self.check(ct.array([1.5], "bfloat16"), np.array([1.5], np.float32), dtype=False)

    def test_layouts_that_are_copied(self):
        x = np.arange(12.0).reshape(3, 4)
        for y in (x.T, x[::2], x[:, ::-1], x.astype(">f8"), np.frombuffer(b"\0" + x.tobytes(), np.uint8)[1:].view("f8")):
            self.check(ct.asarray(y), y, dtype=False)

    def test_numbers_keep_their_rank(self):
        for kind in (">f8", "<f8", ">i2"):
            self.check(ct.array(np.array(3, kind)), np.array(3, kind), dtype=False)
            self.assertEqual(ct.array(np.array(3, kind)).shape, ())

    def test_others_do_not_change_a_tensor(self):
        """Whatever an array is a view of, and whatever becomes an array."""
        x = np.zeros(37, np.float32)
        view, unaligned = x.view(), np.frombuffer(bytearray(33), np.float32, offset=1)
        view.flags.writeable = False
        text = bytearray(32)
        of_text = np.frombuffer(memoryview(text).toreadonly(), np.float32)
        makes = type("MakesAnArray", (), {"__array__": lambda self, dtype=None, copy=None: x})()
        swapped = np.zeros((3, 4), ">f4")
        def change():
            for array in (x, unaligned, swapped):
                array[...] = 7
            text[:] = b"1" * 32
        calls = [ct.array, ct.ravel, ct.transpose, ct.squeeze, lambda x: ct.reshape(x, (-1, 1)), lambda x: ct.flip(ct.flip(x)),
                 lambda x: x + ct.zeros(()), lambda x: ct.jit(lambda: ct.ravel(x))(), ct.jit(lambda x: x), ct.vmap(lambda x: x),
                 lambda x: ct.jvp(lambda x: x, (x,), (np.ones(np.shape(np.asarray(x)), np.float32),))[0],
                 lambda x: ct.tree.map(ct.ravel, {"x": x})["x"]]
        for given in (x, view, view[1:], unaligned, of_text, makes, swapped, np.broadcast_to(x, (1, 37))):
            for i, call in enumerate(calls):
                x[...] = unaligned[...] = swapped[...] = 0
                text[:] = bytes(32)
                with self.subTest(given=type(given), call=i):
                    made = call(given)
                    change()
                    self.assertFalse(np.any(made.numpy()))
        later = ct.jit(lambda y: y + makes + view)
        x[...] = 0
        later(np.zeros(37, np.float32))
        change()
        self.assertFalse(np.any(later(np.zeros(37, np.float32)).numpy()))

    def test_what_cannot_change_is_shared(self):
        for x in (ct.arange(8).numpy(), np.frombuffer(bytes(64), np.int64), ct.arange(8).numpy()[2:].reshape(2, 3)):
            self.assertTrue(np.shares_memory(ct.ravel(x).numpy(), x))

    def test_memory_is_shared(self):
        x = np.arange(100.0)
        self.assertTrue(np.shares_memory(ct.asarray(x).numpy(), x))
        self.assertFalse(np.shares_memory(ct.array(x).numpy(), x))
        y = ct.array(x)
        self.assertTrue(np.shares_memory(np.asarray(y), y.numpy()))
        self.assertFalse(y.numpy().flags.writeable)

    def test_memory_outlives_its_maker(self):
        x = ct.asarray(np.arange(1000.0))
        gc.collect()
        self.check(x, np.arange(1000.0))
        y = (x + 1).numpy()
        del x
        gc.collect()
        np.testing.assert_array_equal(y, np.arange(1000.0) + 1)

    @unittest.skipIf(torch is None, "python3-torch is not installed")
    def test_torch_shares_memory(self):
        x = torch.arange(6, dtype=torch.float32).reshape(2, 3)
        y = ct.from_dlpack(x)
        self.check(y, x.numpy())
        self.assertEqual(y.numpy().ctypes.data, x.data_ptr())
        z = torch.from_dlpack(ct.array([1.0, 2.0]) * 2)
        self.assertEqual(z.tolist(), [2.0, 4.0])
        nothing = ct.from_dlpack(torch.ones((0, 3)))  # whose memory is nowhere
        self.check(ct.sum(nothing * 2, axis=0), np.zeros(3), 0)
        self.check(ct.concatenate([nothing, nothing]), np.ones((0, 3)), 0)
        self.check(ct.from_dlpack(x.T), x.numpy().T, 0)  # a copy
        with self.refuses(ValueError, "row-major", "contiguous"):
            ct.from_dlpack(x.T, copy=False)
        with self.refuses(ValueError, "from_dlpack", "multiples of their size"):
            ct.from_dlpack(np.frombuffer(bytearray(33), np.float32, offset=1))

    def test_numpy_leaves_operators_to_tensors(self):
        x = np.ones(3, np.float32)
        self.assertIsInstance(x + ct.array(x), ct.Tensor)
        self.assertIsInstance(np.float32(2) * ct.array(x), ct.Tensor)

    def test_operators_ask_classes_they_do_not_know(self):
        x = ct.array(1.0)
        self.assertEqual(x + Unknown(), ("added", x))
        self.assertEqual(x < Unknown(), ("greater", x))
        for change in (lambda: x * Unknown(), lambda: Unknown() - x):
            with self.assertRaisesRegex(TypeError, "a Unknown|an Unknown"):
                change()
        self.assertFalse(x == "a")
        self.assertTrue(x != None)  # noqa: E711

    def test_operators_refuse_what_is_no_number(self):
        x = ct.array([1, 2])
        arithmetic = "+ - * / // % ** @ & | ^ << >>".split()
        for sign in (*arithmetic, *"< <= > >=".split()):
            apply = eval(f"lambda a, b: a {sign} b")
            for other in (None, "a", [1, 2], (), {}, ..., print, int):
                if sign != "%" or not isinstance(other, str):  # it formats
                    with self.subTest(sign=sign, other=other):
                        shown = sign.translate(str.maketrans("<>", "><")) if sign in ("<", "<=", ">", ">=") else sign
                        for call, named in ((lambda: apply(x, other), sign), (lambda: apply(other, x), shown)):
                            with self.refuses(ct.TypeError, f"'{re.escape(named)}' needs a tensor, a number or a NumPy array"):
                                call()
        with self.refuses(ct.TypeError, "takes no third argument"):
            pow(x, 2, 3)

    def test_operators_by_name(self):
        x = ct.array([3.0, 5.0])
        for name in "add sub mul truediv floordiv mod pow matmul".split():
            plain, other = getattr(operator, f"__{name}__"), x if name == "matmul" else 7.0
            with self.subTest(name):
                self.assertEqual(getattr(ct.Tensor, f"__{name}__")(x, other).tolist(), plain(x, other).tolist())
                self.assertEqual(getattr(x, f"__r{name}__")(other).tolist(), plain(other, x).tolist())
                self.assertEqual(getattr(operator, f"__i{name}__")(x, x).tolist(), plain(x, x).tolist())
        self.assertEqual(x.tolist(), [3.0, 5.0])

    def test_functions_of_numpy_that_call_methods(self):
        x = np.arange(6.0).reshape(2, 3)
        for function in (np.sum, np.prod, np.mean, np.max, np.min, np.std, np.argmax, np.all):
            self.check(function(ct.array(x), axis=0), function(x, axis=0), 1e-12)
        self.check(ct.jit(lambda x: np.sum(x))(x), np.sum(x))

    def test_python_numbers(self):
        self.assertEqual(float(ct.array(1.5)), 1.5)
        self.assertEqual(int(ct.array(7)), 7)
        self.assertEqual([10, 20, 30][ct.array(1)], 20)
        self.assertTrue(ct.array([True]))
        self.assertEqual(f"{ct.array(1.5):.3f}", "1.500")
        self.assertEqual(ct.array([[1, 2]]).tolist(), [[1, 2]])

    def test_sequence(self):
        x = ct.array([[1, 2], [3, 4]])
        self.assertEqual(len(x), 2)
        self.assertEqual([row.tolist() for row in x], [[1, 2], [3, 4]])

    def test_printing(self):
        x = np.array([[1.5, -2.0], [0.0, 1e9]], np.float32)
        self.assertEqual(str(ct.array(x)), str(x))
        self.assertEqual(repr(ct.array([1.0, 2.0])), "Tensor([1., 2.], dtype=float32)")
        self.assertEqual(repr(ct.array(2)), "Tensor(2, dtype=int64, weak_type=True)")

    def test_pickling_and_copying(self):
        x = ct.array([[1.5, 2.0]])
        self.check(pickle.loads(pickle.dumps(x)), x.numpy())
        self.check(copy.deepcopy(x), x.numpy())
        self.assertEqual(len({x: 1, copy.copy(x): 2}), 2)


    def test_damaged_pickles(self):
        for state in (("float32", (3,), b""), ("float32", (1 << 20,), b"1234"), ("float32", (-1,), b"1234"),
                      ("float64", (1 << 40, 1 << 40), b""), ("float32", (1,), b"12345"), ("float32", (1 << 62, 4), b"")):
            with self.refuses(ValueError, "pickled tensor", "bytes"):
                ct.Tensor.__new__(ct.Tensor).__setstate__(state)
        for state in ((), (1, 2, 3), ("float32", (1,), "1234"), ("float32", None, b""), ("float32", (0.5,), b"")):
            with self.refuses(TypeError, "a pickled tensor is"):
                ct.Tensor.__new__(ct.Tensor).__setstate__(state)
        with self.refuses(TypeError, "no element type 'float3'"):
            ct.Tensor.__new__(ct.Tensor).__setstate__(("float3", (1,), b"1234"))

    def test_objects_that_nobody_made(self):
        def classes(owner):
            for value in vars(owner).values():
                if isinstance(value, type) and not issubclass(value, BaseException):
                    yield value
                    yield from classes(value)

        found = set(classes(ct._cotan))
        self.assertLessEqual({"Tensor", "ShapeDtypeStruct", "_Program", "PyTreeDef", "_At"}, {each.__name__ for each in found})
        for each in found:
            empty, passed = each.__new__(each), 0
            for name in dir(each):
                if name in dir(object) and name not in ("__repr__", "__str__"):
                    continue
                for arguments in ((), (1,), (empty,)):
                    try:
                        attribute = getattr(empty, name)
                        attribute(*arguments) if callable(attribute) else None
                    except TypeError as problem:
                        passed += "holds nothing" in str(problem)
                    except AttributeError:
                        pass
            self.assertTrue(passed or each is ct._cotan._Program, each)
        with self.refuses(TypeError, "holds nothing"):
            ct._cotan._is_closed(ct._cotan._Program.__new__(ct._cotan._Program))


class Kinds(Case):
    def test_limits_of_element_types(self):
        self.assertEqual(ct.finfo("float32").eps, np.finfo(np.float32).eps)
        self.assertEqual(ct.finfo(ct.ones(1).dtype).max, np.finfo(np.float32).max)
        for limits, given in ((ct.finfo, "int32"), (ct.iinfo, "float32"), (ct.finfo, 3), (ct.iinfo, "no type")):
            with self.refuses(ct.ValueError, f"{limits.__name__}: 'dtype' must be an? (floating-point|integer) type"):
                limits(given)
        self.assertEqual(ct.iinfo(ct.int16).min, -2**15)
        b = ct.finfo(ct.zeros(1, "bfloat16").dtype)
        one, largest, tiny = (ct.array(x, dtype="bfloat16") for x in (1.0, b.max, b.smallest_subnormal))
        self.assertGreater(float(one + b.eps), 1)
        self.assertEqual(float(one + b.eps / 2), 1)
        self.assertTrue(np.isfinite(float(largest)) and np.isinf(float(largest * 2)))
        self.assertGreater(float(tiny), 0)

    def test_shapes(self):
        for x in (3.0, [[1, 2], [3, 4]], np.ones((2, 0, 3)), ct.ones(4)):
            self.assertEqual((ct.shape(x), ct.ndim(x), ct.size(x)), (np.shape(x), np.ndim(x), np.size(x)))
        self.assertEqual(ct.size(np.ones((2, 5)), -1), 5)
        seen = []
        ct.jit(lambda x: seen.append((ct.shape(x), ct.size(x))) or x)(np.ones((2, 3)))
        self.assertEqual(seen, [((2, 3), 6)])


class Running(Case):
    def test_threads(self):
        def work(n):
            for k in range(20):
                x = ct.array(np.arange(n + 1.0))
                results[n] &= bool(ct.sum(ct.sin(x) ** 2 + ct.cos(x) ** 2) - (n + 1) < 1e-9)

        results = [True] * 4
        threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all(results))

    @measures
    def test_no_leaks(self):
        x = ct.array(np.ones(1000))
        before = None
        for turn in range(30000):
            y = ct.tanh(x) + 1.0
            if turn == 5000:
                before = self.resident()
        self.assertLess(self.resident() - before, 5_000_000)
        self.assertEqual(y.shape, (1000,))

    def resident(self):
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096


class Errors(Case):
    def test_shapes_that_do_not_go_together(self):
        with self.refuses(ValueError, "tensor_test.py:", r"\(3,\) and \(2,\)", "neither is 1"):
            ct.array([1, 2, 3]) + ct.array([1, 2])
        with self.refuses(ValueError, "matmul", r"\(2, 3\) and \(2, 3\)", "transpose"):
            ct.ones((2, 3)) @ ct.ones((2, 3))
        with self.refuses(ValueError, "reshape", "6 elements", r"\(4,\)"):
            ct.ones((2, 3)).reshape(4)
        with self.refuses(ValueError, "concatenate", "axis 0"):
            ct.concatenate([ct.ones((2, 3)), ct.ones((2, 4))])
        with self.refuses(IndexError, "axis 2", "2 axes"):
            ct.sum(ct.ones((2, 3)), axis=2)
        with self.refuses(ValueError, "einsum", "sizes 3 and 2"):
            ct.einsum("ij,jk", ct.ones((2, 3)), ct.ones((2, 3)))

    def test_wrong_kinds(self):
        with self.refuses(TypeError, "list", r"ct.array\(...\)"):
            ct.sin([1.0])
        with self.refuses(TypeError, "no element type 'float31'"):
            ct.zeros(3, "float31")
        with self.refuses(TypeError, "bitwise_and|and", "integers", "float32"):
            ct.array([1.0]) & ct.array([1.0])
        with self.refuses(TypeError, "str", "cannot be a tensor"):
            ct.array("abc")
        with self.refuses(TypeError, "key", r"ct.random.key\(seed\)"):
            ct.random.normal(ct.array([1, 2]), (2,))
        with self.refuses(ValueError, "2 elements|one number", "ct.any"):
            bool(ct.array([1, 2]))

    def test_kinds_are_pythons_and_ours(self):
        self.assertTrue(issubclass(ct.ValueError, ValueError) and issubclass(ct.ValueError, ct.Error))
        self.assertTrue(issubclass(ct.Error, RuntimeError))


if __name__ == "__main__":
    unittest.main()

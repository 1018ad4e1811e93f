#!/usr/bin/python3
"""Names that NumPy's users look for: element types and their kinds, printing, devices, files and texts of numbers."""

import io
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest

import cotan as ct
import numpy as np
from expected import Case

SOURCES = pathlib.Path(__file__).resolve().parent.parent.parent
KINDS = ("generic", "number", "inexact", "floating", "complexfloating", "integer", "signedinteger", "unsignedinteger")
TYPES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128").split()
ANNOTATIONS = {"DotDimensionNumbers", "ConvGeneralDilatedDimensionNumbers", "Initializer", "PrecisionLike", "Schedule", "ScalarOrSchedule"}
OWN = {"bfloat16": "float16", "float8_e4m3": "float16", "float8_e5m2": "float16", "int4": "int8", "uint4": "uint8"}


class ElementTypes(Case):
    def test_kinds(self):
        for name in TYPES:
            for kind in KINDS:
                expected = np.issubdtype(name, getattr(np, kind))
                for given in (name, np.dtype(name), np.dtype(name).type, ct.zeros(1, name).dtype):
                    self.assertIs(ct.issubdtype(given, getattr(ct, kind)), expected)
            for other in TYPES:
                self.assertIs(ct.issubdtype(name, other), name == other)
                self.assertIs(ct.issubdtype(name, np.dtype(other)), name == other)
            self.assertFalse(ct.issubdtype(name, ct.bfloat16))
        for name, like in OWN.items():
            for given in (name, getattr(ct, name), ct.zeros(1, name).dtype):
                for kind in KINDS:
                    self.assertIs(ct.issubdtype(given, getattr(ct, kind)), np.issubdtype(like, getattr(np, kind)))
                for other in (*TYPES, *OWN):
                    self.assertIs(ct.issubdtype(given, other), name == other)
        for first in KINDS:
            for second in KINDS:
                self.assertIs(ct.issubdtype(getattr(ct, first), getattr(ct, second)),
                              np.issubdtype(getattr(np, first), getattr(np, second)))
        for given in (float, int, bool, complex):
            self.assertIs(ct.issubdtype(given, ct.inexact), np.issubdtype(given, np.inexact))
        for wrong in ("float31", None, 3.0, ct.ones(2)):
            for call in (lambda: ct.issubdtype(wrong, ct.number), lambda: ct.issubdtype("int8", wrong)):
                with self.assertRaisesRegex(ct.TypeError, r"numpy_names_test.py:\d+: ct.issubdtype: 'arg\d' must be an element type"):
                    call()

    def test_names(self):
        for name, meant in (("single", "float32"), ("double", "float64"), ("csingle", "complex64"), ("cdouble", "complex128"),
                            ("bool", "bool"), ("uint", "uint64")):
            self.assertIs(getattr(ct, name), np.dtype(meant).type)
        for name, number in (("int_", 1), ("float_", 1.0), ("complex_", 1j)):
            self.assertEqual(ct.array(number).dtype, getattr(ct, name))
        self.assertEqual(ct.euler_gamma, np.euler_gamma)
        for name in (*TYPES, *OWN):
            dtype = ct.dtype(name)
            self.assertIsInstance(dtype, ct.dtype)
            self.assertEqual(ct.zeros(1, dtype).dtype, dtype)
        self.assertEqual(ct.dtype(float), ct.zeros(1, float).dtype)
        self.assertNotIsInstance(np.float32, ct.dtype)
        with self.assertRaisesRegex(ct.TypeError, r"numpy_names_test.py:\d+: ct.dtype: 'dtype' must be an element type"):
            ct.dtype("text")

    def test_scalars(self):
        for x in (3, 3.0, 1j, True, "a", b"a", np.float32(1), np.int8(1), [1], (1,), None, {}, np.ones(1), np.ones((1, 1))):
            self.assertIs(ct.isscalar(x), np.isscalar(x))
            self.assertIs(ct.iterable(x), bool(np.iterable(x)))
        self.assertTrue(ct.isscalar(ct.array(1.0)) and ct.isscalar(np.array(1.0)) and not ct.isscalar(ct.ones(1)))
        self.assertTrue(ct.iterable(ct.ones(1)) and not ct.iterable(ct.array(1.0)))
        found = []
        ct.jit(lambda x: found.extend([ct.isscalar(x), ct.iterable(x), ct.isscalar(x[0])]) or x)(np.ones(2))
        self.assertEqual(found, [False, True, True])


class Package(unittest.TestCase):
    def test_version(self):
        stands = re.search(r"project\(Cotan VERSION ([\d.]+)", (SOURCES / "CMakeLists.txt").read_text(encoding="utf-8"))
        self.assertEqual(ct.__version__, stands[1])

    def test_only_what_is_for_users_is_listed(self):
        def check(module, seen):
            """Nothing of it comes from elsewhere, but for NumPy's types and types to annotate with; completion hides _names."""
            seen.append(module)
            for name in (name for name in dir(module) if name[0] != "_"):
                value = getattr(module, name)
                home = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None) or "cotan"
                is_ours = home.split(".")[0] == "cotan" or name in ANNOTATIONS or (module is ct and home == "numpy")
                self.assertTrue(is_ours, (module.__name__, name, home))
                if isinstance(value, types.ModuleType) and value not in seen:
                    check(value, seen)
            return seen

        self.assertGreater(len(check(ct, [])), 15)
        self.assertEqual([n for n in dir(ct) if n[0] == "_"], ["__doc__", "__version__"])
        for name in ("Any", "Callable", "annotations"):
            self.assertNotIn(name, dir(ct))
        self.assertGreaterEqual(set(dir(ct)), {"sin", "jit", "tree", "nn", "float32", "pi"})
        shown = subprocess.run([sys.executable, "-m", "pydoc", "cotan.tree"], capture_output=True, text=True, timeout=100)
        self.assertIn("leaves_with_path", shown.stdout)

    def test_devices(self):
        self.assertEqual(ct.devices(), ["cpu"])
        self.assertEqual(ct.ones(1).device, ct.devices()[0])
        self.assertEqual(ct.ones(1).devices(), {ct.devices()[0]})
        put = ct.device_put({"a": np.arange(3), "b": (1.0, None, "text")}, device=ct.devices("cpu")[0])
        self.assertIsInstance(put["a"], ct.Tensor)
        self.assertEqual((float(put["b"][0]), put["b"][1:]), (1.0, (None, "text")))
        back = ct.device_get(put)
        self.assertIs(type(back["a"]), np.ndarray)
        np.testing.assert_array_equal(back["a"], np.arange(3))
        self.assertEqual(float(ct.jit(lambda x: ct.device_put(x, donate=True, may_alias=False))(2.0)), 2.0)
        with self.assertRaisesRegex(ct.TypeError, r"numpy_names_test.py:\d+: ct.device_put: 'may_alias' must be True or False"):
            ct.device_put(1, may_alias="no")
        for call in (lambda: ct.devices("gpu"), lambda: ct.device_put(1, "gpu"), lambda: ct.device_put(1, np.ones(2))):
            with self.assertRaisesRegex(ct.TypeError, r"numpy_names_test.py:\d+: ct.device\w*: '\w+' must be 'cpu', the only device, but is"):
                call()
        with self.assertRaisesRegex(ct.TypeError, r"numpy_names_test.py:\d+: ct.device_get: found a tensor that has no value"):
            ct.jit(lambda x: ct.device_get(x))(1.0)

    def test_copy(self):
        given = np.arange(3.0)
        copied = ct.copy(given)
        given[0] = 9
        np.testing.assert_array_equal(copied, [0, 1, 2])
        self.assertEqual(float(ct.grad(lambda x: ct.copy(x, order="C") ** 2)(3.0)), 6.0)
        for wrong, text in ((("a",), "a str cannot be a tensor"), ((1.0, "X"), "'order' must be")):
            with self.assertRaisesRegex(ct.Error, rf"numpy_names_test.py:\d+: ct.copy: {text}"):
                ct.copy(*wrong)


class Printing(unittest.TestCase):
    def test_texts(self):
        for array in (np.array([1 / 3, 1e-9, 2.0]), np.arange(2000), np.array(1.5), np.zeros((0, 2)), np.eye(2) / 3,
                      np.array([1 + 2j / 3]), np.array([True, False])):
            for options in ({}, {"precision": 2}, {"suppress_small": True, "precision": 3}, {"max_line_width": 20}):
                self.assertEqual(ct.array_str(array, **options), np.array_str(array, **options))
        self.assertEqual(ct.array_repr(np.array([1 / 3, 0.5]), precision=3), "Tensor([0.333, 0.5  ], dtype=float64)")
        self.assertEqual(ct.array_repr(ct.arange(3)), repr(ct.arange(3)))
        self.assertEqual(ct.array_str(ct.array([1, 2], dtype="bfloat16")), "[1. 2.]")
        for show in (ct.array_str, ct.array_repr):
            with self.assertRaisesRegex(ct.TypeError, rf"numpy_names_test.py:\d+: ct.{show.__name__}: .*not known while the function"):
                ct.jit(show)(1.0)

    def test_options(self):
        x, before = ct.array([2 / 3, 1e-7]), ct.get_printoptions()
        self.assertEqual(before, np.get_printoptions())
        with ct.printoptions(precision=2, suppress=True) as inside:
            self.assertEqual((str(x), inside["precision"]), ("[0.67 0.  ]", 2))
        self.assertEqual(ct.get_printoptions(), before)
        ct.set_printoptions(threshold=3, edgeitems=1)
        try:
            self.assertEqual(str(ct.arange(9)), "[0 ... 8]")
        finally:
            ct.set_printoptions(**before)
        for call in (lambda: ct.set_printoptions(colour=1), lambda: ct.set_printoptions(precision="a"),
                     lambda: ct.set_printoptions(threshold=np.nan), lambda: ct.set_printoptions(linewidth=ct), lambda: ct.array_str(1, "a"),
                     lambda: ct.set_printoptions(edgeitems=-1), lambda: ct.set_printoptions(suppress="yes"), lambda: ct.printoptions(colour=1).__enter__(),
                     lambda: ct.printoptions(floatmode="x").__enter__()):
            with self.assertRaisesRegex(ct.Error, r"ct.(\w*printoptions|array_str): "):
                call()
        self.assertEqual(ct.get_printoptions(), before)


class NumbersOfBytesAndTexts(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "numbers"

    def test_bytes(self):
        for name in TYPES:
            array = np.array([0, 1, 1, 0], name)
            self.path.write_bytes(array.tobytes())
            for options in ({}, {"count": 2}, {"offset": array.itemsize}, {"count": 1, "offset": 2 * array.itemsize}):
                self.check(ct.frombuffer(array.tobytes(), name, **options), np.frombuffer(array.tobytes(), name, **options), 0)
                self.check(ct.fromfile(self.path, name, **options), np.fromfile(self.path, name, **options), 0)
        self.check(ct.frombuffer(memoryview(np.arange(3.0))), np.arange(3.0), 0)
        bits = np.array([0x3F80, 0x4000], np.uint16)  # 1 and 2 in bfloat16
        found = ct.frombuffer(bits, ct.bfloat16)
        self.assertEqual((found.dtype, found.tolist()), (ct.bfloat16, [1.0, 2.0]))
        self.assertEqual(ct.frombuffer(bytes([0x38, 0x40]), "float8_e4m3").tolist(), [1.0, 2.0])
        given = np.arange(3.0)
        found = ct.frombuffer(given)
        given[:] = 9
        self.check(found, np.arange(3.0), 0)

    def test_texts(self):
        self.check(ct.fromstring("0 2", bool, sep=" "), np.array([False, True]), 0)
        for text, sep in (("1 2 3", " "), ("1,2, 3", ","), ("4", ","), ("1;2;", ";"), ("", ","), ("1\n 2\t3", " ")):
            for dtype in (float, "int32", "float32"):
                expected = np.array([x for x in re.split(r"[;,\s]+", text) if x], dtype)
                self.check(ct.fromstring(text, dtype, sep=sep), expected, 0)
        self.check(ct.fromstring("1 2 3", "int64", 2, sep=" "), np.array([1, 2]), 0)
        self.assertEqual(ct.fromstring("1.5, 2", "bfloat16", sep=",").tolist(), [1.5, 2.0])
        self.path.write_text("1, 2, 3")
        self.check(ct.fromfile(self.path, "float32", sep=","), np.array([1, 2, 3], np.float32), 0)
        self.assertEqual(ct.fromfile(self.path, "bfloat16", sep=",").tolist(), [1.0, 2.0, 3.0])

    def test_iterators(self):
        for dtype in ("int32", "float32", "bool", "complex64"):
            self.check(ct.fromiter((i % 2 for i in range(5)), dtype), np.fromiter((i % 2 for i in range(5)), dtype), 0)
        self.check(ct.fromiter(iter([1, 2, 3]), float, 2), np.array([1.0, 2.0]), 0)
        self.assertEqual(ct.fromiter([1, 2], ct.bfloat16).tolist(), [1.0, 2.0])
        self.check(ct.fromiter([], int), np.zeros(0, int), 0)

    def test_mistakes(self):
        self.path.write_bytes(b"123")
        for call, text in (
                (lambda: ct.frombuffer("text"), "frombuffer: "), (lambda: ct.frombuffer(b"123"), "frombuffer: "),
                (lambda: ct.frombuffer(b"12345678", offset=9), "frombuffer: "), (lambda: ct.frombuffer(b"1", "int4"), "frombuffer: numbers of int4"),
                (lambda: ct.frombuffer(b"1", "text"), "frombuffer: 'dtype' must be an element type"),
                (lambda: ct.fromiter(3, int), "fromiter: "), (lambda: ct.fromiter(["a"], int), "fromiter: "),
                (lambda: ct.fromiter([1], int, 2), "fromiter: "),
                (lambda: ct.fromstring(b"1", sep=","), "fromstring: 'string' and 'sep' must be texts"),
                (lambda: ct.fromstring("1", sep=""), "fromstring: 'string' and 'sep' must be texts"),
                (lambda: ct.fromstring("1, a", sep=","), "fromstring: found '1, a', which is not numbers"),
                (lambda: ct.fromstring("1,,2", sep=","), "fromstring: found"), (lambda: ct.fromstring("1", int, 2, sep=","), "fromstring: found"),
                (lambda: ct.fromstring("300", "int8", sep=","), "fromstring: found"),
                (lambda: ct.fromfile(self.path, "text"), "fromfile: 'dtype'"), (lambda: ct.fromfile(3.5), "fromfile: ")):
            with self.assertRaisesRegex(ct.Error, rf"numpy_names_test.py:\d+: ct.{text}"):
                call()
        with self.assertRaises(FileNotFoundError):
            ct.fromfile(self.path.parent / "nowhere")


class FilesOfNumpy(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "tensors.npz"

    def test_written_and_read(self):
        arrays = {name: np.array([[0, 1]], name) for name in TYPES}
        ct.savez(self.path, np.arange(3), 2.5, **arrays, empty=ct.zeros((0, 2)))
        with np.load(self.path) as held:
            self.assertEqual(set(held.files), {"arr_0", "arr_1", *arrays, "empty"})
            for name, array in arrays.items():
                np.testing.assert_array_equal(held[name], array)
                self.assertEqual(held[name].dtype, array.dtype)
        back = ct.load(self.path)
        self.check(back["arr_0"], np.arange(3), 0)
        self.assertEqual(back["empty"].shape, (0, 2))
        for name, array in arrays.items():
            self.check(back[name], array, 0)
        ct.savez(str(self.path)[:-4], x=1)
        self.assertEqual(list(ct.load(self.path)), ["x"])

    def test_written_by_numpy(self):
        np.save(self.path.with_suffix(".npy"), np.eye(3, dtype=np.float32))
        self.check(ct.load(self.path.with_suffix(".npy")), np.eye(3, dtype=np.float32), 0)
        np.savez_compressed(self.path, a=np.ones(100))
        self.check(ct.load(self.path)["a"], np.ones(100), 0)
        np.savez(self.path)
        self.assertEqual(ct.load(self.path), {})

    def test_mistakes(self):
        with self.assertRaisesRegex(ct.TypeError, r"numpy_names_test.py:\d+: ct.savez: 'w' is of bfloat16, which NumPy does not have"):
            ct.savez(self.path, w=ct.ones(1, ct.bfloat16))
        with self.assertRaisesRegex(ct.ValueError, r"ct.savez: the name 'arr_0' is that of a tensor without one"):
            ct.savez(self.path, 1, arr_0=2)
        with self.assertRaisesRegex(ct.TypeError, r"ct.savez: 'x': a str cannot be a tensor"):
            ct.savez(self.path, x="text")
        self.assertFalse(self.path.exists())

    def test_broken_files(self):
        npy, npz = io.BytesIO(), io.BytesIO()
        np.save(npy, np.ones(3))
        np.savez(npz, a=np.ones(3))
        objects, texts = io.BytesIO(), io.BytesIO()
        np.save(objects, np.array([{}], object), allow_pickle=True)
        np.save(texts, np.array(["text"]))
        huge = npy.getvalue().replace(b"(3,)", b"(9999999999999,)")
        for content in (npy.getvalue()[:20], npy.getvalue()[:-1], npz.getvalue()[:-30], npz.getvalue()[:40], b"PK\x03\x04",
                        b"\x93NUMPY\x01\x00", objects.getvalue(), texts.getvalue(), huge):
            self.path.write_bytes(content)
            with self.assertRaisesRegex(ct.ValueError, r"numpy_names_test.py:\d+: ct.load: .* (cannot be read|is no safetensors)"):
                ct.load(self.path)


if __name__ == "__main__":
    unittest.main()

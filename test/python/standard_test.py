#!/usr/bin/python3
"""What the array API standard asks of a module and of tensors, beside what functions compute."""

import inspect
import itertools
import pickle
import unittest

import cotan as ct
import numpy as np

TYPES = list(ct.__array_namespace_info__().dtypes())


class ElementTypes(unittest.TestCase):
    def test_result_type_is_that_of_a_sum(self):
        x, y = ct.ones(2, "int8"), ct.ones((), "float32")
        for given, wanted in (((x, "int32"), "int32"), ((x, 1), "int8"), ((x, 1.0), "float32"), (("int8", 1), "int8"),
                              ((x, y), "float32"), (("uint8", "int8"), "int16"), ((1, 2.0), "float32"), ((x, 1j), "complex64"),
                              (("float64", 1j), "complex128"), ((ct.zeros((0, 3), "float64"), 1), "float64")):
            with self.subTest(given):
                self.assertEqual(ct.result_type(*given), wanted)
        for a, b in itertools.product(TYPES, TYPES):
            self.assertEqual(ct.result_type(a, b), ct.promote_types(a, b))
        for given in ((), ("float31",), (object(),)):
            with self.assertRaisesRegex(ct.TypeError, "standard_test.py:.*ct.result_type"):
                ct.result_type(*given)

    def test_casts_that_lose_nothing(self):
        for a, b in itertools.product(TYPES, TYPES):
            found = ct.can_cast(a, b)
            with self.subTest((a, b)):
                self.assertEqual(found, ct.promote_types(a, b) == b)
                if found and "float" not in b and "complex" not in b:
                    self.assertTrue(np.can_cast(a, b))
        self.assertTrue(ct.can_cast(ct.ones(2, "int8"), ct.float32))

    def test_kinds(self):
        kinds = {"bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu", "real floating": "f",
                 "complex floating": "c", "numeric": "iufc"}
        for name, (kind, letters) in itertools.product(TYPES, kinds.items()):
            self.assertEqual(ct.isdtype(name, kind), np.dtype(name).kind in letters, (name, kind))
        self.assertTrue(ct.isdtype(ct.bfloat16, "real floating"))
        self.assertTrue(ct.isdtype("int8", ("bool", "int8")))
        with self.assertRaisesRegex(ct.TypeError, "'kind'"):
            ct.isdtype("int8", "whole")

    def test_limits_are_numbers_of_pythons(self):
        for name in ("float16", "float32", "float64", "complex64", "complex128", ct.bfloat16):
            limits = ct.finfo(name)
            for field in ("eps", "max", "min", "smallest_normal", "tiny", "resolution"):
                self.assertIs(type(getattr(limits, field)), float)
        self.assertEqual((ct.ones(1, "float16") * ct.finfo("float16").max).dtype, "float16")


class Namespace(unittest.TestCase):
    def test_tensors_name_it(self):
        self.assertIs(ct.ones(1).__array_namespace__(), ct)
        self.assertIs(ct.ones(1).__array_namespace__(api_version="2024.12"), ct)
        self.assertEqual(ct.__array_api_version__, "2024.12")

    def test_what_there_is(self):
        info = ct.__array_namespace_info__()
        self.assertEqual(info.devices(), [info.default_device()])
        self.assertEqual(info.dtypes(kind="real floating").keys(), {"float32", "float64"})
        self.assertEqual(info.default_dtypes()["real floating"], ct.zeros(()).dtype)
        self.assertEqual(info.default_dtypes()["integral"], ct.arange(3).dtype)
        with self.assertRaisesRegex(ct.ValueError, "one device"):
            info.dtypes(device="gpu")

    def test_there_is_one_device(self):
        calls = {"full": (2, 1.0), "full_like": (ct.ones(2), 1), "linspace": (0, 1, 3), "fftfreq": (3,), "rfftfreq": (3,), "from_dlpack": (np.ones(2),),
                 "astype": (ct.ones(2), "int32")}
        named = [f for module in (ct, ct.fft) for f in vars(module).values()
                 if inspect.isroutine(f) and "device" in inspect.signature(f).parameters]
        self.assertGreater(len(named), 14)
        for f in named:
            given = calls.get(f.__name__, (ct.ones(2),) if f.__name__.endswith("_like") else (2,))
            with self.subTest(f.__name__):
                self.assertEqual(f(*given, device="cpu").device, "cpu")
                with self.assertRaisesRegex(ct.TypeError, "standard_test.py:.*'device' must be"):
                    f(*given, device="gpu")
        x = ct.ones(3)
        self.assertEqual(x.to_device("cpu").device, "cpu")
        ct.jit(lambda x: self.assertEqual(x.to_device("cpu").device, "cpu"))(x)

    def test_copies(self):
        x = ct.ones(3)
        for copy in (None, True, False):
            for found in (ct.asarray(x, copy=copy), ct.reshape(x, (3, 1), copy=copy), ct.astype(x, "float32", copy=copy or False),
                          x.astype("float32", copy=copy or False)):
                np.testing.assert_array_equal(np.ravel(found), x)


class Results(unittest.TestCase):
    def test_have_names(self):
        x = ct.array(np.array([[2.0, 1.0], [1.0, 3.0]]))
        for results, names in ((ct.linalg.eigh(x), "eigenvalues eigenvectors"), (ct.linalg.qr(x), "Q R"),
                               (ct.linalg.svd(x), "U S Vh"), (ct.linalg.slogdet(x), "sign logabsdet"),
                               (ct.unique_all(x), "values indices inverse_indices counts"),
                               (ct.unique_counts(x), "values counts"), (ct.unique_inverse(x), "values inverse_indices")):
            self.assertEqual(results._fields, tuple(names.split()))
            for name, result in zip(results._fields, results):
                self.assertIs(getattr(results, name), result)
            again = pickle.loads(pickle.dumps(results))
            self.assertIs(type(again), type(results))
            np.testing.assert_array_equal(again[-1].numpy(), results[-1].numpy())

    def test_with_names_go_through_transformations(self):
        x = np.array([[2.0, 1.0], [1.0, 3.0]])
        found = ct.jit(ct.linalg.eigh)(x)
        np.testing.assert_allclose(found.eigenvalues, np.linalg.eigvalsh(x))
        slope = ct.grad(lambda x: ct.linalg.slogdet(x).logabsdet)(x)
        np.testing.assert_allclose(slope, np.linalg.inv(x).T, rtol=1e-12)
        self.assertEqual(ct.vmap(ct.linalg.qr)(np.stack([x, x])).Q.shape, (2, 2, 2))


class Keywords(unittest.TestCase):
    X = np.array([[3.0, 1.0, 2.0], [1.0, 1.0, 5.0]])

    def test_corrections(self):
        for f, like in ((ct.var, np.var), (ct.std, np.std), (ct.nanvar, np.nanvar), (ct.nanstd, np.nanstd)):
            for axis, correction in itertools.product((None, 0, 1), (0, 1, 1.5)):
                if correction == 1.5 and axis == 0:
                    continue
                with self.subTest(f.__name__, axis=axis, correction=correction):
                    np.testing.assert_allclose(f(self.X, axis, correction=correction), like(self.X, axis, ddof=correction))
        with self.assertRaisesRegex(ct.ValueError, "correction"):
            ct.var(self.X, ddof=1, correction=1)

    def test_element_types_of_sums(self):
        x = np.arange(6, dtype="int8").reshape(2, 3)
        for f, like in ((ct.cumulative_sum, np.cumsum), (ct.cumulative_prod, np.cumprod), (ct.trace, np.trace),
                        (ct.linalg.trace, np.trace), (ct.cumsum, np.cumsum), (ct.cumprod, np.cumprod),
                        (ct.nancumsum, np.nancumsum), (ct.nancumprod, np.nancumprod)):
            axis = {} if "trace" in f.__name__ else {"axis": 0}
            for dtype in ("int32", "float64", "bool"):
                found, wanted = f(x, dtype=dtype, **axis), like(x, dtype=dtype, **axis)
                self.assertEqual(found.dtype, wanted.dtype)
                np.testing.assert_array_equal(found, wanted)

    def test_sorting_is_stable(self):
        x = np.array([2, 1, 2, 1, 2])
        for stable, descending in itertools.product((True, False), (True, False)):
            wanted = np.argsort(-x if descending else x, kind="stable")
            np.testing.assert_array_equal(ct.argsort(x, stable=stable, descending=descending), wanted)
            np.testing.assert_array_equal(ct.sort(x, stable=stable, descending=descending), x[wanted])

    def test_repeats_of_each(self):
        x, counts = np.arange(6).reshape(2, 3), np.array([2, 0, 1])
        for axis in (1, -1):
            np.testing.assert_array_equal(ct.repeat(x, counts, axis=axis), np.repeat(x, counts, axis=axis))
        np.testing.assert_array_equal(ct.repeat(x, ct.array([1, 0, 2, 0, 0, 3])), np.repeat(x, [1, 0, 2, 0, 0, 3]))
        np.testing.assert_array_equal(ct.repeat(x, ct.array(2), axis=0), np.repeat(x, 2, axis=0))
        slope = ct.grad(lambda x: ct.sum(ct.repeat(x, counts, axis=1) ** 2))(x.astype(float))
        np.testing.assert_allclose(slope, 2 * x * counts)
        for wrong, error in ((np.array([1, 2]), "repeats"), (np.array([1.0, 2, 3]), "repeats"), (np.array([1, -1, 2]), "repeats|negative")):
            with self.subTest(wrong), self.assertRaisesRegex((ct.TypeError, ct.ValueError), error):
                ct.repeat(x, wrong, axis=1)

    def test_rows_of_all_elements(self):
        x, y = np.arange(4).reshape(2, 2), np.arange(3.0)
        np.testing.assert_array_equal(ct.concatenate([x, y], axis=None), np.concatenate([x, y], axis=None))
        self.assertIs(type(ct.unstack(x)), tuple)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""Complex numbers: against NumPy, and against mpmath where NumPy is not exact itself."""

import functools
import itertools
import math
import time
import unittest
import warnings

import cotan as ct
import mpmath
import numpy as np

INF, NAN = math.inf, math.nan
UNARY = ["exp", "expm1", "exp2", "log", "log1p", "log2", "log10", "sqrt", "square", "reciprocal", "sin", "cos", "tan",
         "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "negative", "conj"]
EXACT = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh",
         "arctanh": "atanh", "exp2": lambda z: mpmath.power(2, z), "log2": lambda z: mpmath.log(z) / mpmath.log(2),
         "square": lambda z: z * z, "reciprocal": lambda z: 1 / z, "negative": lambda z: -z, "log1p": lambda z: mpmath.log(1 + z)}
MAGNITUDES = [1e-30, 1e-8, 1e-3, 0.1, 0.5, 0.9999999, 1.0, 1.0000001, 2.5, 10.0, 300.0, 1e8, 1e30]
# An argument that is multiplied first has an error of a rounding, and the angle of the result with it.
WITH_SIZE = {"exp2": lambda z: 1 + abs(z)}
POINTS = [complex(s * x, t * y) for x, y in itertools.product(MAGNITUDES, MAGNITUDES) for s, t in
          itertools.product((1, -1), (1, -1))]
ON_AXES = [complex(*z) for x in MAGNITUDES for z in ((x, 0.0), (-x, 0.0), (x, -0.0), (-x, -0.0), (0.0, x), (0.0, -x),
                                                     (-0.0, x), (-0.0, -x))]


def exact(name, z):
    function = EXACT.get(name, name)
    with mpmath.workdps(60):
        try:
            return complex((getattr(mpmath, function) if isinstance(function, str) else function)(mpmath.mpc(z)))
        except (OverflowError, ZeroDivisionError, ValueError):
            return None


def distance(found, wanted):
    """In units of the size of the number."""
    return abs(found - wanted) / max(abs(wanted), 1e-290)


class Functions(unittest.TestCase):
    def test_are_those_of_mpmath_in_the_whole_plane(self):
        z = np.array(POINTS)
        for name in UNARY:
            found = getattr(ct, name)(ct.array(z)).numpy()
            with self.subTest(name):
                for at, value in zip(z, found):
                    wanted = exact(name, complex(at))
                    if wanted is not None and 1e-290 < abs(wanted) < 1e290:
                        self.assertLess(distance(complex(value), wanted), 2e-15 * WITH_SIZE.get(name, lambda z: 1)(at), f"{name}({at}) = {value}, not {wanted}")

    def test_of_element_types(self):
        for x in (1.0, 1j, np.int8(3), np.complex64(2), [1, 2j], np.zeros((0, 2), complex), np.ones(2)):
            self.assertIs(ct.iscomplexobj(x), np.iscomplexobj(x))
            self.assertIs(ct.isrealobj(x), np.isrealobj(x))
        self.assertTrue(ct.jit(lambda x: ct.array(ct.iscomplexobj(x)))(1j))

    def test_order_and_closeness(self):
        parts = [-np.inf, -1.0, -0.0, 0.0, 1.0, 1.0000001, np.inf, np.nan]
        z = np.array([complex(a, b) for a in parts for b in parts])
        for dtype in ("complex64", "complex128"):
            x, y = z.astype(dtype)[:, None], z.astype(dtype)
            for name in ("less", "less_equal", "greater", "greater_equal", "maximum", "minimum"):
                for run in (getattr(ct, name), ct.jit(getattr(ct, name))):
                    with self.subTest(name, dtype=dtype), np.errstate(invalid="ignore"):
                        np.testing.assert_array_equal(run(x, y).numpy(), getattr(np, name)(x, y))
            with np.errstate(invalid="ignore"):  # np.isclose multiplies infinities by one, which gives NaN
                close = (x == y) | np.isfinite(x) & np.isfinite(y) & (np.abs(x - y) <= 1e-8 + 1e-5 * np.abs(y))
            np.testing.assert_array_equal(ct.isclose(x, y).numpy(), close)
            np.testing.assert_array_equal(ct.isclose(x, y, equal_nan=True).numpy(), close | np.isnan(x) & np.isnan(y))
            np.testing.assert_array_equal(ct.clip(y, -1, 1 + 1j).numpy(), np.clip(y, -1, 1 + 1j))
        self.assertEqual((ct.array([1 + 1j, 2j]) < 1).tolist(), [False, True])
        self.assertFalse(ct.allclose(ct.array([1j]), ct.array([1.1j])))

    def test_sort(self):
        random = np.random.default_rng(6)
        z = random.integers(-2, 3, (4, 9)) + 1j * random.integers(-2, 3, (4, 9))
        for x in (z, z.astype(np.complex64), z.real, z.real.astype(np.float32), z[:, :0]):
            found = ct.sort_complex(x)
            np.testing.assert_array_equal(found.numpy(), np.sort_complex(x))
            self.assertEqual(found.dtype, np.complex64 if x.itemsize == 4 or x.dtype == np.complex64 else np.complex128)
        np.testing.assert_array_equal(ct.jit(ct.vmap(ct.sort_complex))(z).numpy(), np.sort_complex(z))
        self.assertEqual(ct.sort_complex(np.array([3, 1])).dtype, np.complex64)
        np.testing.assert_array_equal(ct.grad(lambda x: ct.sum(ct.real(ct.sort_complex(x)) * np.arange(3.0)))(np.array([5.0, 1.0, 3.0])).numpy(),
                                      [2, 0, 1])

    def test_have_the_branch_cuts_of_numpy(self):
        z = np.array(ON_AXES)
        with np.errstate(all="ignore"):
            for name in set(UNARY) - {"log1p"}: # NumPy's is log(1 + z)
                with self.subTest(name):
                    found, wanted = getattr(ct, name)(ct.array(z)).numpy(), getattr(np, name)(z)
                    finite = np.isfinite(wanted) & (np.abs(wanted) < 1e290)
                    np.testing.assert_allclose(found[finite], wanted[finite], rtol=3e-15, atol=1e-290)

    def test_compiled_they_are_what_they_are(self):
        z = ct.array(np.array(POINTS[::7]))
        for name in UNARY:
            with self.subTest(name):
                f = getattr(ct, name)
                np.testing.assert_allclose(ct.jit(f)(z).numpy(), f(z).numpy(), rtol=1e-15)


class Sampled(unittest.TestCase):
    """Functions of samples and coefficients, which NumPy has of complex numbers too."""

    def test_are_those_of_numpy(self):
        random = np.random.default_rng(8)
        z, w = (random.normal(size=(3, 5)) + 1j * random.normal(size=(3, 5)) for _ in range(2))
        t, at = np.array([0.0, 1.0, 1.5, 2.5, 4.0]), np.array([-1.0, 0.0, 0.3, 1.5, 3.9, 9.0])
        path = np.cumsum(w[0])
        for dtype, tolerance in (("complex64", 2e-5), ("complex128", 1e-12)):
            x, y = z.astype(dtype), w.astype(dtype)
            t, at = t.astype(x.real.dtype), at.astype(x.real.dtype)
            for name, found, wanted in (
                    ("polyval", lambda c: ct.polyval(c[0], y), np.polyval(x[0], y)),
                    ("polyval at a number", lambda c: ct.polyval(c[0], 2.0), np.polyval(x[0], 2.0)),
                    ("real polyval", lambda c: ct.polyval(ct.array([1.0, 2.0, 3.0]), c), np.polyval([1.0, 2.0, 3.0], x)),
                    ("sinc", lambda c: ct.sinc(c), np.sinc(x)), ("sinc near 0", lambda c: ct.sinc(c * 0.01), np.sinc(x * 0.01)),
                    ("gradient", lambda c: ct.gradient(c, axis=1), np.gradient(x, axis=1)),
                    ("gradient at", lambda c: ct.gradient(c, t, axis=1), np.gradient(x, t, axis=1)),
                    ("trapezoid", lambda c: ct.trapezoid(c), np.trapz(x)),
                    ("along a path", lambda c: ct.trapezoid(c, path.astype(dtype)), np.trapz(x, path)),
                    ("interp", lambda c: ct.interp(at, t, c[0]), np.interp(at, t, x[0])),
                    ("interp beyond", lambda c: ct.interp(at, t, c[0], left=1j, right=2.0),
                     np.interp(at, t, x[0], left=1j, right=2.0)),
                    ("periodic interp", lambda c: ct.interp(at, t, c[0], period=5.0),
                     np.interp(at, t, x[0], period=5.0))):
                for run in (found, ct.jit(found)):
                    with self.subTest(name, dtype=dtype):
                        result = run(x).numpy()
                        self.assertEqual(result.dtype, dtype)
                        np.testing.assert_allclose(result, wanted, rtol=tolerance, atol=tolerance)
        self.assertEqual(complex(ct.sinc(ct.array(0j))), 1)

    def test_have_derivatives(self):
        for f in (ct.sinc, lambda z: ct.polyval(z, 0.5), lambda z: ct.polyval(ct.array([1j, 2.0]), z),
                  lambda z: ct.trapezoid(z, z**2), lambda z: ct.gradient(z)[0] * z[2],
                  lambda z: ct.interp(0.25, ct.arange(3.0), z)):
            z, step = np.array([0.3 - 0.2j, 1.5 + 0.5j, -1j]), 1e-6
            total = lambda z: ct.sum(f(z))
            found = ct.grad(total, holomorphic=True)(z).numpy()
            for i in range(3):
                moved = [complex(total(z + step * s * np.eye(3)[i])) for s in (1, -1)]
                self.assertAlmostEqual(found[i], (moved[0] - moved[1]) / (2 * step), delta=1e-8)


class Arithmetic(unittest.TestCase):
    def test_is_that_of_numpy(self):
        random = np.random.default_rng(0)
        x, y = (random.normal(size=50) + 1j * random.normal(size=50) for _ in range(2))
        for dtype in ("complex64", "complex128"):
            a, b = x.astype(dtype), y.astype(dtype)
            s, t = ct.array(a), ct.array(b)
            tolerance = 1e-5 if dtype == "complex64" else 1e-13
            for found, wanted in ((s + t, a + b), (s - t, a - b), (s * t, a * b), (s / t, a / b), (s**t, a**b), (s**3, a**3),
                                  (s**-2, a**-2), (s == s, a == a), (s != t, a != b), (abs(s), np.abs(a)),
                                  (ct.angle(s), np.angle(a)), (s.real, a.real), (s.imag, a.imag), (ct.sign(s), a / np.abs(a)),
                                  (ct.sum(s), np.sum(a)), (ct.mean(s), np.mean(a)), (ct.cumsum(s), np.cumsum(a)),
                                  (ct.dot(s, t), np.dot(a, b)), (ct.outer(s, t), np.outer(a, b)),
                                  (ct.where(s.real > 0, s, t), np.where(a.real > 0, a, b)), (ct.flip(s), np.flip(a)),
                                  (ct.concatenate([s, t]), np.concatenate([a, b])), (s[3:10:2], a[3:10:2]),
                                  (ct.reshape(s, (5, 10)).T, a.reshape(5, 10).T)):
                self.assertEqual(found.numpy().dtype, wanted.dtype)
                np.testing.assert_allclose(found.numpy(), wanted, rtol=tolerance, atol=tolerance)

    def test_long_formulas_of_many_numbers_are_compiled_in_proportion(self):
        """Code of twenty products in a row was five times that of nineteen."""
        z = np.exp(1j * np.arange(64.0))
        polynomial = ct.jit(lambda z: functools.reduce(lambda y, c: y * z + c, [1.0 / (k + 1) for k in range(21)]))
        before = time.process_time()
        found = polynomial(z).numpy()
        self.assertLess(time.process_time() - before, 10.0)  # 0.03 on a quiet machine
        np.testing.assert_allclose(found, np.polyval([1.0 / (k + 1) for k in range(21)], z), rtol=1e-13)

    def test_round_rounds_both_parts(self):
        z = np.array([1.2345 - 0.5678j, -2.5 + 3.5j])
        for decimals in (0, 2, -1):
            np.testing.assert_allclose(ct.round(z, decimals).numpy(), np.round(z, decimals), atol=1e-15)
        self.assertEqual(ct.round(z.astype("F")).dtype, np.complex64)

    def test_of_large_and_small_numbers_does_not_overflow_on_the_way(self):
        for z, w, quotient in ((1e300 + 1e300j, 1e300 - 1e300j, 1j), (1e-300 + 2e-300j, 1e-300 + 2e-300j, 1)):
            self.assertEqual(complex(ct.array(np.complex128(z)) / ct.array(np.complex128(w))), quotient)
        self.assertTrue(np.isinf(complex(ct.array(1 + 1j) / 0)))

    def test_functions_of_parts_take_real_numbers_too(self):
        for x in (np.array([-1.5, 0.0, 2.0], np.float32), np.array([1, -2]), np.array([True, False]), np.zeros((0, 2))):
            for name in "real", "imag", "conj", "conjugate", "angle", "isreal", "iscomplex":
                found, wanted = getattr(ct, name)(ct.array(x)).numpy(), getattr(np, name)(x)
                with self.subTest(name, dtype=x.dtype):
                    np.testing.assert_allclose(found, wanted, rtol=1e-6)
                    if x.dtype.kind == "f":
                        self.assertEqual(found.dtype, wanted.dtype)
        self.assertEqual(ct.complex(1, 2.5).dtype, np.complex64)
        np.testing.assert_array_equal(ct.complex(ct.ones(2, "float64"), 2).numpy(), [1 + 2j, 1 + 2j])
        with self.assertRaisesRegex(ct.TypeError, "takes no complex numbers"):
            ct.complex(1j, 2.0)

    def test_types_meet_as_in_jax(self):
        for x, y, wanted in (("float32", "complex64", "complex64"), ("float64", "complex64", "complex128"),
                             ("int64", "complex64", "complex64"), ("float16", "complex64", "complex64"),
                             ("bool", "complex128", "complex128")):
            self.assertEqual(ct.promote_types(x, y), np.dtype(wanted))
        self.assertEqual((ct.ones(2) * 1j).dtype, np.complex64)
        self.assertEqual((ct.ones(2, "float64") * 0.1j).dtype, np.complex128)
        self.assertEqual(complex((ct.ones(1, "complex128") * 0.1j)[0]), 0.1j)
        self.assertEqual(ct.array([1j]).dtype, np.complex64)
        self.assertEqual(ct.array(np.array([1j])).dtype, np.complex128)


class Reductions(unittest.TestCase):
    X = np.random.default_rng(3).normal(size=(3, 4, 2)) + 1j * np.random.default_rng(4).normal(size=(3, 4, 2))

    def test_are_those_of_numpy(self):
        missing = self.X.copy()
        missing[0, 1], missing[2, :, 0] = complex(NAN, 1), complex(2, NAN)
        mask = self.X.real > -1
        for name, x in itertools.product(("sum", "prod", "mean", "var", "std"), (self.X, missing, self.X[:, :0])):
            for axis, keepdims in itertools.product((None, 0, -1, (0, 2), (2, 1), ()), (False, True)):
                for prefix, options in itertools.product(("", "nan"), ({}, {"where": mask[:, :x.shape[1]]}, {"ddof": 1})):
                    if "ddof" in options and name not in ("var", "std") or prefix and axis == ():
                        continue
                    with self.subTest(prefix + name, axis=axis, keepdims=keepdims, options=options), np.errstate(all="ignore"), \
                            warnings.catch_warnings(action="ignore"):
                        wanted = getattr(np, prefix + name)(x, axis, keepdims=keepdims, **options)
                        found = getattr(ct, prefix + name)(ct.array(x), axis, keepdims=keepdims, **options)
                        self.assertEqual(found.dtype, wanted.dtype)
                        np.testing.assert_allclose(found, wanted, rtol=1e-12)
        self.assertEqual(ct.prod(ct.array([1j, 1j])), -1)
        self.assertEqual(ct.var(ct.ones(3, "complex64")).dtype, np.float32)
        self.assertEqual(ct.prod(ct.ones(3), dtype="complex128").dtype, np.complex128)

    def test_weighed_and_together(self):
        x, weights = self.X[:, :, 0], np.array([1.0, 3.0, 0.5, 2.0])
        for found, wanted in ((ct.average(x, 1), np.average(x, 1)), (ct.average(x, 1, weights), np.average(x, 1, weights)),
                              (ct.average(x, 1, weights * 1j), np.average(x, 1, weights * 1j)), (ct.cov(x), np.cov(x)),
                              (ct.cov(x, x[::-1].conj(), bias=True), np.cov(x, x[::-1].conj(), bias=True)),
                              (ct.cov(x, aweights=weights), np.cov(x, aweights=weights)), (ct.corrcoef(x), np.corrcoef(x))):
            self.assertEqual(found.dtype, wanted.dtype)
            np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-14)

    def test_run_along_an_axis(self):
        for name, axis in itertools.product(("cumsum", "cumprod", "nancumsum", "nancumprod"), (None, 0, 1, -1)):
            with self.subTest(name, axis=axis):
                np.testing.assert_allclose(getattr(ct, name)(self.X, axis), getattr(np, name)(self.X, axis), rtol=1e-12)

    def test_of_open_sizes(self):
        f = ct.jit(lambda x: (ct.prod(x, 0), ct.prod(x), ct.cumprod(x, 0), ct.var(x, 0)), dynamic_axes={"x": 0})
        for n in (0, 1, 3):
            with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
                for found, wanted in zip(f(self.X[:n]), (np.prod(self.X[:n], 0), np.prod(self.X[:n]), np.cumprod(self.X[:n], 0), np.var(self.X[:n], 0))):
                    np.testing.assert_allclose(found, wanted, rtol=1e-12)

    def test_have_derivatives_where_numbers_are_zero(self):
        for zeros in ([], [1], [1, 2], [0, 1, 2]):
            x = self.X[:, 0, 0].copy()
            x[zeros] = 0
            slope = ct.grad(ct.prod, holomorphic=True)(x)
            np.testing.assert_allclose(slope, [np.prod(np.delete(x, i)) for i in range(3)], rtol=1e-12, atol=1e-15)
            twice = ct.jacfwd(lambda x: ct.real(ct.grad(ct.prod, holomorphic=True)(ct.complex(x, 0.0))))(x.real)
            np.testing.assert_allclose(twice, [[0 if i == j else x.real[3 - i - j] for j in range(3)] for i in range(3)], atol=1e-15)


class Derivatives(unittest.TestCase):
    def slopes(self, f, z):
        """Of a real function, along both axes, by differences."""
        h = 1e-6
        value = lambda w: float(f(ct.array(np.complex128(w))))
        return (value(z + h) - value(z - h)) / (2 * h), (value(z + 1j * h) - value(z - 1j * h)) / (2 * h)

    def test_of_real_functions_have_the_convention_of_jax(self):
        for f in (ct.abs, lambda z: z.real**3 - z.imag * z.real, lambda z: ct.abs(ct.sin(z) * ct.conj(z)),
                  lambda z: ct.angle(z) ** 2, lambda z: ct.real(ct.log(z) / z) + ct.imag(z**2.5)):
            for z in (0.7 + 0.4j, -1.3 + 0.8j, 0.2 - 2j):
                along, across = self.slopes(f, z)
                for run in (ct.grad(f), ct.jit(ct.grad(f))):
                    self.assertAlmostEqual(complex(run(ct.array(np.complex128(z)))), along - 1j * across, places=7)

    def test_of_holomorphic_functions_are_complex_derivatives_of_any_order(self):
        z = ct.array(np.complex128(0.4 + 0.3j))
        slope = lambda f: ct.grad(f, holomorphic=True)
        self.assertAlmostEqual(complex(slope(ct.sin)(z)), complex(ct.cos(z)), places=14)
        self.assertAlmostEqual(complex(slope(slope(slope(ct.sin)))(z)), -complex(ct.cos(z)), places=13)
        self.assertAlmostEqual(complex(slope(lambda z: z**5)(z)), 5 * complex(z) ** 4, places=14)
        for name in UNARY[:-1]:
            with self.subTest(name):
                f, h = getattr(ct, name), 1e-6
                wanted = (complex(f(z + h)) - complex(f(z - h))) / (2 * h)
                self.assertAlmostEqual(complex(slope(f)(z)), wanted, places=8)
                value, tangent = ct.jvp(f, (z,), (ct.array(np.complex128(1j)),))
                self.assertAlmostEqual(complex(tangent), 1j * wanted, places=8)

    def test_go_through_loops_lanes_and_checkpoints(self):
        def steps(z, n):
            for i in range(n):
                z = z * z + 0.1 * ct.exp(1j * z)
            return ct.abs(z)

        z = np.array([0.3 + 0.2j, -0.1 + 0.4j, 0.2j])
        n = ct.array(4)
        alone = [complex(ct.grad(lambda z: steps(z, 4))(ct.array(w))) for w in z]
        for run in (ct.jit(ct.grad(steps)), ct.jit(ct.grad(ct.checkpoint(steps)))):
            for w, wanted in zip(z, alone):
                self.assertAlmostEqual(complex(run(ct.array(w), n)), wanted, places=12)
        np.testing.assert_allclose(ct.jit(ct.vmap(ct.grad(steps), in_axes=(0, None)))(ct.array(z), n).numpy(), alone, rtol=1e-12)

    def test_mistakes_are_told(self):
        for error, call in (("real number", lambda: ct.grad(ct.sin)(1j)),
                            ("must be complex", lambda: ct.grad(ct.sin, holomorphic=True)(1.0)),
                            ("must return a complex", lambda: ct.grad(ct.abs, holomorphic=True)(1j)),
                            ("takes no complex numbers", lambda: ct.erf(1j)),
                            ("takes no complex numbers", lambda: ct.quantile(ct.array([1j, 2j]), 0.5)),
                            ("real part", lambda: ct.array([1j]).astype("float32")),
                            ("takes no complex numbers", lambda: ct.floor(ct.array([1j])))):
            with self.subTest(error), self.assertRaisesRegex(ct.TypeError, error):
                call()


class Interchange(unittest.TestCase):
    def test_numpy_and_python(self):
        for dtype in ("complex64", "complex128"):
            z = (np.arange(6) + 1j * np.arange(6)[::-1]).astype(dtype).reshape(2, 3)
            x = ct.array(z)
            np.testing.assert_array_equal(x.numpy(), z)
            self.assertEqual(x.tolist(), z.tolist())
            np.testing.assert_array_equal(np.from_dlpack(x), z)
            np.testing.assert_array_equal(ct.from_dlpack(z).numpy(), z)
            self.assertEqual(repr(x).replace("Tensor", "array").replace(", dtype=complex128", "").replace("\n ", "\n").split(),
                             repr(z).split() if dtype == "complex64" else repr(z).split())
        self.assertEqual(ct.array(2 + 1j).item(), 2 + 1j)
        self.assertEqual(complex(ct.array(2.5)), 2.5)
        with self.assertRaises(TypeError):
            float(ct.array(1j))


class Order(unittest.TestCase):
    """By the real part, then by the imaginary one, and NaN last, as in NumPy."""

    def arrays(self):
        random = np.random.default_rng(0)
        special = np.array([complex(x, y) for x in (NAN, INF, -INF, 0.0, -0.0, 1.0, -2.0) for y in (NAN, INF, -INF, 0.0, 2.0, -1.0)])
        for dtype in ("complex64", "complex128"):
            for x in (special, random.permutation(np.tile(special, 20)), special[:0], special[3:4], np.zeros(300),
                      random.integers(-3, 4, 5000) + 1j * random.integers(-3, 4, 5000),
                      random.normal(size=(7, 30, 4)) + 1j * random.integers(-1, 2, (7, 30, 4))):
                yield x.astype(dtype)

    def test_sort_and_argsort(self):
        for x in self.arrays():
            for axis in range(-1, x.ndim):
                wanted = np.argsort(x, axis, kind="stable")
                for run in (lambda f: f, ct.jit):
                    with self.subTest(shape=x.shape, dtype=x.dtype, axis=axis):
                        np.testing.assert_array_equal(run(lambda x: ct.argsort(x, axis))(x), wanted)
                        np.testing.assert_array_equal(run(lambda x: ct.sort(x, axis))(x), np.take_along_axis(x, wanted, axis))
                down = ct.argsort(x, axis, descending=True).numpy()
                backward = np.take_along_axis(x, down, axis)
                np.testing.assert_array_equal(np.flip(ct.sort(x, axis), axis), backward)

    def test_unique(self):
        for x in self.arrays():
            wanted = np.unique(x, return_index=True, return_inverse=True, return_counts=True)
            for found, expected in zip(ct.unique(x, return_index=True, return_inverse=True, return_counts=True), wanted):
                np.testing.assert_array_equal(found.numpy().ravel(), expected.ravel())
        for found, expected in zip(ct.unique_all(np.array([2j, 1, NAN, 2j, NAN])), ([2j, 1, NAN, NAN], [0, 1, 2, 4], [0, 1, 2, 0, 3], [2, 1, 1, 1])):
            np.testing.assert_array_equal(found, expected)

    def assert_same(self, name, ours, theirs, *x, **options):
        with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            wanted = np.asarray(theirs(*x, **options))
        isCompiled = name in self.COMPILED and x[0].dtype == complex
        for run in (lambda f: f, ct.jit) if isCompiled else (lambda f: f,):
            with self.subTest(name, shapes=[each.shape for each in x], dtype=x[0].dtype, **options):
                found = run(lambda *x: ours(*x, **options))(*x).numpy()
                self.assertEqual(found.dtype, wanted.dtype)
                np.testing.assert_array_equal(found.real, wanted.real)
                np.testing.assert_array_equal(found.imag, wanted.imag)

    COMPILED = ("max", "argmin", "cummax", "maximum", "searchsorted")

    def test_extremes(self):
        ALONG = {"max": np.max, "min": np.min, "argmax": np.argmax, "argmin": np.argmin, "ptp": np.ptp,
                 "cummax": np.maximum.accumulate, "cummin": np.minimum.accumulate}
        random = np.random.default_rng(1)
        for x in self.arrays():
            if x.size == 0:
                continue
            for axis, (name, theirs) in itertools.product(range(x.ndim), ALONG.items()):
                self.assert_same(name, getattr(ct, name), theirs, x, axis=axis)
            for name in "maximum", "minimum", "fmax", "fmin":
                self.assert_same(name, getattr(ct, name), getattr(np, name), x, random.permutation(x))
            numbers = np.where(np.isfinite(x), x, 1)
            self.assert_same("median", ct.median, lambda x: np.median(x).astype(x.dtype), numbers)
            missing = np.where(np.arange(x.size) % 3 == 1, NAN, numbers.ravel()).reshape(x.shape)[..., :-1]
            for name in "nanmax", "nanmin", "nanargmax", "nanargmin":
                if missing.size:
                    self.assert_same(name, getattr(ct, name), getattr(np, name), missing.ravel())
        several = np.stack(list(x.reshape(4, -1)[:, :7] for x in self.arrays() if x.ndim == 3 or x.size == 840))
        self.assert_same("max", ct.max, np.max, several, axis=(0, 2))
        self.assertEqual(complex(ct.max(several[:, :0], axis=None, initial=2j)), 2j)

    def test_places_and_sets(self):
        random = np.random.default_rng(2)
        for x in self.arrays():
            row, other = x.ravel()[:400], random.permutation(x.ravel())[:90]
            for side in "left", "right":
                self.assert_same("searchsorted", ct.searchsorted, np.searchsorted, np.sort(row), other, side=side)
            for name in "isin", "intersect1d", "setdiff1d", "setxor1d", "union1d":
                self.assert_same(name, getattr(ct, name), getattr(np, name), row[:30], other)
            self.assert_same("lexsort", lambda x, y: ct.lexsort((x, y)), lambda x, y: np.lexsort((x, y)), row, row[::-1].real)

    def test_derivative_of_extremes(self):
        z = np.array([1 + 2j, 1 + 2j, 0, 3j, 1 - 1j])
        ofSum = lambda f: ct.grad(lambda z: ct.real(ct.sum(f(z) * np.arange(1, 6))))(z).numpy()
        np.testing.assert_array_equal(ofSum(ct.max), [7.5, 7.5, 0, 0, 0])
        np.testing.assert_array_equal(ofSum(ct.min), [0, 0, 15, 0, 0])
        np.testing.assert_array_equal(ofSum(lambda z: ct.maximum(z, 1 + 2j)), [0.5, 1, 0, 0, 0])
        np.testing.assert_array_equal(ofSum(ct.cummin), [3, 0, 12, 0, 0])
        slope = lambda s: complex(ct.max(ct.exp(s * z)))
        second = ct.grad(ct.grad(lambda s: ct.real(ct.max(ct.exp(s * z)))))(np.float64(0.3))
        self.assertAlmostEqual(float(second), ((1 - 1j) ** 2 * slope(np.float64(0.3))).real, places=12)

    def test_derivative(self):
        x = np.array([2 + 1j, 1 - 1j, 2 - 3j])
        np.testing.assert_array_equal(ct.grad(lambda x: ct.real(ct.sum(ct.sort(x) * np.array([1, 10j, 100]))))(x), [100, 1, 10j])


if __name__ == "__main__":
    unittest.main()

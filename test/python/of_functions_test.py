#!/usr/bin/python3
"""Functions of functions as NumPy has them: piecewise, fromfunction, apply_over_axes, frompyfunc; and einsum_path."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

FLOATS = ("float16", "float32", "float64", "bfloat16")


class Piecewise(Case):
    def compare(self, x, conditions, pieces, *args, **keywords):
        expected = np.piecewise(x, conditions, pieces, *args, **keywords)
        for call in (ct.piecewise, ct.jit(lambda x, c: ct.piecewise(x, c, pieces, *args, **keywords))):
            found = call(x, conditions, pieces, *args, **keywords) if call is ct.piecewise else call(x, conditions)
            self.assertEqual((found.shape, found.dtype), (expected.shape, expected.dtype))
            np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-6)

    def test_as_numpy(self):
        x = np.linspace(-2, 3, 11)
        grid = x[:10].reshape(2, 5)
        self.compare(x, [x < 0, x >= 1], [lambda x: -x, lambda x: x * x])
        self.compare(x, [x < 0, x >= 1], [-1.0, lambda x: x + 1, 7.0])
        self.compare(x, [x < 2, x < 0, x < -1], [1, 2, 3, 4])
        self.compare(x, x < 0, [5.0, lambda x: 2 * x])
        self.compare(x, [x < 0], [5.0])
        self.compare(x, list(x < 0), [5.0, 6.0])
        self.compare(grid, [grid < 0, grid > 1], [lambda x: x - 1, 2, lambda x: x])
        self.compare(np.arange(-3, 4), [np.arange(-3, 4) < 0], [1.7, lambda x: x + 0.6])
        self.compare(np.float64(3), [True], [lambda x: x * 2])
        self.compare(np.float64(3), [False, True], [1, 2, 3])
        self.compare(x[:0], [x[:0] < 0], [lambda x: x + 1, 2.0])
        self.compare(x, [x < 0], [lambda x, a, b: a * x + b, lambda x, a, b: b], 2.0, b=3.0)
        self.compare(x, np.stack([x < 0, x > 1]), [1, 2, 3])

    def test_element_types(self):
        for dtype in (*FLOATS, "int8", "int64", "uint16", "complex64"):
            x = ct.array([0, 1, 2, 3], dtype=dtype)
            found = ct.piecewise(x, [np.array([True, False, False, False]), np.array([False, True, False, False])],
                                 [5, lambda x: x + 7, lambda x: x * 2])
            self.assertEqual(found.dtype, x.dtype)
            np.testing.assert_array_equal(np.array(found.astype("complex64")), [5, 8, 4, 6])

    def test_slopes_are_those_of_the_chosen_function(self):
        x = np.array([-4.0, -1.0, 0.25, 4.0])
        root = lambda x: ct.sum(ct.piecewise(x, [x > 0], [ct.sqrt, lambda x: 3 * x * x]))  # noqa: E731
        for gradient in (ct.grad(root), ct.jit(ct.grad(root))):
            self.check(gradient(x), np.array([-24.0, -6.0, 1.0, 0.25]), 1e-6)
        self.check(ct.vmap(ct.grad(root))(x[:, None])[:, 0], np.array([-24.0, -6.0, 1.0, 0.25]), 1e-6)
        second = ct.grad(lambda x: ct.sum(ct.grad(root)(x)))(x)
        self.check(second, np.array([6, 6, -0.25 * 0.25**-1.5, -0.25 * 4.0**-1.5]), 1e-6)
        value, slope = ct.jvp(lambda x: ct.piecewise(x, [x < 0], [0.0, ct.log]), (x,), (np.ones(4),))
        self.check(value, np.array([0, 0, np.log(0.25), np.log(4)]), 1e-6)
        self.check(slope, np.array([0, 0, 4.0, 0.25]), 1e-6)
        nan = ct.piecewise(np.array([np.nan, 1.0]), [np.array([True, False])], [lambda x: x, 2.0])
        np.testing.assert_array_equal(nan, [np.nan, 2.0])

    def test_mistakes(self):
        x = np.ones(3)
        for call, kind, text in (
                (lambda: ct.piecewise(x, [x > 0], [1, 2, 3]), ct.ValueError, "1 conditions and 3 functions"),
                (lambda: ct.piecewise(x, [x > 0, x > 1], [1]), ct.ValueError, "2 conditions and 1 functions"),
                (lambda: ct.piecewise(x, [x > 0], ct.sin), ct.TypeError, "'funclist' must be a list of functions and numbers"),
                (lambda: ct.piecewise(x, [np.ones(2, bool)], [1]), ct.ValueError, r"a condition is bool\[2\], which does not fit float64\[3\]"),
                (lambda: ct.piecewise(x, [x > 0], [np.ones(3)]), ct.ValueError, r"'funclist' has float64\[3\], but for each element"),
                (lambda: ct.piecewise(x, [x > 0], [lambda x: ct.ones(2)]), ct.ValueError, r"<lambda> returned float32\[2\], but for each"),
                (lambda: ct.piecewise(np.ones((3, 3)), [x > 0], [1]), ct.ValueError, r"a condition is bool\[3\], which does not fit float64\[3,3\]"),
                (lambda: ct.piecewise("a", [True], [1]), ct.TypeError, "a str cannot be a tensor"),
                (lambda: ct.piecewise(x, [x > 0], ["a"]), ct.TypeError, "a str cannot be a tensor")):
            with self.assertRaisesRegex(kind, rf"of_functions_test.py:\d+: ct.piecewise: .*{text}"):
                call()


class OfIndices(Case):
    def test_fromfunction(self):
        for function, shape in ((lambda i, j: i + 10 * j, (2, 3)), (lambda i: i * i, (4,)), (lambda i, j: i * j, (0, 3)),
                                (lambda i, j, k: i - j * k, (2, 2, 2))):
            for dtype in (int, np.int32, np.float32, np.float64):
                self.check(ct.fromfunction(function, shape, dtype=dtype), np.fromfunction(function, shape, dtype=dtype), 0)
        self.assertEqual(ct.fromfunction(lambda i: i, (2,)).dtype, np.float32)
        self.check(ct.fromfunction(lambda i, j: 3 if i > j else 4, (2, 2), dtype=int), np.array([[4, 4], [3, 4]]), 0)
        self.check(ct.fromfunction(lambda i, a, b: a * i + b, (3,), dtype=int, a=2, b=1), np.array([1, 3, 5]), 0)
        self.check(ct.grad(lambda a: ct.sum(ct.fromfunction(lambda i, j: a * i * j, (3, 3))))(2.0), np.float32(9), 0)
        self.check(ct.jit(lambda a: ct.fromfunction(lambda i: a * i, (3,)))(2.0), np.array([0, 2, 4], np.float32), 0)
        for call, kind, text in (
                (lambda: ct.fromfunction(3, (2,)), ct.TypeError, "'function' must be a function"),
                (lambda: ct.fromfunction(lambda i: i, "a"), ct.TypeError, "'shape' must be an integer or a tuple"),
                (lambda: ct.fromfunction(lambda i: i, (-1,)), ct.ValueError, ".*sizes are not negative")):
            with self.assertRaisesRegex(kind, rf"of_functions_test.py:\d+: ct.fromfunction: {text}"):
                call()

    def test_apply_over_axes(self):
        x = np.arange(24.0).reshape(2, 3, 4)
        for axes in (0, (0, 2), (-1, 0), [1], (0, 1, 2), ()):
            self.check(ct.apply_over_axes(ct.sum, x, axes), np.apply_over_axes(np.sum, x, axes), 1e-6)
            self.check(ct.apply_over_axes(lambda a, axis: ct.cumsum(a, axis=axis), x, axes),
                       np.apply_over_axes(lambda a, axis: np.cumsum(a, axis), x, axes), 1e-6)
        self.check(ct.jit(lambda x: ct.apply_over_axes(ct.max, x, (0, 2)))(x), np.apply_over_axes(np.max, x, (0, 2)), 0)
        for call, kind, text in (
                (lambda: ct.apply_over_axes(ct.sum, x, 3), ct.ValueError, "axis 3 is out of range"),
                (lambda: ct.apply_over_axes(ct.sum, x, 0.5), ct.TypeError, "'axes' must be an integer"),
                (lambda: ct.apply_over_axes(lambda a, i: 1.0, x, 0), ct.ValueError, "must leave out one axis at most")):
            with self.assertRaisesRegex(kind, rf"of_functions_test.py:\d+: ct.apply_over_axes: .*{text}"):
                call()

    def test_einsum_path(self):
        shapes = [(2, 9), (9, 9), (9, 2)]
        arrays = [np.ones(shape) for shape in shapes]
        for optimize in ("greedy", "optimal", False, True):
            path, text = ct.einsum_path("ij,jk,kl->il", *arrays, optimize=optimize)
            self.assertEqual((path, text), np.einsum_path("ij,jk,kl->il", *arrays, optimize=optimize))
        found = []
        ct.jit(lambda *xs: found.append(ct.einsum_path("ij,jk,kl->il", *xs)[0]) or xs[0])(*arrays)
        self.assertEqual(found[0], np.einsum_path("ij,jk,kl->il", *arrays)[0])
        for wrong in (("ij,jk", np.ones(3)), ("ij,jk->ik", np.ones((2, 3)), np.ones((4, 5))), (3, np.ones(2))):
            with self.assertRaisesRegex(ct.Error, r"of_functions_test.py:\d+: ct.einsum_path: "):
                ct.einsum_path(*wrong)


PAIRS = ((lambda a, b: a + b, 0), (lambda a, b: a * b, 1), (lambda a, b: 2 * a - b, None), (lambda a, b: a if a < b else b, None))


class Ufuncs(Case):
    """Compared with NumPy's of Python's numbers."""

    def same(self, found, expected):
        np.testing.assert_array_equal(np.asarray(found), np.asarray(expected).astype(found.dtype))
        self.assertEqual(found.shape, np.shape(expected))

    def each(self):
        for function, identity in PAIRS:
            keywords = {} if identity is None else {"identity": identity}
            yield ct.frompyfunc(function, 2, 1, identity=identity), np.frompyfunc(function, 2, 1, **keywords)

    def test_called(self):
        x, y = np.arange(6).reshape(2, 3), np.array([3, 1, 4])
        for mine, theirs in self.each():
            self.same(mine(x, y), theirs(x, y))
            self.same(ct.jit(mine)(x, 3), theirs(x, 3))
            self.same(mine.outer(y, x), theirs.outer(y, x))
            self.same(mine.outer(2, 3), theirs.outer(2, 3))
        both = ct.frompyfunc(lambda a: (a + 1, a * 2.0), 1, 2)
        self.same(both(y)[0], y + 1)
        self.same(both(y)[1], y * 2)
        self.assertEqual((both.nin, both.nout, both.nargs, repr(both)), (1, 2, 3, "<ufunc '<lambda>'>"))
        self.assertEqual(len({ct.frompyfunc(max, 2, 1), ct.frompyfunc(max, 2, 1), ct.frompyfunc(max, 2, 1, identity=0), both}), 3)
        with self.assertRaisesRegex(AttributeError, "'nin' of a ufunc does not change"):
            both.nin = 2

    def test_combined(self):
        x = np.array([[3, 1, 4, 1], [5, 9, 2, 6], [5, 3, 5, 8]])
        for mine, theirs in self.each():
            for axis in (0, 1, -1):
                self.same(mine.reduce(x, axis), theirs.reduce(x, axis))
                self.same(mine.reduce(x, axis, keepdims=True), theirs.reduce(x, axis, keepdims=True))
                self.same(mine.accumulate(x, axis), theirs.accumulate(x, axis))
                for places in ([0, 2], [1, 0, 2, 2], [0]):
                    self.same(mine.reduceat(x, places, axis), theirs.reduceat(x, places, axis))
            self.same(mine.reduce(x, 0, initial=7), theirs.reduce(x, 0, initial=7))
            self.same(mine.reduce(x[:0], 0, initial=7), theirs.reduce(x[:0], 0, initial=7))
            self.same(mine.reduce(x, 1, initial=7, where=x > 2), theirs.reduce(x, 1, initial=7, where=x > 2))
            self.same(mine.accumulate(x[:0], 0), x[:0])
            self.same(mine.reduce(x, None), theirs.reduce(x.reshape(-1)))
            self.same(mine.reduce(x[:1], (0, 1)), theirs.reduce(x[0]))
            self.same(ct.jit(lambda x: mine.reduce(x, 1))(x), theirs.reduce(x, 1))
            self.same(ct.vmap(mine.reduce)(x), theirs.reduce(x, 1))
        add = ct.frompyfunc(lambda a, b: a + b, 2, 1, identity=0)
        self.same(add.reduce(x[:0]), np.zeros(4, int))
        self.assertEqual(add.reduce(x, dtype="float64").dtype, np.float64)
        self.assertEqual(ct.frompyfunc(lambda a, b: a / b, 2, 1).reduce(np.array([8, 2, 2])).dtype, np.float32)
        product = ct.frompyfunc(lambda a, b: a * b, 2, 1)
        self.check(ct.grad(product.reduce)(np.array([2.0, 3.0, 5.0])), np.array([15.0, 10.0, 6.0]), 1e-6)

    def test_open_sizes(self):
        x = np.array([3.0, 1.0, 4.0])
        add, of_any = ct.frompyfunc(lambda a, b: a + b, 2, 1), lambda f: ct.jit(f, dynamic_axes={"x": 0})
        for function, expected in ((lambda x: add.reduce(x), np.float64(8)), (lambda x: add.accumulate(x), np.cumsum(x)),
                                   (lambda x: add.at(x, [0, 0], 1.0), [5.0, 1.0, 4.0]), (lambda x: add.outer(x, x), np.add.outer(x, x)),
                                   (lambda x: add.reduceat(x, [0, 2]), [4.0, 4.0]), (lambda x: ct.r_[x, 1.0, x], np.r_[x, 1.0, x]),
                                   (lambda x: ct.c_[x, x], np.c_[x, x]), (lambda x: ct.apply_over_axes(ct.sum, x, 0), [8.0]),
                                   (lambda x: ct.piecewise(x, [x > 2], [lambda x: -x]), [-3.0, 0.0, -4.0])):
            self.check(of_any(function)(x), np.asarray(expected), 1e-6)

    def test_at(self):
        x, places = np.arange(4), np.array([0, 2, 0, 3])
        for mine, theirs in self.each():
            for index, b in ((places, 3), (places, np.array([5, 6, 7, 8])), (np.s_[1:3], 2), (np.int64(2), 9)):
                expected = x.astype(object)
                theirs.at(expected, index, b)
                self.same(mine.at(x, index, b), expected)
        grid = np.arange(6).reshape(2, 3).astype(object)
        np.add.at(grid, (np.array([0, 0]), np.array([1, 1])), 1)
        self.same(ct.frompyfunc(lambda a, b: a + b, 2, 1).at(np.arange(6).reshape(2, 3), ([0, 0], [1, 1]), 1), grid)
        self.same(ct.frompyfunc(lambda a: -a - 1, 1, 1).at(x, [0, 0, 2]), [0, 1, -3, 3])

    def test_mistakes(self):
        add, both = ct.frompyfunc(lambda a, b: a + b, 2, 1), ct.frompyfunc(lambda a: (a, a), 1, 2)
        for call, kind, text in (
                (lambda: ct.frompyfunc(3, 2, 1), ct.TypeError, "frompyfunc: 'func' must be a function"),
                (lambda: ct.frompyfunc(max, 0, 1), ct.TypeError, "'nin' must be an integer above 0"),
                (lambda: ct.frompyfunc(max, 2, 1.5), ct.TypeError, "'nout' must be an integer above 0"),
                (lambda: add(1), ct.TypeError, "takes 2 arguments, but 1 were given"),
                (lambda: both.reduce([1]), ct.ValueError, "reduce: is for functions of two numbers"),
                (lambda: both.at([1], 0), ct.ValueError, "at: is for functions of two numbers"),
                (lambda: add.at([1], 0), ct.TypeError, "'b' must be given"),
                (lambda: add.reduce([1], 1), ct.ValueError, "reduce: axis 1 is out of range"),
                (lambda: add.reduce(3), ct.ValueError, "reduce: axis 0 is out of range"),
                (lambda: add.reduce([]), ct.ValueError, "reduce: there is nothing to combine"),
                (lambda: add.reduce([1], where=[True]), ct.ValueError, "with 'where', 'initial' must be given"),
                (lambda: add.accumulate([1], "a"), ct.TypeError, "'axis' must be an integer"),
                (lambda: add.reduceat([1], 0), ct.TypeError, "'indices' must be a vector of integers"),
                (lambda: add.reduceat([1], [0.5]), ct.TypeError, "'indices' must be a vector of integers"),
                (lambda: add.outer("a", 1), ct.TypeError, "outer: a str cannot be a tensor")):
            with self.assertRaisesRegex(kind, rf"of_functions_test.py:\d+: .*{text}"):
                call()


if __name__ == "__main__":
    unittest.main()

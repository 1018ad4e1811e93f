#!/usr/bin/python3
"""ct.lax: values as NumPy's, compiled, in lanes and differentiated; element types; what is refused."""

import unittest

import cotan as ct
import numpy as np
from lax_numbers import BINARY, rows

lax = ct.lax


def check(actual, expected, where, digits=10):
    actual, where = np.asarray(actual), str(where)
    np.testing.assert_equal(actual.dtype, np.asarray(expected).dtype, where)
    np.testing.assert_equal(actual.shape, np.shape(expected), where)
    if actual.dtype.kind in "biu":
        np.testing.assert_array_equal(actual, expected, where)
    np.testing.assert_allclose(actual, expected, 10.0**-digits, 10.0**-digits, err_msg=where)


def slopes(function, args, place, weights, step=1e-6):
    """Of the weighted sum of the results, by each element of an argument, by differences."""
    found = np.zeros_like(args[place])
    for at in np.ndindex(found.shape):
        ends = []
        for way in (step, -step):
            moved = args[place].copy()
            moved[at] += way
            ends.append(np.sum(weights * function(*args[:place], moved, *args[place + 1:])))
        found[at] = (ends[0] - ends[1]) / (2 * step)
    return found


class Values(unittest.TestCase):
    def each(self):
        self.assertGreater(len(found := list(rows())), 120)
        return found

    def test_as_numpys(self):
        for name, ours, numpys, args, _ in self.each():
            check(ours(*args), numpys(*args), name)

    def test_compiled(self):
        for name, ours, numpys, args, _ in self.each():
            check(ct.jit(ours)(*args), numpys(*args), name)

    def test_in_lanes(self):
        for name, ours, numpys, args, _ in self.each():
            if not args:
                continue
            lanes = [np.stack([a, a[::-1] if np.ndim(a) and a.dtype.kind == "f" else a]) for a in args]
            expected = np.stack([numpys(*(lane[i] for lane in lanes)) for i in (0, 1)])
            check(ct.vmap(ours)(*lanes), expected, name)

    def test_gradients(self):
        for name, ours, numpys, args, has_gradient in self.each():
            if not has_gradient:
                continue
            weights = np.cos(np.arange(np.size(numpys(*args)))).reshape(np.shape(numpys(*args)))
            for place, arg in enumerate(args):
                if np.asarray(arg).dtype.kind == "f":
                    found = ct.grad(lambda *args: ct.sum(ours(*args) * weights), argnums=place)(*args)
                    check(found, slopes(numpys, args, place, weights), f"{name}, argument {place}", 5)

    def test_empty(self):
        none = np.zeros((0, 3))
        for f, expected in ((lambda x: lax.reduce_sum(x, (0,)), np.zeros(3)), (lambda x: lax.reduce_max(x, (0,)), np.full(3, -np.inf)),
                            (lambda x: lax.reduce_prod(x, (0,)), np.ones(3)), (lambda x: lax.add(x, 1.0), none),
                            (lambda x: lax.reduce(x, 2.0, lambda a, b: a + b, (0,)), np.full(3, 2.0)),
                            (lambda x: lax.reduce(x, 2.0, lax.max, (1,)), np.zeros(0)), (lambda x: lax.sort(x, 0), none),
                            (lambda x: lax.cumsum(x), none), (lambda x: lax.pad(x, 5.0, [(1, 1, 2), (0, 0, 0)]), np.full((2, 3), 5.0)),
                            (lambda x: lax.rev(x, (0,)), none), (lambda x: lax.concatenate([x, x], 0), none),
                            (lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 2)), np.zeros((0, 2)))):
            check(f(none), expected, f)
            check(ct.jit(f)(none), expected, f)


    def test_sizes_that_are_known_late(self):
        x = np.random.default_rng(2).normal(size=(3, 4))
        for f in (lambda x: lax.add(x, x), lambda x: lax.reduce_sum(x, (0,)), lambda x: lax.broadcast(x, (2,)), lambda x: lax.rev(x, (0,)),
                  lambda x: lax.pad(x, 0.0, [(1, 1, 0), (0, 0, 0)]), lambda x: lax.sort(x, 0), lambda x: lax.collapse(x, 0),
                  lambda x: lax.slice_in_dim(x, 1, None), lambda x: lax.dynamic_index_in_dim(x, -1), lambda x: lax.reduce(x, 0.0, lax.add, (0,)),
                  lambda x: lax.reduce(x, 0.0, lambda a, b: a + b, (1,)), lambda x: lax.top_k(x, 2)[0]):
            check(ct.jit(f, dynamic_axes={"x": 0})(x), np.asarray(f(x)), f)


class Shapes(unittest.TestCase):
    def test_sizes_of_one_are_repeated(self):
        x, column, row = np.arange(12.0).reshape(3, 4) + 1, np.arange(3.0)[:, None] + 1, np.arange(4.0)[None] + 2
        for ours, numpys in ((ct.lax.add, np.add), (ct.lax.pow, np.power), (ct.lax.atan2, np.arctan2), (ct.lax.mul, np.multiply),
                             (ct.lax.max, np.maximum), (ct.lax.lt, np.less), (ct.lax.complex, lambda a, b: a + 1j * b)):
            for a, b in ((x, column), (row, x), (column, row)):
                check(ours(a, b), numpys(a, b), ours.__name__)
                check(ct.jit(ours)(a, b), numpys(a, b), ours.__name__)
        for a, b in ((x, x[0]), (x, x[:2]), (column, x.T)):
            with self.assertRaisesRegex(ct.ValueError, "one shape, but for sizes of 1"):
                ct.lax.add(a, b)
        with self.assertRaisesRegex(ct.ValueError, "one shape, or none"):
            ct.lax.select(x > 2, x, column)

    def test_axes_in_any_order(self):
        x = np.arange(3.0)[:, None]
        check(ct.lax.broadcast_in_dim(x, (2, 3, 4), (1, 0)), np.broadcast_to(x.T[:, :, None], (2, 3, 4)), "broadcast_in_dim")

    def test_known_tensors_are_sizes(self):
        for sizes in (np.array([2, 3]), ct.array([2, 3]), [ct.array(2), np.int8(3)]):
            self.assertEqual(ct.zeros(sizes).shape, (2, 3))
            self.assertEqual(ct.lax.reshape(np.arange(6), sizes).shape, (2, 3))
        check(ct.sum(ct.ones((2, 3)), axis=ct.array([0, 1])), np.float32(6), "sum")


class ElementTypes(unittest.TestCase):
    def test_arithmetic_keeps_them(self):
        for dtype in ("float16", "bfloat16", "float32", "float64", "int8", "uint16", "int64", "complex64"):
            x = ct.array([7, 3], dtype=dtype)
            for name in BINARY:
                if dtype[0] == "c" and name in ("max", "min", "rem"):
                    continue
                with self.subTest(name, dtype=dtype):
                    for y in (x, ct.array([2, 2], dtype=dtype), 2):
                        self.assertEqual(getattr(lax, name)(x, y).dtype, x.dtype)

    def test_pythons_numbers_keep_their_digits(self):
        x = np.array([1.0])
        check(lax.add(x, 0.1), x + 0.1, "add")
        check(lax.select(np.array([False]), x, np.array([0.1])), [0.1], "select")
        check(lax.pad(x, 0.1, [(1, 0, 0)]), [0.1, 1.0], "pad")
        check(lax.reduce(x, 0.1, lax.add, (0,)), 1.1, "reduce")
        check(lax.dynamic_update_index_in_dim(x, 0.1, 0, 0), [0.1], "update")

    def test_bits(self):
        for dtype in (np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64):
            info = np.iinfo(dtype)
            x = np.array([info.min, info.max, 0, 1, 5, 77, info.max // 3], dtype)
            bits = [int(v) & (2**info.bits - 1) for v in x]
            for shift in (0, 1, info.bits - 1):
                check(lax.shift_right_logical(x, shift), np.array([b >> shift for b in bits], np.uint64).astype(dtype), dtype)
                signed = [b - 2**info.bits if b >> (info.bits - 1) else b for b in bits]
                expected = [(b >> shift) & (2**info.bits - 1) for b in signed]
                check(lax.shift_right_arithmetic(x, shift), np.array(expected, np.uint64).astype(dtype), dtype)
            check(lax.population_count(x), np.array([bin(b).count("1") for b in bits], dtype), dtype)
            check(lax.clz(x), np.array([info.bits - b.bit_length() for b in bits], dtype), dtype)
            for y in x:
                high = [(int(a) * int(y) >> info.bits) & (2**info.bits - 1) for a in x]
                check(lax.mulhi(x, np.full_like(x, y)), np.array(high, np.uint64).astype(dtype), dtype)

    def test_extremes(self):
        x = np.array([np.nan, np.inf, -np.inf, 3e38, -3e38, 65519, 65520, 1e-40, -0.0], np.float32)
        with np.errstate(over="ignore"):
            check(lax.reduce_precision(x, 5, 10), x.astype(np.float16).astype(np.float32), "as float16")
        random = np.random.default_rng(0).normal(size=100).astype(np.float32)
        check(lax.reduce_precision(random, 5, 10), random.astype(np.float16).astype(np.float32), "as float16")
        check(ct.grad(lambda x: ct.sum(lax.reduce_precision(x, 5, 2) * random))(random), random, "as if nothing were rounded")
        check(lax.div(np.array([-128, 7], np.int8), np.array([3, -2], np.int8)), np.array([-42, -3], np.int8), "toward 0")
        check(lax.div(np.array([-5, 0, 5], np.int8), np.zeros(3, np.int8)), np.array([-1, -1, -1], np.int8), "by 0, as in XLA")
        check(lax.round(np.array([0.49999997, -0.5, 8388609.0], np.float32)), np.array([0, -1, 8388609], np.float32), "halves")
        check(lax.bessel_i0e(np.array([np.nan, 1e30, np.inf])), np.array([np.nan, 0, 0]), "bessel", 5)
        check(lax.zeta(np.array([1.0, 0.5, 2.0, 2.0]), np.array([2.0, 2.0, 0.0, -0.5])), [np.inf, np.nan, np.inf, np.nan], "zeta")

    def test_reductions_of_integers(self):
        x = np.array([[100, 100], [3, -128]], np.int8)
        check(lax.reduce_sum(x, (0,)), np.array([103, -28], np.int8), "sum")
        check(lax.reduce_sum(x, (1,)), np.array([-56, -125], np.int8), "wraps around")
        check(lax.cumsum(x, 1), np.array([[100, -56], [3, -125]], np.int8), "cumsum")
        check(lax.reduce_max(np.zeros((0, 1), np.int8), (0,)), np.array([-128], np.int8), "nothing")


class Structures(unittest.TestCase):
    def test_reductions_of_several(self):
        def larger(a, b):
            first = a["value"] >= b["value"]
            return {"value": lax.max(a["value"], b["value"]), "place": lax.select(first, a["place"], b["place"])}

        x = np.random.default_rng(1).normal(size=(7, 4))
        nest = {"value": x, "place": np.broadcast_to(np.arange(7, dtype=np.int32)[:, None], (7, 4)).copy()}
        start = {"value": -np.inf, "place": np.int32(-1)}
        for reduce in (lax.reduce, ct.jit(lambda n, s: lax.reduce(n, s, larger, (0,)))):
            found = reduce(nest, start) if reduce is not lax.reduce else reduce(nest, start, larger, (0,))
            check(found["place"], x.argmax(0).astype(np.int32), "place")
        found = lax.reduce_window(nest, start, larger, (3, 1))
        check(found["place"], np.stack([x[i:i + 3].argmax(0) + i for i in range(5)]).astype(np.int32), "window")

    def test_a_computation_with_branches(self):
        x = ct.arange(6.0).astype("float64")
        found = lax.reduce(x, 0.0, lambda a, b: lax.cond(a > b, lambda: a, lambda: b), (0,))
        check(found, 5.0, "branches")

    def test_scatter_apply(self):
        numbers = lax.ScatterDimensionNumbers((), (0,), (0,))
        found = lax.scatter_apply(np.ones(4), np.array([[1], [2], [2], [9]]), lambda x: 3 * x, numbers, update_shape=(4,))
        check(found, [1.0, 3, 9, 1], "as often as it is chosen")

    def test_nothing_is_computed_together_across_a_barrier(self):
        def f(x, tree):
            return ct.exp(lax.optimization_barrier({"a": ct.sin(x), "b": tree})["a"])
        x = np.arange(5.0)
        for run in (lambda f: f, ct.jit, ct.vmap):
            check(run(f)(x, x), np.exp(np.sin(x)), "barrier")
        check(ct.jit(ct.grad(lambda x: ct.sum(f(x, (x, 2)))))(x), np.exp(np.sin(x)) * np.cos(x), "its gradient")
        self.assertIn("optimization_barrier", ct.jit(f).lower(x, 3).as_text("fused"))

    def test_control_flow(self):
        check(lax.map(lambda x: x * x, np.arange(7.0), batch_size=3), np.arange(7.0) ** 2, "map")
        carry, ys = lax.scan(lambda c, x: (c + x, c), 0.0, np.arange(4.0), unroll=2)
        check(ys, [0.0, 0, 1, 3], "scan")
        check(lax.fori_loop(0, 5, lambda i, x: 2 * x, np.float64(1), unroll=5), 32.0, "fori_loop")
        self.assertEqual(lax.optimization_barrier((1, 2)), (1, 2))
        self.assertEqual(lax.platform_dependent(3, tpu=lambda x: -x, default=lambda x: 2 * x), 6)


class Transposed(unittest.TestCase):
    def test_conv_transpose_is_the_gradient(self):
        x, w = np.random.default_rng(3).normal(size=(2, 9, 3)), np.random.default_rng(4).normal(size=(4, 3, 5))
        for padding in ("SAME", "VALID"):
            for stride in (1, 2, 3):
                def forward(x, w=w, stride=stride, padding=padding):
                    return lax.conv_general_dilated(x, w, (stride,), padding, dimension_numbers=("NHC", "HIO", "NHC"))

                y = np.asarray(forward(x))
                g = np.random.default_rng(5).normal(size=y.shape)
                ours = np.asarray(lax.conv_transpose(g, w, (stride,), padding, transpose_kernel=True))
                expected = np.asarray(ct.vjp(forward, x)[1](g)[0])
                if ours.shape == expected.shape:  # sizes that strides divide
                    check(ours, expected, (padding, stride))
                shape = lax.conv_transpose_shape_tuple(g.shape, (4, 5, 3), (stride,), padding, ("NHC", "HIO", "NHC"))
                self.assertEqual(tuple(ours.shape), shape)


class Linalg(unittest.TestCase):
    def test_triangular_solve(self):
        generator = np.random.default_rng(0)
        for kind in (float, complex):
            a = (generator.normal(size=(2, 3, 3)) + 4 * np.eye(3)).astype(kind) + (1j * generator.normal(size=(2, 3, 3)) if kind is complex else 0)
            for left in (True, False):
                b = generator.normal(size=(2, 3, 2) if left else (2, 2, 3)).astype(kind)
                for lower in (True, False):
                    for transpose in (True, False):
                        for conjugate in (True, False):
                            for unit in (True, False):
                                m = np.tril(a) if lower else np.triu(a)
                                if unit:
                                    m = m - m * np.eye(3) + np.eye(3)
                                m = m.swapaxes(1, 2) if transpose else m
                                m = m.conj() if conjugate else m
                                x = np.asarray(lax.linalg.triangular_solve(
                                    a, b, left_side=left, lower=lower, transpose_a=transpose, conjugate_a=conjugate, unit_diagonal=unit))
                                np.testing.assert_allclose(m @ x if left else x @ m, b, 1e-9, 1e-9)

    def test_factorizations(self):
        a = np.random.default_rng(0).normal(size=(2, 4, 4))
        s = a @ a.swapaxes(1, 2)
        v, w = map(np.asarray, lax.linalg.eigh(s))
        check(s @ v, v * w[:, None], "eigh")
        factors, pivots, order = map(np.asarray, lax.linalg.lu(a))
        lower, upper = np.tril(factors, -1) + np.eye(4), np.triu(factors)
        check(lower @ upper, np.take_along_axis(a, order[..., None].astype(int), 1), "lu")
        w, left, right = map(np.asarray, lax.linalg.eig(a))
        check(left.conj().swapaxes(1, 2) @ a, w[..., None] * left.conj().swapaxes(1, 2), "left eigenvectors", 8)
        check(a @ right, right * w[:, None], "right eigenvectors", 8)
        x = np.asarray(lax.linalg.cholesky(s))
        check(x @ x.swapaxes(1, 2), s, "cholesky")

    def test_tridiagonal_solve_and_reflections(self):
        generator = np.random.default_rng(2)
        low, middle, high, b = (generator.normal(size=s) for s in ((2, 5), (2, 5), (2, 5), (2, 5, 3)))
        middle += 5
        m = np.stack([np.diag(d) + np.diag(lo[1:], -1) + np.diag(up[:-1], 1) for lo, d, up in zip(low, middle, high)])
        for solve in (lax.linalg.tridiagonal_solve, ct.jit(lax.linalg.tridiagonal_solve)):
            check(solve(low, middle, high, b), np.linalg.solve(m, b), "tridiagonal")
        packed, taus = np.linalg.qr(generator.normal(size=(4, 3)), mode="raw")
        q = np.asarray(lax.linalg.householder_product(packed.T, taus))
        check(q @ np.triu(packed.T[:3]), q @ np.triu(packed.T)[:3], "reflections")
        check(q.T @ q, np.eye(3), "orthonormal")

    def test_forms_by_reflections(self):
        generator = np.random.default_rng(3)
        for kind in (float, complex):
            a = (generator.normal(size=(2, 4, 4)) + 1j * generator.normal(size=(2, 4, 4)) * (kind is complex)).astype(kind)
            adjoint = np.conj(a.swapaxes(1, 2))
            packed, taus = map(np.asarray, lax.linalg.hessenberg(a))
            q = np.zeros_like(a)
            q[:, 0, 0] = 1
            q[:, 1:, 1:] = np.asarray(lax.linalg.householder_product(packed[:, 1:, :-1], taus))
            check(q @ np.triu(packed, -1) @ np.conj(q.swapaxes(1, 2)), a, "hessenberg")
            for lower in (True, False):
                s = a + adjoint
                packed, d, e, taus = map(np.asarray, lax.linalg.tridiagonal(np.tril(s) if lower else np.triu(s), lower=lower))
                for i in range(2):
                    form = np.diag(d[i]) + np.diag(e[i], 1) + np.diag(e[i], -1)
                    check(np.linalg.eigvalsh(form), np.linalg.eigvalsh(s[i]), "tridiagonal")
                    np.testing.assert_allclose(np.diagonal(packed[i], -1 if lower else 1), e[i])

    def test_products_of_reflections(self):
        generator = np.random.default_rng(4)
        packed, taus = np.linalg.qr(generator.normal(size=(4, 3)) + 1j * generator.normal(size=(4, 3)), mode="raw")
        whole = np.concatenate([packed.T, np.zeros((4, 1))], 1)
        q = np.asarray(lax.linalg.householder_product(whole, taus))
        c = generator.normal(size=(4, 4)) + 0j
        for left in (True, False):
            for transpose in (True, False):
                m = np.conj(q.T) if transpose else q
                for run in (lax.linalg.ormqr, ct.jit(lax.linalg.ormqr, static_argnames=("left", "transpose"))):
                    check(run(packed.T, taus, c, left=left, transpose=transpose), m @ c if left else c @ m, "ormqr")
        r, w = np.triu(generator.normal(size=(4, 4))), generator.normal(size=4)
        x = np.asarray(lax.linalg.cholesky_update(r, w))
        check(x.T @ x, r.T @ r + np.outer(w, w), "update")
        check(np.tril(x, -1), np.zeros((4, 4)), "triangle")


class Refusals(unittest.TestCase):
    def test_texts(self):
        f, i, wide = ct.ones(2), ct.arange(2), ct.ones(3)
        for call, kind, text in [
            (lambda: lax.add(f, i), ct.TypeError, r"ct.lax.add: the operands must have one element type, but are float32\[2\], "
                                                  r"int64\[2\]; use ct.add, which promotes them"),
            (lambda: lax.add(f, wide), ct.ValueError, r"ct.lax.add: the operands must have one shape, but for sizes of 1, or none, .*; use ct.add"),
            (lambda: lax.add(i, 0.5), ct.TypeError, "one element type"), (lambda: lax.add("a", f), ct.TypeError, "ct.lax.add: "),
            (lambda: lax.mul(ct.array(True), ct.array(True)), ct.TypeError, "must be numbers"),
            (lambda: lax.exp(i), ct.TypeError, "ct.lax.exp: the operands must be floating-point or complex"),
            (lambda: lax.reduce_sum(f, (1,)), ct.ValueError, "ct.lax.reduce_sum: 'axes' has 1, but there is 1 axis"),
            (lambda: lax.scan(lambda c, x: (c, x), 0, i, unroll=-1), ct.ValueError, "ct.lax.scan: 'unroll' must be an integer of 0 or more"),
            (lambda: lax.fori_loop(0, 1, lambda i, x: x, 0, unroll="a"), ct.TypeError, "ct.lax.fori_loop: 'unroll'"),
            (lambda: lax.argmax(f, 0, "float32"), ct.TypeError, "ct.lax.argmax: 'index_dtype' must be an element type of integers"),
            (lambda: lax.reduce_sum(f, "a"), ct.TypeError, "'axes' must be an integer or a tuple"),
            (lambda: lax.reduce(f, 0.0, 3, (0,)), ct.TypeError, "'computation' must be a function"),
            (lambda: lax.reduce(f, 0.0, lambda a, b: i, (0,)), ct.TypeError, "'computation' must return numbers"),
            (lambda: lax.slice(f, (0,), (3,)), ct.ValueError, "ct.lax.slice: there are no elements 0 to 3"),
            (lambda: lax.pad(f, 0.0, [(0, 0, -1)]), ct.ValueError, "ct.lax.pad: "),
            (lambda: lax.pad(f, 0.0, [(-3, 0, 0)]), ct.ValueError, "cuts off 3"),
            (lambda: lax.reshape(f, (3,)), ct.ValueError, "ct.lax.reshape: "),
            (lambda: lax.broadcast_in_dim(f, (3,), (0,)), ct.ValueError, "does not fit in"),
            (lambda: lax.gather(f, i, None, (1,)), ct.TypeError, "'dimension_numbers' must be a ct.lax.GatherDimensionNumbers"),
            (lambda: lax.conv(f, f, (1,), "SAME"), ct.ValueError, "ct.lax.conv: "),
            (lambda: lax.conv(ct.ones((1, 1, 3)), ct.ones((1, 1, 2)), (1,), "OTHER"), ct.ValueError, "there is no padding 'OTHER'"),
            (lambda: lax.top_k(f, 3), ct.ValueError, "'k' must be 0 to 2"), (lambda: lax.fft(f, "DCT", (2,)), ct.ValueError, "'fft_type'"),
            (lambda: lax.dynamic_slice(f, (0, 0), (1,)), ct.ValueError, "an index for each of 1 axes"),
            (lambda: lax.linalg.cholesky(f), ct.ValueError, "ct.lax.linalg.cholesky: the operand must be a matrix"),
            (lambda: lax.select(i, f, f), ct.TypeError, "truth values"), (lambda: lax.integer_pow(f, 0.5), ct.TypeError, "use ct.lax.pow"),
        ]:
            with self.subTest(text), self.assertRaisesRegex(kind, text) as caught:
                call()
            self.assertTrue(str(caught.exception).startswith(f"{__file__}:{call.__code__.co_firstlineno}"), str(caught.exception))


if __name__ == "__main__":
    unittest.main()

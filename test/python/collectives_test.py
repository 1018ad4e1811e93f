#!/usr/bin/python3
"""What the calls of a vmap make together, against the same of the whole array: jax.lax's collectives."""

import unittest

import cotan as ct
import numpy as np
from cotan import lax
from expected import Case
from transformations import TRANSFORMATIONS

N = 4
RANDOM = np.random.default_rng(3)
X = RANDOM.standard_normal((N, N, 2))


def same(rows):
    """For each call the same."""
    return np.broadcast_to(rows, (N, *rows.shape))


def shifted(x):
    return np.concatenate([np.zeros_like(x[:1]), x[:-1]])


# A function of one call, and that of all calls, of NumPy.
TABLE = {
    "psum": (lambda x: lax.psum(x, "i"), lambda x: same(x.sum(0))),
    "psum of a nest": (lambda x: lax.psum({"a": (x, 2)}, "i")["a"][0] * lax.psum([3], "i")[0], lambda x: same(x.sum(0)) * 3 * N),
    "psum of truth values": (lambda x: lax.psum(x > 0, "i"), lambda x: same((x > 0).sum(0))),
    "psum of what is the same": (lambda x: x + lax.psum(ct.ones(2), "i"), lambda x: x + N),
    "psum of groups": (lambda x: lax.psum(x, "i", axis_index_groups=[[0, 2], [3, 1]]),
                       lambda x: (x + x[[2, 3, 0, 1]])),
    "pmean": (lambda x: lax.pmean(x, "i"), lambda x: same(x.mean(0))),
    "pmax": (lambda x: lax.pmax(x, "i"), lambda x: same(x.max(0))),
    "pmin": (lambda x: lax.pmin(x, "i"), lambda x: same(x.min(0))),
    "pmax of integers": (lambda x: lax.pmax((x * 9).astype("int8"), "i"), lambda x: same((x * 9).astype("int8").max(0))),
    "pmin of truth values": (lambda x: lax.pmin(x > -1, "i"), lambda x: same((x > -1).min(0))),
    "all_gather": (lambda x: lax.all_gather(x, "i"), same),
    "all_gather along the last axis": (lambda x: lax.all_gather(x, "i", axis=-1), lambda x: same(np.moveaxis(x, 0, -1))),
    "all_gather, tiled": (lambda x: lax.all_gather(x, "i", axis=1, tiled=True),
                          lambda x: same(np.concatenate(list(x), axis=1))),
    "all_gather of groups": (lambda x: lax.all_gather(x, "i", axis_index_groups=[[3, 1], [0, 2]]),
                             lambda x: np.stack([x[[0, 2]], x[[3, 1]], x[[0, 2]], x[[3, 1]]])),
    "psum_scatter": (lambda x: lax.psum_scatter(x, "i"), lambda x: x.sum(0)),
    "psum_scatter, tiled": (lambda x: lax.psum_scatter(ct.concatenate([x, 2 * x], 0), "i", tiled=True),
                            lambda x: np.concatenate([x, 2 * x], 1).sum(0).reshape(N, 2, 2)),
    "psum_scatter of the last axis": (lambda x: lax.psum_scatter(x.T, "i", scatter_dimension=-1), lambda x: x.sum(0)),
    "psum_scatter of groups": (lambda x: lax.psum_scatter(x[:2], "i", axis_index_groups=[[0, 1], [2, 3]]),
                               lambda x: np.concatenate([x[:2, :2].sum(0), x[2:, :2].sum(0)])),
    "all_to_all": (lambda x: lax.all_to_all(x, "i", 0, 0), lambda x: np.swapaxes(x, 0, 1)),
    "all_to_all to another axis": (lambda x: lax.all_to_all(x, "i", 0, 1), lambda x: np.moveaxis(np.swapaxes(x, 0, 1), 1, 2)),
    "all_to_all, tiled": (lambda x: lax.all_to_all(x, "i", 0, 1, tiled=True),
                          lambda x: np.moveaxis(x, 1, 0).reshape(N, 1, 2 * N)),
    "all_to_all of groups": (lambda x: lax.all_to_all(x[:2], "i", 0, 0, axis_index_groups=[[0, 1], [2, 3]]),
                             lambda x: np.concatenate([np.swapaxes(x[:2, :2], 0, 1), np.swapaxes(x[2:, :2], 0, 1)])),
    "pswapaxes": (lambda x: lax.pswapaxes(x, "i", 0), lambda x: np.swapaxes(x, 0, 1)),
    "ppermute": (lambda x: lax.ppermute(x, "i", [(i, i + 1) for i in range(N - 1)]), shifted),
    "pshuffle": (lambda x: lax.pshuffle(x, "i", [2, 0, 3, 1]), lambda x: x[[2, 0, 3, 1]]),
    "pbroadcast": (lambda x: lax.pbroadcast(x, "i", 2), lambda x: same(x[2])),
    "axis_index": (lambda x: lax.axis_index("i"), lambda x: np.arange(N)),
    "axis_size": (lambda x: x * lax.axis_size("i"), lambda x: x * N),
}


def mixed(x):
    """Many of them, each in a product, so that no derivative is constant."""
    y = lax.psum(ct.sin(x), "i") * x + lax.pmean(x * x, "i") * lax.axis_index("i")
    y = y + lax.pmax(x, "i") * lax.psum_scatter(ct.sin(x), "i")
    y = y + ct.sum(ct.cos(lax.all_gather(x, "i", axis=1)) * x[:, None], axis=1)
    return y * lax.ppermute(x, "i", [(0, 1), (1, 0), (2, 3)]) + lax.all_to_all(x * x, "i", 0, 0) * x


def of_all(x):
    """The same of the whole array."""
    index = ct.reshape(ct.arange(N), (N, 1, 1))
    y = ct.sum(ct.sin(x), 0) * x + ct.mean(x * x, 0) * index
    y = y + ct.max(x, 0) * ct.expand_dims(ct.sum(ct.sin(x), 0), 1)
    y = y + ct.sum(ct.cos(ct.moveaxis(x, 0, 1))[None] * x[:, :, None], axis=2)
    return y * ct.stack([x[1], x[0], 0 * x[0], x[2]]) + ct.swapaxes(x * x, 0, 1) * x


class Collectives(Case):
    def test_are_those_of_the_whole_array(self):
        for name, (one, whole) in TABLE.items():
            with self.subTest(name):
                self.check(ct.vmap(one, axis_name="i")(X), whole(X), 1e-12)

    def test_in_all_transformations_inside_and_outside(self):
        for name in ("value", "compiled grad", "third order", "jvp of grad", "grad of jvp"):
            with self.subTest(name):
                transform = TRANSFORMATIONS[name]
                expected = transform(of_all)(X).numpy()
                self.check(ct.vmap(transform(mixed), axis_name="i")(X), expected, 1e-9)
                self.check(transform(ct.vmap(mixed, axis_name="i"))(X), expected, 1e-9)

    def test_hessians_and_taylor_mode(self):
        total = lambda x: ct.sum(ct.vmap(lambda r: lax.psum(ct.sin(r), "i") * r, axis_name="i")(x))  # noqa: E731
        x = X[:, 0, 0]
        expected = np.diag(-np.sin(x) * x.sum()) + np.cos(x)[:, None] + np.cos(x)
        self.check(ct.hessian(total)(x), expected, 1e-12)
        terms = ct.jet(total, (x,), ([np.ones(N), np.zeros(N), np.zeros(N)],))[1]
        inside = ct.vmap(lambda r: ct.jet(lambda s: lax.psum(ct.sin(s), "i") * s, (r,), ([1.0, 0.0, 0.0],))[1], axis_name="i")
        for term, rows in zip(terms, inside(x)):
            self.check(term, ct.sum(rows).numpy(), 1e-12)
        self.check(terms[1], expected.sum(), 1e-12)

    def test_gradients_inside_are_of_the_sum_of_all_results(self):
        # As in JAX: the transpose of psum is psum.
        x = X[:, 0, 0]
        self.check(ct.vmap(ct.grad(lambda r: lax.psum(r**2, "i")), axis_name="i")(x), 2 * N * x, 1e-12)
        self.check(ct.vmap(ct.grad(lambda r: lax.pmean(r**2, "i")), axis_name="i")(x), 2 * x, 1e-12)
        shared = ct.vmap(ct.grad(lambda w, r: lax.psum(w * r, "i")), in_axes=(None, 0), axis_name="i")(np.float64(2), x)
        self.check(shared, N * x, 1e-12)

    def test_of_all_element_types(self):
        names = ["psum", "pmean", "pmax", "pmin", "all_gather", "psum_scatter", "all_to_all", "ppermute", "pbroadcast", "psum of groups"]
        for dtype in "float64 float32 float16 int64 int8 uint16 bool complex64".split():
            x = (3 * X + (1j * X if dtype == "complex64" else 0) + (9 if dtype == "uint16" else 0)).astype(dtype)
            skipped = {"bool": {"psum", "pmean", "psum_scatter", "psum of groups"}, "complex64": {"pmax", "pmin"}}.get(dtype, ())
            chosen = [name for name in names if name not in skipped]
            found = ct.vmap(lambda x: [TABLE[name][0](x) for name in chosen], axis_name="i")(x)  # noqa: B023
            for name, rows in zip(chosen, found):
                with self.subTest(name, dtype=dtype):
                    is_mean = name == "pmean" and dtype in ("int64", "int8", "uint16")
                    self.assertEqual(rows.dtype, "float32" if is_mean else dtype)
                    expected = TABLE[name][1](x.astype("float64") if dtype == "float16" else x)
                    self.check(rows, expected, 2e-3 if dtype == "float16" else 1e-6, dtype=False)

    def test_of_half_types(self):
        x = np.float16([40000, 30000, 2])
        self.check(ct.vmap(lambda x: lax.pmean(x, "i"), axis_name="i")(x), np.full(3, np.float16(x.mean(dtype=float))), 1e-3)
        ones = np.ones(5000, np.float16)
        self.check(ct.vmap(lambda x: lax.psum(x, "i"), axis_name="i")(ones), np.full(5000, np.float16(5000)), 1e-3)
        found = ct.vmap(lambda x: lax.pmax(x, "i"), axis_name="i")(ct.array(x).astype("bfloat16"))
        self.assertEqual((found.dtype, float(found[0])), (ct.bfloat16, 39936.0))

    def test_axes(self):
        f = lambda x, y: (x - lax.pmean(x, "i") + y, lax.psum(x, "i"))  # noqa: E731
        rows, total = ct.vmap(f, in_axes=(1, None), out_axes=(-1, None), axis_name="i")(X[0].T, 2.0)
        self.check(rows, X[0].T - X[0].T.mean(1, keepdims=True) + 2, 1e-12)
        self.check(total, X[0].sum(0), 1e-12)

    def test_of_no_call_and_of_one(self):
        f = lambda x: lax.psum(x, "i") + lax.pmean(x, "i") + lax.psum_scatter(lax.all_gather(x, "i"), "i")  # noqa: E731
        self.check(ct.vmap(f, axis_name="i")(X[:1, 0]), 3 * X[:1, 0], 1e-12)
        for transform in (lambda f: f, lambda f: ct.grad(lambda x: ct.sum(f(x)))):
            self.assertEqual(ct.vmap(transform(f), axis_name="i")(X[:0, 0]).shape, (0, 2))
        totals = ct.vmap(lambda x: (lax.psum(x, "i"), lax.pmax(x, "i")), out_axes=None, axis_name="i")(X[:0, 0])
        self.check(totals[0], np.zeros(2))
        same = lambda x: lax.psum(x, "i")  # noqa: E731
        for count, expected in ((0, 0.0), (2, np.inf)):
            self.check(ct.vmap(same, None, None, "i", count)(np.inf), np.array(expected))
            self.check(ct.vmap(same, None, None, "i", count)(np.int64(3)), np.array(3 * count))
        self.check(totals[1], np.full(2, -np.inf))
        self.check(ct.vmap(lambda: lax.axis_index("i"), axis_size=3, axis_name="i")(), np.arange(3))


class Names(Case):
    def test_of_several_axes(self):
        x = X[:, :, 0][:2]

        def f(x):
            return {"i": lax.psum(x, "i"), "j": lax.psum(x, "j"), "both": lax.psum(x, ("i", "j")), "number": lax.axis_index(("i", "j")),
                    "rows": lax.all_gather(x, ("i", "j")), "size": x * lax.axis_size(("i", "j")),
                    "part": lax.psum_scatter(x * ct.arange(8.0), ("i", "j")),
                    "next": lax.ppermute(x, ("i", "j"), [(i, (i + 1) % 8) for i in range(8)]), "count": lax.psum(1, ("i", "j")) * x}

        for transform in (lambda f: f, ct.jit):
            found = ct.vmap(ct.vmap(transform(f), axis_name="j"), axis_name="i")(x)
            self.check(found["i"], np.broadcast_to(x.sum(0), (2, 4)), 1e-12)
            self.check(found["j"], np.broadcast_to(x.sum(1, keepdims=True), (2, 4)), 1e-12)
            self.check(found["both"], np.full((2, 4), x.sum()), 1e-12)
            self.check(found["number"], np.arange(8).reshape(2, 4))
            self.check(found["rows"], np.broadcast_to(x.ravel(), (2, 4, 8)), 1e-12)
            self.check(found["part"], x.sum() * np.arange(8.0).reshape(2, 4), 1e-12)
            self.check(found["next"], np.roll(x.ravel(), 1).reshape(2, 4), 1e-12)
            self.check(found["size"], 8 * x)
            self.check(found["count"], 8 * x)

    def test_an_inner_name_hides_an_outer_one(self):
        def outer(x):
            rows = ct.vmap(lambda y: lax.psum(y, "i"), axis_name="i")(x)
            return rows * lax.psum(1.0, "i") + lax.psum(x, "i")

        x = X[:3, :, 0]
        self.check(ct.vmap(outer, axis_name="i")(x), x.sum(1, keepdims=True) * 3 + x.sum(0), 1e-12)
        # The derivative of an outer name's is the outer's, wherever it is asked for.
        def inside(x):
            back = ct.vjp(lambda y: lax.psum(y, "i"), x)[1]
            return ct.vmap(lambda g: back(g)[0], axis_name="i")(ct.stack([x, 2 * x]))

        self.check(ct.vmap(inside, axis_name="i")(x), np.broadcast_to(np.stack([x.sum(0), 2 * x.sum(0)]), (3, 2, 4)), 1e-12)

    def test_a_compiled_function_knows_which_axis_it_is_along(self):
        total = ct.jit(lambda x: lax.psum(x, "i"))
        for count in (2, 3, 2):
            self.check(ct.vmap(total, axis_name="i")(np.ones(count)), np.full(count, float(count)))
        twice = ct.vmap(lambda x: ct.vmap(total, axis_name="i")(x) + total(ct.sum(x)), axis_name="i")
        self.check(twice(np.ones((2, 3))), np.full((2, 3), 9.0))
        with self.assertRaisesRegex(NameError, "unbound axis name 'i': there is no axis with a name here"):
            total(1.0)

    def test_any_hashable_is_a_name(self):
        for name in ("", 3, None.__class__):
            self.check(ct.vmap(lambda x: lax.psum(x, name), axis_name=name)(np.ones(2)), np.full(2, 2.0))

    def test_open_sizes(self):
        f = ct.jit(ct.vmap(lambda x: (lax.psum(x, "i") + lax.axis_index("i"), lax.all_gather(x, "i")[::-1], lax.pmean(x, "i"),
                                      x * lax.axis_size("i")), axis_name="i"), dynamic_axes={"x": 0})
        for count in (3, 5):
            x = RANDOM.standard_normal(count)
            total, rows, mean, scaled = f(x)
            self.check(total, x.sum() + np.arange(count), 1e-12)
            self.check(rows, np.broadcast_to(x[::-1], (count, count)))
            self.check(mean, np.full(count, x.mean()), 1e-12)
            self.check(scaled, x * count, 1e-12)
        with self.refuses(ct.ValueError, "size of the axis 'i' is open"):
            ct.jit(ct.vmap(lambda x: lax.pshuffle(x, "i", [0]), axis_name="i"), dynamic_axes={"x": 0})(np.ones(2))

    def test_what_does_not_fit_is_refused(self):
        rows = [
            (lambda x: lax.psum(x, "j"), NameError, "ct.lax.psum: unbound axis name 'j': the axes here are 'i'"),
            (lambda x: lax.psum(x, ["i", "j"]), NameError, "'j'"),
            (lambda x: lax.psum("x", "i"), ct.TypeError, "ct.lax.psum"),
            (lambda x: lax.all_gather(x, "i", axis=3), ct.ValueError, r"all_gather: axis is 3, but must be in \[-2, 2\)"),
            (lambda x: lax.all_gather(x, "i", axis="a"), ct.TypeError, "'axis' must be an integer"),
            (lambda x: lax.psum_scatter(x, "i"), ct.ValueError, r"psum_scatter: axis 0 of float64\[3\] must have the size 2.*tiled"),
            (lambda x: lax.psum_scatter(x, "i", tiled=True), ct.ValueError, "cannot be cut for 2 calls"),
            (lambda x: lax.all_to_all(x, "i", 0, 1), ct.ValueError, "concat_axis is 1"),
            (lambda x: lax.ppermute(x, "i", [(0, 2)]), ct.ValueError, r"perm has \(0, 2\), but the calls are 0 to 1"),
            (lambda x: lax.ppermute(x, "i", [(0, 1), (0, 0)]), ct.ValueError, "no call may give or get twice"),
            (lambda x: lax.pshuffle(x, "i", [0, 0]), ct.ValueError, "each number below 2 once"),
            (lambda x: lax.psum(x, "i", axis_index_groups=[[0]]), ct.ValueError, "each number below 2 once"),
            (lambda x: lax.pbroadcast(x, "i", 2), ct.ValueError, "source is 2"),
        ]
        for i, (f, kind, words) in enumerate(rows):
            with self.subTest(i), self.refuses(kind, words):
                ct.vmap(f, axis_name="i")(np.ones((2, 3)))
        for name in ([], ("i",)):
            with self.refuses(ct.TypeError, "'axis_name' must be"):
                ct.vmap(lambda x: x, axis_name=name)

    def test_it_is_said_where_an_axis_has_ended(self):
        kept = []
        ct.vmap(lambda x: kept.append(ct.vjp(lambda y: lax.psum(y, "i"), 1.0)[1]) or x, axis_name="i")(np.ones(2))
        with self.refuses(ct.Error, "i"):
            kept[0](1.0)


if __name__ == "__main__":
    unittest.main()

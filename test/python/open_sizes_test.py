#!/usr/bin/python3
"""Functions that are compiled once for all sizes of some axes."""

import inspect
import unittest

import cotan as ct
import numpy as np
from expected import Case

RANDOM = np.random.default_rng(0)
W, B = RANDOM.standard_normal((4, 6)), RANDOM.standard_normal(6)
ALL = ((3, 4), (5, 4), (1, 4), (0, 4))
FILLED = ALL[:3]  # where nothing is not enough


def sum_of_rows(x):
    total = ct.zeros(4, "float64")
    for row in x:
        total = total + row
    return total


def sum_of_range(x):
    total = 0.0
    for i in range(x.shape[0]):
        total = total + i
    return total


def doubled(x):
    i = 0
    while i < 10:
        x = x + x
        i += 1
    return x


def softmax(x, axis):
    return np.exp(x) / np.exp(x).sum(axis, keepdims=True)


def slope(x):
    y = np.tanh(x @ W + B)
    return 2 * (y * (1 - y**2)) @ W.T


# (function, the same of NumPy, sizes to try)
ELEMENTS = [
    (lambda x: ct.tanh(x) * x + 1, lambda x: np.tanh(x) * x + 1, ALL),
    (lambda x: ct.where(x > 0, x, 0.0), lambda x: np.where(x > 0, x, 0), ALL),
    (lambda x: ct.tanh(x @ W + B), lambda x: np.tanh(x @ W + B), ALL),
    (lambda x: x @ x.T, lambda x: x @ x.T, ALL),
    (lambda x: ct.einsum("ni,mi->nm", x, x), lambda x: x @ x.T, ALL),
    (lambda x: ct.outer(x[:, 0], x[:, 1]), lambda x: np.outer(x[:, 0], x[:, 1]), ALL),
    (lambda x: x * ct.arange(x.shape[0])[:, None], lambda x: x * np.arange(len(x))[:, None], ALL),
    (lambda x: x.size * 1.0, lambda x: np.float64(x.size), ALL),
    (lambda x: ct.jvp(ct.sin, (x,), (x,))[1], lambda x: np.cos(x) * x, ALL),
    (lambda x: ct.vmap(lambda c: c * 2, in_axes=1, out_axes=1)(x), lambda x: x * 2, ALL),
    (lambda x: ct.nn.one_hot(ct.argmax(x, axis=1), 4), lambda x: np.eye(4)[np.argmax(x, 1)], ALL),
]
REDUCTIONS = [
    (ct.mean, np.mean, FILLED),
    (lambda x: x - ct.mean(x, axis=0), lambda x: x - x.mean(0), FILLED),
    (lambda x: x - ct.mean(x, axis=1, keepdims=True), lambda x: x - x.mean(1, keepdims=True), ALL),
    (lambda x: ct.nn.softmax(x, axis=-1), lambda x: softmax(x, -1), ALL),
    (lambda x: ct.nn.softmax(x, axis=0), lambda x: softmax(x, 0), FILLED),
    (lambda x: ct.cumsum(x, axis=0), lambda x: np.cumsum(x, 0), ALL),
    (lambda x: ct.sort(x, axis=0), lambda x: np.sort(x, 0), ALL),
    (lambda x: ct.argmax(x, axis=1), lambda x: np.argmax(x, 1), ALL),
    (lambda x: ct.max(x, axis=0, initial=-0.5), lambda x: np.max(x, 0, initial=-0.5), ALL),
    (lambda x: ct.mean(x, where=x > -3), lambda x: np.mean(x, where=x > -3), FILLED),
    (lambda x: ct.std(x, axis=1, where=x != 0), lambda x: np.std(x, 1), ALL),
]
LAYOUT = [
    (lambda x: ct.ravel(x) * 2, lambda x: x.ravel() * 2, ALL),
    (lambda x: x.reshape(x.shape[0], 2, -1), lambda x: x.reshape(x.shape[0], 2, 2), ALL),
    (lambda x: x.reshape(-1, 2), lambda x: x.reshape(-1, 2), ALL),
    (lambda x: (x @ W).reshape(x.shape[0], 2, -1).sum(axis=1), lambda x: (x @ W).reshape(-1, 2, 3).sum(1), ALL),
    (lambda x: ct.zeros_like(x) + ct.ones(x.shape), np.ones_like, ALL),
    (lambda x: ct.concatenate([x, x[:1], np.ones((2, 4))]), lambda x: np.concatenate([x, x[:1], np.ones((2, 4))]), ALL),
    (lambda x: ct.stack([x, x + 1]), lambda x: np.stack([x, x + 1]), ALL),
    (lambda x: ct.repeat(x, 2, axis=0), lambda x: np.repeat(x, 2, 0), ALL),
    (lambda x: ct.tile(x, (2, 3)), lambda x: np.tile(x, (2, 3)), ALL),
    (lambda x: ct.pad(x, ((1, 1), (0, 0))), lambda x: np.pad(x, ((1, 1), (0, 0))), ALL),
    (lambda x: ct.pad(x, ((1, 2), (1, 0)), "reflect"), lambda x: np.pad(x, ((1, 2), (1, 0)), "reflect"), ALL[:2]),
    (lambda x: ct.pad(x, 3, "edge"), lambda x: np.pad(x, 3, "edge"), FILLED),
    (lambda x: ct.pad(x, 3, "linear_ramp"), lambda x: np.pad(x, 3, "linear_ramp"), FILLED),
    (lambda x: ct.pad(x, 1, "maximum"), lambda x: np.pad(x, 1, "maximum"), FILLED),
    (lambda x: ct.linalg.trace(x[:, :, None] * x[:1]), lambda x: np.trace(x[:, :, None] * x[:1], axis1=1, axis2=2), FILLED),
    (lambda x: ct.reshape(ct.ones(12), (x.shape[0], -1)) * 0 + x[:, :1], lambda x: np.repeat(x[:, :1], 12 // len(x), 1),
     ((3, 4), (1, 4), (12, 4))),
    (lambda x: ct.tril(x @ x.T), lambda x: np.tril(x @ x.T), ALL),
]
INDEXING = [
    (lambda x: x[:, 1], lambda x: x[:, 1], ALL),
    (lambda x: x[:, 1:3], lambda x: x[:, 1:3], ALL),
    (lambda x: x[0] + x[-1], lambda x: x[0] + x[-1], FILLED),
    (lambda x: x[1:], lambda x: x[1:], ALL),
    (lambda x: x[:-1], lambda x: x[:-1], ALL),
    (lambda x: x[:3], lambda x: x[:3], ALL),
    (lambda x: x[-2:], lambda x: x[-2:], ALL),
    (lambda x: x[1:-1, ::2], lambda x: x[1:-1, ::2], ALL),
    (lambda x: x[::-1], lambda x: x[::-1], ALL),
    (lambda x: x[::2], lambda x: x[::2], ALL),
    (lambda x: x[1:-1:3], lambda x: x[1:-1:3], ALL),
    (lambda x: x[-4::2], lambda x: x[-4::2], ALL),
    (lambda x: x[::-2], lambda x: x[::-2], ALL),
    (lambda x: x[3:0:-1], lambda x: x[3:0:-1], ALL),
    (lambda x: x[-2::-3], lambda x: x[-2::-3], ALL),
    (lambda x: x[:-3:-1, ::-1] * x[:-3:-1, 1:2], lambda x: x[:-3:-1, ::-1] * x[:-3:-1, 1:2], ALL),
    (lambda x: x[1:] - x[:-1], lambda x: np.diff(x, axis=0), ALL),
    (lambda x: ct.take(x, ct.array([0, 0]), axis=0), lambda x: x[[0, 0]], FILLED),
    (lambda x: x.at[0].set(0.0), lambda x: np.concatenate([np.zeros((1, 4)), x[1:]]), FILLED),
]
CONTROL = [
    (sum_of_rows, lambda x: x.sum(0), ALL),
    (sum_of_range, lambda x: np.float64(sum(range(len(x)))), ALL),
    (doubled, lambda x: x * 1024, ALL),
    (lambda x: ct.scan(lambda c, r: (c + r, c), ct.zeros(4, "float64"), x)[1], lambda x: np.cumsum(x, 0) - x, ALL),
    (lambda x: ct.cond(ct.sum(x) > 0, lambda x: x, lambda x: -x, x), lambda x: x if x.sum() > 0 else -x, ALL),
]
DERIVATIVES = [
    (ct.grad(lambda x: ct.sum(ct.tanh(x @ W + B) ** 2)), slope, ALL),
    (ct.grad(lambda x: ct.mean((x - ct.mean(x, axis=0)) ** 2)), lambda x: 2 * (x - x.mean(0)) / x.size, FILLED),
    (ct.grad(lambda x: ct.sum(sum_of_rows(x) ** 2)), lambda x: np.broadcast_to(2 * x.sum(0), x.shape), ALL),
    (ct.grad(lambda x: ct.sum((x[1:] - x[:-1]) ** 2)),
     lambda x: 2 * (np.diff(x, axis=0, prepend=x[:1]) - np.diff(x, axis=0, append=x[-1:])), FILLED),
    (ct.grad(lambda x: ct.sum(x[::-2] ** 2)), lambda x: 2 * x * (np.arange(len(x))[::-1, None] % 2 == 0), ALL),
]


IMAGES = ((2, 8, 8, 1), (5, 8, 8, 1))
KERNEL = RANDOM.standard_normal((3, 3, 1, 2))
KEYS = RANDOM.standard_normal((1, 4, 2, 4))


def network(images):
    y = ct.nn.max_pool(ct.nn.relu(ct.nn.conv(images, KERNEL)), (2, 2), strides=(2, 2))
    return ct.nn.layer_norm(y.reshape(y.shape[0], -1))


def loss(x):
    labels = ct.argmax(x, axis=1)
    return ct.nn.softmax_cross_entropy_with_integer_labels(x, labels)


class OneProgram(Case):
    def check_all(self, rows):
        self.check_one_program(rows, RANDOM)

    def test_elements(self):
        self.check_all(ELEMENTS)

    def test_reductions(self):
        self.check_all(REDUCTIONS)

    def test_layout(self):
        self.check_all(LAYOUT)

    def test_indexing(self):
        self.check_all(INDEXING)

    def test_control(self):
        self.check_all(CONTROL)

    def test_layers(self):
        """Against programs of known sizes."""
        for function, sizes in ((network, IMAGES), (loss, FILLED),
                                (lambda x: ct.nn.dot_product_attention(x[None, :, None] * KEYS[:, :1], KEYS, KEYS), FILLED)):
            one, each = ct.jit(function, dynamic_axes={next(iter(inspect.signature(function).parameters)): 0}), ct.jit(function)
            for size in sizes:
                x = RANDOM.standard_normal(size)
                self.check(one(x), np.asarray(each(x)), 1e-6)
            self.assertEqual(len(one._programs), 1)

    def test_derivatives(self):
        self.check_all(DERIVATIVES)

    def test_many_at_once(self):
        """All of these for many x: how many, and their sizes, are open."""
        for kind in (ELEMENTS, REDUCTIONS, LAYOUT, INDEXING, CONTROL, DERIVATIVES):
            for i, (function, wanted, sizes) in enumerate(kind):
                compiled = ct.jit(lambda xs, f=function: ct.vmap(f)(xs), dynamic_axes={"xs": (0, 1)})
                for lanes, size in zip((3, 1, 2, 4), sizes):
                    with self.subTest(row=i, size=size):
                        xs = RANDOM.standard_normal((lanes, *size))
                        self.check(compiled(xs), np.stack([wanted(x) for x in xs]), 1e-6)

    def test_mapping(self):
        """vmap along an open axis, other arguments of known and of open sizes, with derivatives."""
        f = ct.jit(lambda x, y: ct.vmap(lambda r, c: r @ c, in_axes=(0, 1), out_axes=0)(x, y) + x[:, 0],
                   dynamic_axes={"x": 0, "y": (0, 1)})
        total = ct.grad(lambda x: ct.sum(ct.vmap(lambda r: ct.sum(r * x[0]) ** 2)(x)))
        each = ct.vmap(ct.grad(lambda r: ct.sum(r**3)))
        rows = ct.jit(lambda x: (total(x), each(x).reshape(x.shape[0], -1)), dynamic_axes={"x": 0})
        for n in (1, 4):
            x, y = RANDOM.standard_normal((n, 4)), RANDOM.standard_normal((4, n))
            self.check(f(x, y), np.sum(x * y.T, 1) + x[:, 0], 1e-6)
            slope, cubes = rows(x)
            products = x @ x[0]
            wanted = 2 * products[:, None] * x[0]
            wanted[0] += 2 * products @ x
            self.check(slope, wanted, 1e-6)
            self.check(cubes, 3 * x**2, 1e-6)
        known = ct.jit(lambda x, y: ct.vmap(lambda r, c: r * c)(x, y), dynamic_axes={"x": 0})
        self.check(known(np.ones(3), np.arange(3.0)), np.arange(3.0))
        with self.assertRaisesRegex(ct.Error, r"open_sizes_test.py:\d+: "):
            known(np.ones(2), np.arange(3.0))

    def test_functions_made_of_mapping(self):
        for function, wanted in (
                (lambda x: ct.jacrev(lambda x: ct.sum(x**2, axis=1))(x),
                 lambda x: 2 * x * np.eye(len(x))[:, :, None]),
                (lambda x: ct.jacfwd(lambda x: ct.sum(x**2, axis=1))(x),
                 lambda x: 2 * x * np.eye(len(x))[:, :, None]),
                (lambda x: ct.hessian(lambda p: ct.sum(p["a"] ** 2 * p["b"]))({"a": x[:, 0], "b": x[:, 1]})["a"]["b"],
                 lambda x: 2 * np.diag(x[:, 0])),
                (lambda x: ct.vectorize(ct.dot, signature="(n),(n)->()")(x[None], x[:, None]), lambda x: x @ x.T),
                (lambda x: ct.apply_along_axis(lambda v: v[::-1], 1, x), lambda x: x[:, ::-1]),
                (lambda x: ct.apply_along_axis(ct.cumsum, 0, x), lambda x: np.cumsum(x, 0))):
            compiled = ct.jit(lambda x: function(x), dynamic_axes={"x": 0})
            for n in (1, 3):
                x = RANDOM.standard_normal((n, 4))
                self.check(compiled(x), wanted(x), 1e-6)

    def test_several_axes_of_a_nest(self):
        total = ct.jit(lambda p, n: ct.sum(p["a"] @ p["b"]) * n, dynamic_axes={"p": (0, 1)})
        for k in (2, 5):
            a, b = RANDOM.standard_normal((3, k)), RANDOM.standard_normal((k, 4))
            self.check(total({"a": a, "b": b}, 2), 2 * np.sum(a @ b), 1e-6)
        self.assertEqual(len(total._programs), 1)

    def test_as_an_argument_by_name(self):
        f = ct.jit(lambda *, x: ct.sum(x), dynamic_axes={"x": -1})
        self.assertEqual([float(f(x=np.ones(n))) for n in (0, 1, 7)], [0, 1, 7])
        self.assertIn("tensor<?xf64>", f.lower(x=ct.ShapeDtypeStruct((None,), "float64")).as_text())
        self.assertFalse(f.lower(x=np.ones(3)).memory().exact)


class Mistakes(unittest.TestCase):
    def refused(self, kind, text, function, *args, **options):
        with self.assertRaisesRegex(kind, rf"open_sizes_test.py:\d+: .*{text}"):
            ct.jit(function, **options)(*args)

    def test_open_sizes_that_differ(self):
        self.refused(ct.Error, "operand shapes differ along axis 0", lambda x, y: x + y,
                     np.ones(2), np.ones(3), dynamic_axes={"x": 0, "y": 0})

    def test_sizes_that_must_be_known(self):
        x, axes = np.ones((4, 2)), {"x": 0}
        self.refused(ValueError, r"ct.linalg.pinv: axis 0 of float64\[\?,2\] is open.*leave it out of dynamic_axes",
                     lambda x: ct.linalg.pinv(x), x, dynamic_axes=axes)
        self.refused(TypeError, r"length of float64\[\?,2\] is open.*x.shape\[0\]", lambda x: len(x), x,
                     dynamic_axes=axes)

    def test_axes_that_are_not_there(self):
        self.refused(ValueError, "dynamic_axes names 'y', but the parameters of <lambda> are x", lambda x: x, 1.0,
                     dynamic_axes={"y": 0})
        self.refused(ValueError, r"chooses axis 2 of 'x', but it is float64\[3\]", lambda x: x, np.ones(3),
                     dynamic_axes={"x": 2})

    def test_branches_of_other_sizes(self):
        self.refused(TypeError, r"float64\[2\].*float64\[\?\]",
                     lambda x: ct.cond(True, lambda: x, lambda: ct.zeros(2, "float64")), np.ones(3),
                     dynamic_axes={"x": 0})

    def test_an_open_size_that_got_out(self):
        kept = []
        ct.jit(lambda x: kept.append(x) or x, dynamic_axes={"x": 0})(np.ones(3))
        with self.assertRaisesRegex(ct.Error, "has ended"):
            ct.zeros(kept[0].shape)

    def test_a_size_that_only_one_branch_knows(self):
        def f(x, n):
            g = ct.sin
            if n > 1:
                longer = ct.concatenate([x, x])
                g = lambda t: ct.sum(longer) * t  # noqa: E731
            return g(n * 1.0)

        self.refused(ct.Error, "has ended", f, np.ones(3), 3, dynamic_axes={"x": 0})


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""Every floating-point type in every transformation, and numbers, which keep their digits until they meet one."""

import os
import tempfile
import unittest

import cotan as ct
import numpy as np
from expected import Case

FLOATS = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}
X = 1.25  # in all of them
TENTH = 0.1  # in none


def cube(x):
    return x * x * x * TENTH


def custom(x):
    f = ct.custom_vjp(cube)
    f.defvjp(lambda x: (cube(x), x), lambda x, g: (7 * x * g,))
    return f(x)


def looped(x):
    y = x
    while y < 3.0:
        y = y * 2
    return y * TENTH


def branched(x):
    return cube(x) if x > 1.0 else x


def saved(x):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.safetensors")
        ct.save(path, {"x": x})
        return ct.load(path)["x"]


VALUE, SLOPE, BEND, THIRD = X**3 * TENTH, 3 * X**2 * TENTH, 6 * X * TENTH, 6 * TENTH
ROW = [X, 0.5]
# A function of a number in x, and what it gives. The result has the type of x.
TRANSFORMED = {
    "eager": (cube, VALUE),
    "jit": (lambda x: ct.jit(cube)(x), VALUE),
    "grad": (lambda x: ct.grad(cube)(x), SLOPE),
    "jit of grad": (lambda x: ct.jit(ct.grad(cube))(x), SLOPE),
    "grad of grad": (lambda x: ct.grad(ct.grad(cube))(x), BEND),
    "value_and_grad": (lambda x: ct.value_and_grad(cube)(x)[0], VALUE),
    "vjp": (lambda x: ct.vjp(cube, x)[1](1.0)[0], SLOPE),
    "cotangent": (lambda x: ct.vjp(lambda y: y * y, x)[1](x)[0], 2 * X * X),
    "jvp": (lambda x: ct.jvp(cube, (x,), (1.0,))[1], SLOPE),
    "tangent": (lambda x: ct.jvp(lambda y: y * 2, (x,), (x,))[1], 2 * X),
    "jet": (lambda x: ct.jet(cube, (x,), ([1.0, 0.0, 0.0],))[1][2], THIRD),
    "jacrev": (lambda x: ct.jacrev(cube)(x), SLOPE),
    "jacfwd": (lambda x: ct.jacfwd(cube)(x), SLOPE),
    "hessian": (lambda x: ct.hessian(cube)(x), BEND),
    "vmap": (lambda x: ct.vmap(cube)(ct.stack([x, x]))[0], VALUE),
    "in_axes": (lambda x: ct.vmap(lambda i, x: x * TENTH, (0, None))(ct.arange(2), x)[1], X * TENTH),
    "checkpoint": (lambda x: ct.grad(ct.checkpoint(cube))(x), SLOPE),
    "custom_vjp": (lambda x: ct.grad(custom)(x), 7 * X),
    "scan": (lambda x: ct.scan(lambda c, _: (c * TENTH, c), x, None, 2)[0], X * TENTH * TENTH),
    "rows of scan": (lambda x: ct.scan(lambda c, _: (c * TENTH, c), x, None, 2)[1][1], X * TENTH),
    "xs of scan": (lambda x: ct.scan(lambda c, row: (c, row * TENTH), 0, ct.stack([x, x]))[1][1], X * TENTH),
    "while_loop": (lambda x: ct.while_loop(lambda y: y < 3.0, lambda y: y * 2, x) * TENTH, 4 * X * TENTH),
    "fori_loop": (lambda x: ct.fori_loop(0, 2, lambda i, y: y * TENTH, x), X * TENTH * TENTH),
    "cond": (lambda x: ct.cond(True, cube, lambda x: x, x), VALUE),
    "grad of cond": (lambda x: ct.grad(lambda x: ct.cond(x > 1.0, cube, lambda x: x, x))(x), SLOPE),
    "switch": (lambda x: ct.switch(1, [lambda x: x, cube], x), VALUE),
    "map": (lambda x: ct.map(cube, ct.stack([x, x]))[0], VALUE),
    "associative_scan": (lambda x: ct.associative_scan(ct.multiply, ct.stack([x, x]))[1], X * X),
    "while": (lambda x: ct.jit(looped)(x), 4 * X * TENTH),
    "grad of while": (lambda x: ct.grad(looped)(x), 4 * TENTH),
    "if": (lambda x: ct.jit(branched)(x), VALUE),
    "grad of if": (lambda x: ct.grad(branched)(x), SLOPE),
    "stop_gradient": (lambda x: ct.grad(lambda x: x * ct.stop_gradient(x))(x), X),
    "tree.map": (lambda x: ct.tree.map(cube, [x])[0], VALUE),
}
# Ways out and back in.
ROUND = {
    "save": saved,
    "numpy": lambda x: ct.array(x.numpy(), x.dtype),
    "dlpack": lambda x: ct.from_dlpack(x),
    "item": lambda x: ct.array(x.item(), x.dtype),
}


def nearby(found, expected, eps):
    np.testing.assert_allclose(np.asarray(ct.astype(found, "float64")), expected, rtol=8 * eps)


class FloatTypes(Case):
    def test_every_type_in_every_transformation(self):
        for dtype, eps in FLOATS.items():
            for name, (function, expected) in TRANSFORMED.items():
                with self.subTest(dtype, transformation=name):
                    found = function(ct.array(X, dtype))
                    self.assertEqual(found.dtype, ct.array(X, dtype).dtype)
                    self.assertFalse(found.weak_type)
                    nearby(found, expected, eps)

    def test_out_and_back(self):
        for dtype in FLOATS:
            for name, function in ROUND.items():
                with self.subTest(dtype, way=name):
                    x = ct.array(ROW, dtype)
                    x = x[0] if name == "item" else x
                    back = function(x)
                    self.assertEqual((back.dtype, back.shape), (x.dtype, x.shape))
                    self.assertTrue(ct.all(back == x))

    def test_bfloat16_says_what_it_is(self):
        self.assertEqual((ct.bfloat16.kind, ct.bfloat16.itemsize, ct.bfloat16.name), ("f", 2, "bfloat16"))


# Functions of a number and a float64 tensor, where the number goes some way before it meets the tensor.
W = np.array([1.0, 3.0])
MEETS = {
    "jit": lambda a: ct.jit(lambda a, w: a * w)(a, W),
    "jit, by name": lambda a: ct.jit(lambda a, w: a * w)(a=a, w=W),
    "jit, returned": lambda a: ct.jit(lambda a: a)(a) * W,
    "jit, from outside": lambda a: ct.jit(lambda w: a * w)(W),
    "array": lambda a: ct.array(a) * W,
    "jit of array": lambda a: ct.jit(lambda a, w: a * w)(ct.array(a), W),
    "numbers": lambda a: ct.jit(lambda a, w: (a + a - a) * w)(a, W),
    "eager numbers": lambda a: (ct.array(a) + a - ct.array(a)) * W,
    "reshaped": lambda a: ct.reshape(ct.array(a), (1,)) * W,
    "in a row": lambda a: ct.jit(lambda a, w: ct.stack([a, a]) * w)(a, W),
    "chosen": lambda a: ct.jit(lambda a, w: ct.where(w > 0, a, a) * w)(a, W),
    "spread": lambda a: ct.broadcast_to(ct.array(a), (2,)) * W,
    "filled": lambda a: ct.full_like(ct.array(1.0), a) * W,
    "converted": lambda a: ct.jit(lambda a, w: a.astype("float64") * w)(a, W),
    "vmap": lambda a: ct.vmap(lambda a, w: a * w, (None, 0))(a, W),
    "vmap of numbers": lambda a: ct.vmap(lambda a, w: a * w)(ct.stack([a, a]), W),
    "grad": lambda a: ct.grad(lambda w, a: ct.sum(w * a))(W, a) * W,
    "gradient by it": lambda a: ct.stack([ct.grad(lambda b: b * w * a)(a) for w in W]) * np.ones(2),
    "vjp": lambda a: ct.vjp(lambda b: b * W, a)[0],
    "cotangent": lambda a: ct.stack([ct.vjp(lambda w: w * v, np.float64(1.0))[1](a)[0] for v in W]),
    "cotangent of a number": lambda a: ct.stack([ct.vjp(lambda b: b * 1.0, 1.0)[1](a)[0] * v for v in W]),
    "jvp": lambda a: ct.jvp(lambda w: w * W, (np.float64(1.0),), (a,))[1],
    "tangent of a number": lambda a: ct.jvp(lambda b: b * W, (1.0,), (a,))[1],
    "jet": lambda a: ct.jet(lambda b: b * W, (1.0,), ([a],))[1][0],
    "jacfwd": lambda a: ct.jacfwd(lambda b: b * a * W)(1.0),
    "jacrev": lambda a: ct.jacrev(lambda b: b * a * W)(1.0) * np.ones(2),
    "checkpoint": lambda a: ct.jit(ct.checkpoint(lambda a, w: a * w))(a, W),
    "custom_vjp": lambda a: ct.jit(lambda a: with_rule(a) * W)(a),
    "custom_vjp, residuals": lambda a: ct.grad(lambda w: ct.sum(scaled(w, a)))(W) * W,
    "carry of scan": lambda a: ct.scan(lambda c, _: (c, None), a, None, 2)[0] * W,
    "carry of scan that meets": lambda a: ct.scan(lambda c, w: (c * w / w, c * w), a, W)[1],
    "rows of scan": lambda a: ct.scan(lambda c, w: (c, a), 0, W)[1] * W,
    "xs of scan": lambda a: ct.scan(lambda c, b: (c, b), 0, ct.stack([a, a]))[1] * W,
    "fori_loop": lambda a: ct.fori_loop(0, 3, lambda i, b: b, a) * W,
    "fori_loop that meets": lambda a: ct.fori_loop(0, 1, lambda i, b: b * W[0], a) * W,
    "while_loop": lambda a: ct.while_loop(lambda s: s[0] < 2, lambda s: (s[0] + 1, s[1]), (0, a))[1] * W,
    "while": lambda a: ct.jit(through_while)(a, 3) * W,
    "for": lambda a: ct.jit(through_for)(a, 3) * W,
    "if": lambda a: ct.jit(through_if)(a, 3) * W,
    "cond": lambda a: ct.cond(True, lambda b: b, lambda b: b * 2, a) * W,
    "cond that meets": lambda a: ct.cond(True, lambda b: b, lambda b: np.float64(2.0), a) * W,
    "switch": lambda a: ct.switch(0, [lambda b: b, lambda b: b * 2], a) * W,
    "nested": lambda a: ct.jit(lambda a: ct.jit(lambda b: b)(a) * W)(a),
    "saved as a constant": lambda a: ct.jit(lambda w: ct.jit(lambda b: b)(a) * w)(W),
}


@ct.custom_vjp
def with_rule(a):
    return a * 1.0


with_rule.defvjp(lambda a: (a, a), lambda a, g: (g,))


@ct.custom_vjp
def scaled(w, a):
    return w * a


scaled.defvjp(lambda w, a: (w * a, a), lambda a, g: (g * a, None))


def through_while(a, n):
    b = a
    while n > 0:
        b, n = b + 0.0, n - 1
    return b


def through_for(a, n):
    b = 0.0
    for _ in range(n):
        b = a
    return b


def through_if(a, n):
    if n > 2:
        b = a
    else:
        b = 2.0
    return b


class Numbers(Case):
    def test_keep_their_digits_until_they_meet_a_type(self):
        for name, function in MEETS.items():
            for number in (TENTH, -1e-300, 1 / 3):
                with self.subTest(name, number=number):
                    found = function(number)
                    self.assertEqual(found.dtype, np.float64)
                    np.testing.assert_allclose(found.numpy(), number * W, rtol=4e-16)

    def test_integers_keep_theirs(self):
        big = 2**53 + 1
        for function in (lambda n: ct.jit(lambda n: n)(n), lambda n: ct.vmap(lambda i, n: n, (0, None))(ct.arange(2), n)[1],
                         lambda n: ct.fori_loop(0, 2, lambda i, m: m, n), lambda n: ct.cond(True, lambda m: m, lambda m: m, n),
                         lambda n: ct.scan(lambda c, _: (c, c), n, None, 2)[1][0]):
            self.assertEqual(int(function(big)), big)

    def test_meet_a_narrower_type_as_that(self):
        for dtype in FLOATS:
            for function in (ct.jit(lambda a, w: a * w), lambda a, w: ct.array(a) * w,
                             lambda a, w: ct.fori_loop(0, 1, lambda i, b: b * w[0], a) * w):
                self.assertEqual(function(TENTH, ct.ones(2, dtype)).dtype, ct.ones(2, dtype).dtype)

    def test_are_shown_as_float32(self):
        for x in (ct.array(TENTH), ct.jit(lambda a: a)(TENTH), ct.stack([ct.array(TENTH)] * 3)):
            self.assertEqual((x.dtype, x.numpy().dtype, np.from_dlpack(x).dtype), (np.float32,) * 3)
            self.assertTrue((x.numpy() == np.float32(TENTH)).all())
            self.assertIn("0.1", repr(x))
            self.assertEqual((ct.astype(x, "float32") * W[0]).dtype, np.float64)
        self.assertEqual(float(ct.array(TENTH)), TENTH)

    def test_a_carry_takes_the_type_it_gets_and_keeps_it(self):
        half = ct.ones(2, "float16")

        def body(c, w):
            return c + w, (c * half)[0]  # of float32 from the second turn on, so in all

        last, rows = ct.scan(body, 0.0, np.ones(3, np.float32))
        self.assertEqual((last.dtype, last.weak_type, rows.dtype), (np.float32, False, np.float32))
        found = ct.fori_loop(0, 3, lambda i, c: c + W[0], 0)
        self.assertEqual((found.dtype, float(found)), (np.float64, 3.0))

    def test_what_was_said_does_not_give_way(self):
        for found in (ct.sum(ct.array(TENTH), dtype="float64"), ct.array(TENTH).astype("float64"),
                      ct.full_like(ct.array(1.0), TENTH, dtype="float64")):
            self.assertEqual((found.dtype, found.weak_type), (np.float64, False))
        with self.refuses(ct.ValueError, "weak"):
            ct.ShapeDtypeStruct((), "float64", weak_type=True)


if __name__ == "__main__":
    unittest.main()

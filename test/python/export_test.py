#!/usr/bin/python3
"""ct.export: programs as bytes, read where they were written and in a process that knows nothing of the functions."""

import itertools
import random
import subprocess
import sys
import tempfile
import unittest

import cotan as ct
import numpy as np
from expected import Case


def through_bytes(f, *args, **keywords):
    return ct.export.deserialize(ct.export.export(f)(*args, **keywords).serialize())


def until_large(x):
    while ct.sum(x) < 100:
        x = x * 1.5
    return x


def power(x, n):
    return x if n < 1 else ct.sin(x) * power(x, n - 1)


@ct.custom_vjp
def clipped(x):
    return x * 2


clipped.defvjp(lambda x: (x * 2, x), lambda x, g: (ct.clip(g, -0.5, 0.5),))

X = np.array([0.5, 0.75, 1.5])
# The functions, with arguments, the first of which is differentiated.
PROGRAMS = {
    "nests": (lambda x, p: {"a": [x * p["w"], (ct.sum(x), None)]}, (X, {"w": ct.array(X)})),
    "numbers": (lambda x, k=2.0: x * k, (X, 0.1)),
    "a loop": (until_large, (X,)),
    "recursion": (power, (X, ct.array(3))),
    "rules": (lambda x: clipped(x) ** 2, (X,)),
    "a function chosen by data": (lambda x: (ct.sin if ct.sum(x) > 1 else ct.cos)(x), (X,)),
    "large constants": (lambda x, m=ct.array(np.arange(3e4).reshape(10**4, 3)): m @ x, (X,)),
    "checkpoints": (ct.checkpoint(lambda x: ct.exp(ct.sin(x))), (X,)),
}


def flat(tree):
    return [np.asarray(x) for x in ct.tree.leaves(tree)]


class Export(Case):
    def check_equal(self, found, wanted, rtol=0):
        self.assertEqual(ct.tree.structure(found), ct.tree.structure(wanted))
        for a, b in zip(flat(found), flat(wanted)):
            self.assertEqual(a.dtype, b.dtype)
            np.testing.assert_allclose(a, b, rtol=rtol)

    def test_values_and_derivatives(self):
        for (name, (f, (x, *rest))), is_open in itertools.product(PROGRAMS.items(), (False, True)):
            with self.subTest(name, is_open=is_open):
                again = through_bytes(ct.jit(f, dynamic_axes={"x": 0} if is_open else None), ct.array(x), *rest)
                rtol = 1e-15 if is_open else 0  # a kernel for any size is another kernel
                self.check_equal(again.call(ct.array(x), *rest), ct.jit(f)(ct.array(x), *rest), rtol)
                self.check_equal(ct.jit(ct.vmap(lambda x: again.call(x, *rest)))(ct.array(np.stack([x, 2 * x]))),
                                 ct.jit(ct.vmap(lambda x: f(x, *rest)))(ct.array(np.stack([x, 2 * x]))))

                def slopes(of):
                    total = lambda x: sum(ct.sum(y ** 2) for y in ct.tree.leaves(of(x, *rest)))  # noqa: E731
                    return ct.jit(lambda x: (ct.grad(total)(x), ct.hessian(total)(x)))(ct.array(x))

                for a, b in zip(flat(slopes(again.call)), flat(slopes(f))):
                    np.testing.assert_allclose(a, b, rtol=1e-14)

    def test_element_types(self):
        for dtype in ("bool", "uint8", "int4", "int64", "float16", "bfloat16", "float8_e4m3", "float32", "complex64", "complex128"):
            with self.subTest(dtype):
                x = ct.array([1, 0, 1], "int32").astype(dtype)
                again = through_bytes(ct.jit(lambda x: (x[::-1], ct.reshape(x, (3, 1)))), x)
                self.assertEqual([y.dtype for y in again.call(x)], [x.dtype] * 2)
                self.assertEqual(ct.real(again.call(x)[0]).astype("float32").tolist(), [1, 0, 1])

    def test_open_sizes(self):
        f = ct.jit(lambda x, y: (x @ y, x.shape[0]), dynamic_axes={"x": 0})
        again = through_bytes(f, ct.ones((2, 3)), ct.ones(3))
        self.assertEqual([x.shape for x in again.in_avals], [(None, 3), (3,)])
        self.assertEqual([x.shape for x in again.out_avals], [(None,), ()])
        for n in (0, 1, 5):
            self.check_equal(again.call(ct.ones((n, 3)), ct.ones(3)), f(ct.ones((n, 3)), ct.ones(3)))

    def test_open_sizes_are_known_where_the_caller_knows_them(self):
        def pairs(x, y):
            def step(carry, row):
                return carry + row, ct.concatenate([row, x[:, 0]])

            total, rows = ct.scan(step, ct.zeros(x.shape[1]), x)
            padded = ct.zeros((x.shape[0], 2)) if ct.sum(total) > y else ct.reshape(x[:, :2], (-1, 2))
            return {"rows": rows, "numbers": ct.arange(x.shape[0]), "padded": padded, "total": ct.reshape(x, (-1,))}

        again = through_bytes(ct.jit(pairs, dynamic_axes={"x": (0, 1)}), ct.ones((4, 3)), 2.0)
        for shape in ((5, 3), (1, 2), (0, 3)):
            x = ct.array(np.arange(float(np.prod(shape))).reshape(shape), "float32")
            found, wanted = (ct.jit(f)(x, 2.0) for f in (again.call, pairs))
            self.check_equal(found, wanted)
            self.assertEqual(ct.eval_shape(again.call, x, 2.0), ct.eval_shape(pairs, x, 2.0))
        half = ct.jit(lambda x: again.call(x, 2.0), dynamic_axes={"x": 0})
        self.check_equal(half(ct.ones((5, 3))), pairs(ct.ones((5, 3)), 2.0))
        self.assertEqual([x.shape for x in ct.tree.leaves(ct.export.export(half)(ct.ones((5, 3))).out_avals)],
                         [(None,), (None, 2), (None, None), (None,)])

    def test_known_sizes_that_do_not_fit(self):
        again = through_bytes(ct.jit(lambda x, y: x + y, dynamic_axes={"x": 0, "y": 0}), ct.ones(4), ct.ones(4))
        self.check_equal(ct.jit(again.call)(ct.ones(3), ct.ones(3)), 2 * ct.ones(3))
        for call in (again.call, ct.jit(again.call)):
            with self.assertRaisesRegex(ct.Error, "export_test.py:.*shapes"):
                call(ct.ones(3), ct.ones(2))

    def test_another_process(self):
        def fit(x, scale=2.0):
            return {"total": ct.sum(until_large(x)) * scale}

        blob = ct.export.export(ct.jit(fit))(ct.array(X), scale=0.1).serialize()
        with tempfile.NamedTemporaryFile() as file:
            file.write(blob)
            file.flush()
            code = (f"import cotan as ct; f = ct.export.deserialize(open({file.name!r}, 'rb').read()); x = ct.array({X.tolist()}, "
                    "'float64'); print(f, float(f.call(x, scale=0.1)['total']).hex(), "
                    "ct.grad(lambda x: f.call(x, scale=0.1)['total'])(x).tolist())")
            said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        slope = ct.grad(lambda x: fit(x, 0.1)["total"])(ct.array(X)).tolist()
        self.assertEqual(said, f"<exported fit(float64[3], scale=float32[])> {float(fit(ct.array(X), 0.1)['total']).hex()} {slope}\n")

    def test_mistakes(self):
        again = through_bytes(ct.jit(lambda x, k: x * k), ct.ones(3), 2.0)
        was = r"export_test.*: <lambda>: it was exported for \(float32\[3\], float32\[\]\), but is called with "
        for args, text in (((ct.ones(3),), r"\(float32\[3\]\)"), ((ct.ones(3), 2.0, 1), r"\(float32\[3\], float32\[\], int64\[\]\)"),
                           ((ct.ones(4), 2.0), r"float32\[4\] in the place of float32\[3\]"),
                           ((ct.ones(3, "float64"), 2.0), r"float64\[3\] in the place of float32\[3\]"),
                           ((1.0, 2.0), r"float32\[\] in the place of"), (("a", 2.0), ".")):
            with self.assertRaisesRegex(ct.TypeError, was + text if text != "." else "<lambda>: 'args'|exported for"):
                again.call(*args)
        for f, args, text in ((ct.sin, (), "'fun_jit' must be a function that ct.jit returned, but is a function"),
                              (ct.jit(lambda x, m: x), (1.0, "a"), r"an argument is 'a' \(a str\), which is no tensor"),
                              (ct.jit(lambda x, n: x, static_argnums=1), (1.0, 3), "an argument is .*, which is no tensor"),
                              (ct.jit(lambda x: (x, "b")), (1.0,), r"a result is 'b' \(a str\), which is no tensor")):
            with self.assertRaisesRegex(ct.TypeError, f"export_test.*: ct.export.*: {text}"):
                ct.export.export(f)(*args)
        with self.assertRaisesRegex(ct.Error, "uses traced tensors of another one"):
            ct.jit(lambda x: ct.export.export(ct.jit(lambda y: x * y))(x).serialize() and x)(ct.ones(2))

    def test_damage(self):
        blob = bytes(ct.export.export(ct.jit(lambda x: ct.sin(x)))(ct.ones(3)).serialize())
        later = blob.replace(b'"version": 1', b'"version": 9')
        with self.assertRaisesRegex(ct.ValueError, "written by Cotan .* in version 9 of the calling convention.*reads 1 to 1"):
            ct.export.deserialize(later)
        with self.assertRaisesRegex(ct.TypeError, "'blob' must be bytes, but is 3"):
            ct.export.deserialize(3)
        choose = random.Random(0)
        spoiled = [blob[:n] for n in range(0, len(blob), 7)]
        for _ in range(300):
            place = choose.randrange(len(blob))
            spoiled.append(blob[:place] + bytes([blob[place] ^ (1 << choose.randrange(8))]) + blob[place + 1:])
        refused = 0
        for each in spoiled:
            try:
                again = ct.export.deserialize(each)
            except ct.Error as problem:
                self.assertRegex(str(problem), "export_test.*: ct.export.deserialize: ")
                refused += 1
            else:  # what changed is a name
                np.testing.assert_array_equal(again.call(ct.ones(3)), ct.sin(ct.ones(3)))
        self.assertGreater(refused, len(spoiled) * 3 // 4)


if __name__ == "__main__":
    unittest.main()

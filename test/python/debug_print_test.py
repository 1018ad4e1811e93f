#!/usr/bin/python3
"""ct.debug.print: what str.format gives, at once and compiled, once each, in order, in every transformation."""

import contextlib
import io
import unittest

import cotan as ct
import numpy as np
from expected import Case


def printed(call, *args):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        call(*args)
    return out.getvalue().splitlines()


# Made from a text, so that nothing in it is rewritten.
SCOPE = {"ct": ct}
exec("def unread(x):\n    ct.debug.print('{} {n:.2f}', 'x is', n=x)\n    return x * x", SCOPE)
unread = SCOPE["unread"]


def halved(x):
    ct.debug.print("{x}", x=x)
    while x > 1:
        x = x / 2
        ct.debug.print("{0:.3f} {0}", x)
    return x * x


class DebugPrint(Case):
    def test_gives_what_format_gives(self):
        x = ct.array(2.5)
        for text, values, named in (("none", (), {}), ("{}", (x,), {}), ("{{}} {a} {0}", (1,), {"a": x}), ("{0[1]} {b.ndim}", ((1, 2),), {"b": x}),
                                    ("{:>8.3f}|{:+d}|{!s}", (ct.array(1.5), ct.array(3), x), {}), ("{a:{w}.1f}", (), {"a": ct.array(2.25), "w": 7})):
            with self.subTest(text):
                wanted = text.format(*values, **named).splitlines()
                self.assertEqual(printed(lambda: ct.debug.print(text, *values, **named)), wanted)

                def compiled(values, named):
                    ct.debug.print(text, *values, **named)
                    return 0

                held = {k: v for k, v in named.items() if not isinstance(v, int)}
                plain = {k: v for k, v in named.items() if isinstance(v, int)}
                tensors = [v for v in values if isinstance(v, ct.Tensor)]

                def with_tensors(tensors, held):
                    found = iter(tensors)
                    return compiled([next(found) if isinstance(v, ct.Tensor) else v for v in values], {**held, **plain})

                self.assertEqual(printed(ct.jit(with_tensors), tensors, held), wanted)

    def test_in_functions_without_a_text(self):
        self.assertEqual(printed(ct.jit(unread), 3.0), ["x is 3.00"])
        self.assertEqual(printed(ct.jit(lambda x: (ct.debug.print("{}", x), x)[1]), 3), ["3"])

    def test_once_and_in_order(self):
        lines = ["3.0", "1.500 1.5", "0.750 0.75"]
        for how in (halved, ct.jit(halved), ct.grad(halved), ct.jit(ct.grad(halved)), ct.grad(ct.grad(halved)), ct.value_and_grad(halved),
                    ct.jit(lambda x: ct.jvp(halved, (x,), (x,))), lambda x: ct.vjp(halved, x)[1](1.0), ct.jit(ct.grad(ct.checkpoint(halved)))):
            self.assertEqual(printed(how, 3.0), lines)

    def test_of_each_call_of_a_vmap(self):
        self.assertEqual(sorted(printed(ct.vmap(halved), np.array([3.0, 0.5]))), sorted(["3.0", "0.5", "1.500 1.5", "0.750 0.75"]))

    def test_mistakes(self):
        here = r"debug_print_test.py:\d+: ct.debug.print: "
        for call in (lambda x: x, ct.jit):
            with self.refuses(ct.TypeError, here + "the text must be a str, as 'x is {x}', but is .*float"):
                call(lambda x: ct.debug.print(1.5, x))(1.0)
            with self.refuses(ct.ValueError, here + "'{y}' does not go with what is given: there is no 'y'"):
                call(lambda x: ct.debug.print("{y}", x=x))(1.0)
            with self.refuses(ct.ValueError, here + "'{} {}' does not go with what is given: "):
                call(lambda x: ct.debug.print("{} {}", x))(1.0)
            with self.refuses(ct.ValueError, here + "'{' does not go with what is given: "):
                call(lambda x: ct.debug.print("{", x))(1.0)


if __name__ == "__main__":
    unittest.main()

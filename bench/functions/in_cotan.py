"""Functions that call themselves and functions as values, in Cotan's Python."""

import pathlib
import sys

import cotan as ct

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "examples/tree_lstm"))


def fibonacci(x, c, n):
    @ct.jit
    def number(n):
        return n if n < 2 else number(n - 1) + number(n - 2)

    return lambda: [number(n).astype("float64")]


def smooth(x, c, n):
    def value(n, x):
        if n < 2:
            return ct.sin(x)
        inner = value(n - 1, x)
        return ct.tanh(inner * value(n - 2, inner) + x)

    value_and_slope = ct.jit(ct.value_and_grad(value, argnums=1))
    return lambda: list(value_and_slope(n, x))


def closures(x, c, n):
    """A closure that each turn chooses for the next."""
    def grown(x, c):
        def add(k):
            return lambda t: t + k * ct.sin(t)

        def shrink(k):
            return lambda t: t - k * t

        step = add(c)
        for i in range(n):
            x = step(x)
            step = add(c * x) if i % 2 == 0 else shrink(c)
        return x

    value_and_slopes = ct.jit(ct.value_and_grad(grown, argnums=(0, 1)))
    return lambda: _flat(value_and_slopes(x, c))


def switched(x, c, n):
    """The same without functions as values."""
    def grown(x, c):
        which, k = 0, c
        for i in range(n):
            x = ct.switch(which, [lambda: x + k * ct.sin(x), lambda: x - k * x])
            which, k = (0, c * x) if i % 2 == 0 else (1, c)
        return x

    value_and_slopes = ct.jit(ct.value_and_grad(grown, argnums=(0, 1)))
    return lambda: _flat(value_and_slopes(x, c))


def trees(*arrays):
    import tree_lstm as example

    *leaves, kinds, left, right, values = arrays
    value_and_slopes = ct.jit(ct.value_and_grad(example.loss))
    p = dict(zip(("kinds", "gates", "bias", "digits"), leaves))

    def run():
        value, slopes = value_and_slopes(p, kinds, left, right, values)
        return [value, *(slopes[name] for name in p)]

    return run


def _flat(value_and_slopes):
    value, slopes = value_and_slopes
    return [value, *slopes]


PROGRAMS = {"fibonacci": fibonacci, "smooth": smooth, "closures": closures, "switched": switched, "trees": trees}

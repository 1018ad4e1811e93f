"""Functions that call themselves and functions as values, in Cotan's Python."""

import pathlib
import sys

import numpy as np

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


def _products(n, x, a, b):
    if n < 1:
        return x
    return ct.tanh(_products(n - 1, x @ a, a, b) + _products(n - 1, x @ b, a, b))


def products(x, a, b, n):
    value = ct.jit(_products)
    x, a, b = (ct.array(each) for each in (x, a, b))
    return lambda: [value(n, x, a, b)]


def products_slopes(x, a, b, n):
    value_and_slopes = ct.jit(ct.value_and_grad(lambda n, *given: ct.sum(_products(n, *given)), argnums=(1, 2, 3)))
    x, a, b = (ct.array(each) for each in (x, a, b))
    return lambda: _flat(value_and_slopes(n, x, a, b))


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


WIDTH, HEADS = 128, 4


def _new_block():
    """A transformer's block, of which nothing is traced yet."""
    @ct.jit
    def block(x, p):
        y = ct.nn.layer_norm(x, p["scale1"], p["bias1"])
        query, key, value = (z.reshape(1, -1, HEADS, WIDTH // HEADS) for z in ct.split(y @ p["qkv"], 3, axis=1))
        seen = ct.nn.dot_product_attention(query, key, value, is_causal=True).reshape(-1, WIDTH)
        x = x + seen @ p["out"]
        y = ct.nn.layer_norm(x, p["scale2"], p["bias2"])
        return x + ct.nn.gelu(y @ p["up"] + p["bias3"]) @ p["down"]

    return block


def _block_parameters(count):
    random = np.random.default_rng(0)

    def matrix(rows, columns):
        return ct.array((random.normal(size=(rows, columns)) / np.sqrt(8 * rows)).astype("float32"))

    def vector(value, size=WIDTH):
        return ct.array(np.full(size, value, "float32"))

    return [{"qkv": matrix(WIDTH, 3 * WIDTH), "out": matrix(WIDTH, WIDTH), "up": matrix(WIDTH, 4 * WIDTH),
             "down": matrix(4 * WIDTH, WIDTH), "bias3": vector(0, 4 * WIDTH), "scale1": vector(1),
             "scale2": vector(1), "bias1": vector(0), "bias2": vector(0)} for _ in range(count)]


def _new_step(calls):
    block = _new_block()

    def loss(p, x):
        for each in p:
            x = block(x, each)
        return ct.mean(x * x)

    return ct.jit(ct.value_and_grad(loss), calls=calls)


def _blocks(calls):
    """The gradient of many equal blocks, one after the other, each with parameters of its own."""
    def prepare(x, count):
        p, x, step = _block_parameters(int(count)), ct.array(x), _new_step(calls)

        def run():
            value, slopes = step(p, x)
            return [value, *slopes[0].values(), *slopes[-1].values()]

        return run

    return prepare


def compile_blocks(x, count):
    """It is traced and compiled in each run."""
    p, x = _block_parameters(int(count)), ct.array(x)

    def run():
        _new_step(None).lower(p, x).compile()
        return []

    return run


def _flat(value_and_slopes):
    value, slopes = value_and_slopes
    return [value, *slopes]


PROGRAMS = {"fibonacci": fibonacci, "smooth": smooth, "products": products, "products_slopes": products_slopes,
            "closures": closures, "switched": switched, "trees": trees, "blocks": _blocks(None),
            "blocks_inlined": _blocks("inline"), "compile_blocks": compile_blocks}

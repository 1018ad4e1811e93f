"""Functions that call themselves, and functions as values."""

import sys

import numpy as np

from workloads import HERE, TORCH, Bar, Comparison, slower

EXAMPLE = str(HERE.parent / "examples/tree_lstm")


def tree_inputs(package):
    """The parameters, then 64 trees and their values."""
    sys.path += [EXAMPLE, str(package)]
    import tree_lstm as example

    random = np.random.default_rng(0)
    return [*example.initial_parameters(random).values(), *example.draw(random, example.BATCH)]


def block_comparisons(shop):
    x = np.random.default_rng(1).normal(size=(64, 128)).astype("float32")
    few, many = (shop.inputs(f"functions_{count}_blocks", [x, np.int64(count)]) for count in (4, 96))
    yield Comparison("96 equal transformer blocks, loss + gradient, traced and compiled", "4 such blocks",
                     shop.python("compile_blocks", few), shop.python("compile_blocks", many), slower(1.5, 1.1), None)
    yield Comparison("96 equal transformer blocks as calls of a function, loss + gradient", "the same, inlined",
                     shop.python("blocks_inlined", many), shop.python("blocks", many), slower(1.03, 1), 1e-4)


def parallel_comparisons(shop, fibonacci):
    """Calls that run at the same time: the same on one thread."""
    def row(title, name, file, bar):
        ours = shop.python(name, file)
        return Comparison(f"{title}, on 2 threads", "on 1 thread", ["/usr/bin/env", "COTAN_NUM_THREADS=1", *ours],
                          ours, bar, 0, (2,))

    random = np.random.default_rng(2)
    x, a, b = (random.normal(size=(256, 256)).astype("float32") for _ in range(3))
    file = shop.inputs("functions_products", [x, a / 16, b / 16, np.int64(6)])
    yield row("tensor recursion, two products of 256 x 256 a call, 6 levels", "products", file, Bar(1.6, 1.9))
    yield row("the same, value + gradient", "products_slopes", file, Bar(1.6, 1.9))
    yield row("fibonacci(30) by recursion", "fibonacci", fibonacci, Bar(1, 1.6))


def function_comparisons(shop):
    def file(name, n, c=1e-7):
        return shop.inputs(f"functions_{name}", [np.float64(0.7), np.float64(c), np.int64(n)])

    for name, title, n, bar in (("fibonacci", "fibonacci(30) by recursion", 30, slower(1.5, 1.1)),
                                ("smooth", "smooth recursion (30, 2.7 million calls), value + gradient", 30, slower(3, 1.5))):
        given = file(name, n)
        yield Comparison(f"{title}, from Python", "C++ by hand", [shop.peers / "by_hand", name, given],
                         shop.python(name, given), bar, 1e-9)
    yield from parallel_comparisons(shop, file("fibonacci", 30))
    given = file("closures", 10**6)
    yield Comparison("a loop over a chosen closure, 10^6 turns, value + gradient", "the same with ct.switch",
                     shop.python("switched", given), shop.python("closures", given), slower(1.3, 1), 1e-9)
    given = shop.inputs("functions_trees", tree_inputs(shop.package))
    yield Comparison("Tree-LSTM, 64 trees, loss + gradient", "libtorch", [*TORCH, "trees", given],
                     shop.python("trees", given), Bar(10, 30), 1e-3)
    yield from block_comparisons(shop)

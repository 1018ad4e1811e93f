"""Memory stays flat however many shapes, functions and calls a process sees."""

import os
import unittest

os.environ["COTAN_CACHE"] = "off"  # of which a process keeps the last programs

import psutil

import cotan as ct
import numpy as np
from expected import measures

MEBIBYTE = 2**20


def resident():
    return psutil.Process(os.getpid()).memory_info().rss


def shapes(count):
    for i in range(count):
        yield 2 + i % 331, 2 + i // 331


EAGER = {
    "elementwise": lambda x: ct.exp(x) * x + x[0],
    "reductions": lambda x: ct.sum(x, axis=0) + ct.max(x),
    "indexing": lambda x: (x[1], x[ct.array([0, 1])], x[:, -1], x[1:]),
    "updates": lambda x: x.at[0].set(1.0),
    "layout": lambda x: (x.T + 0.0, ct.reshape(x, (-1,)), ct.concatenate([x, x])),
    "creation": lambda x: (ct.zeros(x.shape), ct.arange(x.shape[0]), ct.ones_like(x)),
    "products": lambda x: x @ x.T,
    "random": lambda x: ct.random.normal(ct.random.key(0), x.shape),
}
# Compiled functions that differ in a number.
DEFINED = {
    "elementwise": lambda i: ct.jit(lambda x: x * i + i),
    "vmap": lambda i: ct.jit(ct.vmap(lambda x: x @ x * i)),
    "gradients": lambda i: ct.jit(ct.grad(lambda x: ct.sum(ct.sin(x * i)))),
}


@measures
class Growth(unittest.TestCase):
    def grows(self, work, few, many):
        """By how many bytes, over `many` calls after `few`."""
        for i in range(few):
            work(i)
        before = resident()
        for i in range(few, few + many):
            work(i)
        return resident() - before

    def test_shapes(self):
        sizes = list(shapes(2200))
        for name, function in EAGER.items():
            with self.subTest(name):
                call = lambda i: function(ct.array(np.ones(sizes[i], "float32")))
                # Code for each would take 40 KiB a shape, 40 MiB together.
                self.assertLess(self.grows(call, 1100, 1100), 8 * MEBIBYTE)

    def test_jitted_functions(self):
        for name, function in DEFINED.items():
            with self.subTest(name):
                define = lambda i: function(i + 0.5)(ct.ones((3, 3)))
                # Each keeps its number, some 100 bytes, until its context ends, after some thousand functions; what is
                # allocated for each thread would be 4 KiB.
                self.assertLess(self.grows(define, 150, 600), 1.5 * MEBIBYTE)


if __name__ == "__main__":
    unittest.main()

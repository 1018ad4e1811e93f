"""Locks are taken where a fork waits for them: a fork of another thread at any time finds none taken that its child
would wait for. A library that stands before the C library looks at each lock that MLIR, LLVM and Cotan take."""

import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

import cotan

# test/locks
LIBRARY = os.path.abspath(os.path.join(os.path.dirname(cotan._cotan.__file__), "../../lib/libwatched_locks.so"))
START = """
import ctypes, gc, threading
import numpy as np, cotan as ct

def watch(library_of):
    may_lock = ctypes.CDLL(ct._cotan.__file__).cotan_may_lock
    ctypes.CDLL(None).watch_locks(may_lock, library_of(may_lock))

x = ct.linspace(0.1, 1.0, 5)
"""

WORK = {
    "an operation at once, and its code is dropped": """
        for k in range(3):
            ct.pad(x, (k, 1))
        """,
    "a function that is traced, run and dropped": """
        f = ct.jit(lambda x: ct.sum(ct.sin(x) * 2))
        f(x)
        del f
        gc.collect()
        """,
    "derivatives": """
        f = lambda x: ct.sum(ct.sin(x) ** 3)
        ct.grad(f)(x), ct.hessian(f)(x), ct.jvp(f, (x,), (x,)), ct.vjp(f, x)[1](1.0)
        ct.jet(f, (x,), ([x, x],))
        ct.jit(ct.vmap(ct.grad(f)))(ct.ones((3, 5)))
        """,
    "control flow": """
        ct.fori_loop(0, 3, lambda i, a: a * x, x)
        ct.while_loop(lambda a: a[0] < 3, lambda a: a * 2, x)
        ct.scan(lambda c, a: (c + a, c), 0.0, x)
        ct.cond(x[0] > 0, ct.sin, ct.cos, x)
        ct.jit(lambda n, x: ct.switch(n, [ct.sin, ct.cos], x))(1, x)
        """,
    "rules and checkpoints": """
        f = ct.custom_vjp(lambda x: ct.sin(x))
        f.defvjp(lambda x: (ct.sin(x), x), lambda x, g: (g * ct.cos(x),))
        ct.grad(lambda x: ct.sum(ct.checkpoint(f)(x)))(x)
        """,
    "open sizes": """
        f = ct.jit(lambda x: ct.sum(ct.reshape(x, (-1, 2)) * x.shape[0]), dynamic_axes={"x": 0})
        f(ct.ones(4)), f(ct.ones(6))
        """,
    "what is looked at": """
        program = ct.jit(lambda x: ct.tanh(x)).lower(x)
        [program.as_text(stage) for stage in ("traced", "fused", "llvm")]
        program.memory(), ct.eval_shape(ct.sin, x), repr(x), hash(x.shape)
        """,
    "assertions": """
        def f(x):
            assert x[0] > 0, "positive"
            return x * 2
        ct.jit(f)(x)
        """,
    "what fails": """
        for wrong in (lambda: x @ ct.ones(3), lambda: ct.jit(lambda x: x @ ct.ones(3))(x), lambda: ct.ones(2**60),
                      lambda: ct.jit(lambda x: ct.full((2**40,), x))(1.0)):
            try:
                wrong()
            except ct.Error:
                pass
        """,
    "threads": """
        a = ct.ones((600, 600))
        ct.sum(ct.sin(ct.ones(1 << 20))), a @ a, ct.sort(ct.ones(1 << 18)), ct.linalg.svd(a[:50, :50])
        """,
    "random numbers and indices": """
        key = ct.random.key(1)
        ct.random.normal(key, (100,)), ct.random.permutation(key, x), x[ct.array([1, 2])], x.at[1].set(3.0), x[x > 0.5]
        """,
}

# Each in the thread that has Python's attention first, and in one that ends.
PROGRAM = """
watch(lambda own: own)

def work():
{work}

work()
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""


def watch(program):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(START + program)
        file.flush()
        before = os.environ.get("LD_PRELOAD")  # a sanitizer wants to be the first
        return subprocess.run([sys.executable, file.name], capture_output=True, text=True, timeout=300,
                              env={**os.environ, "LD_PRELOAD": f"{before}:{LIBRARY}" if before else LIBRARY})


@unittest.skipUnless(os.path.exists(LIBRARY), "this build has no library that watches locks")
class Locks(unittest.TestCase):
    maxDiff = None

    def test_each_is_taken_inside(self):
        text = "".join(PROGRAM.format(work=textwrap.indent(textwrap.dedent(work), "    ")) for work in WORK.values())
        done = watch(text)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_one_outside_is_seen(self):
        done = watch("""
x * 2
import sqlite3
watch(lambda own: ctypes.CDLL("libsqlite3.so.0").sqlite3_open)
sqlite3.connect(":memory:")
""")
        self.assertIn("a mutex is locked outside of Cotan's work:", done.stderr)



if __name__ == "__main__":
    unittest.main()

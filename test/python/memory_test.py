"""Memory that ends while something runs: an error that Python knows, and the next call works."""

import os
import subprocess
import sys
import textwrap
import unittest

import cotan
import cotan as ct
from expected import measures

# The allocator that fails when it is told to: test/memory.
LIBRARY = os.path.abspath(os.path.join(os.path.dirname(cotan._cotan.__file__), "../../lib/libfailing_memory.so"))

START = """
import ctypes, itertools
import cotan as ct, numpy as np

memory = ctypes.CDLL(None)
arm, disarm = memory.failing_memory_arm, memory.failing_memory_disarm
arm.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_int]
disarm.restype = ctypes.c_long

def fails(call, n, failures):
    '''What the call gives, None if it fails, and how often it allocated.'''
    found = None
    arm(n, failures, 0)
    try:
        found = call()
    except (MemoryError, ct.Error):
        pass
    return found, disarm()

def try_all(call):
    right = call()
    for _ in range(3):
        call()
    for failures in (1, 30):
        for n in itertools.count():
            found, seen = fails(call, n, failures)
            if found is not None:
                np.testing.assert_allclose(found, right)
            found = None
            np.testing.assert_allclose(call(), right)
            if seen <= n:
                break
            assert n < 2000, "it does not end"

x = ct.linspace(0.1, 1.0, 300)
a = ct.reshape(ct.linspace(0.0, 1.0, 64), (8, 8)) + ct.eye(8)
"""

CALLS = {
    "an operation": "lambda: ct.sin(x)",
    "operators": "lambda: (x + 1) * x - 2 * x",
    "many operands": "lambda: ct.concatenate([x] * 20)",
    "a kernel": "ct.jit(lambda x: ct.sum(ct.sin(x) * x), )",
    "a loop": "ct.jit(lambda x: ct.fori_loop(0, 30, lambda i, c: ct.sin(c) + x, x))",
    "a gradient": "ct.jit(ct.grad(lambda x: ct.sum(ct.fori_loop(0, 30, lambda i, c: ct.sin(c) + x, x))))",
    "threads": "ct.jit(lambda x: ct.sin(ct.broadcast_to(x, (1000, 300))))",
    "sort": "ct.jit(lambda x: ct.sort(ct.sin(30 * x)))",
    "product": "lambda: a @ a",
    "factors": "lambda: ct.linalg.qr(a)[1]",
    "solve": "lambda: ct.linalg.solve(a, a)",
    "a nest": "(lambda f: lambda: f({'a': x, 'b': (a, 2.0)})['a'])(ct.jit(lambda nest: {'a': nest['a'] * nest['b'][1]}))",
}


HUGE = 1 << 40
# What needs more than there is: known when the array is asked for, before code is generated, or when it runs.
TOO_MUCH = {
    "sizes that overflow": lambda: ct.ones(2**62),
    "a product of sizes that overflows": lambda: ct.eye(2**32),
    "sizes known by then that overflow": lambda: ct.broadcast_to(ct.ones(1 << 20), (HUGE, 1 << 20)),
    "an operation": lambda: ct.full((HUGE,), 1.0),
    "an operation of open sizes": lambda: ct.repeat(ct.ones(1 << 20), 1 << 20),
    "a result": lambda: ct.jit(lambda x: ct.full((HUGE,), x))(1.0),
    "what is between": lambda: ct.jit(lambda x: ct.sum(ct.sort(ct.full((HUGE,), x))))(1.0),
    "a traced value that cannot be": lambda: ct.jit(lambda x: ct.sum(ct.full((HUGE, HUGE), x)))(1.0),
    "a branch": lambda: ct.jit(lambda x: ct.cond(x > 0, lambda: ct.sum(ct.sort(ct.full((HUGE,), x))), lambda: x))(1.0),
}


class Refusals(unittest.TestCase):
    """They are Cotan's errors and Python's own at once."""

    def test_what_is_too_much(self):
        for name, call in TOO_MUCH.items():
            with self.subTest(name):
                with self.assertRaises(ct.MemoryError) as caught:
                    call()
                self.assertIsInstance(caught.exception, MemoryError)
                self.assertIsInstance(caught.exception, ct.Error)
                self.assertRegex(str(caught.exception), "memory_test.py:.*(bytes|memory)")

    def test_others_are_not_of_memory(self):
        for call in (lambda: ct.ones(3) @ ct.ones(4), lambda: ct.reshape(ct.ones(6), (4,)), lambda: ct.ones(-1)):
            with self.assertRaises(ct.Error) as caught:
                call()
            self.assertNotIsInstance(caught.exception, MemoryError)

    def test_before_code_is_generated(self):
        """Of a program that needs more memory than there is, whichever way it takes, no code is made."""
        program = """if True:
            import sys
            import cotan as ct
            import numpy as np
            try:
                ct.jit(lambda x: ct.sum(ct.sort(ct.full((int(sys.argv[1]),), ct.sum(x)))))(np.ones(7, np.float32))
            except ct.MemoryError as problem:
                print(problem)"""
        def run(size):
            done = subprocess.run([sys.executable, "-c", program, str(size)], capture_output=True, text=True, timeout=300,
                                  check=True, env=os.environ | {"COTAN_PRINT_LLVM": "1"})
            return done.stdout, "define " in done.stdout + done.stderr

        text, is_code = run(HUGE)
        self.assertRegex(text, r"prim.sort.: 8796\d{9} bytes are needed at once")
        self.assertFalse(is_code)
        self.assertTrue(run(100)[1])

    def test_it_may_be_looked_at(self):
        program = ct.jit(lambda x: ct.sum(ct.sort(ct.full((HUGE,), ct.sum(x))))).lower(ct.ones(7))
        self.assertGreaterEqual(program.memory().peak, 4 * HUGE)

    def test_a_way_not_taken(self):
        f = ct.jit(lambda x: ct.cond(x > 0, lambda: ct.sum(ct.sort(ct.full((HUGE,), x))), lambda: x))
        self.assertEqual(float(f(-1.0)), -1.0)


@measures
@unittest.skipUnless(os.path.exists(LIBRARY), "this build has no allocator that fails")
class Memory(unittest.TestCase):
    def test_each_allocation_fails(self):
        for name, call in CALLS.items():
            with self.subTest(name):
                given = "x" if call.startswith("ct.jit") else ""
                program = textwrap.dedent(START) + f"f = {call}\ntry_all(lambda: f({given}))\n"
                done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300,
                                      env={**os.environ, "LD_PRELOAD": LIBRARY})
                self.assertEqual((done.returncode, done.stderr), (0, ""), name)


if __name__ == "__main__":
    unittest.main()

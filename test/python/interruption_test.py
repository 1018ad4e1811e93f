"""Ctrl-C is heard in the middle of whatever takes long, and nothing is lost by it."""

import functools
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest

import cotan as ct
import numpy as np

# What Ctrl-C may take of a processor's time, and how much longer all may on a machine that does other things too.
PATIENCE, SLOWNESS = 0.3, 100 if "COTAN_SANITIZED" in os.environ else 5


# Kernels of machine code that run for an hour on one thread, without memory: reductions of spaces of many forms, of
# known sizes and of open ones.
HUGE, LARGE = 1 << 40, 1 << 20
REDUCTIONS = "sum mean max prod argmin any var count_nonzero".split()
SPACES = [((HUGE,), None), ((LARGE, LARGE), None), ((LARGE, LARGE), 0), ((LARGE, LARGE), 1), ((3, HUGE), 1), ((HUGE, 3), 0),
          ((3, LARGE, LARGE), 1), ((3, LARGE, LARGE), (1, 2)), ((3, LARGE, LARGE // 4), (0, 1))]


def kernels():
    """By name, what runs."""
    for name in REDUCTIONS:
        for shape, axis in SPACES:
            if name == "sum" or (name == "max" and axis in (0, 1)) or axis is None and len(shape) == 1:
                yield (name, shape, axis), lambda name=name, shape=shape, axis=axis: ct.jit(lambda x: ct.sum(
                    getattr(ct, name)(ct.full(shape, x), axis=axis))).lower(1.0).compile(), 1.0
    side = ct.ones(LARGE)
    for name, axis in (("sum", None), ("sum", 0), ("max", 1)):
        yield (name, "open", axis), lambda name=name, axis=axis: ct.jit(lambda x: ct.sum(getattr(ct, name)(
            x[:, None] * x[None, :], axis=axis)), dynamic_axes={"x": 0}).lower(side).compile(), side
    yield "several passes", lambda: ct.jit(lambda x: ct.nn.logsumexp(ct.full((HUGE,), x))).lower(1.0).compile(), 1.0
    yield "few long rows", lambda: ct.jit(lambda x: ct.sum(ct.stack([ct.sum(ct.full((HUGE,), x) * k) for k in range(
        2)]))).lower(1.0).compile(), 1.0


def random(*shape):
    return ct.array(np.random.default_rng(1).random(shape, dtype=np.float32))


# Functions of the runtime that take seconds on one thread: what they are called with, and the call.
RUNTIME = {
    "matmul": (lambda: random(7000, 7000), lambda x: x @ x),
    "matmul of long rows": (lambda: random(60, 1 << 21), lambda x: [x @ x.T for _ in range(20)]),
    "matmul of integers": (lambda: ct.ones((2500, 2500), "int32"), lambda x: x @ x),
    "convolve": (lambda: ct.ones(1 << 20), lambda x: ct.convolve(x, ct.ones(1 << 17))),
    "conv": (lambda: ct.ones((8, 300, 300, 64)), lambda x: ct.nn.conv(x, ct.ones((9, 9, 64, 64)), 1, "SAME")),
    "sort": (lambda: random(1 << 25), lambda x: [ct.sort(x) for _ in range(3)]),
    "argsort of columns": (lambda: random(1 << 22, 8), lambda x: ct.argsort(x, axis=0)),
    "qr": (lambda: random(3000, 3000), ct.linalg.qr),
    "eigh": (lambda: random(2000, 2000), ct.linalg.eigh),
    "attention": (lambda: ct.ones((1, 1 << 14, 8, 64)), lambda x: ct.nn.dot_product_attention(x, x, x)),
}


class Late(Exception):
    pass


class Interruption(unittest.TestCase):
    def interrupt(self, work, raised=KeyboardInterrupt, sent=signal.SIGINT, after=0.2):
        """Sends the signal in the middle of `work`; it ends soon and raises that."""
        when = []

        def send():
            time.sleep(after)
            when.append(time.process_time())
            os.kill(os.getpid(), sent)

        thread = threading.Thread(target=send)
        thread.start()
        try:
            with self.assertRaises(raised):
                work()
        finally:
            took = time.process_time() - when[0] if when else None
            thread.join()
        self.assertIsNotNone(took, "it ended before the signal was sent")
        self.assertLess(took, PATIENCE * SLOWNESS)

    def setUp(self):
        self.loop = ct.jit(lambda n: ct.fori_loop(0, n, lambda i, a: a * 0.5 + 1.0, 1.0))
        self.assertAlmostEqual(float(self.loop(50)), 2.0)

    def test_loops(self):
        self.interrupt(lambda: self.loop(10**15))
        self.assertAlmostEqual(float(self.loop(50)), 2.0)  # and works as before
        endless = ct.jit(lambda x: ct.while_loop(lambda a: a < 2.0, lambda a: a * 0.5, x))
        self.interrupt(lambda: endless(1.0))
        rows = ct.jit(lambda x: ct.scan(lambda c, a: (c + a, c), 0.0, ct.broadcast_to(x, (1 << 28,)))[0])
        self.interrupt(lambda: rows(1.0))

    def test_derivatives_of_loops(self):
        slope = ct.grad(lambda x: ct.fori_loop(0, 1 << 40, lambda i, a: ct.sin(a) * x, x))
        self.interrupt(lambda: slope(0.5))

    def test_kernels(self):
        x = ct.ones(1 << 24)
        many = ct.jit(lambda x: functools.reduce(lambda a, k: ct.sin(a + k) * ct.tanh(a), range(100), x))
        many.lower(x).compile()
        self.interrupt(lambda: many(x))
        self.interrupt(lambda: [ct.matmul(a, a) for a in [ct.ones((8000, 8000))]])

    def test_kernels_that_take_long(self):
        for name, compiled, x in kernels():
            with self.subTest(name):
                run = compiled()
                self.interrupt(lambda: run(x), after=0.05)

    def test_each_function_of_the_runtime(self):
        for name, (make, call) in RUNTIME.items():
            with self.subTest(name):
                x = make()
                self.interrupt(lambda: call(x))

    def test_functions_of_the_runtime(self):
        many = ct.array(np.random.default_rng(1).random(1 << 24))
        self.interrupt(lambda: [ct.sort(many) for _ in range(20)])
        self.interrupt(lambda: [ct.cumsum(many) for _ in range(200)])

    def test_factorizations(self):
        one = ct.array(np.random.default_rng(1).random((2000, 2000)))
        self.interrupt(lambda: ct.linalg.svd(one))
        many = ct.array(np.random.default_rng(1).random((2000, 100, 100)))
        self.interrupt(lambda: ct.linalg.svd(many))
        a = np.diag([3.0, 2.0, 1.0])
        np.testing.assert_allclose(ct.linalg.svdvals(a), [3, 2, 1])

    def test_compiling(self):
        def step(x, k):
            return ct.cond(ct.sum(x) > k, lambda y: ct.sin(y) * (k + 0.5), lambda y: y[::-1] + k, x)

        long = ct.jit(lambda x: ct.sum(functools.reduce(step, range(600), x)))
        self.interrupt(long.lower(ct.ones(7)).compile)
        self.interrupt(lambda: ct.grad(long)(ct.ones(7)), after=0.6)
        np.testing.assert_allclose(ct.jit(lambda x: x * 2)(ct.ones(3)), [2, 2, 2])

    def test_other_threads_go_on(self):
        results = []
        thread = threading.Thread(target=lambda: results.append(float(self.loop(1_000_000_000))))
        thread.start()
        self.interrupt(lambda: self.loop(10**15))
        thread.join()
        self.assertAlmostEqual(results[0], 2.0)

    def test_handlers_of_other_signals(self):
        def late(number, frame):
            raise Late("too late")

        before = signal.signal(signal.SIGALRM, late)
        try:
            self.interrupt(lambda: self.loop(10**15), Late, signal.SIGALRM)
        finally:
            signal.signal(signal.SIGALRM, before)

    def test_a_handler_that_raises_nothing_interrupts_nothing(self):
        heard = []
        before = signal.signal(signal.SIGUSR1, lambda number, frame: heard.append(time.perf_counter()))
        try:
            timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1))
            timer.start()
            self.assertAlmostEqual(float(self.loop(1_000_000_000)), 2.0)
            ended = time.perf_counter()
            timer.join()
            self.assertLess(heard[0], ended)  # in the middle of the loop
        finally:
            signal.signal(signal.SIGUSR1, before)

    def test_printing(self):
        def body(i, a):
            print(a)
            return a + 1

        talk = ct.jit(lambda n: ct.fori_loop(0, n, body, 0))
        stdout, sys.stdout = sys.stdout, open(os.devnull, "w")
        try:
            self.interrupt(lambda: talk(10**12))
        finally:
            sys.stdout.close()
            sys.stdout = stdout

    def test_nothing_leaks(self):
        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        walk = ct.jit(lambda x: ct.fori_loop(0, 1 << 40, lambda i, a: ct.sin(a) + 1, x))
        x = ct.ones(1 << 20)
        self.interrupt(lambda: walk(x))
        before = resident()
        for _ in range(5):
            self.interrupt(lambda: walk(x), after=0.05)
        self.assertLess(resident() - before, 8 << 20)

    def test_a_program_ends_as_others_do(self):
        program = """
            import cotan as ct
            f = ct.jit(lambda n: ct.fori_loop(0, n, lambda i, a: a * 0.5 + 1.0, 1.0))
            f(1)
            print("ready", flush=True)
            f(10**15)
            """
        process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "ready\n")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertTrue(errors.rstrip().endswith("KeyboardInterrupt"), errors)
        self.assertEqual(process.returncode, -signal.SIGINT)


if __name__ == "__main__":
    unittest.main()

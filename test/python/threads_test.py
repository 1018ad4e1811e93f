"""Many threads: the same answers as one thread gives, whatever they do at once. COTAN_STRESS=100 does all of it so often."""

import gc
import os
import random
import statistics
import sys
import threading
import unittest

import cotan as ct
import numpy as np
import scipy.stats

STRESS = int(os.environ.get("COTAN_STRESS", 1))


def on_threads(count, work):
    """Calls work(n) on threads that start together; raises what one of them raised."""
    together, problems = threading.Barrier(count), []

    def run(n):
        together.wait()
        try:
            work(n)
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]


class Drawn:
    """What cannot be rewritten: it has no source that Python could read."""
    exec("def __init__(self): self.number = random.random()", globals(), locals())


class Threads(unittest.TestCase):
    def test_first_compiles_of_different_functions(self):
        def work(n):
            for i in range(6 * STRESS):
                scale, size = 10 * n + i + 1, 3 + i % 50 + 7 * n
                x = np.linspace(0.1, 1, size)
                f = ct.jit(lambda x: ct.sum(ct.sin(x) * scale))
                np.testing.assert_allclose(f(x), scale * np.sin(x).sum(), rtol=1e-12)
                np.testing.assert_allclose(ct.grad(f)(x), scale * np.cos(x), rtol=1e-12)

        on_threads(8, work)

    def test_first_compiles_of_one_function(self):
        for turn in range(6 * STRESS):
            f = ct.jit(lambda x: ct.sum(ct.exp(x)) * turn)
            loop = ct.jit(lambda x: ct.fori_loop(0, 5, lambda i, a: a * 1.5 + i, x) + turn)
            x = np.linspace(0, 1, 5)
            expected = x
            for i in range(5):
                expected = expected * 1.5 + i

            def work(n):
                np.testing.assert_allclose(f(x), np.exp(x).sum() * turn, rtol=1e-12)
                np.testing.assert_allclose(loop(x), expected + turn, rtol=1e-12)

            on_threads(8, work)

    def test_calls_of_what_all_share(self):
        f = ct.jit(lambda x: ct.sum(ct.sin(x) * x))
        slope = ct.jit(ct.grad(lambda x: ct.sum(ct.fori_loop(0, 3, lambda i, a: ct.sin(a) * x, x))))
        x = np.linspace(0.1, 1, 300)
        value, expected = (np.sin(x) * x).sum(), slope(x).numpy()

        def work(n):
            for i in range(100 * STRESS):
                np.testing.assert_allclose(f(x * 1), value, rtol=1e-12)
                np.testing.assert_array_equal(slope(x).numpy(), expected)
                np.testing.assert_array_equal((ct.array(x) * n + i).numpy(), x * n + i)

        on_threads(8, work)

    def test_others_draw_random_numbers_meanwhile(self):
        """What another thread changes is not held against the one that traces."""
        own, is_done = np.random.default_rng(0), threading.Event()

        def draw():
            while not is_done.is_set():
                random.random(), np.random.rand(), own.random()

        def body(i, a):
            for _ in range(300):
                own  # can be reached
            return a + i

        other = threading.Thread(target=draw)
        other.start()
        try:
            for _ in range(20):
                self.assertEqual(ct.fori_loop(0, 3, body, 1.0).item(), 4)
            for mine in (lambda: own.random(), np.random.rand, random.random, lambda: random.choice([1.0, 2.0]),
                         lambda: np.random.seed(3) or 1.0, lambda: sum(map(random.uniform, [1.0], [2.0])),
                         lambda: statistics.NormalDist().samples(1)[0], lambda: float(scipy.stats.norm.rvs()),
                         lambda: Drawn().number):
                with self.assertRaisesRegex(ct.TypeError, "changes"):
                    ct.fori_loop(0, 3, lambda i, a: a + mine(), 1.0)
        finally:
            is_done.set()
            other.join()

    def test_no_profiler_follows_what_is_traced(self):
        """Python 3.11 may crash under one."""
        def work(n):
            for _ in range(3):
                self.assertEqual(ct.fori_loop(0, 3, lambda i, a: a + (sys.getprofile() is None), 0.0).item(), 3)

        on_threads(2, work)
        self.assertTrue(gc.isenabled())

    def test_functions_that_convert_their_control_flow(self):
        def work(n):
            def collatz(k):
                steps = 0
                while k != 1:
                    k = k // 2 if k % 2 == 0 else 3 * k + 1
                    steps += 1
                return steps + n

            for _ in range(3 * STRESS):
                self.assertEqual(int(ct.jit(collatz)(27)), 111 + n)

        on_threads(8, work)

    def test_transformations(self):
        def work(n):
            x = np.linspace(0.1, 1, 4 + n)
            for _ in range(STRESS):
                np.testing.assert_allclose(ct.vmap(lambda a: ct.tanh(a) * n)(x), np.tanh(x) * n, rtol=1e-12)
                np.testing.assert_allclose(ct.jacfwd(lambda a: a * a * n)(x), np.diag(2 * x * n), rtol=1e-12)
                np.testing.assert_allclose(ct.vmap(ct.grad(ct.grad(lambda a: a**3 * n)))(x), 6 * x * n, rtol=1e-9)

        on_threads(8, work)

    def test_errors_name_the_line_of_their_thread(self):
        def work(n):
            for _ in range(20 * STRESS):
                for wrong in (lambda: ct.ones((2, n + 3)) @ ct.ones((2, 2)),
                              lambda: ct.jit(lambda x: ct.reshape(x, (7, 7)))(ct.ones(n + 1))):
                    with self.assertRaises(ct.Error) as caught:
                        wrong()
                    self.assertIn("threads_test.py:", str(caught.exception))

        on_threads(8, work)

    def test_kernels_share_the_cores(self):
        x = np.random.default_rng(1).normal(size=(300, 300))
        expected = x @ x

        def work(n):
            for _ in range(10 * STRESS):
                np.testing.assert_allclose(ct.matmul(x, x), expected, rtol=1e-9, atol=1e-9)
                np.testing.assert_allclose(ct.sum(ct.exp(-x * x)), np.exp(-x * x).sum(), rtol=1e-9)

        on_threads(8, work)

    def test_python_goes_on_meanwhile(self):
        """Compiled code runs without Python's lock."""
        f = ct.jit(lambda n: ct.fori_loop(0, n, lambda i, a: a * 0.999 + 1.0, 1.0))
        f(1)
        thread = threading.Thread(target=f, args=(100_000_000,))
        thread.start()
        turns = 0
        while thread.is_alive():
            turns += 1
        thread.join()
        self.assertGreater(turns, 1000)


if __name__ == "__main__":
    unittest.main()

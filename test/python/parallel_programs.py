"""Programs whose calls may run at the same time; parallel_calls_test.py runs them on several numbers of threads.

`parallel_programs.py NAME ...` prints what each of these programs gives, several times, as text that is different where a
bit is: once, if it is always the same.
"""

import hashlib
import os
import signal
import sys
import threading

import cotan as ct
import numpy as np

X = ct.array(np.random.default_rng(0).normal(size=(96, 96)).astype("float32"))
A, B = (ct.array((np.random.default_rng(k).normal(size=(96, 96)) / 10).astype("float32")) for k in (1, 2))
SMALL = ct.array(np.linspace(-1, 1, 8))


def tree(n, x, a, b):
    if n < 1:
        return x
    return ct.tanh(tree(n - 1, x @ a, a, b) + tree(n - 1, x @ b, a, b))


def vectors(n, x):
    """Of small tensors, which lie in a frame."""
    if n < 1:
        return x
    left, right = vectors(n - 1, x * 0.9), vectors(n - 2, ct.sin(x))
    return ct.tanh(left * right + ct.cos(left))


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def even(n, x):
    return x if n < 1 else ct.sin(odd(n - 1, x) @ A) + odd(n - 2, x)


def odd(n, x):
    return x * 0.5 if n < 1 else even(n - 1, x) @ B - even(n - 1, x * 0.3)


def three(n, x):
    if n < 1:
        return x
    return ct.tanh(three(n - 1, x @ A) + three(n - 1, x @ B) * three(n - 2, x))


def spine(n, x):
    """One call is much longer than the other."""
    return x if n < 1 else ct.tanh(spine(n - 1, x @ A)) + tree(1, x, A, B)


def deep(n, x):
    """Calls that are nested deeply, in both."""
    return count(n, x) + count(n, 2 * x) if n > 0 else x


def count(n, x):
    return x if n < 1 else 1 + count(n - 1, x)


def heads(x):
    @ct.jit(calls="keep")
    def head(x, a):
        for i in range(ct.array(3)):
            x = ct.tanh(x @ a)
        return x

    y = ct.tanh(head(x, A))
    return head(y, B) + head(x, B) + head(x.T, A)


def checked(n, x):
    """Fails in both calls; the first in the order of the program is told."""
    assert n != 4 or ct.sum(x) < 0, f"the sum is {ct.sum(x):.3f}"
    return x if n < 1 else checked(n - 1, ct.abs(x) @ A) + checked(n - 1, ct.abs(x) @ B)


def late(n, x):
    """The first call is long and fails in the end, the second one fails at once."""
    if n > 6:
        return late(n - 1, x) + late(5, x)
    if n == 6:
        return tree(5, x, A, B) + late(3, x)
    if n == 3:
        assert ct.sum(x) > 1e9, "in the first"
    assert n != 5, "in the second"
    return x


def endless(n, x):
    """The second call never ends of its own."""
    if n == 0:
        return endless(-2, x) + endless(-3, x)
    if n == -2:
        y = tree(5, x, A, B)
        assert ct.sum(y) > 1e9, "the first one fails"
        return y
    return ct.tanh(x @ A) + endless(n - 1, x) if n < -2 else x


def endless_tree(n, x):
    """The second call has ever more calls that others may do, while the first one is waited for."""
    if n == 0:
        return endless_tree(-2, x) + endless_tree(-3, x)
    if n == -2:
        y = tree(6, x, A, B)
        assert ct.sum(y) > 1e9, "the first one fails"
        return y
    return ct.tanh(endless_tree(n - 1, x @ A) + endless_tree(n - 2, x @ B)) if n < -2 else x


def forever(n):
    return forever(n + 1) + forever(n + 2) if n > 0 else n


def both(f, *wrt):
    """Value and gradient."""
    slopes = ct.jit(ct.value_and_grad(lambda n, *xs: ct.sum(f(n, *xs)), argnums=wrt or (1,)))
    return lambda *given: _flat(slopes(*given))


def _flat(value_and_slopes):
    return [value_and_slopes[0], *value_and_slopes[1]]


def twice(n, x):
    return ct.sum(ct.grad(lambda x: ct.sum(ct.sin(tree(n, x, A, B))))(x) ** 2)


def _many(n, x):
    return [ct.jit(ct.vmap(lambda x: tree(n, x, A, B)))(ct.stack([x, x * 0.5, -x]))]


def _threads(n, x):
    """Several runs at the same time."""
    value, results = ct.jit(tree), [None] * 4

    def run(i):
        results[i] = value(n, x, A, B)

    all_threads = [threading.Thread(target=run, args=(i,)) for i in range(4)]
    for each in all_threads:
        each.start()
    for each in all_threads:
        each.join()
    return results


def _interrupted(run, after=0.2):
    """Ctrl-C in the middle of all; what follows runs as ever."""
    threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        run()
        raise AssertionError("it ended")
    except KeyboardInterrupt:
        return [ct.jit(tree)(4, X, A, B)]


def _forked():
    """The threads that share the work do not exist in the child."""
    value = ct.jit(tree)
    result = value(4, X, A, B)
    child = os.fork()
    if child == 0:
        os._exit(not np.array_equal(value(4, X, A, B), result))
    assert os.waitpid(child, 0)[1] == 0
    return [value(4, X, A, B)]


def _one(f, *given):
    compiled = ct.jit(f)
    return lambda: [compiled(*given)]


PROGRAMS = {
    "tree": _one(tree, ct.array(5), X, A, B),
    "tree_slopes": lambda f=both(tree, 1, 2, 3): f(5, X, A, B),
    "tree_of_open_sizes": lambda f=ct.jit(tree, dynamic_axes={"x": (0,)}): [f(4, X, A, B), f(4, X[:50], A, B)],
    "vectors": _one(vectors, ct.array(22), SMALL),
    "vectors_slopes": lambda f=both(vectors): f(20, SMALL),
    "fibonacci": _one(fibonacci, ct.array(27)),
    "mutual": _one(even, ct.array(7), X),
    "mutual_slopes": lambda f=both(even): f(6, X),
    "three": _one(three, ct.array(4), X),
    "three_slopes": lambda f=both(three): f(4, X),
    "spine_slopes": lambda f=both(spine): f(30, X),
    "deep": _one(deep, ct.array(30_000), ct.array(0.5)),
    "deep_slopes": lambda f=both(deep): f(30_000, ct.array(0.5)),
    "heads": _one(heads, X),
    "heads_slopes": lambda f=both(lambda n, x: heads(x)): f(0, X),
    "second_order": lambda f=both(twice): f(4, X),
    "lanes": lambda: _many(4, X),
    "checkpoint": lambda f=both(lambda n, x: ct.checkpoint(lambda x: tree(n, x, A, B))(x)): f(4, X),
    "threads": lambda: _threads(4, X),
    "interrupted": lambda f=ct.jit(tree): _interrupted(lambda: f(40, X, A, B)),
    "interrupted_numbers": lambda f=ct.jit(fibonacci): _interrupted(lambda: f(80)),
    "interrupted_slopes": lambda f=both(vectors): _interrupted(lambda: [f(26, SMALL) for _ in range(10**6)]),
    "forked": _forked,
    "checked": _one(checked, ct.array(6), X),
    "checked_slopes": lambda f=both(checked): f(6, X),
    "late": _one(late, ct.array(7), X),
    "endless": _one(endless, ct.array(0), X),
    "endless_tree": _one(endless_tree, ct.array(0), X),
    "too_deep": lambda: [ct.jit(forever)(3)],
}


def said(run):
    try:
        return hashlib.sha256(b"".join(np.asarray(x).tobytes() for x in run())).hexdigest()
    except ct.Error as error:
        return f"{type(error).__name__}: {error}"


def main(names):
    for name in names:
        times = 3 if name.startswith(("interrupted", "too_deep", "deep")) else 5
        for text in {said(PROGRAMS[name]): None for _ in range(times)}:
            print(name, text, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

#!/usr/bin/python3
"""Sizes, counts and shapes that no memory holds: each call gives an error that says so, or a right answer, in time.
Never a crash, and never a hang. Each runs in a process of its own, with little memory.

With --all, every size is tried in every call; else the calls take turns."""

import os
import resource
import signal
import sys
import unittest

import cotan as ct
import numpy as np
from expected import measures

MEMORY, SECONDS = 1 << 30, 20  # bytes more than the process has
SIZES = (2**31, 2**40, 2**62, 2**63 - 1, 2**64, -2**62)
V, M = np.arange(3.0, dtype=np.float32), np.ones((2, 3), np.float32)
I3 = np.array([0, 2, 1])
KEY = ct.random.key(0)

# What takes a size. A call that a size makes empty, or that needs none of it, may give an answer.
CALLS = {
    "zeros": lambda n: ct.zeros(n),
    "zeros of bytes": lambda n: ct.zeros((n,), "bool"),
    "ones of two": lambda n: ct.ones((n, n)),
    "full": lambda n: ct.full((2, n), 1.5),
    "full of a row": lambda n: ct.full((n, 3), V),
    "empty beside": lambda n: ct.zeros((n, 0)),
    "empty with two": lambda n: ct.ones((n, 0, n)),
    "arange": lambda n: ct.arange(n),
    "arange of floats": lambda n: ct.arange(0.0, float(n)),
    "arange by halves": lambda n: ct.arange(0.0, float(n), 0.5),
    "arange to": lambda n: ct.arange(-n, n),
    "arange down": lambda n: ct.arange(n, 0, -1),
    "arange int32": lambda n: ct.arange(0, n, 1, "int32"),
    "linspace": lambda n: ct.linspace(0, 1, n),
    "linspace of rows": lambda n: ct.linspace(V, V, n),
    "linspace without end": lambda n: ct.linspace(0, 1, n, endpoint=False),
    "logspace": lambda n: ct.logspace(0, 1, n),
    "geomspace": lambda n: ct.geomspace(1, 2, n),
    "eye": lambda n: ct.eye(n),
    "eye of few columns": lambda n: ct.eye(n, 2),
    "eye beside": lambda n: ct.eye(2, 2, n),
    "identity": lambda n: ct.identity(n),
    "tri": lambda n: ct.tri(n),
    "tri beside": lambda n: ct.tri(2, 2, n),
    "tril beside": lambda n: ct.tril(M, n),
    "triu beside": lambda n: ct.triu(M, -n),
    "tril_indices": lambda n: ct.tril_indices(n),
    "tril_indices beside": lambda n: ct.tril_indices(3, n),
    "tril_indices below": lambda n: ct.tril_indices(3, -n),
    "triu_indices": lambda n: ct.triu_indices(n),
    "triu_indices of columns": lambda n: ct.triu_indices(2, m=n),
    "triu_indices beside": lambda n: ct.triu_indices(n, n - 2),
    "indices": lambda n: ct.indices((n, 3)),
    "indices of none": lambda n: ct.indices((n, 0)),
    "vander": lambda n: ct.vander(V, n),
    "diag beside": lambda n: ct.diag(V, n),
    "diag of a matrix": lambda n: ct.diag(M, n),
    "diagonal": lambda n: ct.diagonal(M, n),
    "trace": lambda n: ct.trace(M, n),
    "diagflat": lambda n: ct.diagflat(V, -n),
    "tile": lambda n: ct.tile(V, n),
    "tile of two": lambda n: ct.tile(M, (n, n)),
    "tile of nothing": lambda n: ct.tile(np.zeros((0, 3), np.float32), (2, n)),
    "repeat": lambda n: ct.repeat(V, n),
    "repeat of rows": lambda n: ct.repeat(M, n, 0),
    "repeat of nothing": lambda n: ct.repeat(np.zeros((0,), np.float32), n),
    "broadcast_to": lambda n: ct.broadcast_to(1.0, (n,)),
    "broadcast_to rows": lambda n: ct.broadcast_to(V, (n, 3)),
    "broadcast_shapes": lambda n: ct.broadcast_shapes((n, 1), (1, n)),
    "broadcast_arrays": lambda n: ct.broadcast_arrays(np.zeros((n, 0), "b"), V[:1]),
    "resize": lambda n: ct.resize(V, (n,)),
    "resize of two": lambda n: ct.resize(V, (n, n)),
    "reshape": lambda n: ct.reshape(V, (n, -1)),
    "reshape of many": lambda n: ct.reshape(V, (n, n)),
    "reshape of nothing": lambda n: ct.reshape(np.zeros((0,), np.float32), (n, 0)),
    "reshape nothing to one": lambda n: ct.reshape(np.zeros((0, 4), np.float32), (n, n, -1)),
    "pad": lambda n: ct.pad(V, n),
    "pad on one side": lambda n: ct.pad(M, ((n, 0), (0, 0))),
    "pad edge": lambda n: ct.pad(V, n, "edge"),
    "pad reflect": lambda n: ct.pad(V, (0, n), "reflect"),
    "pad wrap": lambda n: ct.pad(V, n, "wrap"),
    "pad mean": lambda n: ct.pad(V, n, "mean"),
    "pad mean of few": lambda n: ct.pad(V, 1, "mean", stat_length=n),
    "pad linear_ramp": lambda n: ct.pad(V, n, "linear_ramp"),
    "roll": lambda n: ct.roll(V, n),
    "rot90": lambda n: ct.rot90(M, n),
    "diff": lambda n: ct.diff(V, n),
    "split": lambda n: ct.split(V, n),
    "array_split": lambda n: ct.array_split(V, n),
    "split at": lambda n: ct.split(V, [n]),
    "insert": lambda n: ct.insert(V, n, 1.0),
    "delete": lambda n: ct.delete(V, n),
    "top_k": lambda n: ct.top_k(V, n),
    "partition": lambda n: ct.partition(V, n),
    "take": lambda n: ct.take(V, np.array([min(abs(n), 2**62)])),
    "index": lambda n: ct.array(V)[n],
    "slice": lambda n: ct.array(V)[:n],
    "slice from": lambda n: ct.array(V)[n:],
    "slice by": lambda n: ct.array(V)[::n],
    "slice back": lambda n: ct.array(V)[::-n],
    "set": lambda n: ct.array(V).at[:n].set(1.0),
    "bincount": lambda n: ct.bincount(I3, length=n),
    "bincount minlength": lambda n: ct.bincount(I3, minlength=n),
    "bincount of a large number": lambda n: ct.bincount(np.array([min(abs(n), 2**63 - 1)])),
    "histogram": lambda n: ct.histogram(V, n),
    "histogram_bin_edges": lambda n: ct.histogram_bin_edges(V, n),
    "nonzero": lambda n: ct.nonzero(V, size=n),
    "flatnonzero": lambda n: ct.flatnonzero(V, size=n),
    "argwhere": lambda n: ct.argwhere(M, size=n),
    "unique": lambda n: ct.unique(V, size=n),
    "compress": lambda n: ct.compress(V > 0, V, size=n),
    "extract": lambda n: ct.extract(V > 0, V, size=n),
    "matmul": lambda n: ct.matmul(np.zeros((n, 0), "b"), np.zeros((0, n), "b")),
    "matmul to nothing": lambda n: ct.matmul(np.zeros((0, n), "b"), np.zeros((n, 0), "b")),
    "matmul of nothing": lambda n: ct.matmul(np.zeros((n, 0), "b"), np.zeros((0, 3), "b")),
    "outer": lambda n: ct.outer(np.zeros((n, 0), "b"), V),
    "einsum": lambda n: ct.einsum("ik,kj->ij", np.zeros((n, 0), "b"), np.zeros((0, n), "b")),
    "tensordot": lambda n: ct.tensordot(np.zeros((n, 0), "b"), np.zeros((n, 0), "b"), ((1,), (1,))),
    "kron": lambda n: ct.kron(np.zeros((n, 0), "b"), np.zeros((n, 0), "b")),
    "sum of nothing": lambda n: ct.sum(np.zeros((n, 0), "b"), 1),
    "sum to nothing": lambda n: ct.sum(np.zeros((n, 0), "b"), 0),
    "sum of all of nothing": lambda n: ct.sum(np.zeros((n, 0), "b")),
    "sum of ones": lambda n: ct.sum(ct.ones((n,))),
    "cumsum of nothing": lambda n: ct.cumsum(np.zeros((n, 0), "b"), 0),
    "cumsum along nothing": lambda n: ct.cumsum(np.zeros((n, 0), "b"), 1),
    "sort of nothing": lambda n: ct.sort(np.zeros((n, 0), "b"), 0),
    "sort along nothing": lambda n: ct.sort(np.zeros((n, 0), "b"), 1),
    "argmax of nothing": lambda n: ct.argmax(np.zeros((n, 0), "b"), 0),
    "tanh of nothing": lambda n: ct.tanh(np.zeros((n, 0), np.float16)),
    "transpose of nothing": lambda n: ct.transpose(np.zeros((n, 0), "b")),
    "concatenate of nothing": lambda n: ct.concatenate([np.zeros((n, 0), "b")] * 3),
    "stack of nothing": lambda n: ct.stack([np.zeros((n, 0), "b")] * 3),
    "meshgrid of nothing": lambda n: ct.meshgrid(np.zeros((0,), "b"), V, sparse=n > 0),
    "take of nothing": lambda n: ct.take(np.zeros((n, 0), "b"), I3, 0),
    "scatter into nothing": lambda n: ct.array(np.zeros((n, 0), "b")).at[I3].add(1),
    "softmax of nothing": lambda n: ct.nn.softmax(np.zeros((n, 0), np.float16), 1),
    "inverse of none": lambda n: ct.linalg.inv(np.zeros((min(n, 2**50), 0, 0), np.float32)),
    "solve of none": lambda n: ct.linalg.solve(np.zeros((0, 2, 2), np.float32), np.zeros((0, 2, n), "b")),
    "cholesky of none": lambda n: ct.linalg.cholesky(np.zeros((min(n, 2**50), 0, 0), np.float32)),
    "svd of none": lambda n: ct.linalg.svd(np.zeros((0, n), np.float32)),
    "qr of none": lambda n: ct.linalg.qr(np.zeros((n, 0), np.float32)),
    "det of none": lambda n: ct.linalg.det(np.zeros((n, 0, 0), "b")),
    "matrix_power": lambda n: ct.linalg.matrix_power(np.eye(2, dtype=np.float32), n),
    "array of a wide view": lambda n: ct.array(np.broadcast_to(np.float32(1), (n,))),
    "sum of a wide view": lambda n: ct.sum(np.broadcast_to(np.float32(1), (n,))),
    "one_hot": lambda n: ct.nn.one_hot(I3, n),
    "conv padded": lambda n: ct.nn.conv(np.ones((1, 1, 4), np.float32), np.ones((1, 1, 2), np.float32),
                                        padding=[(n, n)]),
    "conv strided": lambda n: ct.nn.conv(np.ones((1, 1, 4), np.float32), np.ones((1, 1, 2), np.float32), strides=n),
    "conv dilated": lambda n: ct.nn.conv(np.ones((1, 1, 4), np.float32), np.ones((1, 1, 2), np.float32),
                                         rhs_dilation=n),
    "conv spread": lambda n: ct.nn.conv(np.ones((1, 1, 4), np.float32), np.ones((1, 1, 2), np.float32),
                                        lhs_dilation=n),
    "max_pool": lambda n: ct.nn.max_pool(np.ones((1, 1, 4), np.float32), n),
    "max_pool strided": lambda n: ct.nn.max_pool(np.ones((1, 1, 4), np.float32), 2, strides=n),
    "avg_pool padded": lambda n: ct.nn.avg_pool(np.ones((1, 1, 4), np.float32), 2, padding=[(n, n)]),
    "conv_transpose strided": lambda n: ct.nn.conv_transpose(np.ones((1, 3, 1), np.float32), np.ones((2, 1, 1), np.float32), n),
    "conv_transpose dilated": lambda n: ct.nn.conv_transpose(np.ones((1, 3, 1), np.float32), np.ones((2, 1, 1), np.float32),
                                                             padding=[(n, n)], dilation=n),
    "unfold": lambda n: ct.nn.unfold(M, (n,)),
    "unfold padded": lambda n: ct.nn.unfold(M, (2,), n, [(n, n)], n),
    "fold": lambda n: ct.nn.fold(M, (n,), (3,), n),
    "pixel_shuffle": lambda n: ct.nn.pixel_shuffle(M[None], n),
    "pixel_unshuffle": lambda n: ct.nn.pixel_unshuffle(M[None], n),
    "channel_shuffle": lambda n: ct.nn.channel_shuffle(M, n),
    "interpolate": lambda n: ct.nn.interpolate(M, n, mode="linear"),
    "interpolate by scale": lambda n: ct.nn.interpolate(M, scale_factor=float(n)),
    "interpolate smoothed": lambda n: ct.nn.interpolate(M, 1, mode="cubic", antialias=True) + ct.nn.interpolate(M, n, mode="area"),
    "affine_grid": lambda n: ct.nn.affine_grid(M, (n, n)),
    "adaptive_avg_pool": lambda n: ct.nn.adaptive_avg_pool(M, n),
    "adaptive_max_pool": lambda n: ct.nn.adaptive_max_pool(M, n),
    "max_pool_with_indices": lambda n: ct.nn.max_pool_with_indices(M, (2,), n, [(n, n)]),
    "max_unpool": lambda n: ct.nn.max_unpool(M, np.zeros((2, 3), int), n),
    "lp_pool": lambda n: ct.nn.lp_pool(M, 2, (n,), n, [(n, 0)]),
    "fractional_max_pool": lambda n: ct.nn.fractional_max_pool(M, (1,), (n,), np.ones((3, 1))),
    "random.split": lambda n: ct.random.split(KEY, n),
    "random.bits": lambda n: ct.random.bits(KEY, (n,)),
    "random.uniform": lambda n: ct.random.uniform(KEY, (n,)),
    "random.uniform between": lambda n: ct.random.uniform(KEY, (n,), minval=1.0, maxval=3.0),
    "random.normal": lambda n: ct.random.normal(KEY, (n, n)),
    "random.randint": lambda n: ct.random.randint(KEY, (n,), 0, 10),
    "random.bernoulli": lambda n: ct.random.bernoulli(KEY, 0.5, (n,)),
    "random.gumbel": lambda n: ct.random.gumbel(KEY, (n, 2)),
    "random.truncated_normal": lambda n: ct.random.truncated_normal(KEY, -1.0, 1.0, (n,)),
    "random.categorical": lambda n: ct.random.categorical(KEY, V, shape=(n,)),
    "random.permutation": lambda n: ct.random.permutation(KEY, n),
    "random.choice": lambda n: ct.random.choice(KEY, n, (3,)),
    "random.choice without": lambda n: ct.random.choice(KEY, n, (3,), replace=False),
    "random.choice of many": lambda n: ct.random.choice(KEY, 5, (n,)),
    "random.choice by weights": lambda n: ct.random.choice(KEY, V, (n,), p=V / 3),
    "insert into nothing": lambda n: ct.insert(np.zeros((n, 0), "b"), 1, 1, 0),
    "delete of nothing": lambda n: ct.delete(np.zeros((n, 0), "b"), 1, 0),
    "unstack of nothing": lambda n: ct.unstack(np.zeros((n, 0), "b")),
    "text of nothing": lambda n: len(repr(ct.zeros((n, 0), "bool"))) and ct.zeros(0),
    "text of more of nothing": lambda n: len(str(ct.zeros((3, n, 0), "bool"))) and ct.zeros(0),
    "numpy of nothing": lambda n: ct.zeros((n, 0), "bool").numpy() is None and V,
    "dynamic_slice": lambda n: ct.dynamic_slice(V, (0,), (n,)),
    "scan of nothing": lambda n: ct.scan(lambda c, x: (c, x), 0.0, np.zeros((0, n), "b")),
    "vmap of nothing": lambda n: ct.vmap(lambda x: x + 1)(np.zeros((n, 0), "b")),
    "vmap over nothing": lambda n: ct.vmap(ct.zeros_like)(np.zeros((0, n), "b")),
    "jit": lambda n: ct.jit(lambda x: ct.zeros((n,)) + x)(1.0),
    "jit of a sum": lambda n: ct.jit(lambda x: ct.sum(ct.full((n, 2), x)[:0]))(1.0),
    "grad of a mean": lambda n: ct.grad(lambda x: ct.mean(ct.full((n, n), x)))(1.0),
    "jit of a wide size": lambda n: ct.jit(lambda x, m: ct.sum(ct.tile(x, (m, m))))(V, n),
    "an open size": lambda n: ct.jit(lambda m: ct.zeros((m,)) + 1.0)(np.int64(n)),
    "two open sizes": lambda n: ct.jit(lambda m: ct.zeros((m, m)))(np.int64(n)),
    "an open size of one": lambda n: ct.jit(lambda m: ct.ones((m, m), "int8")[0])(np.int64(n)),
    "an open range": lambda n: ct.jit(lambda m: ct.arange(m))(np.int64(n)),
    "an open range of nothing": lambda n: ct.jit(lambda m: ct.tanh(ct.ones((m, 0))))(np.int64(n)),
    "an open repeat": lambda n: ct.jit(lambda m: ct.repeat(M, m, 1))(np.int64(n)),
    "an open tile": lambda n: ct.jit(lambda m: ct.tile(M, (m, m)))(np.int64(n)),
    "an open eye": lambda n: ct.jit(lambda m: ct.eye(m))(np.int64(n)),
    "an open product": lambda n: ct.jit(lambda m: ct.ones((m, 0)) @ ct.ones((0, m)))(np.int64(n)),
    "an open pad": lambda n: ct.jit(lambda m: ct.pad(ct.ones((m, 0)), 1))(np.int64(n)),
    "an open reshape": lambda n: ct.jit(lambda x, m: ct.reshape(x, (m, m)))(V, np.int64(n)),
}


def told(outcome):
    """What a call ended with, by its kind."""
    return outcome.split(":", 1)[0]


def answer(call, n):
    try:
        found = call(n)
    except (ct.Error, OverflowError, MemoryError, ValueError) as error:
        return f"error:{type(error).__name__}: {error}"
    shapes = [x.shape for x in ct.tree.leaves(found) if isinstance(x, ct.Tensor)]
    return f"answer:{shapes}"


def compiled(call):
    """The tensors it makes, by one program."""
    def tensors(n):
        return [x for x in ct.tree.leaves(call(n)) if isinstance(x, ct.Tensor)]
    return lambda n: ct.jit(lambda: tensors(n))()


def start(call, n):
    """A process that does it, and where it writes what came out."""
    reading, writing = os.pipe()
    with open("/proc/self/statm", encoding="ascii") as file:
        taken = int(file.read().split()[0]) * resource.getpagesize()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    signal.setitimer(signal.ITIMER_REAL, SECONDS)  # whose signal ends it
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, taken + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    try:
        text = answer(call, n)
    except BaseException as error:  # of another kind than promised
        text = f"other:{type(error).__name__}: {error}"
    os.write(writing, text.encode()[:4000])
    os._exit(0)


def outcome(call, n):
    child, reading = start(call, n)
    text = b""
    while part := os.read(reading, 4096):
        text += part
    os.close(reading)
    status = os.waitpid(child, 0)[1]
    if status == signal.SIGALRM:
        return f"hang: not done after {SECONDS} s"
    return text.decode(errors="replace") if status == 0 else f"crash: signal {status & 127}, exit {status >> 8}"


@measures
class ExtremeSizes(unittest.TestCase):
    def test_calls(self):
        for i, (name, call) in enumerate(CALLS.items()):
            for j, n in enumerate(SIZES):
                for k, way in enumerate((call, compiled(call))):
                    if ALL or (i + j) % 6 == 3 * k:
                        with self.subTest(name, size=n, way="at once" if k == 0 else "compiled"):
                            found = outcome(way, n)
                            self.assertIn(told(found), ("error", "answer"), found)


ALL = "--all" in sys.argv
if __name__ == "__main__":
    unittest.main(argv=[word for word in sys.argv if word != "--all"])

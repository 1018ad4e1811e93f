#!/usr/bin/python3
"""What array functions refuse, and that the message has the function, what was found and what was expected."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

X, V, NONE = np.ones((3, 4), np.float32), np.ones(5, np.float32), np.ones(0)

# Call, kind of error, words of the message.
REFUSED = [
    (lambda: ct.hypot(X, V), ValueError, r"ct\.hypot", r"\(3, 4\)", r"\(5,\)"),
    (lambda: ct.logaddexp(X, V), ValueError, r"ct\.logaddexp", "4 meets 5"),
    (lambda: ct.gcd(X, 2), TypeError, r"ct\.gcd", "float32", "astype"),
    (lambda: ct.ldexp(X, X), TypeError, r"ct\.ldexp", "float32"),
    (lambda: ct.round(np.arange(3), -1), ValueError, r"ct\.round", "-1"),
    (lambda: ct.diff(X, axis=2), IndexError, r"ct\.diff", "axis 2"),
    (lambda: ct.diff(X, n=-1), ValueError, r"ct\.diff", "n is -1"),
    (lambda: ct.gradient(X, 1.0, 2.0, 3.0), ValueError, r"ct\.gradient", "3 distances", "2 axes"),
    (lambda: ct.gradient(V[:1]), ValueError, r"ct\.gradient", r"\(1,\)", "fewer than two"),
    (lambda: ct.gradient(V, V[:2]), ValueError, r"ct\.gradient", r"\(2,\)", "size 5"),
    (lambda: ct.nansum(X, 2), IndexError, "axis 2", "2 axes"),
    (lambda: ct.nanmax(np.zeros(0)), ValueError, "none to choose"),
    (lambda: ct.max(np.zeros((0, 3)), 0), ValueError, r"ct\.max", r"\(0, 3\)", "give initial"),
    (lambda: ct.min(X, where=X > 0), ValueError, r"ct\.min", "where", "give initial"),
    (lambda: ct.sum(X, where=np.ones((2, 3, 4), bool)), ValueError, r"ct\.sum", r"\(2, 3, 4\)", r"\(3, 4\)"),
    (lambda: ct.mean(X, where=V > 0), ValueError, r"ct\.mean", r"\(5,\)"),
    (lambda: ct.sum(X, initial=V), ValueError, r"ct\.sum", "initial", r"\(5,\)", "one number"),
    (lambda: ct.var(X, dtype="int32"), ValueError, r"ct\.var", "int32", "floats"),
    (lambda: ct.median(X, -3), IndexError, r"ct\.median", "axis -3"),
    (lambda: ct.quantile(X, 0.5, method="cubic"), ValueError, r"ct\.quantile", "cubic", "midpoint"),
    (lambda: ct.average(X, 0, weights=V), ValueError, r"ct\.average", r"\(5,\)", r"\(3, 4\)"),
    (lambda: ct.cov(np.ones((2, 2, 2))), ValueError, r"ct\.cov", r"\(2, 2, 2\)"),
    (lambda: ct.histogram(X, 0), ValueError, r"ct\.histogram", "0 bins"),
    (lambda: ct.histogram(X, V[:1]), ValueError, r"ct\.histogram", r"\(1,\)"),
    (lambda: ct.bincount(X), ValueError, r"ct\.bincount", r"float32\[3,4\]", "vector of integers"),
    (lambda: ct.searchsorted(X, V), ValueError, r"ct\.searchsorted", r"\(3, 4\)", "vector"),
    (lambda: ct.searchsorted(V, V, "middle"), ValueError, r"ct\.searchsorted", "middle"),
    (lambda: ct.interp(V, V, V[:2]), ValueError, r"ct\.interp", r"\(5,\)", r"\(2,\)"),
    (lambda: ct.partition(V, 5), ValueError, r"ct\.partition", "kth is 5"),
    (lambda: ct.lexsort([]), ValueError, r"ct\.lexsort", "no keys"),
    (lambda: ct.trace(V), IndexError, r"ct\.trace: ", "axis 1"),
    (lambda: ct.diagonal(X, 0, 1, -1), ValueError, r"ct\.diagonal", "axis 1 twice"),
    (lambda: ct.diag(np.ones((2, 2, 2))), ValueError, r"ct\.diag", "diagflat"),
    (lambda: ct.cross(X, X), ValueError, r"ct\.cross", "size 4", "2 or 3"),
    (lambda: ct.vecdot(X, V), ValueError, r"ct\.vecdot", "4 meets 5"),
    (lambda: ct.matvec(X, V), ValueError, r"ct\.matvec", "4 meets 5"),
    (lambda: ct.vecmat(V, X), ValueError, r"ct\.vecmat", "5 meets 3"),
    (lambda: ct.rot90(X, axes=(0, -2)), ValueError, r"ct\.rot90", "axis 0 twice"),
    (lambda: ct.fliplr(V), ValueError, r"ct\.fliplr", r"\(5,\)"),
    (lambda: ct.hsplit(X, 3), ValueError, "3 equal parts"),
    (lambda: ct.dsplit(X, 2), ValueError, r"ct\.dsplit", "3 axes"),
    (lambda: ct.array_split(X, 0), ValueError, r"ct\.array_split", "0 parts"),
    (lambda: ct.insert(V, 6, 1.0), IndexError, r"ct\.insert", "position 6", "size 5"),
    (lambda: ct.delete(V, [5]), IndexError, r"ct\.delete", "position 5"),
    (lambda: ct.jit(lambda i: ct.delete(V, i))(np.array([1])), TypeError, "known when a function is traced"),
    (lambda: ct.nn.rnn_cell(V, V[:4], X, X), ValueError, r"ct\.nn\.rnn_cell", r"\[3, 4\]", "column for each input"),
    (lambda: ct.nn.rnn(X, X[:1], [np.eye(4), np.eye(4)], has_biases=False, nonlinearity="sin"), ValueError,
     r"ct\.nn\.rnn", "sin", "'tanh' or 'relu'"),
    (lambda: ct.nn.gru(X, X[:1], [X]), ValueError, r"ct\.nn\.gru", "1 weights", "4, with biases"),
    (lambda: ct.nn.gru(V, V, [X, X], has_biases=False), ValueError, r"ct\.nn\.gru", r"\(5,\)", "time"),
    (lambda: ct.nn.lstm(X, X, X, [X, X], has_biases=False), ValueError, r"ct\.nn\.lstm", r"\(3, 4\)", "first of size 1"),
    (lambda: ct.nn.lstm(X, X[:1], X[:1], [X, X], V[0], has_biases=False), TypeError, r"ct\.nn\.lstm", "float32"),
    (lambda: ct.nn.lstm(X, X[:1], X[:1], [X, X], has_biases=False), ValueError, r"ct\.nn\.lstm", "row for each unit"),
    (lambda: ct.nn.ctc_loss(np.ones((2, 1, 3)), np.ones((1, 1), int), np.ones(1, int), np.ones(1, int), 3), ValueError,
     r"ct\.nn\.ctc_loss", "blank is 3", "number of classes", r"\[2, 1, 3\]"),
    (lambda: ct.nn.ctc_loss(np.ones((2, 1, 3)), np.ones((1, 1), int), np.ones(1, int), np.ones(1, int), -1), ValueError,
     r"ct\.nn\.ctc_loss", "blank is -1", "counted from 0"),
    (lambda: ct.nn.ctc_loss(X, np.ones((1, 1), int), np.ones(1, int), np.ones(1, int)), ValueError,
     r"ct\.nn\.ctc_loss", "targets", "1 axes"),
    (lambda: ct.nn.rotary_embedding(np.ones((2, 1, 3)), np.arange(2)), ValueError, r"ct\.nn\.rotary_embedding", "even"),
    (lambda: ct.nn.rotary_embedding(np.ones((2, 1, 2)), np.arange(3)), ValueError, r"ct\.nn\.rotary_embedding", "positions"),
    (lambda: ct.nn.cache_update(X, X, np.arange(2)), ValueError, r"ct\.nn\.cache_update", "one number"),
    (lambda: ct.nn.cache_update(X, X[:2], 0), ValueError, r"ct\.nn\.cache_update", "axis 0"),
    (lambda: ct.nn.alibi_bias(0, 1, 1), ValueError, r"ct\.nn\.alibi_bias", "heads is 0"),
    (lambda: ct.meshgrid(X), ValueError, r"ct\.meshgrid", r"\(3, 4\)"),
    (lambda: ct.meshgrid(V, indexing="yx"), ValueError, r"ct\.meshgrid", "yx"),
    (lambda: ct.vander(X), ValueError, r"ct\.vander", r"\(3, 4\)"),
    (lambda: ct.select([X > 0], [X, X]), ValueError, r"ct\.select", "1 conditions", "2 choices"),
    (lambda: ct.choose(np.array([0, 3]), [V[:2], V[:2]]), ValueError, r"ct\.choose", "2 choices"),
    (lambda: ct.jit(lambda i: ct.choose(i, [V, V]))(np.zeros(5, int)), TypeError, r"ct\.choose", "mode="),
    (lambda: ct.jit(ct.argwhere)(X), TypeError, r"ct\.argwhere", "size="),
    (lambda: ct.jit(ct.bincount)(np.arange(3)), TypeError, r"ct\.bincount", "length="),
    (lambda: ct.jit(ct.unique)(X), TypeError, r"ct\.unique", "size="),
    (lambda: ct.unique(NONE, size=2), ValueError, r"ct\.unique", "size is 2", "no elements"),
    (lambda: ct.pad(X, 1, "mirror"), ValueError, r"ct\.pad", "no mode 'mirror'", "symmetric"),
    (lambda: ct.pad(NONE, 1, "edge"), ValueError, r"ct\.pad", r"\(0,\)", "edge", "constant"),
    (lambda: ct.pad(X, -1, "edge"), ValueError, r"ct\.pad", "width -1"),
    (lambda: ct.pad(X, [(1, 2), (3, 4), (5, 6)]), ValueError, "pad_width", "2 axes", "3 pairs"),
    (lambda: ct.pad(X, "a"), TypeError, "pad_width", "'a'"),
    (lambda: ct.compress(np.ones(9, bool), V), ValueError, r"ct\.compress", "9 elements", "only 5"),
    (lambda: ct.put_along_axis(X, np.array([0]), 1.0, 0), ValueError, r"ct\.put_along_axis", r"\(1,\)"),
    (lambda: ct.cumulative_sum(X), ValueError, r"ct\.cumulative_sum", "which axis"),
    (lambda: ct.associative_scan(ct.add, [V, X]), ValueError, "associative_scan", r"\(5,\), \(3, 4\)"),
    (lambda: ct.apply_along_axis(ct.sum, 2, X), ValueError, "apply_along_axis", "axis 2"),
]


class Refusals(Case):
    def test_messages(self):
        for i, (call, kind, *words) in enumerate(REFUSED):
            with self.subTest(i, words=words), self.refuses(kind, r"refusals_test\.py:\d+: ", *words):
                call()


if __name__ == "__main__":
    unittest.main()

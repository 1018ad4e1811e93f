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
    (lambda: ct.nn.unfold(X, (2, 2)), ValueError, r"ct\.nn\.unfold", r"\(2, 2\)", "channels"),
    (lambda: ct.nn.unfold(X, (4,)), ValueError, r"ct\.nn\.unfold", r"\(4,\)", r"\(3, 4\)", "smaller window"),
    (lambda: ct.nn.fold(X, (5,), (2,)), ValueError, r"ct\.nn\.fold", "as many windows"),
    (lambda: ct.nn.pixel_shuffle(X, 2), ValueError, r"ct\.nn\.pixel_shuffle", "2 axes", "height, width and channels"),
    (lambda: ct.nn.channel_shuffle(X, 3), ValueError, r"ct\.nn\.channel_shuffle", "multiple of 3"),
    (lambda: ct.nn.interpolate(X), ValueError, r"ct\.nn\.interpolate", "neither", "give one"),
    (lambda: ct.nn.interpolate(X, 2, 2.0), ValueError, r"ct\.nn\.interpolate", "both", "give one"),
    (lambda: ct.nn.interpolate(X, 2, mode="bilinear"), ValueError, r"ct\.nn\.interpolate", "2 spatial axes", "are 1"),
    (lambda: ct.nn.interpolate(X, 2, mode="sinc"), ValueError, r"ct\.nn\.interpolate", "sinc", "bicubic"),
    (lambda: ct.nn.interpolate(X, 2, align_corners=True), ValueError, r"ct\.nn\.interpolate", "no meaning", "linear"),
    (lambda: ct.nn.affine_grid(X, (2, 2)), ValueError, r"ct\.nn\.affine_grid", "2 rows and 3 columns"),
    (lambda: ct.nn.grid_sample(X, X), ValueError, r"ct\.nn\.grid_sample", "1, 2 or 3"),
    (lambda: ct.nn.grid_sample(X, X[:, :1], "linear"), ValueError, r"ct\.nn\.grid_sample", "linear", "bilinear"),
    (lambda: ct.nn.adaptive_avg_pool(X, 0), ValueError, r"ct\.nn\.adaptive_avg_pool", "size 0", "at least 1"),
    (lambda: ct.nn.adaptive_max_pool(X, (2, 2)), ValueError, r"ct\.nn\.adaptive_max_pool", "2 axes", "channels"),
    (lambda: ct.nn.max_pool_with_indices(X, (2,), padding=[(2, 0)]), ValueError, r"ct\.nn\.max_pool_with_indices", "less than"),
    (lambda: ct.nn.max_unpool(X, X, 4), TypeError, r"ct\.nn\.max_unpool", "indices"),
    (lambda: ct.nn.lp_pool(X, 0, (2,)), ValueError, r"ct\.nn\.lp_pool", "positive"),
    (lambda: ct.nn.fractional_max_pool(X, (2,), (2,), X), ValueError, r"ct\.nn\.fractional_max_pool", "samples"),
    (lambda: ct.nn.conv_transpose(X, X), ValueError, r"ct\.nn\.conv_transpose", "channels"),
    (lambda: ct.nn.conv_transpose(X[None], X[:2, :, None], output_padding=1), ValueError, r"ct\.nn\.conv_transpose",
     "output_padding 1", "stride"),
]


class Refusals(Case):
    def test_messages(self):
        for i, (call, kind, *words) in enumerate(REFUSED):
            with self.subTest(i, words=words), self.refuses(kind, r"refusals_test\.py:\d+: ", *words):
                call()


if __name__ == "__main__":
    unittest.main()

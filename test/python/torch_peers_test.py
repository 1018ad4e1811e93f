#!/usr/bin/python3
"""Each composite operator beside PyTorch's or SciPy's: value, and gradient with respect to all arguments."""

import pathlib
import re
import unittest

import cotan as ct
import numpy as np

try:
    import torch
except ImportError:
    torch = None
else:
    from torch_peers import ROWS

SPEC = pathlib.Path(__file__).resolve().parents[2] / "docs" / "spec" / "ops.md"
# Those without a peer of the same meaning; what they are held against instead.
WITHOUT_PEER = {
    "attention_vjp": "the derivative of attention, which is here",
    "empty": "its elements are not said",
    "random_int": "random; distributions_test",
    "alpha_dropout": "random; layers_test", "dropout": "random; layers_test", "dropout1d": "random; layers_test",
    "dropout2d": "random; layers_test", "dropout3d": "random; layers_test", "feature_alpha_dropout": "random; layers_test",
    "gumbel_softmax": "random; layers_test",
    "conv_permuted": "what a convolution becomes with channels elsewhere: conv",
    "cumsum_along": "cumsum with an operand for axis; test/tool/axis_operand.mlir",
    **dict.fromkeys(["all_gather", "all_to_all", "axis_index", "ppermute", "psum", "psum_scatter"],
                    "of the calls of a vmap; collectives_test"),
    "checkpoint_name": "the identity; checkpoint_test",
}


def slopes_of(function, inputs, weights):
    """The gradient of a weighted sum of all results of real numbers."""
    places = [i for i, x in enumerate(inputs) if x.dtype.kind in "fc"]

    def total(*given):
        all_inputs = list(inputs)
        for place, x in zip(places, given):
            all_inputs[place] = x
        results = function(*all_inputs)
        results = results if isinstance(results, (tuple, list)) else [results]
        return sum((ct.sum(ct.real(y * w)) if w.dtype.kind == "c" else ct.sum(y * w)) for y, w in zip(results, weights)
                   if w is not None)

    return ct.grad(total, tuple(range(len(places)))), [inputs[i] for i in places]


@unittest.skipIf(torch is None, "PyTorch is not installed (test/packages.txt)")
class Peers(unittest.TestCase):
    def near(self, found, wanted):
        found, wanted = np.asarray(found), np.asarray(wanted)
        self.assertEqual(found.shape, wanted.shape)
        np.testing.assert_allclose(found, wanted, rtol=1e-7, atol=1e-8)

    def beside(self, row):
        random = np.random.default_rng(7)
        tensors = [torch.tensor(x) for x in row.inputs]
        for x in tensors:
            if x.is_floating_point() or x.is_complex():
                x.requires_grad_(row.differentiable)
        wanted = row.torch(*tensors)
        wanted = list(wanted) if isinstance(wanted, (tuple, list)) else [wanted]
        results = [torch.as_tensor(y) for y in wanted]
        found = row.cotan(*row.inputs)
        found = list(found) if isinstance(found, (tuple, list)) else [found]
        self.assertEqual(len(found), len(results))
        for x, y in zip(found, results):
            self.near(x, y.detach().resolve_conj().numpy())
        if not row.differentiable:
            return
        weights = [random.normal(size=y.shape) if y.requires_grad else None for y in results]
        if any(y.is_complex() for y in results):
            weights = [w + 1j * random.normal(size=w.shape) for w in weights]
        total = sum((y * torch.tensor(w)).real.sum() if y.is_complex() else (y * torch.tensor(w)).sum()
                    for y, w in zip(results, weights) if w is not None)
        leaves = [x for x in tensors if x.requires_grad]
        expected = torch.autograd.grad(total, leaves, allow_unused=True)
        slope, points = slopes_of(row.cotan, row.inputs, weights)
        for run in (slope, ct.jit(slope)) if row.compiles else (slope,):
            for got, want, x in zip(run(*points), expected, points):
                want = np.zeros_like(x) if want is None else want.resolve_conj().numpy()
                self.near(got, np.conj(want) if want.dtype.kind == "c" else want)

    def test_values_and_gradients(self):
        for row in ROWS:
            with self.subTest(row.name):
                self.beside(row)

    def test_all_are_here(self):
        names = set(re.findall(r"^#+ `?composite\.(\w+)", SPEC.read_text(encoding="utf-8"), re.MULTILINE))
        covered = {row.name for row in ROWS}
        self.assertEqual(covered - names, set())
        self.assertEqual(names - covered - set(WITHOUT_PEER), set())
        self.assertGreaterEqual(len(covered), 150)


if __name__ == "__main__":
    unittest.main()

"""What the examples of this folder share: a network of tanh, its fit by SciPy's L-BFGS, and the picture."""

import sys

import numpy as np
from scipy.optimize import minimize

import cotan as ct


def initial_parameters(widths, seed=0):
    random = np.random.default_rng(seed)
    return [(random.normal(0, (2 / (a + b)) ** 0.5, (a, b)), np.zeros(b))
            for a, b in zip(widths, widths[1:])]


def network(parameters, x):
    """(inputs,) -> (outputs,)"""
    for weights, bias in parameters[:-1]:
        x = ct.tanh(x @ weights + bias)
    weights, bias = parameters[-1]
    return x @ weights + bias


def pack(parameters):
    return np.concatenate([np.ravel(x) for pair in parameters for x in pair])


def unpack(flat, like):
    pairs, start = [], 0
    for pair in like:
        new = []
        for x in pair:
            new.append(np.reshape(flat[start : start + x.size], x.shape))
            start += x.size
        pairs.append(tuple(new))
    return pairs


def fit(loss, like, rounds):
    """The parameters where the loss is small, found from `like`, and the number of evaluations."""
    value_and_slope = ct.jit(ct.value_and_grad(loss))
    losses = []

    def evaluate(flat):
        value, slopes = value_and_slope(unpack(flat, like))
        losses.append(float(value))
        if sys.stdout.isatty():
            print(f"\revaluation {len(losses):4}   loss {losses[-1]:.2e}", end="", flush=True)
        return losses[-1], pack(slopes)

    found = minimize(evaluate, pack(like), jac=True, method="L-BFGS-B",
                     options={"maxiter": rounds, "maxfun": 2 * rounds, "ftol": 0, "gtol": 1e-9, "maxcor": 50})
    print()
    return unpack(found.x, like), len(losses)


def draw(path, places, found, exact, height, start=None):
    """What the network has found beside what is exact, above the difference; and what it was given at the start."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (above, below) = plt.subplots(2, 1, figsize=(8, 5), sharex=True, height_ratios=(2, 1))
    if start is not None:
        above.plot(places, start, ":", color="gray", label="given")
    above.plot(places, exact, label="exact")
    above.plot(places, found, "--", label="network")
    above.set_ylabel(height)
    above.legend()
    below.plot(places, found - exact)
    below.set(xlabel="place", ylabel="error")
    figure.savefig(path)

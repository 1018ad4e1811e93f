"""The Euler-Bernoulli beam as a physics-informed network (Raissi et al. 2019).

A beam of length 1 lies on both ends and carries a load f: the fourth derivative of its deflection u is
f, and u and its second derivative are 0 at the ends. With f = pi^4 sin(pi x) the exact deflection is
sin(pi x). The network is differentiated four times by its input, in Taylor mode or by nested reverse
mode, and the result by its parameters.

    python3 beam.py [--nested] [--picture beam.svg]
"""

import argparse
import sys
import time

import numpy as np
from scipy.optimize import minimize

import cotan as ct

WIDTHS = [1, 24, 24, 1]
POINTS = np.linspace(0, 1, 41)


def initial_parameters(seed=0):
    random = np.random.default_rng(seed)
    return [(random.normal(0, (2 / (a + b)) ** 0.5, (a, b)), np.zeros(b))
            for a, b in zip(WIDTHS, WIDTHS[1:])]


def deflection(parameters, x):
    """The network at one place, times what makes it 0 at the ends."""
    y = ct.reshape(x, (1,))
    for weights, bias in parameters[:-1]:
        y = ct.tanh(y @ weights + bias)
    weights, bias = parameters[-1]
    return x * (1 - x) * (y @ weights + bias)[0]


def by_taylor(parameters, x):
    """The second and fourth derivatives by one expansion."""
    one = ct.ones_like(x)
    _, series = ct.jet(lambda x: deflection(parameters, x), (x,), ([one, 0 * one, 0 * one, 0 * one],))
    return series[1], series[3]


def by_nested_reverse(parameters, x):
    """The same by reverse mode of reverse mode of reverse mode."""
    second = ct.grad(ct.grad(lambda x: deflection(parameters, x)))
    return second(x), ct.grad(ct.grad(second))(x)


def make_loss(derivatives, points=POINTS):
    """How far the network is from the beam's equation, between and at the ends."""
    load = np.pi**4 * np.sin(np.pi * points)

    def loss(parameters):
        second, fourth = ct.vmap(lambda x: derivatives(parameters, x))(points)
        ends = second[0] ** 2 + second[-1] ** 2
        return ct.mean((fourth - load) ** 2) / np.pi**8 + ends / np.pi**4

    return loss


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


def fit(derivatives, rounds=400):
    value_and_slope = ct.jit(ct.value_and_grad(make_loss(derivatives)))
    like, losses = initial_parameters(), []

    def evaluate(flat):
        value, slopes = value_and_slope(unpack(flat, like))
        losses.append(float(value))
        if sys.stdout.isatty():
            print(f"\revaluation {len(losses):4}   loss {losses[-1]:.2e}", end="", flush=True)
        return losses[-1], pack(slopes)

    found = minimize(evaluate, pack(like), jac=True, method="L-BFGS-B",
                     options={"maxiter": rounds, "maxfun": 2 * rounds, "ftol": 0, "gtol": 1e-9})
    print()
    return unpack(found.x, like), len(losses)


def draw(path, places, found, exact):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (above, below) = plt.subplots(2, 1, figsize=(8, 5), sharex=True, height_ratios=(2, 1))
    above.plot(places, exact, label="exact")
    above.plot(places, found, "--", label="network")
    above.set_ylabel("deflection")
    above.legend()
    below.plot(places, found - exact)
    below.set(xlabel="place", ylabel="error")
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nested", action="store_true", help="by nested reverse mode")
    parser.add_argument("--picture", metavar="FILE")
    options = parser.parse_args()
    start = time.perf_counter()
    parameters, count = fit(by_nested_reverse if options.nested else by_taylor)
    places = np.linspace(0, 1, 201)
    found = np.asarray(ct.jit(ct.vmap(lambda x: deflection(parameters, x)))(places))
    exact = np.sin(np.pi * places)
    error = np.abs(found - exact).max()
    print(f"largest error {error:.1e} after {count} evaluations in {time.perf_counter() - start:.1f} s")
    if options.picture:
        draw(options.picture, places, found, exact)
    return 0 if error <= 1e-3 else "error: the deflection is off by more than 1e-3"


if __name__ == "__main__":
    sys.exit(main())

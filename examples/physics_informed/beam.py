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

import cotan as ct
from network import draw, fit, initial_parameters, network

WIDTHS = [1, 24, 24, 1]
POINTS = np.linspace(0, 1, 41)


def deflection(parameters, x):
    """The network at one place, times what makes it 0 at the ends."""
    return x * (1 - x) * network(parameters, ct.reshape(x, (1,)))[0]


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


def main():
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--nested", action="store_true", help="by nested reverse mode")
    parser.add_argument("--picture", metavar="FILE")
    options = parser.parse_args()
    start = time.perf_counter()
    loss = make_loss(by_nested_reverse if options.nested else by_taylor)
    parameters, count = fit(loss, initial_parameters(WIDTHS), 400)
    places = np.linspace(0, 1, 201)
    found = np.asarray(ct.jit(ct.vmap(lambda x: deflection(parameters, x)))(places))
    exact = np.sin(np.pi * places)
    error = np.abs(found - exact).max()
    print(f"largest error {error:.1e} after {count} evaluations in {time.perf_counter() - start:.1f} s")
    if options.picture:
        draw(options.picture, places, found, exact, "deflection")
    return 0 if error <= 1e-3 else "error: the deflection is off by more than 1e-3"


if __name__ == "__main__":
    sys.exit(main())

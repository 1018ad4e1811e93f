"""The Euler-Bernoulli beam as a physics-informed network (Raissi et al. 2019).

A beam of length 1 lies on both ends and carries a load: u'''' = f, u = u'' = 0 at the ends. With
f = pi^4 sin(pi x) the exact deflection is sin(pi x). The network is differentiated four times by its
input, by nested reverse mode or by Taylor mode, and that by its parameters.
"""

import argparse
import sys
import time

import numpy as np
from scipy.optimize import minimize

import cotan as ct

WIDTHS = [1, 32, 32, 1]


def initial_parameters(seed):
    random = np.random.default_rng(seed)
    return [{"w": random.normal(0, (2 / (a + b)) ** 0.5, (a, b)), "b": np.zeros(b)}
            for a, b in zip(WIDTHS, WIDTHS[1:])]


def deflection(parameters, x):
    """The network, times what makes it 0 at the ends."""
    y = ct.reshape(x, (1,))
    for layer in parameters[:-1]:
        y = ct.tanh(y @ layer["w"] + layer["b"])
    y = y @ parameters[-1]["w"] + parameters[-1]["b"]
    return x * (1 - x) * y[0]


def derivatives_nested(parameters, x):
    """u'' and u'''' by reverse mode of reverse mode."""
    second = ct.grad(ct.grad(lambda x: deflection(parameters, x)))
    return second(x), ct.grad(ct.grad(second))(x)


def derivatives_taylor(parameters, x):
    """The same by one Taylor expansion."""
    zero = ct.zeros_like(x)
    _, series = ct.jet(lambda x: deflection(parameters, x), (x,), ([ct.ones_like(x), zero, zero, zero],))
    return series[1], series[3]


def make_loss(derivatives):
    def loss(parameters, points):
        load = np.pi**4 * ct.sin(np.pi * points)
        fourth = ct.vmap(lambda x: derivatives(parameters, x)[1])(points)
        ends = ct.vmap(lambda x: derivatives(parameters, x)[0])(ct.array([0.0, 1.0], dtype="float64"))
        return ct.mean((fourth - load) ** 2) / np.pi**8 + ct.mean(ends**2)

    return loss

"""After jaxopt's page on root finding: bisection and Broyden's method, and the derivative of a root."""

import cotan as ct


def F(x, factor):
    return factor * x ** 3 - x - 2


bisected = ct.optimize.root_scalar(F, (1.0,), method="bisect", bracket=(1.0, 2.0)).root
print(bisected)
broyden = ct.optimize.root(F, ct.array(1.0), (1.0,), method="Broyden").x
print(broyden)


def root(factor):
    return ct.optimize.root_scalar(F, (factor,), bracket=(1.0, 2.0)).root


slope = ct.grad(root)(2.0)
print(slope)

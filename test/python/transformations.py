"""Every transformation of a function of a vector, and some of them in turn: what a function stands in must not matter."""

import cotan as ct


def pushed(f):
    return lambda x: ct.jvp(f, (x,), (ct.cos(x),))[1]


def summed(f):
    return lambda x: ct.sum(f(x))


TRANSFORMATIONS = {
    "value": lambda f: f,
    "jit": ct.jit,
    "grad": lambda f: ct.grad(summed(f)),
    "compiled grad": lambda f: ct.jit(ct.grad(summed(f))),
    "grad of grad": lambda f: ct.grad(summed(ct.grad(summed(f)))),
    "third order": lambda f: ct.grad(summed(ct.grad(summed(ct.grad(summed(f)))))),
    "jvp": pushed,
    "jvp of grad": lambda f: pushed(ct.grad(summed(f))),
    "grad of jvp": lambda f: ct.grad(summed(pushed(f))),
    "jacobian": ct.jacfwd,
    "hessian": lambda f: ct.hessian(summed(f)),
    "lanes": ct.vmap,
    "lanes of grad": lambda f: ct.vmap(ct.grad(f)),
    "grad of lanes": lambda f: ct.grad(summed(ct.vmap(f))),
    "compiled inside": lambda f: ct.grad(summed(ct.jit(f))),
    "vjp": lambda f: lambda x: ct.vjp(f, x)[1](ct.cos(x))[0],
}

"""Where a name is that is looked for in cotan itself."""

import importlib

from . import tree

# What those who know JAX look for.
_OF_JAX = {
    "numpy": "its functions are in cotan itself: ct.sin, ct.sum",
    "jnp": "its functions are in cotan itself: ct.sin, ct.sum",
    "scipy": "its functions are in ct.stats, ct.special, ct.linalg, ct.signal, ct.ndimage, ct.fft, ct.optimize, ct.integrate and ct.sparse",
    "tree_util": "its functions are in ct.tree, without tree_ before their names: ct.tree.map, ct.tree.register_node",
    "flatten_util": "ravel_pytree is ct.tree.ravel",
    "Partial": "it is ct.tree.Partial",
    **{f"tree_{name}": f"it is ct.tree.{name}" for name in tree.__all__},
    **{name: f"it is ct.tree.{where}" for name, where in tree._ELSEWHERE.items()},
    "ad_checkpoint": "checkpoint_name is ct.checkpoint_name",
    "config": "nothing has to be switched on: NumPy's float64 stays float64",
    "make_jaxpr": "print(ct.jit(f).lower(*args).as_text('traced')) shows a program",
    "pmap": "there is one device; ct.vmap runs a function for many arguments at once",
}

# What has functions of its own, in the order of how likely they are meant.
_NAMESPACES = ("nn", "linalg", "special", "fft", "random", "stats", "optimize", "integrate", "signal", "ndimage", "sparse",
               "optim", "ode", "debug", "lax", "ops")


def hint(name: str) -> str:
    """What an error says behind a name that cotan has not: "; it is ct.nn.softmax", or nothing.

    Packages that are not in use yet are imported to look into them.
    """
    if name in _OF_JAX:
        return f"; {_OF_JAX[name]}"
    if name.startswith("_"):  # asked for by inspect, doctest and others, which expect that it is absent
        return ""
    package = importlib.import_module("cotan")
    found = (space for space in _NAMESPACES if name in dir(getattr(package, space)))
    return next((f"; it is ct.{space}.{name}" for space in found), "")

"""Tensors, array functions named as in jax.numpy, derivatives of any order, and control flow.

Functions run at once; `jit` compiles them with their `if`, `while` and `for`, and `grad`, `vmap`,
`jet` and others take functions and give functions. help(ct.scan) explains one of them.

>>> import cotan as ct
>>> @ct.jit
... def root(a):
...     x = a
...     while abs(x * x - a) > 1e-6 * a:
...         x = (x + a / x) / 2
...     return x
>>> [round(float(f(2.0)), 4) for f in (root, ct.grad(root), ct.grad(ct.grad(root)))]
[1.4142, 0.3536, -0.0884]
"""

import functools as _functools
import os as _os
import sys as _sys
import typing as _typing

# The compiler's functions are looked up when they are first called: most never are.
_flags = _sys.getdlopenflags()
_sys.setdlopenflags(_os.RTLD_LAZY)
try:
    from . import _cotan
finally:
    _sys.setdlopenflags(_flags)

# The words "as" say that these are the package's own, to those who read the type hints.
from . import _cosine_transforms, _elsewhere, _initializers, _late, _linalg, _random_keys, _scaled_products, _special
from . import checkpoint_policies as checkpoint_policies, debug as debug, tree as tree
from ._cotan import *  # noqa: F403
from ._aliases import *  # noqa: F403
from ._cotan import fft as fft, linalg as linalg, nn as nn, ops as ops, random as random, special as special
from ._checkpoint import checkpoint as checkpoint, checkpoint_name as checkpoint_name
from ._custom import custom_jvp as custom_jvp, custom_vjp as custom_vjp
from ._custom_gradient import custom_gradient as custom_gradient
from ._devices import (block_until_ready as block_until_ready, copy as copy, device_get as device_get,
                       device_put as device_put, devices as devices)
from ._blocks import block as block, mask_indices as mask_indices
from ._derivatives import (grad as grad, jet as jet, jvp as jvp, stop_gradient as stop_gradient,
                           value_and_grad as value_and_grad, vjp as vjp)
from ._einsum_path import einsum_path as einsum_path
from ._element_types import dtype as dtype, issubdtype as issubdtype
from ._files import load as load, save as save
from ._jacobians import hessian as hessian, jacfwd as jacfwd, jacrev as jacrev
from ._index_tricks import (c_ as c_, index_exp as index_exp, ix_ as ix_, mgrid as mgrid, ogrid as ogrid, r_ as r_,
                            s_ as s_)
from ._jit import eval_shape as eval_shape, jit as jit
from ._linear import (closure_convert as closure_convert, custom_linear_solve as custom_linear_solve,
                      custom_root as custom_root, linear_transpose as linear_transpose, linearize as linearize)
from ._loops import (cond as cond, fori_loop as fori_loop, map as map, scan as scan,
                     switch as switch, while_loop as while_loop)
from ._debug import debug_infs as debug_infs, debug_nans as debug_nans, disable_jit as disable_jit
from ._decomposition import Decomposition as Decomposition
from ._default_dtype import default_dtype as default_dtype
from ._named import check_calls as _check_calls
from ._numpy_files import (frombuffer as frombuffer, fromfile as fromfile, fromiter as fromiter,
                           fromstring as fromstring, savez as savez)
from ._of_functions import (apply_over_axes as apply_over_axes, fromfunction as fromfunction,
                            piecewise as piecewise)
from ._operators import call_decomp as call_decomp, call_vjp as call_vjp
from ._printing import (array_repr as array_repr, array_str as array_str, get_printoptions as get_printoptions,
                        printoptions as printoptions, set_printoptions as set_printoptions)
from ._standard import (__array_namespace_info__ as __array_namespace_info__, can_cast as can_cast,
                        isdtype as isdtype, result_type as result_type)
from ._progress import progress as progress
from ._scans import associative_scan as associative_scan
from ._types import (finfo as finfo, iinfo as iinfo, iscomplexobj as iscomplexobj, isrealobj as isrealobj,
                     isscalar as isscalar, iterable as iterable, ndim as ndim, shape as shape, size as size)
from ._ufunc import frompyfunc as frompyfunc, ufunc as ufunc
from ._vectorize import vectorize as vectorize
from ._vmap import apply_along_axis as apply_along_axis, vmap as vmap

nn.initializers = _initializers
for _name in ("PRNGKey", "clone", "key_data", "key_impl", "wrap_key_data"):
    setattr(random, _name, getattr(_random_keys, _name))
for _name in ("dct", "dctn", "idct", "idctn"):
    setattr(fft, _name, getattr(_cosine_transforms, _name))
for _name in _special.__all__:
    setattr(special, _name, getattr(_special, _name))
for _name in _linalg.__all__:
    setattr(linalg, _name, getattr(_linalg, _name))
for _name in ("get_scaled_dot_general_config", "scaled_dot_general", "scaled_matmul"):
    setattr(nn, _name, getattr(_scaled_products, _name))
_check_calls(globals(), "ct.")
for _space in ("fft", "linalg", "nn", "random", "special", "nn.initializers", "tree", "debug", "checkpoint_policies"):
    _check_calls(vars(_functools.reduce(getattr, _space.split("."), _sys.modules[__name__])), f"ct.{_space}.")
__array_api_version__ = "2024.12"
__version__: str = _cotan.__version__
del _name, _flags, _space


# What is imported when it is first asked for, so that the others are there sooner: packages, and NumPy's types.
_LATER = ("export", "integrate", "lax", "ndimage", "ode", "optim", "optimize", "signal", "sparse", "stats")

if _typing.TYPE_CHECKING:
    from . import (export as export, integrate as integrate, lax as lax, ndimage as ndimage, ode as ode, optim as optim,
                   optimize as optimize, signal as signal, sparse as sparse, stats as stats)
    from ._scalar_types import *  # noqa: F403
else:  # type checkers know what there is
    def _types_of_numpy():
        found = vars(_late.late(f"{__name__}._scalar_types"))
        return {name: held for name, held in found.items() if name[0] != "_"}

    def __getattr__(name):
        if name in _LATER:
            return _late.late(f"{__name__}.{name}")
        if name == "__all__":
            return [known for known in __dir__() if known[0] != "_"]
        if name[0] != "_" and name in _types_of_numpy():
            globals().update(_types_of_numpy())
            return globals()[name]
        where = _elsewhere.hint(name)
        raise AttributeError(f"module 'cotan' has no attribute '{name}'{where}", name=name, obj=__import__(__name__))

    def __dir__():
        names = {name for name in globals() if name[0] != "_" or name in ("__doc__", "__version__")}
        return sorted(names.union(_LATER, _types_of_numpy()))

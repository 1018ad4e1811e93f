"""A valid call of every public function of arrays, and of every method of tensors: what generated tests vary.

A call is the first in the example of the function's documentation. Parameters that the example does not give have
their defaults, or where those are None a value for their name: a new function is tested with its row alone.
"""

import ast
import doctest
import inspect
import types

import cotan as ct
import numpy as np

X, SQUARE = np.float32([[1, 2, 3], [4, 5, 6]]), np.float32([[4, 1], [1, 3]])
KEY = np.array([0, 7], np.uint32)

# Arguments by parameter, where an example gives none and there is no default, or it is None.
KEYWORDS = {
    "axis": 0, "keepdims": True, "initial": 1.0, "where": np.array([[True], [False]]), "dtype": "float32", "mode": "clip",
    "descending": True, "size": 2, "fill_value": 0, "equal_nan": True, "sparse": True, "indexing": "ij",
    "include_initial": True, "right": True, "weights": None, "minlength": 0, "length": 4, "range": (0.0, 1.0),
    "density": True, "scale": 1.0, "is_causal": True, "lower": True, "trans": 0, "unit_diagonal": False, "upper": True,
    "symmetrize_input": True, "reverse": True, "constant_values": 1.0, "num_segments": 3,
    "y": np.array([0.0, 1.0, 2.0]), "prepend": 1.0, "append": 2.0, "to_begin": 2.0, "discont": 3.0, "rowvar": True, "ddof": 1, "left": 1.0, "right": 2.0,
    "lhs_dilation": 1, "rhs_dilation": 1, "dimension_numbers": ("NCHW", "OIHW", "NCHW"), "mean": 1.0, "variance": 2.0,
    "ord": 2, "UPLO": "L", "rtol": 1e-3, "rcond": 1e-3, "p": 2, "shape": (2,),
}
# Of methods whose parameters are not those of a function of their name.
_METHODS = {"astype": (X, "int32"), "compress": (X, np.array([True, False]), 0), "to_device": (X, "cpu"), "item": (X[0, 0],), "reshape": (X, (3, 2))}
_AT = dict.fromkeys("set add subtract multiply mul divide power max min".split(), (1.0,)) | {"get": ()}  # and apply, of a function

# Functions of functions: their arguments are not arrays.
_OTHERS = set("""checkpoint remat grad jet jvp value_and_grad vjp load save eval_shape jit cond fori_loop scan switch while_loop
    vectorize mask_indices hessian jacfwd jacobian jacrev vmap linearize linear_transpose closure_convert custom_gradient custom_linear_solve
    custom_root call_decomp call_vjp frompyfunc composite map optimization_barrier platform_dependent reduce reduce_window scatter_apply
    block_until_ready checkpoint_name psum pmean pmax pmin all_gather psum_scatter all_to_all pswapaxes ppermute pshuffle pbroadcast
    axis_index axis_size fromfile fromstring savez devices get_printoptions printoptions set_printoptions default_dtype progress bessel_jn""".split())


def _as_arrays(nest):
    if isinstance(nest, ct.Tensor):
        return np.array(nest)
    plain = isinstance(nest, (list, tuple)) and not hasattr(nest, "_fields")  # named tuples are no arrays
    return type(nest)(map(_as_arrays, nest)) if plain else nest


def _first_call(function, name):
    """The arguments by position and by name."""
    names = {"ct": ct, "np": np}
    for example in doctest.DocTestParser().get_examples(inspect.getdoc(function) or ""):
        for node in ast.walk(ast.parse(example.source)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
                def value(part):
                    return _as_arrays(eval(ast.unparse(part), names))
                try:
                    return [value(part) for part in node.args], {part.arg: value(part.value) for part in node.keywords}
                except NameError:  # of a parameter of a function around the call
                    continue
        exec(example.source, names)
    raise ValueError(f"{name} has no example that calls it")


def _row(function, name):
    """The arguments by position, of as many parameters as have one."""
    args, keywords = _first_call(function, name)
    row = list(args)
    for parameter in list(inspect.signature(function).parameters.values())[len(args):]:
        default = None if parameter.default is parameter.empty else parameter.default
        value = keywords.get(parameter.name, KEYWORDS.get(parameter.name) if default is None else default)
        if parameter.kind is not parameter.POSITIONAL_OR_KEYWORD or value is None:
            break
        row.append(value)
    return tuple(row)


def calls():
    """Triples of a name, a function and arguments by position."""
    seen = {}
    for prefix, module in [("ct.", ct), ("ct.nn.", ct.nn), ("ct.linalg.", ct.linalg), ("ct.fft.", ct.fft),
                           ("ct.random.", ct.random), ("ct.special.", ct.special), ("ct.ops.", ct.ops), ("ct.lax.", ct.lax),
                           ("ct.lax.linalg.", ct.lax.linalg)]:
        for name, function in list(vars(module).items()):
            if name[0] == "_" or not callable(function) or isinstance(function, (type, types.GenericAlias)) or id(function) in seen:
                continue
            if module in (ct, ct.lax, ct.special) and name in _OTHERS:
                continue
            seen[id(function)] = _row(function, prefix + name)
            yield prefix + name, function, seen[id(function)]
    for name in dir(ct.Tensor):
        function = getattr(ct, name, None)
        if name[0] in "_A" or not callable(getattr(ct.Tensor, name)):
            continue
        x, *args = _METHODS.get(name) or seen.get(id(function), (X,))
        yield "x." + name, getattr(ct.array(x), name), tuple(args)
    for name, args in _AT.items():
        yield f"x.at[0].{name}", getattr(ct.array(X).at[0], name), args

"""A valid call of every public function of arrays, and of every method of tensors: what generated tests vary."""

import cotan as ct
import numpy as np
from parity import FUNCTIONS

X, SQUARE = np.float32([[1, 2, 3], [4, 5, 6]]), np.float32([[4, 1], [1, 3]])
VECTOR, PLACES = np.float32([1, 2, 3]), np.array([1, 0])
IMAGE, KERNEL = np.ones((1, 4, 4, 2), np.float32), np.ones((2, 2, 2, 3), np.float32)
KEY = np.array([0, 7], np.uint32)

# By module and name: the arguments. All parameters that have no row in a table of parity.
_NN = {
    "one_hot": (PLACES, 3, "float32"), "conv": (IMAGE, KERNEL, 1, "SAME"), "max_pool": (IMAGE, 2, 1, "VALID"),
    "avg_pool": (IMAGE, 2, 1, "VALID", True), "elu": (X, 1.0), "celu": (X, 1.0), "leaky_relu": (X, 0.01),
    "gelu": (X, True), "squareplus": (X, 4.0), "softmax": (X, -1), "log_softmax": (X, -1), "glu": (np.ones((2, 4)), -1),
    "standardize": (X, -1, 1.0, 2.0, 1e-5), "logsumexp": (X, 1, True), "layer_norm": (X, VECTOR, VECTOR, -1, 1e-5),
    "rms_norm": (X, VECTOR, -1, 1e-5), "batch_norm": (X, VECTOR, VECTOR, -1, 1e-5),
    "batch_norm_inference": (X, VECTOR, VECTOR, VECTOR, VECTOR, -1, 1e-5), "dropout": (X, KEY, 0.5),
    "dot_product_attention": (IMAGE, IMAGE, IMAGE), "cross_entropy": (X, PLACES, -1),
    "softmax_cross_entropy_with_integer_labels": (X, PLACES, -1), "nll_loss": (X, PLACES, -1), "mse": (X, X),
    "huber": (X, X, 1.0),
}
_LINALG = {
    "norm": (X, 2, 1, False), "vector_norm": (X, 1, False, 2.0), "matrix_norm": (X, False, "fro"),
    "matrix_power": (SQUARE, 2), "multi_dot": ([SQUARE, SQUARE, SQUARE],), "cross": (X, X, -1), "vecdot": (X, X, -1),
    "trace": (X, 0), "diagonal": (X, 0), "solve": (SQUARE, SQUARE), "solve_triangular": (SQUARE, SQUARE),
    "tensorsolve": (SQUARE, PLACES, None), "tensorinv": (SQUARE, 1), "pinv": (X, 1e-3), "lstsq": (SQUARE, SQUARE, 1e-3),
    "cholesky": (SQUARE,), "eigh": (SQUARE, "L", True), "eigvalsh": (SQUARE, "L"), "svd": (X, False, True),
    "qr": (X, "reduced"), "matrix_rank": (X, 1e-3), "cond": (SQUARE, 2), "matmul": (SQUARE, SQUARE),
    "outer": (VECTOR, VECTOR), "tensordot": (X, X.T, 1),
}
_RANDOM = {
    "key": (7,), "split": (KEY, 2), "fold_in": (KEY, 3), "uniform": (KEY, (2,), "float32", 0, 1),
    "truncated_normal": (KEY, -1.0, 1.0, (2,), "float32"), "bits": (KEY, (2,), "uint32"),
    "randint": (KEY, (2,), 0, 5, "int64"), "rademacher": (KEY, (2,), "int64"), "bernoulli": (KEY, 0.5, (2,)),
    "categorical": (KEY, VECTOR, -1, (2,)), "permutation": (KEY, X, 0, False), "choice": (KEY, VECTOR, (2,), True, None, 0),
}
_METHODS = {
    "astype": ("int32",), "reshape": (3, 2), "transpose": (1, 0), "repeat": (2, 0), "swapaxes": (0, 1), "take": (PLACES, 0),
    "diagonal": (0, 0, 1), "clip": (0, 1), "round": (1,), "choose": ([X, X],), "compress": ([True, False], 0),
    "searchsorted": (VECTOR,), "partition": (1,), "argpartition": (1,), "dot": (X.T,), "trace": (0, 0, 1),
}
_AT = dict.fromkeys("set add subtract multiply divide power max min".split(), (1.0,)) | {"get": ()}
_MORE = {
    "promote_types": ("int32", "float16"), "broadcast_shapes": ((2, 1), (3,)), "from_dlpack": (VECTOR,),
    "conv_general_dilated": (IMAGE, KERNEL, 1, "SAME", 1, 1, ("NHWC", "HWIO", "NHWC"), 1, 1),
    "finfo": ("float32",), "iinfo": ("int32",), "ndim": (X,), "shape": (X,), "size": (X, 0), "stop_gradient": (X,),
}
# Arguments that rows of parity do not give.
_FULL = {
    "sum": (X, 1, "float32"), "insert": (VECTOR, 1, 5.0, 0), "histogram": (X, 4), "unique": (X, True, True, True, 0),
    "gradient": (X, 2.0), "einsum": ("ij,kj->ik", X, X), "dynamic_slice": (X, [0, 1], (1, 2)),
    "dynamic_update_slice": (X, X[:1, :2], [0, 1]), "ediff1d": (X, 1.0, 2.0), "cov": (X, X, True, False, 1),
    "interp": (X, VECTOR, VECTOR, 1.0, 2.0), "diff": (X, 1, 0, 1.0, 2.0), "linspace": (0, 1, 5, True, False, "float32"),
    "logspace": (0, 1, 5, True, 10.0, "float32"), "geomspace": (1, 2, 5, True, "float32"), "eye": (2, 3, 0, "float32"),
    "arange": (0, 5, 2, "float32"), "choose": (PLACES, [VECTOR[:2], VECTOR[1:]]), "unwrap": (X, 3.0, -1, 6.0),
    "apply_along_axis": (ct.sum, 0, X), "map": (ct.sum, X), "associative_scan": (ct.add, X),
}
# Keyword arguments by parameter, where they are not in the call.
KEYWORDS = {
    "axis": 0, "keepdims": True, "initial": 1.0, "where": np.array([[True], [False]]), "dtype": "float32", "mode": "clip",
    "descending": True, "size": 2, "fill_value": 0, "equal_nan": True, "sparse": True, "indexing": "ij",
    "include_initial": True, "right": True, "weights": None, "minlength": 0, "length": 4, "range": (0.0, 1.0),
    "density": True, "scale": 1.0, "is_causal": True, "lower": True, "trans": 0, "unit_diagonal": False, "upper": True,
    "symmetrize_input": True, "reverse": True, "end_values": 0, "constant_values": 1.0, "stat_length": 1,
}


def _modules():
    yield "ct.", ct, {name: f.calls[0].args for name, f in FUNCTIONS.items()} | _MORE | _FULL
    yield "ct.nn.", ct.nn, _NN
    yield "ct.linalg.", ct.linalg, _LINALG
    yield "ct.random.", ct.random, _RANDOM


# Functions of functions: their arguments are not arrays.
_OTHERS = set("""checkpoint grad jet jvp value_and_grad vjp load save eval_shape jit cond fori_loop scan switch while_loop
    vectorize hessian jacfwd jacrev vmap""".split())


def calls():
    """Triples of a name, a function and arguments by position."""
    seen = set()
    for prefix, module, rows in _modules():
        for name, function in list(vars(module).items()):
            if name[0] == "_" or not callable(function) or isinstance(function, type) or id(function) in seen:
                continue
            if module is ct and name in _OTHERS:
                continue
            seen.add(id(function))
            default = (KEY, (2,), "float32") if module is ct.random else (SQUARE,)
            row = rows.get(name, default)
            yield prefix + name, function, row
    x = ct.array(X)
    for name in dir(ct.Tensor):
        if name[0] not in "_A" and callable(getattr(x, name)):
            yield "x." + name, getattr(x, name), _METHODS.get(name, ())
    for name, row in _AT.items():
        yield f"x.at[0].{name}", getattr(x.at[0], name), row

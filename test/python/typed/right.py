"""Annotated programs that a type checker accepts, with all that it can ask for."""

import operator
from dataclasses import dataclass

import numpy as np

import cotan as ct


@dataclass
class Line:
    slope: ct.Tensor
    offset: ct.Tensor

    def at(self, x: ct.Tensor) -> ct.Tensor:
        return self.slope * x + self.offset


@ct.tree.register_static
class Unit:
    factor = 1000


factor: int = Unit().factor


@ct.jit
def root(a: ct.Tensor) -> ct.Tensor:
    x = a
    while abs(x * x - a) > 1e-6 * a:
        x = (x + a / x) / 2
    return x


def loss(line: Line, x: ct.Tensor) -> ct.Tensor:
    return ct.mean((line.at(x) - 2.0) ** 2)


def main() -> None:
    x: ct.Tensor = root(2.0) + root(np.float64(2.0)) + ct.array([1, 2]).sum()
    shape: tuple[int, ...] = (x * ct.ones((2, 3))).reshape(1, -1).T.shape
    rows: list[ct.Tensor] = ct.split(ct.arange(6), 2)
    values, places = ct.top_k(ct.concatenate(rows), k=2)
    numbers: np.ndarray = np.asarray(values) + places.numpy()  # type: ignore[type-arg]
    key, other = ct.random.split(ct.random.key(0))
    noise = ct.nn.relu(ct.random.normal(key, shape, dtype=ct.float32)).at[0].add(1.0)
    optimizer = ct.optim.chain(ct.optim.clip_by_global_norm(1.0), ct.optim.adam(ct.optim.cosine_decay(0.1, 100)))
    line = Line(ct.zeros(()), ct.ones((), dtype="float32"))
    flat, unravel = ct.tree.ravel(line)
    treedef: ct.tree.PyTreeDef = ct.tree.structure(unravel(flat), is_leaf=lambda part: part is None)
    names: list[str] = [ct.tree.keystr(path) for path, _ in ct.tree.leaves_with_path(line)]
    column: ct.Tensor = ct.c_[ct.r_[1:3, 0], ct.mgrid[0:3]]
    step: ct.Tensor = ct.piecewise(column, [column > 1], [ct.square, 0])
    joined: ct.ufunc = ct.frompyfunc(operator.add, 2, 1, identity=0)
    assert ct.issubdtype(joined.reduce(step).dtype, ct.integer) and isinstance(step.dtype, ct.dtype) and ct.__version__
    assert treedef.num_leaves == len(names) and treedef.children()[0].is_leaf
    value, slopes = ct.value_and_grad(loss)(line, noise)
    updates, _ = optimizer.update(slopes, optimizer.init(line), line)
    line = ct.optim.apply_updates(line, updates)
    weights: ct.Tensor = ct.nn.initializers.he_normal()(key, (3, 4), ct.float32)
    sines, cosines = ct.special.fresnel(x)
    above: ct.Tensor = ct.where(noise > 0)[0] + ct.where(noise > 0, 1, 0).sum()
    power: ct.Tensor = ct.signal.welch(ct.fft.dct(noise), nperseg=2)[1] + ct.stats.norm.logpdf(sines, scale=cosines)
    same: ct.Tensor = ct.random.clone(key).at[ct.array([0, 7])].get(mode="fill", fill_value=0)
    a = ct.eye(3)
    one: ct.Tensor = ct.linspace(0, 1, 3) * 2 + ct.unique(a[0], size=3) + ct.average(a, axis=0) + ct.atleast_1d(x) + ct.nn.logsumexp(a, axis=0)
    one += ct.linalg.svd(a, compute_uv=False) + ct.linalg.svd(a).S + ct.linspace(0, 1, 5, retstep=True)[1] + ct.polyfit(one, one, 2)
    one += ct.linalg.eigh(a, eigvals_only=True) + ct.linalg.eigh(a).eigenvalues + ct.linalg.slogdet(a).sign + ct.linalg.qr(a).R
    permutation, lower, upper = ct.linalg.lu(a)
    one += permutation @ lower @ upper - ct.linalg.lu(a, permute_l=True)[1] + ct.unique_all(a).counts.sum() + ct.indices((3, 3))[0]
    one += ct.nn.dot_product_attention(a[None], a[None], a[None], return_residual=True)[1].sum() - ct.average(a, returned=True)[0]
    if x > one.sum() and power.ndim and same.ndim and bool(ct.any(other != key)):
        print(float(value), ct.add.reduce(noise, axis=0).shape, int(numbers[0]), [row.tolist() for row in noise], -x, 2 / x, x[..., None], weights, above)


main()

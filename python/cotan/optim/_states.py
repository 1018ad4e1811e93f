"""Values in states by name, wherever a chain has put them."""

from typing import Any

from .. import _cotan, _nest
from .._core import here
from ._arguments import checked


def _name_of(step):
    """What a step into a nest is called: "mu" for ".mu" and "['mu']"."""
    return step[1:] if step[0] == "." else step[2:-2]


def _found(tree, key, path=""):
    """What is called so, and where."""
    for step, part in (_nest.parts(tree) or {}).items():
        if _name_of(step) == key:
            yield path + step, part
        yield from _found(part, key, path + step)


@checked
def tree_get(tree: Any, key: str, default: Any = None) -> Any:
    """The one value that a state, or another nest, holds under this name, as a field or in a dict; `default` if there
    is none. If there are several, it says where.

    >>> import cotan as ct
    >>> state = ct.optim.chain(ct.optim.clip(1.0), ct.optim.adam(0.1)).init(ct.zeros(2))
    >>> ct.optim.tree_get(state, "mu")
    Tensor([0., 0.], dtype=float32)
    """
    found = list(_found(tree, key))
    if len(found) > 1:
        raise _cotan.ValueError(f"{here()}ct.optim.tree_get: there are {len(found)} values '{key}': "
                                f"{', '.join('state' + path for path, _ in found)}; take the one that is meant")
    return found[0][1] if found else default


def tree_set(tree: Any, **kwargs: Any) -> Any:
    """The nest with other values in all places with these names.

    >>> import cotan as ct
    >>> state = ct.optim.inject_hyperparams(ct.optim.sgd)(learning_rate=0.1).init(ct.zeros(2))
    >>> ct.optim.tree_set(state, learning_rate=ct.array(0.01)).hyperparams
    {'learning_rate': Tensor(0.01, dtype=float32, weak_type=True)}
    """
    for key in kwargs:
        if next(_found(tree, key), None) is None:
            raise _cotan.ValueError(f"{here()}ct.optim.tree_set: there is no value '{key}'")
    return _with(tree, kwargs)


def _with(tree, values):
    if isinstance(tree, dict):
        made = {k: values[k] if k in values else _with(part, values) for k, part in tree.items()}
        return made if type(tree) is dict else type(tree)(made)
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(values[k] if k in values else _with(part, values) for k, part in zip(tree._fields, tree)))
    return type(tree)(_with(part, values) for part in tree) if type(tree) in (list, tuple) else tree

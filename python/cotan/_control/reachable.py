"""What an object holds that can change: its state, as a list or dict of the objects in it."""

import collections
import functools
import itertools
import pickle
import random
import sys
import types
import warnings

from .._late import np
from .._syntax import convert

_LARGEST = 1 << 20  # bytes of an array that are compared; others count as the array they are
_SEQUENCES = (list, tuple, set, frozenset, collections.deque)
_IN_SEQUENCES = (type(iter([])), type(iter(())), type(reversed([])))
_ITERATORS = tuple({type(iter(x)) for x in ([], (), "", {}, {}.values(), {}.items(), set(), range(0), reversed([]), b"")} |
                   {zip, map, filter, enumerate, reversed} |
                   {kind for kind in vars(itertools).values() if isinstance(kind, type)})


@functools.lru_cache(maxsize=4096)
def _names_in(code):
    """The names that code uses of its module and of objects, in functions inside of it as well."""
    inner = [_names_in(c) for c in code.co_consts if isinstance(c, types.CodeType)]
    return frozenset(code.co_names).union(*inner)


def _is_users_module(name):
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if file is None:
        return module is None or name == "__main__"
    return convert.is_users_file(file)


def is_ours(found):
    """Whether it is of this package, whose caches may change."""
    if isinstance(found, types.FunctionType):
        return convert.is_ours(found.__code__)
    return str(type(found).__module__).partition(".")[0] == "cotan"


def _callables(state):
    """Of what this package has made, only the user's functions count."""
    held = {name: _of_cell(x) if isinstance(x, types.CellType) else [x] for name, x in state.items()}
    return {name: x[0] for name, x in held.items() if x and callable(x[0])}


def _of_function(function):
    """Its closure, its defaults and the globals it names: those of modules as "module.name"."""
    state = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
    if is_ours(function):
        return _callables(state)
    if not convert.is_users(function.__code__):
        return state
    names = _names_in(function.__code__)
    for name in names & function.__globals__.keys():
        found = function.__globals__[name]
        state[name, "global"] = found
        if isinstance(found, types.ModuleType):
            users = _is_users_module(found.__name__)
            for part in names & vars(found).keys():
                if users or isinstance(vars(found)[part], types.BuiltinMethodType):
                    state[f"{name}.{part}"] = vars(found)[part]
    state["defaults"], state["keyword defaults"] = function.__defaults__, function.__kwdefaults__
    return state | {"." + key: held for key, held in vars(function).items()}


def _of_cell(cell):
    try:
        return [cell.cell_contents]
    except ValueError:  # empty
        return []


def _of_array(array):
    if array.dtype.hasobject:
        return array.ravel().tolist() if array.size < 1000 else None
    return [array.tobytes()] if array.nbytes <= _LARGEST else None


def parts_of_iterator(iterator):
    """Where it is, and in what: (iter, (the list,), 3)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            parts = iterator.__reduce__()
        except TypeError:
            return None
    parts = [x for part in parts for x in (part if isinstance(part, tuple) else [part])]
    return parts if isinstance(iterator, _IN_SEQUENCES) else [x for part in parts for x in _listed(part)]


def _listed(part):
    """Iterators of sets and dicts make a list of what is left, a new one each time; a range, too."""
    if isinstance(part, range):
        return [part.start, part.stop, part.step]
    return part if isinstance(part, list) else [part]


def _of_generator(generator):
    frame = generator.gi_frame
    return [] if frame is None else {"where it is": frame.f_lasti} | frame.f_locals


def _of_class(kind):
    return {"." + name: found for name, found in vars(kind).items()} if _is_users_module(kind.__module__) else None


@functools.lru_cache(maxsize=4096)
def _slots(kind):
    return [name for base in kind.__mro__ for name, found in vars(base).items()
            if isinstance(found, types.MemberDescriptorType)]


@functools.lru_cache(maxsize=4096)
def _cached_properties(kind):
    """They are kept when they are first asked for, and are the same whenever that is."""
    return {name for base in kind.__mro__ for name, found in vars(base).items()
            if isinstance(found, functools.cached_property)}


def _of_instance(instance):
    state = {name: getattr(instance, name) for name in _slots(type(instance)) if hasattr(instance, name)}
    state |= getattr(instance, "__dict__", {})
    for name in _cached_properties(type(instance)) & state.keys():
        del state[name]
    if is_ours(instance):
        return _callables(state)
    return {"its class": type(instance)} | {"." + name: found for name, found in state.items()}


@functools.cache
def _readers():
    return [
        (types.FunctionType, _of_function),
        (types.CellType, _of_cell),
        (types.MethodType, lambda method: [method.__self__, method.__func__]),
        (types.BuiltinMethodType, lambda method: [method.__self__]),
        (types.GeneratorType, _of_generator),
        (functools.partial, lambda partial: [partial.func, partial.args, partial.keywords]),
        (types.ModuleType, lambda module: None),
        (type, _of_class),
        (np.ndarray, _of_array),
        (bytearray, lambda array: [bytes(array)]),
        (random.Random, lambda generator: [hash(generator.getstate())]),
        (np.random.RandomState, lambda generator: [pickle.dumps(generator.get_state())]),
        (np.random.Generator, lambda generator: [pickle.dumps(generator.bit_generator.state)]),
        (_ITERATORS, parts_of_iterator),
    ]


def state_of(found):
    """What it holds, as a list or dict; None if that cannot change, or cannot be read."""
    read = reader(type(found))
    try:
        return read and read(found)
    except Exception:  # noqa: BLE001: whatever a class of the user's does when it is looked at
        return None


@functools.lru_cache(maxsize=4096)
def reader(kind):
    """The function that reads the state of an object of this type; None if there is nothing to read."""
    for kinds, read in _readers():
        if issubclass(kind, kinds):
            return read
    own = _of_instance if kind.__dictoffset__ or _slots(kind) else None
    contents = list if issubclass(kind, _SEQUENCES) else dict if issubclass(kind, dict) else None
    if own and contents:
        return lambda x: {**dict(enumerate(x) if contents is list else x), **own(x)}
    return contents or own

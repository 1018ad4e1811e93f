"""From a Python function to the one whose control flow can be traced."""

import ast
import copy
import functools
import os
import types

from .._late import late
from .exits import Unsupported, lower_exits
from .rewrite import RUNTIME, is_generator, rewrite_function
from .source import NoSource, function_node

_FACTORY, _FUNCTION = "__factory", "__function"
_OURS = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


@functools.cache
def _libraries():
    get_path = late("sysconfig").get_path
    paths = (get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    return tuple({os.path.realpath(path) for path in paths if path} | {"/usr/lib/python3", _OURS})


@functools.lru_cache(maxsize=4096)
def is_users_file(name: str) -> bool:
    return not name.startswith("<frozen") and not os.path.realpath(name).startswith(_libraries())


def is_users(code: types.CodeType) -> bool:
    """Whether it is code of a user, not of a library: only that is rewritten."""
    return is_users_file(code.co_filename)


def _cached(function):
    """Keeps what a function of code gives. Code of two files may be equal, but is not the same."""
    keep = functools.lru_cache(maxsize=4096)(lambda code, file: function(code))
    return functools.wraps(function)(lambda code: keep(code, code.co_filename))


@_cached
def is_ours(code: types.CodeType) -> bool:
    """Whether it is code of this package."""
    return os.path.realpath(code.co_filename).startswith(_OURS + os.sep)


class _Mangler(ast.NodeTransformer):
    """Private names of a class, as they are called outside of its body."""

    def __init__(self, owner):
        self.owner = owner.lstrip("_")

    def mangled(self, name):
        private = name.startswith("__") and not name.endswith("__") and self.owner
        return f"_{self.owner}{name}" if private else name

    def visit_Attribute(self, node):
        node.attr = self.mangled(node.attr)
        return self.generic_visit(node)

    def visit_Name(self, node):
        node.id = self.mangled(node.id)
        return node


class _ExplicitSuper(ast.NodeTransformer):
    """super() means the class and first argument of the function it is in, which a part is not."""

    def __init__(self, first):
        self.first = first

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args and self.first:
            node.args = [ast.copy_location(ast.Name(n, ast.Load()), node)
                         for n in ("__class__", self.first)]
        return node


def _definition(code: types.CodeType) -> ast.FunctionDef:
    node = copy.deepcopy(function_node(code))
    if isinstance(node, ast.Lambda):
        body = ast.copy_location(ast.Return(node.body), node.body)
        node = ast.copy_location(ast.FunctionDef(_FUNCTION, node.args, [body], [], None), node)
    nothing = ast.copy_location(ast.Constant(None), node)
    node.decorator_list, node.returns = [], None
    node.name = _FUNCTION  # inside of the factory its own name is still a global
    node.args.defaults = [nothing] * len(node.args.defaults)  # the values are the function's
    node.args.kw_defaults = [d and nothing for d in node.args.kw_defaults]
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    parts = code.co_qualname.replace(".<locals>", "").split(".")
    if len(parts) > 1 and not code.co_qualname.rpartition(".")[0].endswith("<locals>"):
        node = _Mangler(parts[-2]).visit(node)
    first = code.co_varnames[0] if code.co_argcount else None
    return _ExplicitSuper(first).visit(node)


def _inner_code(code: types.CodeType, *names) -> types.CodeType:
    for name in names:
        code = next(c for c in code.co_consts if isinstance(c, types.CodeType) and c.co_name == name)
    return code


def _named_as(code, made: types.CodeType) -> types.CodeType:
    """With the user's name for it, and for what is defined in it: Python's own errors show them."""
    def renamed(inner):
        constants = tuple(renamed(c) if isinstance(c, types.CodeType) else c for c in inner.co_consts)
        name = inner.co_qualname.replace(made.co_qualname, code.co_qualname, 1)
        return inner.replace(co_qualname=name, co_consts=constants)

    return renamed(made)


def _shown(code):
    return f"'{code.co_name}' ({code.co_filename}:{code.co_firstlineno})"


@_cached
def _rewritten(code: types.CodeType) -> types.CodeType:
    """The code of the rewritten function; it has one more free variable, the runtime."""
    node = rewrite_function(_definition(code), _shown(code))
    free = [*code.co_freevars, RUNTIME]
    if "__class__" not in free:
        free.append("__class__")
    parameters = ast.arguments([], [ast.arg(n) for n in free], None, [], [], None, [])
    factory = ast.FunctionDef(_FACTORY, parameters, [node], [], None)
    module = ast.fix_missing_locations(ast.Module([ast.copy_location(factory, node)], []))
    made = _inner_code(compile(module, code.co_filename, "exec"), _FACTORY, _FUNCTION)
    return _named_as(code, made).replace(co_name=code.co_name)


@_cached
def why_not(code: types.CodeType):
    """Why a function cannot be rewritten, as a text; None if it can."""
    if RUNTIME in code.co_freevars:
        return None
    try:
        if is_generator(getattr(function_node(code), "body", []) if code.co_name != "<lambda>" else []):
            return f"{_shown(code)} is a generator or coroutine; return a list instead"
        _rewritten(code)
    except NoSource as problem:
        return f"the source of {_shown(code)} is not there ({problem}); define it in a file"
    return None


@_cached
def why_undecided(code: types.CodeType):
    """Why the statements of a rewritten function decide by what is known only, as a text; None if they do not."""
    try:
        lower_exits(getattr(function_node(code), "body", []) if code.co_name != "<lambda>" else [])
    except Unsupported as problem:
        return problem.about(_shown(code))
    except NoSource:
        pass
    return None


def convert(function: types.FunctionType, runtime) -> types.FunctionType:
    """The rewritten function, with the globals, closure and defaults of the original."""
    original = function.__code__
    if RUNTIME in original.co_freevars:  # defined inside of a rewritten function
        return function
    code = _rewritten(original)
    cells = dict(zip(original.co_freevars, function.__closure__ or ()))
    cells[RUNTIME] = types.CellType(runtime)
    closure = tuple(cells.get(name) or types.CellType() for name in code.co_freevars)
    made = types.FunctionType(code, function.__globals__, function.__name__, function.__defaults__,
                              closure)
    functools.update_wrapper(made, function)
    made.__kwdefaults__ = function.__kwdefaults__
    return made

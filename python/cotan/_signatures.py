"""The signatures of the extension module's functions, and what is said of calls that do not fit them.

The module declares a function as text: "(x: TensorLike, axis: Optional[int] = None) -> cotan.Tensor".
"""

import ast
import functools
import inspect

from ._late import late

# What arguments are declared as, by the names of Python's type hints, and as errors call them.
_KINDS = {
    "TensorLike": "a tensor, a number or a NumPy array",
    "TensorLike | Sequence[Any]": "a tensor, a number, a NumPy array or a list of numbers",
    "TensorLike | ShapeDtypeStruct": "a tensor, a number, a NumPy array or a ShapeDtypeStruct",
    "DTypeLike": "an element type such as 'float32' or ct.int64",
    "Device": "'cpu', the only device",
    "int | Sequence[int]": "an integer or a tuple of integers",
    "Sequence[TensorLike]": "a list or tuple of tensors",
    "Sequence[int]": "a list or tuple of integers",
    "tuple[int, int]": "a pair of integers",
    "int": "an integer",
    "float": "a number",
    "bool": "True or False",
    "str": "a text",
    "None": "None",
    "str | Callable[..., Any]": "a text or a function",
}


class _Hint(str):
    """A type hint, which help() shows without quotes."""

    __repr__ = str.__str__


class _Hints(ast.NodeTransformer):
    """pybind11's names of types as those of Python's type hints."""

    _NAMES = {"List": "Sequence", "Tuple": "tuple", "Set": "set", "object": "Any"}

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name) and node.value.id == "cotan":
            return ast.Name(node.attr)
        return self.generic_visit(node)

    def visit_Name(self, node):
        if node.id == "sequence":
            return ast.parse("Sequence[TensorLike]", mode="eval").body
        return ast.Name(self._NAMES.get(node.id, node.id))

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "Optional":
            return ast.BinOp(node.slice, ast.BitOr(), ast.Constant(None))
        if isinstance(node.value, ast.Name) and node.value.id == "Union":
            return functools.reduce(lambda a, b: ast.BinOp(a, ast.BitOr(), b), node.slice.elts)
        if isinstance(node.slice, ast.Constant):  # so many of them
            return ast.parse(f"tuple[{ast.unparse(node.value)}, ...]", mode="eval").body
        return node


def _hint(node):
    return inspect.Parameter.empty if node is None else _Hint(ast.unparse(_Hints().visit(node)))


@functools.lru_cache(maxsize=None)
def signature(declaration):
    """The inspect.Signature of a function that is declared so."""
    function = ast.parse(f"def f{declaration}: ...").body[0]
    args, kinds = function.args, inspect.Parameter
    found = [(a, kinds.POSITIONAL_OR_KEYWORD) for a in args.args]
    defaults = dict(zip([a.arg for a in args.args][len(args.args) - len(args.defaults):], args.defaults))
    defaults |= {a.arg: d for a, d in zip(args.kwonlyargs, args.kw_defaults) if d is not None}
    found += [(args.vararg, kinds.VAR_POSITIONAL)] if args.vararg else []
    found += [(a, kinds.KEYWORD_ONLY) for a in args.kwonlyargs]
    found += [(args.kwarg, kinds.VAR_KEYWORD)] if args.kwarg else []
    parameters = [
        inspect.Parameter(a.arg, kind, annotation=_Hint("Any") if a.arg == "self" else _hint(a.annotation),
                          default=ast.literal_eval(defaults[a.arg]) if a.arg in defaults else kinds.empty)
        for a, kind in found]
    result = _hint(function.returns)
    if isinstance(result, str):  # a sequence that is returned is a list
        result = _Hint(result.replace("Sequence", "list"))
    return inspect.Signature(parameters, return_annotation=result)


def explain(function, positional, named, unfit):
    """What is wrong with a call: what was found, and how the function is called.

    `unfit` is the parameter whose argument is of the wrong kind, None if the arguments do not go together.
    """
    import cotan

    name = function.__name__.lstrip("_")
    parameters = dict(signature(function._declaration).parameters)
    if "." in function.__qualname__:  # a method: x.sum()
        del parameters[next(iter(parameters))]
        positional, name = positional[1:], f"x.{name}"
    problem = _counts(parameters, positional, named) or _kind(parameters, positional, named, unfit)
    values = [*positional, *named.values()]
    problem = problem or _misfit(parameters, positional, named)
    problem = problem or f"cannot take {', '.join(map(found, values)) or 'nothing'}{_note(values)}"
    if function.__name__ == "_" + name and hasattr(cotan, name):  # the inner half of a function in Python
        parameters = inspect.signature(getattr(cotan, name)).parameters
    bare = [p.replace(annotation=p.empty) for p in parameters.values()]
    where = f"ct.{name}: " if function.__name__[0] == "_" else ""  # of others it is known who was called
    return f"{where}{problem}; call {name}{inspect.Signature(bare)}"


def _note(values, kind=""):
    """What to do if numbers are not known yet, or lists are no tensors."""
    if any(map(_is_traced, values)):
        return "; such numbers must be known when a function is compiled, so give them by static_argnums"
    if kind.startswith("TensorLike") and any(isinstance(value, (list, tuple)) for value in values):
        return "; write ct.array(...) around it"
    return ""


def _is_traced(value):
    """Whether a value is not known yet, or one in it."""
    if isinstance(value, (list, tuple)):
        return any(map(_is_traced, value))
    return getattr(value, "is_traced", False) is True


def _counts(parameters, positional, named):
    """What is wrong with the number and names of the arguments."""
    kinds = [p.kind for p in parameters.values()]
    places = [n for n, p in parameters.items() if p.kind is p.POSITIONAL_OR_KEYWORD]
    for given in named:
        if given not in parameters and inspect.Parameter.VAR_KEYWORD not in kinds:
            close = late("difflib").get_close_matches(given, parameters, 1, 0.5)
            return f"there is no argument '{given}'" + (f", but '{close[0]}'" if close else "")
        if given in places[:len(positional)]:
            return f"'{given}' is given twice, by its place and by its name"
    if len(positional) > len(places) and inspect.Parameter.VAR_POSITIONAL not in kinds:
        return f"{len(positional)} arguments were given by position, but there are {len(places)}"
    missing = [f"'{n}'" for n in places[len(positional):]
               if n not in named and parameters[n].default is inspect.Parameter.empty]
    return f"{' and '.join(missing)} must be given" if missing else None


def _kind(parameters, positional, named, unfit):
    """What is wrong with the argument of this parameter, if its kind has words."""
    kind = str(parameters[unfit].annotation) if unfit in parameters else ""
    words = _KINDS.get(kind.removesuffix(" | None"))
    if words is None:
        return None
    value = dict(zip(parameters, positional))[unfit] if unfit not in named else named[unfit]
    optional = " or None" if kind.endswith(" | None") else ""
    if kind.startswith("Sequence[TensorLike]") and isinstance(value, (list, tuple)):
        import cotan

        strange = [(i, x) for i, x in enumerate(value) if not cotan._cotan._is_tensor_like(x)]
        if strange and not any(map(_is_traced, value)):
            return f"'{unfit}' must be {words}{optional}, but its element {strange[0][0]} is {found(strange[0][1])}"
    return f"'{unfit}' must be {words}{optional}, but is {found(value)}" + _note([value], kind)


def _misfit(parameters, positional, named):
    """The first argument that is of no kind of its parameter, where several kinds are taken."""
    rest = next((p for p in parameters.values() if p.kind is p.VAR_POSITIONAL), None)
    places = [p for p in parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD] + [rest] * len(positional)
    given = [*zip(places, positional), *((parameters[n], value) for n, value in named.items() if n in parameters)]
    for parameter, value in given:
        kind = "TensorLike" if parameter is rest else str(parameter.annotation)
        is_list = isinstance(value, (list, tuple)) and "TensorLike" in kind and not any(w in kind for w in ("Sequence", "Tuple", "List"))
        if is_list or isinstance(value, (str, bytes)) and not any(w in kind for w in ("str", "DType", "Any")):
            return f"'{parameter.name}' cannot be {found(value)}{_note([value], 'TensorLike')}"
    return None


def found(value):
    """"'a' (a str)"."""
    if hasattr(value, "is_traced"):
        return f"a {'traced ' * value.is_traced}tensor {value.dtype.name}[{','.join(map(str, value._sizes))}]"
    kind = type(value).__name__
    text = repr(value) if isinstance(value, (str, bytes, int, float, complex, list, tuple, dict)) else ""
    shown = "a" + ("n " if kind[0] in "aeiouAEIOU" else " ") + kind
    if value is None:
        return "None"
    return f"{text if len(text) <= 40 else text[:37] + '...'} ({shown})" if text else shown

#!/usr/bin/python3
"""The reference of all functions, as Markdown, made from the module itself: function_reference.py > docs/spec/functions.md"""

import functools
import inspect
import types

import cotan as ct

START = """\
# Functions

Written by `make docs` from the functions' signatures and documentation; a test checks that it is current.
`help(ct.roll)` says more, and shows an example. Array functions have the same names and parameters in
C++, where `ct.linalg.norm` is `ct::linalg::norm`; [cpp.md](cpp.md) lists them, with those of functions.
"""

MODULES = """fft linalg nn nn.initializers random special optim optim.projections optimize integrate ode sparse.linalg stats signal
ndimage debug checkpoint_policies export tree lax lax.linalg""".split()


def functions(module):
    for name in sorted(dir(module)):
        value = getattr(module, name)
        is_function = callable(value) and not isinstance(value, (type, types.ModuleType))
        is_ours = (getattr(value, "__module__", None) or "").startswith("cotan")
        if name[0] != "_" and is_function and is_ours and inspect.getdoc(value):
            yield name, value


def bare(function):
    """The signature without types."""
    signature = inspect.signature(function)
    parameters = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    return str(signature.replace(parameters=parameters, return_annotation=signature.empty))


def summary(function):
    """The first paragraph of the documentation, in one line."""
    return " ".join(inspect.getdoc(function).split("\n\n")[0].split()).replace("|", "\\|")


def table(title, prefix, module):
    yield f"\n## {title}\n\n| function | what it gives |\n| --- | --- |"
    for name, function in functions(module):
        yield f"| `{prefix}.{name}{bare(function)}` | {summary(function)} |"


def distributions():
    """Name, distribution, and what it has, of each in ct.stats."""
    for name in sorted(dir(ct.stats)):
        held = getattr(ct.stats, name)
        kinds = [kind for kind in vars(held) if kind[0] != "_"] if not callable(held) and hasattr(held, "__name__") else []
        if kinds:
            yield name, held, kinds


def table_of_distributions():
    yield "\n## Distributions of cotan.stats\n\n| distribution and parameters | functions | what it is |\n| --- | --- | --- |"
    for name, held, kinds in distributions():
        parameters = bare(getattr(held, kinds[0]))
        yield f"| `ct.stats.{name}{parameters}` | {', '.join(f'`{kind}`' for kind in kinds)} | {summary(held)} |"


def reference():
    yield START.rstrip()
    yield from table("cotan", "ct", ct)
    for name in MODULES:
        yield from table(f"cotan.{name}", f"ct.{name}", functools.reduce(getattr, name.split("."), ct))
    yield from table_of_distributions()


if __name__ == "__main__":
    print("\n".join(reference()))

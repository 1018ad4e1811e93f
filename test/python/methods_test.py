#!/usr/bin/python3
"""Functions, and methods of Cotan's own classes: calls that do not fit end in an error of ours, with the user's line and what to call."""

import inspect
import types
import unittest

import cotan as ct
from expected import Case

MODULES = """nn linalg lax lax.linalg optim optimize ode export integrate ndimage signal sparse stats tree debug random special fft
    nn.initializers checkpoint_policies""".split()


def named(path):
    found = ct
    for part in path.split("."):
        found = getattr(found, part)
    return found


def classes():
    """Those that modules hold, and those of what functions return."""
    for path in ["", *MODULES]:
        module = named(path) if path else ct
        for name in dir(module):
            kind = getattr(module, name)
            if name[0] != "_" and isinstance(kind, type) and kind.__module__.startswith("cotan") and not issubclass(kind, (tuple, Exception)):
                yield kind
    compiled = ct.jit(lambda x: x + 1)
    x = ct.ones(2)
    yield from map(type, (compiled, compiled.lower(x), compiled.profile(x)))


def functions():
    """All that are public, with what they are called."""
    for path in ["", *MODULES, "sparse.linalg"]:
        module = named(path) if path else ct
        for name in dir(module):
            function = getattr(module, name)
            if name[0] == "_":
                continue
            if inspect.isroutine(function) or isinstance(function, types.FunctionType):
                yield f"ct.{path}{'.' * bool(path)}{name}", function
            elif type(function).__name__ in ("Continuous", "Discrete", "Multivariate"):
                yield from ((f"ct.stats.{name}.{kind}", f) for kind, f in vars(function).items()
                            if kind[0] != "_" and inspect.isfunction(f))


class Functions(Case):
    def test_unknown_arguments(self):
        count = 0
        for name, function in functions():
            kinds = {p.kind.name for p in inspect.signature(function).parameters.values()}
            for kind, args, keywords in (("VAR_KEYWORD", (), {"no_such_argument": 1}), ("VAR_POSITIONAL", (1,) * 40, {})):
                if kind in kinds:
                    continue
                with self.subTest(name, kind=kind), self.refuses(ct.TypeError, r"methods_test.py:\d+: "):
                    function(*args, **keywords)
                count += 1
        self.assertGreater(count, 2000)


class Methods(Case):
    def test_unknown_arguments(self):
        count = 0
        for kind in dict.fromkeys(classes()):
            for name, method in vars(kind).items():
                takes_all = inspect.isfunction(method) and {p.kind.name for p in inspect.signature(method).parameters.values()} >= {"VAR_POSITIONAL", "VAR_KEYWORD"}
                if not isinstance(method, types.FunctionType) or takes_all or name[0] == "_" and name not in ("__init__", "__call__"):
                    continue
                if name == "__init__" and kind.__name__ in ("Jitted", "Lowered", "Profile"):  # made by functions alone
                    continue
                with self.subTest(kind.__name__, method=name), self.refuses(ct.TypeError, "methods_test.py:", "(no_such_argument|missing a required)", "; call "):
                    method(kind.__new__(kind), no_such_argument=1)
                count += 1
        self.assertGreater(count, 40)

    def test_texts(self):
        f, x = ct.jit(lambda x: x + 1), ct.ones(2)
        with self.refuses(ct.TypeError, r"methods_test.py:\d+: ct.jit\(f\).explain: too many positional arguments; call explain\(\)"):
            f.explain(x)
        with self.refuses(ct.TypeError, "ct.Lowered.as_text: 'stage' must be a text, but is 3"):
            f.lower(x).as_text(3)
        with self.refuses(ct.TypeError, "ct.stats.gaussian_kde: missing a required argument: 'dataset'"):
            ct.stats.gaussian_kde()


if __name__ == "__main__":
    unittest.main()

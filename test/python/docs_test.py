"""Every example in the package's documentation, and in that of the functions written in C++."""

import doctest
import importlib
import pkgutil
import unittest

import cotan


def compiled_examples():
    """Of the extension module's functions, which doctest does not look into."""
    parser = doctest.DocTestParser()
    for module in (cotan._cotan, cotan.nn, cotan.random, cotan.linalg):
        for name, function in sorted(vars(module).items()):
            text = getattr(function, "__doc__", None)
            if callable(function) and isinstance(text, str) and ">>>" in text:
                yield parser.get_doctest(text, {"ct": cotan}, f"{module.__name__}.{name}", None, 0)


def load_tests(loader, tests, pattern):
    names = [m.name for m in pkgutil.walk_packages(cotan.__path__, "cotan.")]
    for name in ["cotan", *(n for n in names if not n.endswith("._cotan"))]:
        module = importlib.import_module(name)
        tests.addTests(doctest.DocTestSuite(module, extraglobs={"ct": cotan},
                                            test_finder=doctest.DocTestFinder(exclude_empty=False)))
    tests.addTests(map(doctest.DocTestCase, compiled_examples()))
    return tests


if __name__ == "__main__":
    unittest.main()

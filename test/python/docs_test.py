"""Every example in the package's documentation, also of the functions that are C++'s."""

import doctest
import importlib
import pkgutil
import unittest

import cotan


def load_tests(loader, tests, pattern):
    names = [m.name for m in pkgutil.walk_packages(cotan.__path__, "cotan.")]
    for name in ["cotan", *(n for n in names if not n.endswith("._cotan"))]:
        module = importlib.import_module(name)
        tests.addTests(doctest.DocTestSuite(module, extraglobs={"ct": cotan}, test_finder=doctest.DocTestFinder(exclude_empty=False)))
    parser = doctest.DocTestParser()
    for module in (cotan, cotan.nn, cotan.random):
        for name, function in vars(module).items():
            if type(function).__name__ == "builtin_function_or_method" and ">>>" in function.__doc__:
                example = parser.get_doctest(function.__doc__, {"ct": cotan}, f"{module.__name__}.{name}", None, 0)
                tests.addTest(doctest.DocTestCase(example))
    return tests


if __name__ == "__main__":
    unittest.main()

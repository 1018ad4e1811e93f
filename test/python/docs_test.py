"""Every example in the package's documentation."""

import doctest
import importlib
import pkgutil
import unittest

import cotan


def load_tests(loader, tests, pattern):
    names = [m.name for m in pkgutil.walk_packages(cotan.__path__, "cotan.")]
    for name in ["cotan", *(n for n in names if not n.endswith("._cotan"))]:
        module = importlib.import_module(name)
        tests.addTests(doctest.DocTestSuite(module, test_finder=doctest.DocTestFinder(exclude_empty=False)))
    return tests


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""Every integer of every call as a traced tensor: the function gives what it gives for the number, or refuses it by an
error with the argument's name. Nothing reads a tensor that has no value yet."""

import inspect
import re
import unittest

import cotan as ct
import numpy as np
from calls import KEYWORDS, calls

# What says that a number has to be known, where the argument has no name.
KNOWN = r"static_argnums|traced|is open|not known"


def integers(nest, path=()):
    """Where the integers in a call's arguments are, and what they are."""
    if isinstance(nest, int) and not isinstance(nest, bool):
        yield path, nest
    elif isinstance(nest, (list, tuple, dict)):
        for key, part in nest.items() if isinstance(nest, dict) else enumerate(nest):
            yield from integers(part, (*path, key))


def put(nest, path, value):
    if not path:
        return value
    if isinstance(nest, dict):
        return {key: put(part, path[1:], value) if key == path[0] else part for key, part in nest.items()}
    return type(nest)(put(part, path[1:], value) if i == path[0] else part for i, part in enumerate(nest))


def cases():
    """Names, functions of one integer, values of it, and the parameter."""
    for name, function, row in calls():
        parameters = list(inspect.signature(function).parameters.values())
        places = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
        named = {p.name: KEYWORDS[p.name] for i, p in enumerate(parameters) if p.name in KEYWORDS
                 and (p.kind is p.KEYWORD_ONLY or p.name in places and places.index(p.name) >= len(row))}
        for keywords in [{}, *({key: value} for key, value in named.items())]:
            arguments = {"args": list(row), "keywords": keywords}
            for path, value in integers(arguments):
                if keywords and path[0] == "args":
                    continue
                if value == -1 and name.endswith("reshape"):  # asks for the size that fits, where it is known
                    continue

                def call(x, path=path, arguments=arguments, function=function):
                    given = put(arguments, path, x)
                    return [y for y in ct.tree.leaves(function(*given["args"], **given["keywords"]))
                            if isinstance(y, ct.Tensor)]

                parameter = path[1] if path[0] == "keywords" else places[path[1]] if path[1] < len(places) else ""
                yield name, call, value, parameter


def attempt(call, value):
    try:
        return call(value)
    except (ct.Error, TypeError, ValueError, IndexError):
        return None


def under_jit(call, value):
    compiled = ct.jit(call)
    for x in (value, value - 1, value + 1):
        wanted = attempt(call, x)
        if wanted:
            yield wanted, compiled(np.int64(x))


def under_vmap(call, value):
    wanted = call(value)
    yield wanted, [y[1] for y in ct.vmap(call)(np.array([value, value]))]


def under_scan(call, value):
    wanted = call(value)
    yield wanted, [y[1] for y in ct.scan(lambda c, x: (c, call(x)), 0, np.array([value, value]))[1]]


class TracedArguments(unittest.TestCase):
    def check(self, name, call, value, parameter, how):
        try:
            pairs = list(how(call, value))
        except (ct.Error, TypeError) as error:
            text = str(error)
            self.assertRegex(text, rf"traced_arguments_test\.py:\d+: ")
            self.assertRegex(text, rf"\b{name.split('.')[-1]}\b|{KNOWN}")
            self.assertRegex(text, rf"'{parameter}'|{KNOWN}")
            self.assertNotRegex(text, r"\b(prim|composite|flow)\.\w|-92233720")
            return 0
        for wanted, found in pairs:
            self.assertEqual(len(found), len(wanted))
            for x, y in zip(found, wanted):
                np.testing.assert_allclose(x.numpy(), y.numpy(), rtol=1e-5, atol=1e-6)
        return 1

    def test_every_integer(self):
        right = total = 0
        for name, call, value, parameter in cases():
            if not attempt(call, value):
                continue
            for how in under_jit, under_vmap, under_scan:
                with self.subTest(name, parameter=parameter, value=value, how=how.__name__):
                    total += 1
                    right += self.check(name, call, value, parameter, how)
        self.assertGreater(total, 500)
        self.assertGreater(right, 200)


if __name__ == "__main__":
    unittest.main()

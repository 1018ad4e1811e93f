"""Every construct of Python's grammar in a compiled function, at its top, in a branch, in a loop and in a branch of a
loop: it means what it means in Python, or is refused by an error that says where.

What the grammar has is asked of Python itself, so a new construct fails this test until it has a program.
"""

import _ast
import ast
import pathlib
import tempfile
import textwrap
import unittest

from meaning import Outcome, load

import cotan as ct

HEADER = '''import contextlib, functools, math
import cotan as ct
COUNT = 3


class Pair:
    __match_args__ = ("one", "two")

    def __init__(self, one, two=0.5):
        if one > 1:
            one = one * 2
        self.one, self.two = one, two

    def __matmul__(self, other):
        return self.one * other.two

    @property
    def both(self):
        return self.one + self.two


def scaled(x, scale=0.5, *more, shift=0.25, **named):
    if x > shift:
        return ct.sin(x) * scale + sum(more)
    return x * scale + sum(named.values())


def groups(*problems):
    raise ExceptionGroup("several", problems)


def counted():
    yield 1.0
    yield 2.0


'''
# a is a number, n a whole number, v a vector; r is what comes out.
CONTEXTS = {
    "top": "def f(a, n, v):\n    r = a * 0\n{0}\n    return r, a\n",
    "branch": "def f(a, n, v):\n    r = a * 0\n    if a > 0.25:\n{1}\n    else:\n        r = a - 1\n    return r, a\n",
    "loop": "def f(a, n, v):\n    r = a * 0\n    for turn in range(n):\n{1}\n        a = a * 0.5 + r * 0.25\n    return r, a\n",
    "both": "def f(a, n, v):\n    r = a * 0\n    while n > 0:\n        n = n - 1\n        if a > 0:\n{2}\n            a = a - 0.5\n"
            "    return r, a\n",
}
ARGUMENTS = [(-1.0, 0, [0.5, -1.0, 2.0]), (0.5, 3, [1.0, 2.0, 3.0]), (2.0, 2, [-0.5, 0.25, 0.0])]
EVERYWHERE = set(CONTEXTS)
TOP = {"top"}
NOWHERE = set()

PROGRAMS = []  # (statements, the contexts in which they compile; they are refused in the others)


def add(where, *programs):
    PROGRAMS.extend((textwrap.dedent(program).strip("\n"), where) for program in programs)


# Expressions
add(EVERYWHERE,
    "r = a + v[0] - 2 * a / (1.5 + a * a)", "r = a ** 2 + a // 0.3 + a % 0.7", "r = (n << 1 | n >> 1 & n ^ 5) * a", "r = (v @ v) * a",
    "r = -a + +a * 2 + ~n", "r = (not a) * a", "z = a < 1\nr = z * a", "r = (a <= 1) + a", "r = (a == 0.5) * a", "r = (a != 0.5) * a", "r = (a > 0.5) * a",
    "r = (a >= 0.5) * a", "z = 0.25 < a < v[1] < 2.5\nr = z * a", "z = a is not None\nr = z * a", "z = None is a\nr = z * a", "z = 'x' in ('x', 'y')\nr = z * a", "z = 'z' not in 'xyz'\nr = z * a",
    "r = a or v[1]", "r = v[2] and a", "z = a > 0 and n > 1 or v[0] < 0\nr = z * a", "r = a if a > v[0] else v[0]", "r = a if n else -a",
    "r = (lambda x, y=2.0, *z, k=a: x * y + k)(a)", "r = (lambda x: x if x > 0 else -x)(v[0])", "r = [a, v[0]][1] + (a, a)[0]", "r = {'x': a}['x']",
    "r = {**{'x': a}, 'y': v[0]}['x']", "r = len({1, 2, 2}) * a", "r = [*v, a][3]", "r = scaled(a, 0.75)", "r = scaled(a, 1.0, *[a, a])",
    "r = scaled(*(a, 2.0), shift=v[0], **{'other': a})", "r = scaled(x=a, scale=n * 1.0)", "r = v[0:2][1] + v[::-1][0] + v[-1]",
    "r = v[n % 3]", "r = v[..., None][0, 0]", "r = Pair(a).both", "r = Pair(a) @ Pair(v[0], a)", "z = 2 + 1j == 2 + 1j\nr = z * a", "z = b'x' == b'x'\nr = z * a",
    "r = sum([x * a for x in (1.0, 2.0) if x != 2.0])", "r = sum(x * a for x in v)", "r = sum(x * y for x in (1.0, 2.0) for y in v)",
    "r = {k: a * k for k in range(3)}[2]", "r = len({k % 2 for k in range(5)}) * a", "r = sum([a if x > 0 else -a for x in v])",
    "r = (y := a * 2) + y", "z = a > 0 and (y := a * 2) > 0.5\nr = z * a", "y = 1.0\nr = 1.0 if a > 1 or (y := a + 2) > 1.5 else 0.5\nr = r + y",
    "y = a\nr = (y := v[0]) if a > 0.75 else -a\nr = r + y", "y = a\nr = (0 < a < (y := v[1])) * y", "r = sum([y := x * a for x in (1.0, 2.0)]) + y",
    "print(f'{a} {a:.3f} {n:>4} {n!s} {\"x\":>3} {1.5:{4}.1f}')\nr = a", "print('a', a, n, None, 'b', sep='-')\nr = a", "r = ...\nr = a",
    "r = ct.cond(a > 0.5, lambda x: x, lambda x: -x, a)", "r = functools.reduce(max, (a, v[0], 0.25))",
    "if a > 1 if n > 1 else a < 0:\n    r = a")
# Values of two types would need the truth of one of them.
add(NOWHERE, "r = a or n > 1", "r = a > 0 and a", "r = a in (0.5, 2.0)", "r = (lambda x: x > 0 and (z := x) > 1)(a)", "r = sum([x for x in v if x > a])",
    "r = [1, 2, 3, 4][n]", "r = v[:n]", "r = ct.sum(v) if v > 0 else a", "r = not v", "r = sorted([a, v[0]])[0]", "r = math.sin(a)",
    "r = [x for x in range(n)]", "print([a])", "r = locals()", "r = eval('a + 1')")
# Statements
add(EVERYWHERE,
    "r: float = a", "y: float\nr = a", "r = y = a", "(r, y), z = (a, v[0]), a\nr = r + y + z", "r, *y = v\nr = r + y[1]", "y = {}\ny['k'] = a\nr = y['k']",
    "y = Pair(a)\ny.one += a\nr = y.one", "y = [1.0, a]\ny[0] = a\ny[1] *= 2\nr = y[0] + y[1]", "r += a", "r -= a", "r *= a + 1", "r /= a + 7", "r **= 2", "n //= 2\nr = n * a",
    "n %= 2\nr = n * a", "n <<= 1\nn >>= 1\nn |= 1\nn &= 3\nn ^= 1\nr = n * a", "w = v\nw @= ct.eye(3)\nr = w[1]", "y = a\ndel y\nr = a", "y = [a, a]\ndel y[0]\nr = y[0]",
    "pass\nr = a", "global COUNT\nr = a * COUNT", "import math as mathematics\nr = a * mathematics.pi", "from math import pi, e as base\nr = a * pi + base",
    "assert a > -5, f'a is {a}'\nr = a", "assert n < 9\nr = a", "assert 1 < 2, 'never'\nr = a",
    "if a > 1:\n    r = a\nelif a > 0.5:\n    r = -a\nelse:\n    r = a * 3", "if n > 1 and not a > 1:\n    r = a",
    "k = 0\nwhile k < n:\n    k += 1\n    if k == 2:\n        continue\n    r = r + a * k\nelse:\n    r = r - 1",
    "k = 0\nwhile (y := a * k) < 2 and k < 5:\n    k += 1\n    r = r + y", "k = 0\nwhile (y := k * 2) < n:\n    if y > 3:\n        break\n    k += 1\nr = y + a",
    "k = 0\nwhile k < 3 and (y := a + k) < 3:\n    k += 1\n    r = r + y", "for k in range(n):\n    if k * a > 1.5:\n        break\n    r = r + a\nelse:\n    r = r * 2",
    "for k, x in enumerate(v):\n    if x > a:\n        break\n    r = r + k * x", "for x in v:\n    if x < 0:\n        continue\n    r = r + x", "for x in [a, v[0]]:\n    r = r + x",
    "for x in counted():\n    r = r + x * a", "for k in range(70):\n    r = r + a", "y = [0.0]\nfor y[0] in (1.0, 2.0):\n    r = r + y[0] * a",
    "with contextlib.nullcontext(a) as y, contextlib.nullcontext():\n    r = y", "with contextlib.nullcontext():\n    if a > 1:\n        r = a",
    "try:\n    r = a * 2\nexcept ValueError as problem:\n    r = a\nelse:\n    r = r + 1\nfinally:\n    r = r * 2",
    "try:\n    [][1]\nexcept IndexError:\n    r = a if a > 0.75 else -a", "try:\n    groups(KeyError('k'))\nexcept* KeyError as y:\n    r = a",
    "global COUNT\nCOUNT = COUNT + 1\nCOUNT = 3\nr = a", "async def g():\n    pass\nr = a",
    "match 'x', a:\n    case ['x', y] if True:\n        r = y\n    case _:\n        r = -a", "match {'k': a, 'l': 1}:\n    case {'k': y, **rest}:\n        r = y * rest['l']",
    "match [1, a, 2]:\n    case [1, *y]:\n        r = y[0]", "match Pair(0.5, a):\n    case Pair(one, two=y):\n        r = y * one", "match None:\n    case None | True:\n        r = a",
    "match 'k':\n    case 'k' as y:\n        r = a if y == 'k' and a > 0 else -a", "match 3:\n    case math.pi:\n        r = -a\n    case 3:\n        r = a",
    "def g(x, /, y=a, *, z=1.0):\n    return x * y if x > z else x\nr = g(v[0])", "def g(x):\n    nonlocal r\n    r = r + x\ng(a)\ng(a)",
    "class Own:\n    k = 2.0\n\n    def twice(self, x):\n        return x * self.k if x > 0 else x\nr = Own().twice(a)", "def g(*xs, **named):\n    return sum(xs) + named['k']\nr = g(a, a, k=v[0])",
    "@functools.cache\ndef g(k):\n    return k * 2\nr = a * g(2)")
add(EVERYWHERE, "if a > 1:\n    return a, a\nr = a", "for k in range(n):\n    if k > 1:\n        return a, r\n    r = r + a", "while True:\n    n = n - 1\n    if n < 1:\n        return a * n, a")
add(EVERYWHERE, "return (a, a) if a > 0 else (r, a)")
add(EVERYWHERE, "y = [a]\ny.append(v[0])\nr = y[1]", "y = Pair(a)\nsetattr(y, 'two', a)\nr = y.two")
# What happens only once while a branch or a turn is traced
add(TOP, "raise KeyError('k')", "r = Pair.extra = a",)
add(NOWHERE, "match a:\n    case 1:\n        r = a", "match 1:\n    case y if a > 0:\n        r = a", "try:\n    if a > 0:\n        return a, a\nfinally:\n    pass",
    "if a > 5:\n    raise ValueError('large')", "async def g():\n    async with g() as y:\n        pass\n    async for z in g():\n        await z\n    return [z async for z in g()]\nr = g\nr = r + a",
    "def g():\n    y = yield a\n    yield from g()\nr = [g()][0] + a")


def node_types():
    """The constructs of this Python's grammar."""
    types = [t for t in vars(_ast).values() if isinstance(t, type) and issubclass(t, ast.AST) and not t.__subclasses__()]
    return {t for t in types if not issubclass(t, (ast.mod, ast.type_ignore))}


def indented(text, depth):
    return textwrap.indent(text, "    " * depth)


class Grammar(unittest.TestCase):
    def test_every_construct_has_a_program(self):
        found = set()
        for program, _ in PROGRAMS:
            found |= {type(node) for node in ast.walk(ast.parse("def f():\n" + indented(program, 1)))}
        self.assertEqual(sorted(t.__name__ for t in node_types() - found), [])

    def test_compiled_is_eager_or_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            for program, where in PROGRAMS:
                for name, context in CONTEXTS.items():
                    source = HEADER + context.format(*(indented(program, depth) for depth in (1, 2, 3)))
                    with self.subTest(context=name, program=program):
                        self.check(load(pathlib.Path(folder), source), name in where)

    def check(self, module, compiles):
        compiled = ct.jit(module.f)
        for arguments in ARGUMENTS:
            given = [ct.array(x) for x in arguments]
            found, expected = Outcome(compiled, given), Outcome(module.f, given)
            if found.error is None or compiles:
                same = found.same(expected) or (expected.error and type(found.error) is type(expected.error))
                self.assertTrue(same, f"compiled: {found!r}\neager: {expected!r}")
            if not compiles:
                self.assertTrue(found.is_refusal(module.__name__ + ".py"), repr(found))


if __name__ == "__main__":
    unittest.main()

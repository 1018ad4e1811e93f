"""The syntax tree of a function, at the place in its file where it stands."""

import ast
import functools
import linecache
import types

from . import typed


class NoSource(Exception):
    """The function's text cannot be found."""


@functools.lru_cache(maxsize=256)
def _tree_of(filename: str, text: str) -> ast.Module:
    return ast.parse(text, filename)


def _functions_at(tree: ast.Module, line: int):
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            if node.lineno == line:
                yield node
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            if first == line:
                yield node


def _innermost(nodes: list[ast.Lambda], code: types.CodeType) -> list[ast.Lambda]:
    """The lambda whose body the instructions of `code` come from, if Python kept their columns."""
    places = [p for p in code.co_positions() if p[2] is not None and p[3]]
    around = []
    for node in nodes:
        body = node.body
        first, last = (body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset)
        if places and all(first <= (line, column) and (end_line, end) <= last
                          for line, end_line, column, end in places):
            around.append(node)
    return sorted(around, key=lambda node: (node.lineno, node.col_offset))[-1:]


def function_node(code: types.CodeType):
    """The `ast.FunctionDef` or `ast.Lambda` that `code` was compiled from."""
    text = "".join(linecache.getlines(code.co_filename)) or typed.text_of(code)
    if not text:
        raise NoSource("what comes through a pipe is not kept" if code.co_filename == "<stdin>" else
                       f"{code.co_name} has no source file")
    tree = _tree_of(code.co_filename, text)
    wanted = ast.Lambda if code.co_name == "<lambda>" else ast.FunctionDef
    found = [n for n in _functions_at(tree, code.co_firstlineno) if isinstance(n, wanted)]
    if wanted is ast.Lambda:
        found = found if len(found) == 1 else _innermost(found, code)
    else:
        found = [n for n in found if n.name == code.co_name]
    if len(found) != 1:
        raise NoSource(f"{code.co_name} is not where it was in {code.co_filename}")
    return found[0]

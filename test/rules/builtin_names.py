#!/usr/bin/python3
"""A Python module that defines a name of `builtins`, such as `map`, does not also read it: which of the two
is meant is easily mistaken. It keeps the builtin by another name first, as `_map = map`."""

import ast
import builtins

import tree


def defined(module):
    """The names a module gives a meaning, by where it does so first."""
    names = {}
    for node in module.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.setdefault(node.name, node.lineno)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names.update({alias.asname or alias.name: node.lineno for alias in node.names})
        elif isinstance(node, ast.Assign):
            names.update({x.id: node.lineno for target in node.targets for x in ast.walk(target)
                          if isinstance(x, ast.Name)})
    return names


def reads(module):
    """Names that are read, and whether the module has its own meanings by then: not at its top, before."""
    for statement in module.body:
        is_later = isinstance(statement, (ast.FunctionDef, ast.ClassDef))
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                yield node, is_later


def rule():
    problems, checked = [], 0
    for path in tree.files("python", suffixes=(".py",)):
        checked += 1
        module = ast.parse(tree.read(path))
        own = {name: line for name, line in defined(module).items() if hasattr(builtins, name)}
        problems += [f"{path}:{node.lineno}: {node.id} is the module's own, not Python's; name Python's before it"
                     for node, is_later in reads(module)
                     if node.id in own and (is_later or node.lineno > own[node.id])]
    return tree.report(problems, checked)


if __name__ == "__main__":
    tree.run(rule)

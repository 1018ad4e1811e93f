#!/usr/bin/python3
"""A function of the package that imports a module when it is first needed does so by `_late.late`: while another
thread does, the process does not fork."""

import ast

import tree


def imported(node):
    """The modules of others that it imports: ours are there by then."""
    if isinstance(node, ast.ImportFrom):
        return [] if node.level else [node.module]
    return [alias.name for alias in node.names if alias.name.split(".")[0] != "cotan"]


def late_imports(module):
    functions = (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))
    return {node for function in functions for node in ast.walk(function)
            if isinstance(node, (ast.Import, ast.ImportFrom))}


def rule():
    problems, checked = [], 0
    for path in tree.files("python", suffixes=(".py",)):
        checked += 1
        problems += [f"{path}:{node.lineno}: imports {name} when it is called; say late(\"{name}\")"
                     for node in late_imports(ast.parse(tree.read(path))) for name in imported(node)]
    return tree.report(problems, checked)


if __name__ == "__main__":
    tree.run(rule)

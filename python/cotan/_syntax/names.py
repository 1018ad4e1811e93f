"""Which names statements set and read, as Python's scopes see them."""

import ast


class _Names(ast.NodeVisitor):
    def __init__(self):
        self.set, self.read, self.globals, self.nonlocals = {}, {}, set(), set()

    def visit_Name(self, node):
        (self.read if isinstance(node.ctx, ast.Load) else self.set).setdefault(node.id, node.lineno)

    def visit_AugAssign(self, node):
        if isinstance(node.target, ast.Name):
            self.read.setdefault(node.target.id, node.lineno)
        self.generic_visit(node)

    def visit_Global(self, node):
        self.globals.update(node.names)

    def visit_Nonlocal(self, node):
        self.nonlocals.update(node.names)

    def visit_FunctionDef(self, node):
        self.set.setdefault(node.name, node.lineno)
        for part in [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults]:
            if part is not None:
                self.visit(part)
        self._inner_scope(node.body, node.args, node.lineno)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        for part in [*node.args.defaults, *node.args.kw_defaults]:
            if part is not None:
                self.visit(part)
        self._inner_scope([node.body], node.args, node.lineno)

    def visit_ClassDef(self, node):
        self.set.setdefault(node.name, node.lineno)
        self.generic_visit_all([*node.bases, *node.decorator_list])
        self._inner_scope(node.body, None, node.lineno)

    def _comprehension(self, node):
        inner = _Names()
        ast.NodeVisitor.generic_visit(inner, node)
        targets = {n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
        for name, line in inner.read.items():
            if name not in targets:
                self.read.setdefault(name, line)
        for name, line in inner.set.items():  # := binds outside
            if name not in targets:
                self.set.setdefault(name, line)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_Import(self, node):
        for alias in node.names:
            self.set.setdefault((alias.asname or alias.name).split(".")[0], node.lineno)

    visit_ImportFrom = visit_Import

    def visit_ExceptHandler(self, node):
        if node.name:
            self.set.setdefault(node.name, node.lineno)
        self.generic_visit(node)

    def visit_MatchAs(self, node):
        if node.name:
            self.set.setdefault(node.name, node.lineno)
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs

    def visit_MatchMapping(self, node):
        if node.rest:
            self.set.setdefault(node.rest, node.lineno)
        self.generic_visit(node)

    def generic_visit_all(self, nodes):
        for node in nodes:
            self.visit(node)

    def _inner_scope(self, body, args, line):
        """What an inner function reads of this scope; what it declares nonlocal it may set."""
        inner = _Names()
        inner.generic_visit_all(body)
        own = set(inner.set)
        if args is not None:
            own |= {a.arg for a in [*args.posonlyargs, *args.args, *args.kwonlyargs]}
            own |= {a.arg for a in (args.vararg, args.kwarg) if a is not None}
        for name in inner.read:
            if name not in own or name in inner.nonlocals:
                self.read.setdefault(name, line)
        for name in inner.nonlocals & set(inner.set):
            self.set.setdefault(name, line)


def names_of(nodes) -> _Names:
    """`.set` and `.read` map names to the line they are first met in; `.globals` and `.nonlocals` are
    declared so."""
    names = _Names()
    names.generic_visit_all(nodes)
    return names


def augmented(nodes):
    """The variables that `+=` and others may change in place, and the line of the first time."""
    found = {}
    for node in (node for statement in nodes for node in ast.walk(statement)):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            found.setdefault(node.target.id, node.lineno)
    return found


def set_by_functions(nodes):
    """The names that functions defined in these statements say to be nonlocal."""
    return {name for statement in nodes for node in ast.walk(statement) if isinstance(node, _FUNCTIONS)
            for inner in ast.walk(node) if isinstance(inner, ast.Nonlocal) for name in inner.names}


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_CHANGING = {"append", "extend", "insert", "pop", "remove", "clear", "update", "setdefault", "add",
             "discard", "popitem", "sort", "reverse"}


def _root(node):
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def first_change(nodes):
    """The line of the first statement that changes an object of before in place, or None."""
    fresh = names_of(nodes).set
    for node in (node for statement in nodes for node in ast.walk(statement)):
        changed = None
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            changed = node
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func
            if isinstance(called, ast.Attribute) and called.attr in _CHANGING:
                changed = called
        if changed is not None and _root(changed) not in fresh:
            return node.lineno
    return None

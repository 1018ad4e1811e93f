"""Rewrites a function so that its control flow asks at run time whether it is on tensors.

Each construct becomes a call of a function of cotan._control, which is called `__ct__` there:

    before: if t:                     after: def __body0(): nonlocal y; y = a
                y = a                        def __else0(): nonlocal y; y = b
            else:                            def __get0(): return [__ct__.value(lambda: y)]
                y = b                        def __set0(__new):
                                                 nonlocal y
                                                 [y] = __new
                                                 if y is __ct__.UNSET: del y
                                             __ct__.if_(t, __body0, __else0, __ct__.Variables(...))
"""

import ast

from .exits import lower_exits
from .names import first_change, names_of

RUNTIME = "__ct__"
_NOT_WRAPPED = {"super", "locals", "globals", "vars", "dir", "eval", "exec"}  # look at their caller


def _name(name, context=None):
    return ast.Name(name, context or ast.Load())


def _runtime(member):
    return ast.Attribute(_name(RUNTIME), member, ast.Load())


def _call(member, *args):
    return ast.Call(_runtime(member), list(args), [])


def _tuple(items):
    return ast.Tuple(list(items), ast.Load())


def _constants(items):
    return _tuple(ast.Constant(item) for item in items)


def _parameters(*names):
    return ast.arguments([], [ast.arg(n) for n in names], None, [], [], None, [])


def _later(expression):
    return ast.Lambda(_parameters(), expression)


def _has_walrus(nodes):
    return any(isinstance(inner, ast.NamedExpr) for node in nodes for inner in ast.walk(node))


def _first_raise(nodes):
    lines = [n.lineno for s in nodes for n in ast.walk(s) if isinstance(n, ast.Raise)]
    return min(lines, default=None)


def _located(nodes, place):
    """What is new stands in the first line of what it replaces: Python takes the last of a call."""
    for node in nodes:
        for inner in ast.walk(node):
            if "lineno" in inner._attributes and not hasattr(inner, "lineno"):
                inner.lineno = inner.end_lineno = place.lineno
                inner.col_offset = inner.end_col_offset = place.col_offset
    return nodes


def is_generator(body):
    """Whether these statements of a function yield or await."""
    pending = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            pending.extend(ast.iter_child_nodes(node))
    return False


def rewrite_function(node):
    """The same function, rewritten in place."""
    if is_generator(node.body):
        return node
    body = lower_exits(node.body)
    found = names_of(body)
    parameters = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
    local = sorted(set(found.set) - parameters - found.globals - found.nonlocals)
    rewritten = Rewriter(found.globals).statements(body)
    if local:  # so that functions inside may say `nonlocal`
        unbound = ast.Assign([_name(n, ast.Store()) for n in local], ast.Constant(None))
        rewritten = _located([ast.If(ast.Constant(False), [unbound], [])], node) + rewritten
    start = [s for s in rewritten if isinstance(s, (ast.Global, ast.Nonlocal))]
    node.body = start + [s for s in rewritten if s not in start]
    return node


class Rewriter(ast.NodeTransformer):
    """Rewrites the statements of one function; functions inside get a rewriter of their own."""

    def __init__(self, global_names):
        self.global_names = global_names
        self.count = 0

    def statements(self, body):
        result = []
        for node in body:
            new = self.visit(node)
            result.extend(new if isinstance(new, list) else [new])
        return result

    # functions for the parts of a construct

    def part(self, name, body, changed, *parameters):
        """A function of the construct's part, which sets variables of the function around it."""
        inner = [n for n in changed if n not in self.global_names]
        outer = [n for n in changed if n in self.global_names]
        start = ([ast.Nonlocal(inner)] if inner else []) + ([ast.Global(outer)] if outer else [])
        return ast.FunctionDef(name, _parameters(*parameters), [*start, *(body or [ast.Pass()])], [], None)

    def variables(self, index, changed):
        """Functions that get and set the variables, and the object that holds both."""
        get, set_ = f"__get{index}", f"__set{index}"
        values = [_call("value", _later(_name(n))) for n in changed]
        body = []
        if changed:
            targets = ast.List([_name(n, ast.Store()) for n in changed], ast.Store())
            body.append(ast.Assign([targets], _name("__new")))
        for n in changed:
            unset = ast.Compare(_name(n), [ast.Is()], [_runtime("UNSET")])
            body.append(ast.If(unset, [ast.Delete([_name(n, ast.Del())])], []))
        functions = [
            self.part(get, [ast.Return(ast.List(values, ast.Load()))], []),
            self.part(set_, body, changed, "__new"),
        ]
        return functions, _call("Variables", _constants(changed), _name(get), _name(set_))

    def place(self, node, changed, *blocks):
        """Where things are: the line, those at which each block sets variables, and what cannot be
        done on run-time values."""
        lines = []
        for block in blocks:
            found = names_of(block).set
            lines.append(_constants(found.get(n) for n in changed))
        everything = [s for block in blocks for s in block]
        return _call("Place", ast.Constant(node.lineno), _tuple(lines),
                     ast.Constant(first_change(everything)), ast.Constant(_first_raise(everything)))

    # statements

    def visit_If(self, node):
        changed = sorted(names_of([*node.body, *node.orelse]).set)
        blocks = node.body, node.orelse
        place = self.place(node, changed, *blocks)
        index, self.count = self.count, self.count + 1
        body, orelse = f"__body{index}", f"__else{index}"
        test = self.visit(node.test)
        parts = [self.part(body, self.statements(node.body), changed),
                 self.part(orelse, self.statements(node.orelse), changed)]
        functions, variables = self.variables(index, changed)
        call = ast.Expr(_call("if_", test, _name(body), _name(orelse), variables, place))
        return _located([*parts, *functions, call], node)

    def visit_While(self, node):
        test = node.test
        if hasattr(node, "left"):
            test = ast.BoolOp(ast.And(), [ast.UnaryOp(ast.Not(), _name(node.left)), test])
            _located([test], node)
        changed = sorted(names_of([ast.Expr(test), *node.body]).set)
        place = self.place(node, changed, node.body)
        index, self.count = self.count, self.count + 1
        goes_on, body = f"__test{index}", f"__body{index}"
        parts = [self.part(goes_on, [ast.Return(self.visit(test))],
                           sorted(names_of([ast.Expr(test)]).set)),
                 self.part(body, self.statements(node.body), changed)]
        functions, variables = self.variables(index, changed)
        call = ast.Expr(_call("while_", _name(goes_on), _name(body), variables, place))
        return _located([*parts, *functions, call], node)

    def visit_For(self, node):
        changed = sorted(names_of([node]).set)
        place = self.place(node, changed, node.body)
        index, self.count = self.count, self.count + 1
        body = f"__body{index}"
        iterable = self.visit(node.iter)
        take = ast.Assign([node.target], _name("__item"))
        goes_on = ast.Constant(None)
        if hasattr(node, "left"):
            goes_on = _later(_call("not_", _name(node.left)))
        part = self.part(body, [take, *self.statements(node.body)], changed, "__item")
        functions, variables = self.variables(index, changed)
        call = ast.Expr(_call("for_", iterable, _name(body), goes_on, variables, place))
        return _located([part, *functions, call], node)

    def visit_AnnAssign(self, node):
        """Without the annotation, which a variable of a part may not have."""
        if isinstance(node.target, ast.Name):
            assigned = node.value and ast.Assign([node.target], self.visit(node.value))
            return _located([assigned or ast.Pass()], node)
        return self.generic_visit(node)

    def visit_Assert(self, node):
        message = [_later(self.visit(node.msg))] if node.msg else []
        return _located([ast.Expr(_call("assert_", self.visit(node.test), *message))], node)

    def visit_FunctionDef(self, node):
        node.decorator_list = [self.visit(d) for d in node.decorator_list]
        node.args.defaults = [self.visit(d) for d in node.args.defaults]
        return rewrite_function(node)

    def visit_AsyncFunctionDef(self, node):
        return node

    visit_ClassDef = visit_AsyncFunctionDef

    # expressions

    def replaced(self, new, node):
        return _located([new], node)[0]

    def visit_BoolOp(self, node):
        if _has_walrus(node.values[1:]):
            return self.generic_visit(node)
        first, *others = [self.visit(v) for v in node.values]
        kind = "and_" if isinstance(node.op, ast.And) else "or_"
        return self.replaced(_call(kind, first, *map(_later, others)), node)

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return self.replaced(_call("not_", node.operand), node) if isinstance(node.op, ast.Not) else node

    def visit_IfExp(self, node):
        if _has_walrus([node.body, node.orelse]):
            return self.generic_visit(node)
        test, body, orelse = (self.visit(n) for n in (node.test, node.body, node.orelse))
        line = ast.Constant(node.lineno)
        return self.replaced(_call("if_exp", test, _later(body), _later(orelse), line), node)

    def visit_Compare(self, node):
        """a < b < c asks b < c only where a < b; each is computed once."""
        if len(node.ops) == 1 or _has_walrus(node.comparators[1:]):
            return self.generic_visit(node)
        kinds = _constants(type(op).__name__ for op in node.ops)
        operands = [_later(self.visit(c)) for c in node.comparators]
        return self.replaced(_call("compare", self.visit(node.left), kinds, *operands), node)

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _NOT_WRAPPED:
            return node
        node.func = self.replaced(_call("call", node.func), node.func)
        return node

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
import functools

from .exits import Unsupported, lower_exits
from .expressions import RUNTIME, Expressions, call, constants, later, located, name, names_set_by, tuple_of
from .names import augmented, first_change, names_of, set_by_functions

__all__ = ["RUNTIME", "is_generator", "rewrite_function"]


def _first_raise(nodes):
    lines = [n.lineno for s in nodes for n in ast.walk(s) if isinstance(n, ast.Raise)]
    return min(lines, default=None)


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


def rewrite_function(node, shown):
    """The same function, rewritten in place; errors call it `shown`."""
    if is_generator(node.body):
        return node
    try:
        body, rewriter = lower_exits(node.body), Rewriter
    except Unsupported as problem:
        body, rewriter = node.body, functools.partial(_Undecided, problem.about(shown))

    found = names_of(body)
    own = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)} | set(found.set)
    local = sorted(set(found.set) - {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
                   - found.globals - found.nonlocals)
    rewritten = rewriter(found.globals, set_by_functions(body) & own).statements(body)
    if local:  # so that functions inside may say `nonlocal`
        unbound = ast.Assign([name(n, ast.Store()) for n in local], ast.Constant(None))
        rewritten = located([ast.If(ast.Constant(False), [unbound], [])], node) + rewritten
    start = [s for s in rewritten if isinstance(s, (ast.Global, ast.Nonlocal))]
    node.body = start + [s for s in rewritten if s not in start]
    return node


class Rewriter(Expressions):
    """Rewrites the statements of one function; functions inside get a rewriter of their own. The variables
    `shared` are set by these, so whatever is called may change them."""

    def __init__(self, global_names, shared):
        super().__init__(global_names)
        self.shared = shared

    def statements(self, body):
        result = []
        for node in body:
            outer, self.hoisted = self.hoisted, []
            new = self.visit(node)
            new = new if isinstance(new, list) else [new]
            result += located(self.hoisted, node) + new
            self.hoisted = outer
        return result

    def changed_by(self, nodes):
        return sorted(set(names_of(nodes).set) | self.shared)

    def place(self, kind, node, changed, *blocks):
        """Where things are: the line, those at which each block sets variables, and what cannot be
        done on run-time values."""
        lines = []
        for block in blocks:
            found = names_of(block).set
            lines.append(constants(found.get(n) for n in changed))
        everything = [s for block in blocks for s in block]
        return call("Place", ast.Constant(node.lineno), tuple_of(lines), ast.Constant(first_change(everything)),
                    ast.Constant(_first_raise(everything)), ast.Constant(kind),
                    tuple_of(map(constants, augmented(everything).items())))

    # statements

    def visit_If(self, node):
        changed = self.changed_by([*node.body, *node.orelse])
        blocks = node.body, node.orelse
        place = self.place("if", node, changed, *blocks)
        body, orelse = self.fresh("__body"), self.fresh("__else")
        test = self.test(node.test)
        parts = [self.part(body, self.statements(node.body), changed),
                 self.part(orelse, self.statements(node.orelse), changed)]
        functions, variables = self.variables(changed)
        made = ast.Expr(call("if_", test, name(body), name(orelse), variables, place))
        return located([*parts, *functions, made], node)

    def visit_While(self, node):
        sets = names_set_by([node.test])
        changed = self.changed_by([ast.Expr(node.test), *node.body])
        place = self.place("while", node, changed, node.body)
        goes_on, body = self.fresh("__test"), self.fresh("__body")
        test = self.test(node.test)
        parts = [self.part(goes_on, [ast.Return(test)], sets), self.part(body, self.statements(node.body), changed)]
        functions, variables = self.variables(changed)
        left = later(name(node.left)) if hasattr(node, "left") else ast.Constant(None)
        made = ast.Expr(call("while_", name(goes_on), left, name(body), variables, place,
                             ast.Constant(bool(sets))))
        return located([*parts, *functions, made], node)

    def visit_For(self, node):
        changed = self.changed_by([node.target, *node.body])
        place = self.place("for", node, changed, node.body)
        body = self.fresh("__body")
        iterable = self.visit(node.iter)
        take = ast.Assign([self.visit(node.target)], name("__item"))
        part = self.part(body, [take, *self.statements(node.body)], changed, "__item")
        functions, variables = self.variables(changed)
        goes_on = later(call("not_", name(node.left))) if hasattr(node, "left") else ast.Constant(None)
        made = ast.Expr(call("for_", iterable, name(body), goes_on, variables, place))
        return located([part, *functions, made], node)

    def visit_AnnAssign(self, node):
        """Without the annotation, which a variable of a part may not have."""
        if isinstance(node.target, ast.Name):
            assigned = node.value and ast.Assign([node.target], self.visit(node.value))
            return located([assigned or ast.Pass()], node)
        return self.generic_visit(node)

    def visit_Assert(self, node):
        changed = names_set_by([node.msg]) if node.msg else []
        message = [self.deferred(self.visit(node.msg), changed)] if node.msg else []
        return located([ast.Expr(call("assert_", self.test(node.test), *message))], node)

    def visit_ExceptHandler(self, node):
        """What cannot be compiled is no error that the program may go on after."""
        node = self.generic_visit(node)
        node.body = [*located([ast.Expr(call("pass_on"))], node), *node.body]
        return node

    def visit_match_case(self, node):
        node.body = self.statements(node.body)
        if node.guard:
            node.guard = self.known(self.test(node.guard), "is the guard of a 'case'; use 'if'", node.guard)
        return node

    def visit_FunctionDef(self, node):
        node.decorator_list = [self.visit(d) for d in node.decorator_list]
        node.args.defaults = [self.visit(d) for d in node.args.defaults]
        node.args.kw_defaults = [d and self.visit(d) for d in node.args.kw_defaults]
        return rewrite_function(node, f"'{node.name}'")

    def visit_AsyncFunctionDef(self, node):
        return node

    visit_ClassDef = visit_AsyncFunctionDef


class _Undecided(Rewriter):
    """Leaves the statements of a function that control leaves out of a `try` or `match` as they are: they
    must decide by what is known."""

    def __init__(self, why, global_names, shared):
        super().__init__(global_names, shared)
        self.why = why

    def _keep(self, node):
        test = self.known(self.test(node.test), self.why, node.test)
        node.test = ast.Constant(None)
        node = self.generic_visit(node)
        node.test = test
        return node

    visit_If = visit_While = _keep

    def visit_For(self, node):
        return self.generic_visit(node)

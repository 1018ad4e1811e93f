"""Rewrites the expressions of a function, so that what decides asks at run time whether it is on tensors.

    before: a and f(b)                after: __ct__.and_(12, a, lambda: __ct__.call(f)(b))
"""

import ast

from .names import names_of

RUNTIME = "__ct__"
# Its own caller's class and first argument are what it looks at.
_NOT_WRAPPED = {"super"}


def name(of, context=None):
    return ast.Name(of, context or ast.Load())


def runtime(member):
    return ast.Attribute(name(RUNTIME), member, ast.Load())


def call(member, *args, **keywords):
    return ast.Call(runtime(member), list(args), [ast.keyword(k, v) for k, v in keywords.items()])


def tuple_of(items):
    return ast.Tuple(list(items), ast.Load())


def constants(items):
    return tuple_of(ast.Constant(item) for item in items)


def parameters(*names):
    return ast.arguments([], [ast.arg(n) for n in names], None, [], [], None, [])


def later(expression):
    return ast.Lambda(parameters(), expression)


def located(nodes, place):
    """What is new stands in the first line of what it replaces: Python takes the last of a call."""
    for node in nodes:
        for inner in ast.walk(node):
            if "lineno" in inner._attributes and not hasattr(inner, "lineno"):
                inner.lineno = inner.end_lineno = place.lineno
                inner.col_offset = inner.end_col_offset = place.col_offset
    return nodes


def names_set_by(expressions):
    """The variables that `:=` sets in them."""
    return sorted(names_of([ast.Expr(e) for e in expressions]).set)


class Expressions(ast.NodeTransformer):
    """A part that is computed later is a lambda; one that sets variables is a function before the statement."""

    def __init__(self, global_names=frozenset()):
        self.global_names = global_names
        self.count = 0
        self.hoisted = []  # functions that the statement needs
        self.depth = 0  # of lambdas and comprehensions around

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count - 1}"

    # functions for the parts of a construct

    def part(self, of, body, changed, *taken):
        """A function of the construct's part, which sets variables of the function around it."""
        inner = [n for n in changed if n not in self.global_names]
        outer = [n for n in changed if n in self.global_names]
        start = ([ast.Nonlocal(inner)] if inner else []) + ([ast.Global(outer)] if outer else [])
        return ast.FunctionDef(of, parameters(*taken), [*start, *(body or [ast.Pass()])], [], None)

    def variables(self, changed):
        """Functions that get and set the variables, and the object that holds both."""
        get, set_ = self.fresh("__get"), self.fresh("__set")
        values = [call("value", later(name(n))) for n in changed]
        body = []
        if changed:
            targets = ast.List([name(n, ast.Store()) for n in changed], ast.Store())
            body.append(ast.Assign([targets], name("__new")))
        for n in changed:
            unset = ast.Compare(name(n), [ast.Is()], [runtime("UNSET")])
            body.append(ast.If(unset, [ast.Delete([name(n, ast.Del())])], []))
        functions = [self.part(get, [ast.Return(ast.List(values, ast.Load()))], []),
                     self.part(set_, body, changed, "__new")]
        return functions, call("Variables", constants(changed), name(get), name(set_))

    def deferred(self, expression, changed):
        """A function of what is computed later, if at all."""
        if not changed:
            return later(expression)
        made = self.fresh("__part")
        self.hoisted.append(self.part(made, [ast.Return(expression)], changed))
        return name(made)

    def set_later(self, changed):
        """The variables that deferred parts set, as an argument."""
        if not changed:
            return {}
        functions, held = self.variables(changed)
        self.hoisted.extend(functions)
        return {"variables": held}

    def replaced(self, new, node):
        return located([new], node)[0]

    # what decides

    def test(self, node):
        """An expression of which only the truth counts."""
        if isinstance(node, ast.BoolOp):
            return self.chain(node, self.test, {ast.And: "both", ast.Or: "either"})
        return self.visit(node)

    def visit_BoolOp(self, node):
        return self.chain(node, self.visit, {ast.And: "and_", ast.Or: "or_"})

    def chain(self, node, visit, kinds):
        changed = names_set_by(node.values[1:])
        if changed and self.depth:
            node.values = [visit(v) for v in node.values]
            node.values[:-1] = [self.known(v, "sets a variable by ':=' in a later part of 'and' or 'or'", node)
                                for v in node.values[:-1]]
            return node
        first, *others = [visit(v) for v in node.values]
        parts = [self.deferred(v, changed) for v in others]
        made = call(kinds[type(node.op)], ast.Constant(node.lineno), first, *parts, **self.set_later(changed))
        return self.replaced(made, node)

    def known(self, test, why, node):
        """A test that must not be on tensors, because what it is part of does this."""
        return self.replaced(call("known", test, ast.Constant(why)), node)

    def visit_UnaryOp(self, node):
        if not isinstance(node.op, ast.Not):
            return self.generic_visit(node)
        return self.replaced(call("not_", self.test(node.operand)), node)

    def visit_IfExp(self, node):
        changed = names_set_by([node.body, node.orelse])
        test = self.test(node.test)
        body, orelse = self.visit(node.body), self.visit(node.orelse)
        if changed and self.depth:
            why = "sets a variable by ':=' in a branch of a conditional expression"
            return ast.copy_location(ast.IfExp(self.known(test, why, node), body, orelse), node)
        parts = [self.deferred(e, changed) for e in (body, orelse)]
        made = call("if_exp", test, *parts, ast.Constant(node.lineno), **self.set_later(changed))
        return self.replaced(made, node)

    def visit_Compare(self, node):
        """a < b < c asks b < c only where a < b; each is computed once."""
        changed = names_set_by(node.comparators)
        if len(node.ops) == 1 or (changed and self.depth):
            return self.generic_visit(node)
        kinds = constants(type(op).__name__ for op in node.ops)
        operands = [self.deferred(self.visit(c), changed) for c in node.comparators]
        made = call("compare", ast.Constant(node.lineno), self.visit(node.left), kinds, *operands,
                    **self.set_later(changed))
        return self.replaced(made, node)

    def _inner(self, node):
        self.depth += 1
        node = self.generic_visit(node)
        self.depth -= 1
        return node

    visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _inner

    def visit_comprehension(self, node):
        tests, node.ifs = node.ifs, []
        node = self.generic_visit(node)
        why = "chooses elements in a comprehension, whose number must be known; use ct.where"
        node.ifs = [self.known(self.test(test), why, test) for test in tests]
        if not node.is_async:
            node.iter = self.replaced(call("counted", node.iter, ast.Constant(node.iter.lineno)), node.iter)
        return node

    # calls and texts

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _NOT_WRAPPED:
            return node
        node.func = self.replaced(call("call", node.func), node.func)
        return node

    def visit_JoinedStr(self, node):
        """An f-string of values that are known when the program runs is a text with places for them."""
        pieces = []
        for piece in node.values:
            if isinstance(piece, ast.FormattedValue):
                how = self.visit(piece.format_spec) if piece.format_spec else ast.Constant("")
                conversion = chr(piece.conversion) if piece.conversion > 0 else ""
                piece = tuple_of([self.visit(piece.value), ast.Constant(conversion), how])
            pieces.append(piece)
        return self.replaced(call("fstring", *pieces), node)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Mod):
            return self.replaced(call("mod", node.left, node.right), node)
        return node

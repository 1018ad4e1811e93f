"""Rewrites `return`, `break` and `continue` so that control only leaves a block at its end.

    before: if c:                     after: if c:
                return a                         __ret = a
            rest                             else:
            return b                             rest
                                                 __ret = b
                                             return __ret

What follows an `if` goes into the branches that come to it. Where that would double it, and out of
loops, flags say whether control has left:

    before: while t:                  after: __left0 = False
                if c:                        while not __left0 and t:
                    break                        if c:
                rest                                 __left0 = True
                                                 else:
                                                     rest
"""

import ast
import copy

RESULT = "__ret"
FLAGS = "__left"


class Unsupported(Exception):
    """A construct that cannot be part of a compiled function, and its line."""

    def __init__(self, what, line):
        super().__init__(what)
        self.line = line

    def about(self, function):
        return f"{function} has {self} (line {self.line}), which cannot be compiled; leave after it instead"


_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_LOOPS = (ast.While, ast.For)
_EXITS = (ast.Return, ast.Break, ast.Continue)


def _exits_of(nodes, in_loop=False):
    """The exits that leave these statements: all returns, and what is no inner loop's own."""
    for node in nodes:
        if isinstance(node, ast.Return) or (isinstance(node, _EXITS) and not in_loop):
            yield node
        elif isinstance(node, _LOOPS):
            yield from _exits_of(node.body, True)
            yield from _exits_of(node.orelse, in_loop)
        elif not isinstance(node, _SCOPES):
            yield from _exits_of(
                [n for n in ast.iter_child_nodes(node) if isinstance(n, (ast.stmt, ast.ExceptHandler,
                                                                         ast.match_case))], in_loop)


def _may_leave(nodes):
    return any(True for _ in _exits_of(nodes))


def _always_leaves(nodes):
    if not nodes:
        return False
    last = nodes[-1]
    if isinstance(last, (*_EXITS, ast.Raise)):
        return True
    if isinstance(last, ast.If):
        return _always_leaves(last.body) and _always_leaves(last.orelse)
    return isinstance(last, ast.With) and _always_leaves(last.body)


def _at(node, place):
    for inner in ast.walk(node):
        if not hasattr(inner, "lineno"):
            ast.copy_location(inner, place)
    return ast.fix_missing_locations(ast.copy_location(node, place))


def _assign(name, value, place):
    return _at(ast.Assign([ast.Name(name, ast.Store())], value), place)


def _read(name):
    return ast.Name(name, ast.Load())


def _not(name):
    return ast.UnaryOp(ast.Not(), _read(name))


class _Context:
    """The flags to raise where a statement leaves, by its kind."""

    def __init__(self, flags=None):
        self.flags = flags or {kind: [] for kind in _EXITS}

    def plus(self, **more):
        added = {ast.Return: "returns", ast.Break: "breaks", ast.Continue: "continues"}
        return _Context({k: self.flags[k] + more.get(added[k], []) for k in _EXITS})

    def leave(self, node):
        store = []
        if isinstance(node, ast.Return):
            store = [_assign(RESULT, node.value or ast.Constant(None), node)]
        return store + self.tell(type(node), node) or [_at(ast.Pass(), node)]

    def tell(self, kind, place):
        return [_assign(flag, ast.Constant(True), place) for flag in self.flags[kind]]


class _Exits:
    def __init__(self):
        self.count = 0

    def new_flag(self):
        self.count += 1
        return f"{FLAGS}{self.count - 1}"

    def block(self, body, context):
        """The statements, with control leaving only at the end."""
        result = []
        for i, node in enumerate(body):
            rest = body[i + 1:]
            if isinstance(node, _EXITS):
                return result + context.leave(node)
            if isinstance(node, _LOOPS):
                return result + self.loop(node, rest, context)
            if not _may_leave([node]):
                result.append(self.inside(node))
            elif isinstance(node, ast.If):
                return result + self.branches(node, rest, context)
            elif isinstance(node, ast.With):
                return result + self.guarded(node, rest, context)
            else:
                raise Unsupported(f"{_leaver(node)} inside '{_keyword(node)}'", node.lineno)
        return result

    def inside(self, node):
        """Loops in a statement that control does not leave."""
        if isinstance(node, _SCOPES):
            return node
        for field in ("body", "orelse", "finalbody"):
            if getattr(node, field, None):
                setattr(node, field, self.block(getattr(node, field), _Context()))
        for part in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
            part.body = self.block(part.body, _Context())
        return node

    def branches(self, node, rest, context):
        body_leaves, else_leaves = _always_leaves(node.body), _always_leaves(node.orelse)
        if rest and not body_leaves and not else_leaves:
            return self.guarded(node, rest, context)
        if body_leaves and not else_leaves:
            node.orelse = node.orelse + rest
        elif else_leaves and not body_leaves:
            node.body = node.body + rest
        return self.guarded(node, [], context)

    def guarded(self, node, rest, context):
        """What follows runs only if a flag says that control has not left."""
        flag = [self.new_flag()] if rest else []
        inner = context.plus(returns=flag, breaks=flag, continues=flag)
        for field in ("body", "orelse"):
            if getattr(node, field, None):
                setattr(node, field, self.block(getattr(node, field), inner))
        if not rest:
            return [node]
        after = _at(ast.If(_not(flag[0]), self.block(rest, context), []), rest[0])
        return [_assign(flag[0], ast.Constant(False), node), node, after]

    def loop(self, node, rest, context):
        """The loop and what comes after it."""
        kinds = {type(e) for e in _exits_of(node.body)}
        otherwise, node.orelse = node.orelse, []
        if not kinds & {ast.Return, ast.Break}:
            node.body = self.block(node.body, _Context())
            return [node, *self.block(otherwise + rest, context)]
        left = self.new_flag()
        returned = [self.new_flag()] if ast.Return in kinds else []
        node.body = self.block(node.body, _Context().plus(breaks=[left], returns=[left, *returned]))
        node.left = left  # read by rewrite.py: the loop goes on while this is false
        before = [_assign(flag, ast.Constant(False), node) for flag in [left, *returned]]
        if otherwise:
            rest = [_at(ast.If(_not(left), otherwise, []), node), *rest]
        after = self.block(rest, context)
        if returned:
            tell = context.tell(ast.Return, node) or [_at(ast.Pass(), node)]
            after = [_at(ast.If(_read(returned[0]), tell, after), node)]
        return [*before, node, *after]


def _leaver(node):
    return _keyword(next(_exits_of([node])))


def _keyword(node):
    return {"Try": "try", "Match": "match", "AsyncWith": "async with"}.get(
        type(node).__name__, type(node).__name__.lower())


def lower_exits(body):
    """The body of a function, with one `return`, at its end."""
    body = copy.deepcopy(body)
    if body and not _may_leave(body[:-1]) and isinstance(body[-1], ast.Return):
        return [*_Exits().block(body[:-1], _Context()), body[-1]]
    if not _may_leave(body):
        return _Exits().block(body, _Context())
    if not _always_leaves(body):
        body.append(_at(ast.Return(ast.Constant(None)), body[-1]))
    lowered = _Exits().block(body, _Context())
    return [*lowered, _at(ast.Return(_read(RESULT)), body[-1])]

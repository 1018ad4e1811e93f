"""Runs the forms of functions within functions: A-normal form and continuation-passing style."""

import re

from mlir_text import operation, split
from numpy_ops import constant

HEAD = re.compile(r"(?:let )?(\w+) = lambda \((.*)\)")
LET = re.compile(r"let (\w+|\([\w, ]*\)) = (.*) in")
APPLICATION = re.compile(r"(\w+)\(([\w, ]*)\)")


def names_in(text):
    """Of `x`, `(x, y)` or `()`."""
    return split(text.strip("()"))


class Lambda:
    def __init__(self, name, parameters):
        self.name = name
        self.parameters = [part.split(":")[0] for part in split(parameters)]
        self.body = []  # what is defined, in order: a Lambda, or (names, value)
        self.tail = None


def parse(text):
    """The functions of a program, by name."""
    functions, open_ones = {}, []
    for line in filter(None, map(str.strip, text.splitlines())):
        head, let = HEAD.fullmatch(line), LET.fullmatch(line)
        if head:
            made = Lambda(*head.groups())
            if open_ones:
                open_ones[-1].body.append(made)
            else:
                functions[made.name] = made
            open_ones.append(made)
        elif let and not line.endswith("end in"):
            open_ones[-1].body.append((names_in(let[1]), let[2]))
        else:
            assert re.search(r" end( in)?$", line), f"what is this? {line}"
            assert line.endswith(" in") == (len(open_ones) > 1), f"ends wrongly: {line}"
            open_ones.pop().tail = re.sub(r" end( in)?$", "", line)
    assert not open_ones, "a function does not end"
    return functions


class Scope:
    """Values by name, and those of the functions around."""

    def __init__(self, around=None):
        self.values, self.around = {}, around

    def __getitem__(self, name):
        scope = self
        while name not in scope.values:
            scope = scope.around
            assert scope, f"{name} is read, but not defined there"
        return scope.values[name]

    def bind(self, names, values):
        assert len(names) == len(values), f"{names} are not {len(values)}"
        self.values.update(zip(names, values))


class Closure:
    def __init__(self, function, scope):
        self.function, self.scope = function, scope


class Evaluator:
    """The part that both forms have: what is no call."""

    def __init__(self, text, machine):
        self.machine, self.globals = machine, Scope()
        for name, function in parse(text).items():
            self.globals.bind([name], [Closure(function, self.globals)])

    def enter(self, closure, arguments):
        """The scope of a call once all before its tail is done."""
        scope = Scope(closure.scope)
        scope.bind(closure.function.parameters, arguments)
        for part in closure.function.body:
            if isinstance(part, Lambda):
                scope.bind([part.name], [Closure(part, scope)])
            else:
                scope.bind(part[0], self.value(part[1], scope))
        return scope

    def value(self, text, scope):
        known = constant(text)
        if known is not None:
            return [known]
        if "." not in text.partition("(")[0]:
            return self.call(text.split(" : ")[0], scope)
        found = operation(text)
        return self.machine.run(found, [scope[name] for name in found.operands])

    @staticmethod
    def application(text, scope):
        name, arguments = APPLICATION.fullmatch(text).groups()
        return scope[name], [scope[argument] for argument in split(arguments)]


class Anf(Evaluator):
    def call(self, text, scope):
        """An application, or the choice of a function by a truth value or a number."""
        name, arguments = APPLICATION.fullmatch(text).groups()
        values = [scope[argument] for argument in split(arguments)]
        if name == "switch":
            return [values[1] if values[0] else values[2]]
        if name == "case":
            return [values[1 + min(max(int(values[0]), 0), len(values) - 2)]]
        return self.run_closure(scope[name], values)

    def run_closure(self, closure, arguments):
        while True:  # a call in the tail needs no more room
            scope = self.enter(closure, arguments)
            tail = closure.function.tail
            if not APPLICATION.fullmatch(tail):
                return [scope[name] for name in names_in(tail)]
            closure, arguments = self.application(tail, scope)

    def run(self, name, inputs):
        return self.run_closure(self.globals[name], inputs)


class Done:
    """What the whole program goes on with."""


class Cps(Evaluator):
    def call(self, text, scope):
        raise AssertionError(f"a call that is no tail call: {text}")

    def choose(self, tail, scope):
        """The application that the end of a function comes to."""
        if match := re.fullmatch(r"if (\w+) then (.*) else (.*)", tail):
            return match[2] if scope[match[1]] else match[3]
        if match := re.fullmatch(r"case (\w+) of (.*)", tail):
            cases = dict(part.split(": ") for part in split(match[2]))
            return cases.get(str(int(scope[match[1]])), cases["else"])
        return tail

    def run(self, name, inputs):
        """A loop, for nothing ever returns."""
        target, arguments = self.globals[name], [*inputs, Done()]
        while not isinstance(target, Done):
            scope = self.enter(target, arguments)
            target, arguments = self.application(self.choose(target.function.tail, scope), scope)
        return arguments

"""Runs the forms of blocks: control flow graphs and stack code."""

import re

from mlir_text import operation, split, types_of
from numpy_ops import constant

FUNCTION = re.compile(r"function (\w+)\((.*?)\) -> (.*?)(?: \{)?")
LABEL = re.compile(r"(\w+)(?:\((.*)\))?:")


def names_of(parameters):
    return [part.split(":")[0] for part in split(parameters or "")]


class Function:
    def __init__(self, parameters, results):
        self.parameters, self.results = names_of(parameters), types_of(results)
        self.lines, self.labels, self.arguments = [], {}, {}


def parse(text):
    functions, current = {}, None
    for line in filter(None, text.splitlines()):
        if match := FUNCTION.fullmatch(line):
            current = functions[match[1]] = Function(match[2], match[3])
        elif match := LABEL.fullmatch(line):
            assert match[1] not in current.labels, f"two blocks are called {match[1]}"
            current.labels[match[1]] = len(current.lines)
            current.arguments[match[1]] = names_of(match[2])
        elif line != "}":
            assert line.startswith("  "), f"what is this? {line}"
            current.lines.append(line.strip())
    return functions


class Cfg:
    def __init__(self, text, machine):
        self.functions, self.machine = parse(text), machine

    def run(self, name, inputs):
        function, at = self.functions[name], 0
        values = dict(zip(function.parameters, inputs, strict=True))
        while True:
            line = function.lines[at]
            word, _, rest = line.partition(" ")
            if word == "ret":
                results = [values[each] for each in split(rest)]
                assert len(results) == len(function.results)
                return results
            if word in ("br", "cond_br", "switch"):
                at = self.follow(function, self.choose(word, rest, values), values)
                continue
            names, equals, text = line.partition(" = ")
            if not equals or not re.fullmatch(r"[\w, ]+", names):
                names, text = "", line
            values.update(zip(split(names), self.value(text, values), strict=True))
            at += 1

    @staticmethod
    def choose(word, rest, values):
        parts = split(rest)
        if word == "br":
            return parts[0]
        chooser = values[parts[0]]
        if word == "cond_br":
            return parts[1 if chooser else 2]
        cases = dict(part.split(": ") for part in parts[1:])
        return cases.get(str(int(chooser)), cases["else"])

    @staticmethod
    def follow(function, target, values):
        label, arguments = re.fullmatch(r"(\w+)(?:\((.*)\))?", target).groups()
        passed = [values[each] for each in split(arguments or "")]
        values.update(zip(function.arguments[label], passed, strict=True))
        return function.labels[label]

    def value(self, text, values):
        known = constant(text)
        if known is not None:
            return [known]
        found = operation(text)
        operands = [values[each] for each in found.operands]
        if found.name in self.functions:
            return self.run(found.name, operands)
        return self.machine.run(found, operands)


class Stack:
    """One stack for all functions; each call has locals of its own."""

    def __init__(self, text, machine):
        self.functions, self.machine, self.stack = parse(text), machine, []

    def pop(self, count):
        assert count <= len(self.stack), "the stack is empty"
        taken = self.stack[len(self.stack) - count:]
        del self.stack[len(self.stack) - count:]
        return taken

    def run(self, name, inputs):
        base = len(self.stack)
        self.execute(self.functions[name], inputs)
        return self.pop(len(self.stack) - base)

    def execute(self, function, inputs):
        base, at = len(self.stack), 0
        values = dict(zip(function.parameters, inputs, strict=True))
        while True:
            word, _, rest = function.lines[at].partition(" ")
            at += 1
            if word == "ret":
                # Nothing is left behind, and nothing of the caller is taken.
                assert len(self.stack) - base == int(rest) == len(function.results)
                return
            if word == "jump":
                at = function.labels[rest]
            elif word == "jump_if":
                at = function.labels[rest] if self.pop(1)[0] else at
            elif word == "switch":
                cases = dict(part.split(": ") for part in split(rest))
                at = function.labels[cases.get(str(int(self.pop(1)[0])), cases["else"])]
            else:
                self.step(word, rest, values)

    def step(self, word, rest, values):
        if word == "push":
            self.stack.append(constant(rest))
        elif word == "load":
            self.stack.append(values[rest])
        elif word == "store":
            values[rest] = self.pop(1)[0]
        elif word == "drop":
            self.pop(1)
        elif word == "call":
            name, count = rest.split(" ")[:2]
            self.execute(self.functions[name], self.pop(int(count)))
        elif word == "op":
            name, count, behind = (rest + " ").split(" ", 2)
            self.stack += self.machine.run(operation(f"{name}(){behind}"), self.pop(int(count)))
        else:
            raise AssertionError(f"what is this? {word} {rest}")

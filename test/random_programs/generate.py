#!/usr/bin/python3
"""Writes random programs, each with its inputs and expected results, as one .mlir file.

    generate.py --count 300 --seed 1 -o programs.mlir

The programs nest flow.if, flow.switch, flow.while, flow.for and flow.scan up to four deep, capture
outer values at any depth, and take 0 to 8 trips, most of them depending on data. Every fourth prints
integers, and calls functions with derivative rules of their own (rules.py). Expected values are computed
in plain Python (semantics.py). No decision is close to a tie, so finite differences are valid.
"""

import argparse
import random
import sys

from rules import RULES, print_rules
from semantics import COMPARISONS, Rejected, evaluate
from syntax import (VECTOR_SIZE, Block, Constant, For, If, Primitive, Print, Program, Scan, Switch,
                    Value, While, print_program)

DEEPEST = 4
SMALLEST_MARGIN = 2e-3
# Inputs are moved by this much, relatively, to see whether every decision stays the same.
MOVED_BY = 2e-3


class Generator:
    def __init__(self, rng, calls):
        self.rng = rng
        self.calls = calls  # whether it prints, and calls functions with rules
        self.count = 0
        self.budget = rng.randint(10, 70)

    def fresh(self, kind):
        self.count += 1
        return Value(f"%{kind}{self.count}", kind)

    def program(self):
        arguments = [self.fresh("f") for _ in range(self.rng.randint(1, 3))]
        arguments += [self.fresh("v") for _ in range(self.rng.randint(0, 2))]
        arguments += [self.fresh("i") for _ in range(self.rng.randint(0, 1))]
        block = Block(arguments)
        scope = Scope(self, block, arguments, depth=0)
        scope.statements(self.rng.randint(2, 6))
        scope.control()
        candidates = [value for value in scope.visible if value.kind in "fv"][-6:]
        count = min(len(candidates), self.rng.randint(1, 3))
        block.yields = self.rng.sample(candidates, count)
        return Program(arguments, [self.input(value.kind) for value in arguments], block)

    def input(self, kind):
        if kind == "i":
            return self.rng.randint(0, 5)
        if kind == "v":
            return [self.rng.uniform(-1.5, 1.5) for _ in range(VECTOR_SIZE)]
        return self.rng.uniform(-1.5, 1.5)


class Scope:
    """A block that is being filled, and the values it may use: its own and all outer ones."""

    def __init__(self, generator, block, visible, depth):
        self.generator, self.rng = generator, generator.rng
        self.block, self.visible, self.depth = block, list(visible), depth

    def inner(self, arguments=()):
        block = Block(list(arguments))
        return Scope(self.generator, block, self.visible + block.arguments, self.depth + 1)

    # Single ops

    def emit(self, name, kind, *operands):
        result = self.generator.fresh(kind)
        has_rule = (self.generator.calls and name in RULES and kind in "fv"
                    and self.rng.random() < 0.4)
        self.block.body.append(Primitive(name, result, list(operands), has_rule))
        self.visible.append(result)
        return result

    def constant(self, kind, value=None):
        if value is None:
            value = self.rng.randint(0, 4) if kind == "i" else self.generator.input(kind)
        result = self.generator.fresh(kind)
        self.block.body.append(Constant(result, value))
        self.visible.append(result)
        return result

    def pick(self, kind):
        """A visible value, more often a recent one; now and then a constant."""
        candidates = [value for value in self.visible if value.kind == kind]
        if not candidates or self.rng.random() < 0.07:
            return self.constant(kind)
        if self.rng.random() < 0.5:
            return self.rng.choice(candidates[-4:])
        return self.rng.choice(candidates)

    def tame(self, kind):
        """A value that does not grow around a loop."""
        return self.emit(self.rng.choice(["sin", "tanh", "cos"]), kind, self.pick(kind))

    def arithmetic(self):
        kind = self.rng.choice("ffv")
        shape = self.rng.randrange(10)
        if shape < 4:
            self.emit(self.rng.choice(["add", "sub", "mul", "mul"]), kind, self.pick(kind),
                      self.pick(kind))
        elif shape < 6:
            self.emit(self.rng.choice(["sin", "cos", "tanh", "neg", "square"]), kind,
                      self.pick(kind))
        elif shape == 6:
            self.emit("exp", kind, self.tame(kind))
        elif shape == 7:  # a quotient whose denominator stays away from 0
            positive = self.emit("exp", kind, self.tame(kind))
            self.emit("div", kind, self.pick(kind), positive)
        elif shape == 8:
            self.emit("broadcast", "v", self.pick("f"))
        else:
            self.emit("sum_to", "f", self.pick("v"))

    def integer(self):
        choice = self.rng.randrange(4)
        if choice == 0:
            return self.emit(self.rng.choice(["add", "sub"]), "i", self.pick("i"), self.pick("i"))
        return self.rounded() if choice == 1 else self.pick("i")

    def rounded(self):
        """An integer from 0 to 5, most often 1 to 4, that depends on data."""
        scaled = self.emit("mul", "f", self.tame("f"), self.constant("f", 3.0))
        shifted = self.emit("add", "f", scaled, self.constant("f", 2.5))
        return self.emit("cast", "i", shifted)

    def comparison(self):
        kind = self.rng.choice("fffi")
        return self.emit(self.rng.choice(COMPARISONS), "b", self.pick(kind), self.pick(kind))

    # Statements

    def print(self):
        values = [self.pick("i") for _ in range(self.rng.randint(1, 2))]
        self.block.body.append(Print(values))

    def statements(self, count):
        for _ in range(count):
            if self.generator.calls and self.rng.random() < 0.2:
                self.print()
            chance = self.rng.random()
            if self.generator.budget > 0 and self.depth < DEEPEST and chance < 0.3:
                self.control()
            elif chance < 0.36:
                self.emit("where", "f", self.comparison(), self.pick("f"), self.pick("f"))
            elif chance < 0.42:
                self.emit("cast", "f", self.integer())
            else:
                self.arithmetic()

    def control(self):
        kind = self.rng.choice([self.branch, self.branch, self.switch, self.loop, self.loop,
                                self.count, self.scan])
        self.generator.budget -= 6
        results = kind()
        self.visible += results

    def fill(self, most=3):
        self.statements(self.rng.randint(0 if self.depth > 1 else 1, most))

    def kinds(self):
        return [self.rng.choice("fffvvi") for _ in range(self.rng.randint(1, 3))]

    def fresh(self, kinds):
        return [self.generator.fresh(kind) for kind in kinds]

    def branches(self, count, kinds):
        blocks = []
        for _ in range(count):
            scope = self.inner()
            scope.fill()
            scope.block.yields = [scope.pick(kind) for kind in kinds]
            blocks.append(scope.block)
        return blocks

    def branch(self):
        kinds, condition = self.kinds(), self.comparison()
        node = If(self.fresh(kinds), condition, self.branches(2, kinds))
        self.block.body.append(node)
        return node.results

    def switch(self):
        kinds, index = self.kinds(), self.integer()
        node = Switch(self.fresh(kinds), index, self.branches(self.rng.randint(1, 4), kinds))
        self.block.body.append(node)
        return node.results

    def next_values(self, arguments):
        """What a body yields for its arguments: new, swapped, unchanged or outer values."""
        values = []
        for argument in arguments:
            chance = self.rng.random()
            if chance < 0.12:
                values.append(argument)
            elif argument.kind == "i" or chance < 0.3:
                values.append(self.pick(argument.kind))
            else:
                values.append(self.tame(argument.kind))
        return values

    def loop(self):
        """A while loop; its first variable decides when it ends, and may depend on data."""
        counted = self.rng.random() < 0.35
        leading = "i" if counted else "f"
        kinds = [leading] + self.kinds()
        start = self.constant("i", 0) if counted else self.pick("f")
        if self.rng.random() < 0.3:  # often no trip at all
            limit = self.integer() if counted else self.pick("f")
        elif counted:
            limit = self.rounded()
        else:
            limit = self.emit("add", "f", start, self.emit("exp", "f", self.tame("f")))
        starts = [start] + [self.pick(kind) for kind in kinds[1:]]
        cond = self.inner(self.fresh(kinds))
        cond.fill(most=2)
        first = cond.block.arguments[0]
        cond.block.condition = cond.emit("lt", "b", first, limit)
        cond.block.yields = [first] + [
            argument if self.rng.random() < 0.7 else cond.pick(argument.kind)
            for argument in cond.block.arguments[1:]]
        body = self.inner(self.fresh(kinds))
        body.fill()
        if counted:
            step = body.constant("i", self.rng.choice([1, 1, 2]))
        else:  # at least 0.3, so the loop ends
            squared = body.emit("square", "f", body.tame("f"))
            step = body.emit("add", "f", squared, body.constant("f", 0.3))
        following = body.emit("add", leading, body.block.arguments[0], step)
        body.block.yields = [following] + body.next_values(body.block.arguments[1:])
        node = While(self.fresh(kinds), starts, cond.block, body.block)
        self.block.body.append(node)
        return node.results

    def count(self):
        kinds = self.kinds()
        if self.rng.random() < 0.3:
            lower, upper = self.integer(), self.integer()
            step = self.constant("i", self.rng.choice([1, 2, -1, -2]))
        else:
            lower, upper = self.constant("i", self.rng.choice([0, 0, -1])), self.rounded()
            step = self.constant("i", self.rng.choice([1, 1, 2]))
        starts = [self.pick(kind) for kind in kinds]
        body = self.inner([self.generator.fresh("i")] + self.fresh(kinds))
        body.fill()
        body.block.yields = body.next_values(body.block.arguments[1:])
        node = For(self.fresh(kinds), lower, upper, step, starts, body.block,
                   reverse=self.rng.random() < 0.3)
        self.block.body.append(node)
        return node.results

    def scan(self):
        kinds = self.kinds()
        starts = [self.pick(kind) for kind in kinds]
        inputs = [self.pick("v") for _ in range(self.rng.randint(1, 2))]
        stacked = self.rng.randint(0, 2)
        body = self.inner(self.fresh(kinds) + self.fresh("f" * len(inputs)))
        body.fill()
        body.block.yields = body.next_values(body.block.arguments[:len(kinds)])
        body.block.yields += [body.pick("f") for _ in range(stacked)]
        node = Scan(self.fresh(kinds + ["v"] * stacked), starts, inputs, body.block,
                    reverse=self.rng.random() < 0.3)
        self.block.body.append(node)
        return node.results


def moved(program, rng):
    """The inputs, each float moved a little."""
    def move(x):
        return x + rng.uniform(-MOVED_BY, MOVED_BY) * max(abs(x), 0.1)
    result = []
    for value, given in zip(program.arguments, program.inputs):
        if value.kind == "f":
            given = move(given)
        elif value.kind == "v":
            given = [move(x) for x in given]
        result.append(given)
    return result


def sample(rng, calls):
    """A program with its expected results, or Rejected."""
    program = Generator(rng, calls).program()
    expected, evaluation = evaluate(program, program.inputs)
    if evaluation.margin < SMALLEST_MARGIN:
        raise Rejected("close to a tie")
    depends = False
    for _ in range(4):
        results, again = evaluate(program, moved(program, rng))
        if again.trace != evaluation.trace:
            raise Rejected("close to a tie")
        depends = depends or results != expected
    if not depends and rng.random() < 0.9:
        raise Rejected("its results do not depend on its inputs")
    return program, expected


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", required=True)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    functions = []
    while len(functions) < options.count:
        try:
            program, expected = sample(rng, calls=len(functions) % 4 == 3)
        except Rejected:
            continue
        order = "check.order = 3 : i64, " if len(functions) % 20 == 0 else ""
        attributes = f"{order}check.f64_only, check.tolerance = 1.0e-7"
        functions.append(print_program(f"program{len(functions)}", program, expected, attributes))
    with open(options.output, "w", encoding="utf-8") as file:
        file.write(f"// Made by test/random_programs/generate.py --count {options.count}"
                   f" --seed {options.seed}.\n{print_rules()}\n" + "\n\n".join(functions) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

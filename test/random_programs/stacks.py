#!/usr/bin/python3
"""Writes random programs that push and pop themselves, as one .mlir file for cotan-check.

    stacks.py --paired 20 --damaged 60 --seed 1 -o stacks.mlir

A paired program takes off what it pushed in the opposite order, region by region, also by other names of
a stack and from stacks in frames: it must be differentiated. A damaged one had stacks exchanged, joined or
doubled, frames moved, conditions or directions changed: it still runs, and is refused by a located error
or differentiated rightly. Expected values are computed in plain Python (semantics.py).
"""

import argparse
import random
import sys

from damages import damaged
from semantics import Rejected, evaluate
from syntax import (Block, Constant, CreateStack, For, If, IsEmpty, Pop, Primitive, Program, Push,
                    Value, While, print_program)

DEEPEST = 3
MOST_STEPS = 7


class Names:
    def __init__(self):
        self.count = 0

    def fresh(self, kinds):
        self.count += len(kinds)
        return [Value(f"%{kind}{self.count - i}", kind) for i, kind in enumerate(kinds)]


class Scope:
    """A block that is being filled, and the values it may use."""

    def __init__(self, rng, names, block, visible):
        self.rng, self.names, self.block = rng, names, block
        self.visible = visible + block.arguments

    def inner(self, kinds=""):
        block = Block(self.names.fresh(kinds))
        return Scope(self.rng, self.names, block, self.visible)

    def add(self, node, results):
        self.block.body.append(node)
        self.visible += results
        return results

    def emit(self, name, kind, *operands):
        [result] = self.names.fresh(kind)
        return self.add(Primitive(name, result, list(operands)), [result])[0]

    def constant(self, value):
        [result] = self.names.fresh("i")
        return self.add(Constant(result, value), [result])[0]

    def pick(self, kind):
        return self.rng.choice([value for value in self.visible if value.kind == kind][-5:])

    def work(self):
        """A new number, of two others."""
        product = self.emit(self.rng.choice(["mul", "add"]), "f", self.pick("f"), self.pick("f"))
        return self.emit("sin", "f", product) if self.rng.random() < 0.5 else product

    def create(self):
        [stack] = self.names.fresh("s")
        return Handle(self.rng, self.add(CreateStack(stack), [stack])[0])


class Handle:
    """A stack, by all the names it has."""

    def __init__(self, rng, name):
        self.rng, self.names = rng, [name]

    @property
    def name(self):
        return self.rng.choice(self.names)

    def inside(self, names):
        handle = Handle(self.rng, None)
        handle.names = [*names, *self.names]
        return handle


class Pairs:
    """What pushes, and what undoes it."""

    def __init__(self, rng, conditions, counts, zero, one):
        self.rng, self.conditions, self.counts = rng, conditions, counts
        self.zero, self.one = zero, one
        self.budget = rng.randint(2, MOST_STEPS)
        self.branches_hand_on = rng.random() < 0.3

    def fill(self, scope, stack, depth=0):
        """Fills the stack. Each function that is returned takes off its share; the last one first."""
        undo = []
        for _ in range(self.rng.randint(1, 3)):
            self.budget -= 1
            kinds = [self.frame]
            if depth < DEEPEST and self.budget > 0:
                kinds += [self.inner, self.branch, self.count, self.drained, self.remembered]
            if self.rng.random() < 0.5:
                scope.work()
            undo.append(self.rng.choice(kinds)(scope, stack, depth))
        return undo

    @staticmethod
    def undone(undo, scope, stack):
        for step in reversed(undo):
            step(scope, stack)
        scope.work()

    def frame(self, scope, stack, depth):
        values = [scope.pick("f") for _ in range(self.rng.randint(0, 2))]
        scope.add(Push(stack.name, values), [])
        def undo(scope, stack):
            results = scope.names.fresh("f" * len(values))
            scope.add(Pop(results, stack.name), results)
        return undo

    def inner(self, scope, stack, depth):
        """A stack in a frame: from then on it is known by what pops it."""
        held = scope.create()
        undo_held = self.fill(scope, held, depth + 1)
        scope.add(Push(stack.name, [scope.pick("f"), held.name]), [])
        def undo(scope, stack):
            results = scope.names.fresh("fs")
            scope.add(Pop(results, stack.name), results)
            self.undone(undo_held, scope, Handle(self.rng, results[1]))
        return undo

    def choose(self, scope, condition, blocks, stack, hands_on):
        """A branch; perhaps the stack gets one more name by it."""
        for inner in blocks:
            inner.block.yields = [inner.pick("f")] + [stack.name] * hands_on
        results = scope.names.fresh("f" + "s" * hands_on)
        scope.add(If(results, condition, [inner.block for inner in blocks]), results)
        stack.names += results[1:]

    def branch(self, scope, stack, depth, condition=None):
        condition = condition or self.rng.choice(self.conditions)
        hands_on = self.branches_hand_on and self.rng.random() < 0.7
        ways = [scope.inner(), scope.inner()]
        undos = [self.fill(way, stack.inside([]), depth + 1) for way in ways]
        self.choose(scope, condition, ways, stack, hands_on)
        def undo(scope, stack, condition=condition):
            ways = [scope.inner(), scope.inner()]
            for steps, way in zip(undos, ways):
                self.undone(steps, way, stack.inside([]))
            self.choose(scope, condition, ways, stack, hands_on)
        return undo

    def remembered(self, scope, stack, depth):
        """A branch on a condition that is in a frame, too."""
        condition = scope.emit("not", "b", self.rng.choice(self.conditions))
        undo_branch = self.branch(scope, stack, depth, condition)
        scope.add(Push(stack.name, [condition]), [])
        def undo(scope, stack):
            results = scope.names.fresh("b")
            scope.add(Pop(results, stack.name), results)
            undo_branch(scope, stack, results[0])
        return undo

    def count(self, scope, stack, depth):
        upper, carried = self.rng.choice(self.counts), self.rng.randint(0, 2)
        backwards = self.rng.random() < 0.3
        def loop(scope, stack, reverse, body):
            """The stack goes around under up to two names, which change places."""
            inner = scope.inner("if" + "s" * carried)
            handle = stack.inside(inner.block.arguments[2:])
            made = body(inner, handle)
            inner.block.yields = [inner.emit("sin", "f", inner.work())]
            inner.block.yields += [handle.name for _ in range(carried)]
            results = scope.names.fresh("f" + "s" * carried)
            starts = [scope.pick("f")] + [stack.name for _ in range(carried)]
            scope.add(For(results, self.zero, upper, self.one, starts, inner.block, reverse),
                      results)
            stack.names += results[1:]
            return made
        steps = loop(scope, stack, backwards,
                     lambda inner, handle: self.fill(inner, handle, depth + 1))
        return lambda scope, stack: loop(
            scope, stack, not backwards,
            lambda inner, handle: self.undone(steps, inner, handle)) and None

    def drained(self, scope, stack, depth):
        """A loop that pushes a frame per turn, and one that runs until there is none left."""
        held, limit = scope.create(), self.rng.choice(self.counts)
        cond, body = scope.inner("if"), scope.inner("if")
        counter = cond.block.arguments[0]
        cond.block.condition = cond.emit("lt", "b", counter, limit)
        cond.block.yields = list(cond.block.arguments)
        steps = self.fill(body, held.inside([]), depth + 1)
        body.add(Push(held.name, [body.pick("f")]), [])
        following = body.emit("add", "i", body.block.arguments[0], self.one)
        body.block.yields = [following, body.emit("sin", "f", body.work())]
        results = scope.names.fresh("if")
        scope.add(While(results, [self.zero, scope.pick("f")], cond.block, body.block), results)
        scope.add(Push(stack.name, [held.name]), [])
        def undo(scope, stack):
            [popped] = scope.names.fresh("s")
            scope.add(Pop([popped], stack.name), [popped])
            cond, body = scope.inner("f"), scope.inner("f")
            [empty] = cond.names.fresh("b")
            cond.add(IsEmpty(empty, popped), [empty])
            cond.block.condition = cond.emit("not", "b", empty)
            cond.block.yields = list(cond.block.arguments)
            [last] = body.names.fresh("f")
            body.add(Pop([last], popped), [last])
            self.undone(steps, body, Handle(self.rng, popped))
            body.block.yields = [body.emit("sin", "f", body.work())]
            results = scope.names.fresh("f")
            scope.add(While(results, [scope.pick("f")], cond.block, body.block), results)
        return undo


def paired(rng):
    """A program, and the kinds of arguments that lanes of a batch must share: if branches hand stacks on,
    what they are chosen by."""
    names = Names()
    arguments = names.fresh("fffbbii")
    scope = Scope(rng, names, Block(arguments), [])
    pairs = Pairs(rng, arguments[3:5], arguments[5:], scope.constant(0), scope.constant(1))
    stacks = [scope.create() for _ in range(rng.randint(1, 2))]
    undos = [pairs.fill(scope, stack) for stack in stacks]
    for stack, undo in rng.sample(list(zip(stacks, undos)), len(stacks)):
        pairs.undone(undo, scope, stack)
    scope.block.yields = [scope.work(), scope.work()]
    inputs = [rng.uniform(-1.5, 1.5) for _ in range(3)]
    inputs += [rng.random() < 0.5 for _ in range(2)] + [rng.randint(0, 3) for _ in range(2)]
    return Program(arguments, inputs, scope.block), "b" if pairs.branches_hand_on else ""


def samples(count, make):
    """Programs that run, each with what lanes share and its expected results."""
    made = []
    while len(made) < count:
        try:
            program, shared = make()
            made.append((program, shared, evaluate(program, program.inputs)[0]))
        except Rejected:
            continue
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--paired", type=int, default=20)
    parser.add_argument("--damaged", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", required=True)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    texts = []
    base = "check.f64_only, check.tolerance = 1.0e-7"
    for program, shared, expected in samples(options.paired, lambda: paired(rng)):
        order = "check.order = 3 : i64, " if len(texts) % 10 == 0 else ""
        texts.append(print_program(f"paired{len(texts)}", program, expected, order + base, shared))
    for program, shared, expected in samples(options.damaged,
                                             lambda: (damaged(rng, paired(rng)[0]), "bi")):
        texts.append(print_program(f"damaged{len(texts)}", program, expected,
                                   f"check.may_be_refused, {base}", shared))
    with open(options.output, "w", encoding="utf-8") as file:
        file.write(f"// Made by test/random_programs/stacks.py --paired {options.paired} --damaged"
                   f" {options.damaged} --seed {options.seed}.\n" + "\n\n".join(texts) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

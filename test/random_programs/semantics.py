"""What a random program computes, in plain Python: independent of all of Cotan."""

import math

from syntax import (Constant, CreateStack, For, If, IsEmpty, Pop, Primitive, Print, Push, Scan,
                    Switch, While)

MOST_TRIPS = 8
MOST_STEPS = 4000
LARGEST = 30.0


class Rejected(Exception):
    """The program is no good sample: it runs too long, grows too large, is close to a tie, or fails."""


def elementwise(function):
    def apply(*operands):
        if isinstance(operands[0], list):
            return [function(*elements) for elements in zip(*operands)]
        return function(*operands)
    return apply


PRIMITIVES = {
    "add": elementwise(lambda x, y: x + y),
    "sub": elementwise(lambda x, y: x - y),
    "mul": elementwise(lambda x, y: x * y),
    "div": elementwise(lambda x, y: x / y),
    "neg": elementwise(lambda x: -x),
    "square": elementwise(lambda x: x * x),
    "sin": elementwise(math.sin),
    "cos": elementwise(math.cos),
    "tanh": elementwise(math.tanh),
    "exp": elementwise(math.exp),
    "broadcast": lambda x: [x] * 3,
    "sum_to": math.fsum,
    "where": lambda c, x, y: x if c else y,
    "not": lambda c: not c,
    "lt": lambda x, y: x < y,
    "le": lambda x, y: x <= y,
    "gt": lambda x, y: x > y,
    "ge": lambda x, y: x >= y,
}
COMPARISONS = ("lt", "le", "gt", "ge")


class Evaluation:
    """Runs a program once. `trace` is every decision it took, `margin` how close the closest was."""

    def __init__(self):
        self.trace = []
        self.margin = math.inf
        self.steps = 0

    def run(self, program, inputs):
        values = dict(zip(program.arguments, inputs))
        return self.block(program.block, values)

    def block(self, block, values):
        for node in block.body:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise Rejected("too many steps")
            self.node(node, values)
        return [values[value] for value in block.yields]

    def enter(self, block, values, arguments):
        return self.block(block, values | dict(zip(block.arguments, arguments)))

    def decide(self, decision, distance):
        self.trace.append(decision)
        self.margin = min(self.margin, distance)

    def node(self, node, values):
        if isinstance(node, Constant):
            values[node.result] = node.value
        elif isinstance(node, Primitive):
            values[node.result] = self.primitive(node, [values[value] for value in node.operands])
        elif isinstance(node, Print):
            pass  # that it prints the same on all ways is what cotan-check looks at
        elif isinstance(node, CreateStack):
            values[node.result] = []
        elif isinstance(node, Push):
            values[node.stack].append([(value.kind, values[value]) for value in node.values])
        elif isinstance(node, Pop):
            self.pop(node, values)
        elif isinstance(node, IsEmpty):
            values[node.result] = not values[node.stack]
        else:
            kind = {If: self.branch, Switch: self.branch, While: self.repeat, For: self.count,
                    Scan: self.scan}[type(node)]
            values.update(zip(node.results, kind(node, values)))

    def primitive(self, node, operands):
        if node.name == "cast":
            return self.cast(node, operands[0])
        result = PRIMITIVES[node.name](*operands)
        if node.name in COMPARISONS and isinstance(operands[0], float):
            self.decide(result, abs(operands[0] - operands[1]))
        numbers = result if isinstance(result, list) else [result]
        if any(not abs(number) < LARGEST for number in numbers):
            raise Rejected("grows too large")
        return result

    def pop(self, node, values):
        if not values[node.stack]:
            raise Rejected("pops an empty stack")
        frame = values[node.stack].pop()
        if [kind for kind, _ in frame] != [result.kind for result in node.results]:
            raise Rejected("the frame holds values of other types")
        values.update(zip(node.results, (value for _, value in frame)))

    def cast(self, node, operand):
        if node.result.kind == "f":
            return float(operand)
        result = math.trunc(operand)
        self.decide(result, abs(operand - round(operand)))
        return result

    def branch(self, node, values):
        if isinstance(node, If):
            chosen = 0 if values[node.condition] else 1
        else:
            chosen = min(max(values[node.index], 0), len(node.blocks) - 1)
        return self.enter(node.blocks[chosen], values, [])

    def repeat(self, node, values):
        carried = [values[value] for value in node.starts]
        for _ in range(MOST_TRIPS + 1):
            inside = values | dict(zip(node.cond.arguments, carried))
            carried = self.block(node.cond, inside)
            if not inside[node.cond.condition]:
                return carried
            carried = self.enter(node.body, values, carried)
        raise Rejected("too many trips")

    def count(self, node, values):
        indices = range(values[node.lower], values[node.upper], values[node.step])
        if len(indices) > MOST_TRIPS:
            raise Rejected("too many trips")
        carried = [values[value] for value in node.starts]
        for index in reversed(indices) if node.reverse else indices:
            carried = self.enter(node.body, values, [index, *carried])
        return carried

    def scan(self, node, values):
        carried = [values[value] for value in node.starts]
        slices = list(zip(*(values[value] for value in node.inputs)))
        stacked = []
        for row in reversed(slices) if node.reverse else slices:
            results = self.enter(node.body, values, [*carried, *row])
            carried = results[:len(carried)]
            stacked.append(results[len(carried):])
        if node.reverse:
            stacked.reverse()
        return carried + [list(column) for column in zip(*stacked)]


def evaluate(program, inputs):
    evaluation = Evaluation()
    return evaluation.run(program, inputs), evaluation

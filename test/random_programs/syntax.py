"""Random programs as data: what generate.py makes, semantics.py evaluates, and this file prints."""

from dataclasses import dataclass, field

# f: scalar, v: vector, i: integer, b: boolean, s: stack
TYPES = {"f": "tensor<f64>", "v": "tensor<3xf64>", "i": "tensor<i64>", "b": "tensor<i1>",
         "s": "!flow.stack"}
VECTOR_SIZE = 3


@dataclass(frozen=True)
class Value:
    name: str
    kind: str

    @property
    def type(self):
        return TYPES[self.kind]


@dataclass
class Block:
    arguments: list = field(default_factory=list)
    body: list = field(default_factory=list)
    yields: list = field(default_factory=list)
    condition: Value = None  # of a while loop's cond block


@dataclass
class Constant:
    result: Value
    value: object


@dataclass
class Primitive:
    name: str
    result: Value
    operands: list
    has_rule: bool = False  # called as a function with a derivative rule of its own


@dataclass
class Print:
    values: list


@dataclass
class CreateStack:
    result: Value


@dataclass
class Push:
    stack: Value
    values: list


@dataclass
class Pop:
    results: list
    stack: Value


@dataclass
class IsEmpty:
    result: Value
    stack: Value


@dataclass
class If:
    results: list
    condition: Value
    blocks: list


@dataclass
class Switch:
    results: list
    index: Value
    blocks: list


@dataclass
class While:
    results: list
    starts: list
    cond: Block
    body: Block


@dataclass
class For:
    results: list
    lower: Value
    upper: Value
    step: Value
    starts: list
    body: Block  # the index is its first argument
    reverse: bool


@dataclass
class Scan:
    results: list
    starts: list
    inputs: list
    body: Block
    reverse: bool


@dataclass
class Program:
    arguments: list
    inputs: list
    block: Block


def number(value):
    """A float as MLIR reads it back exactly."""
    return f"{value:.17e}"


def dense(kind, value):
    if kind == "v":
        return "dense<[" + ", ".join(map(number, value)) + "]>"
    if kind == "f":
        return f"dense<{number(value)}>"
    return f"dense<{str(value).lower()}>"


def names(values):
    return ", ".join(value.name for value in values)


def types(values):
    return ", ".join(value.type for value in values)


def typed(values):
    return ", ".join(f"{value.name}: {value.type}" for value in values)


def function_of(primitive, kind):
    """The function that computes it, with a rule of its own: rules.py."""
    return f"{primitive}_rule_{kind}"


class Printer:
    def __init__(self):
        self.lines = []
        self.depth = 0

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def block(self, block):
        """The lines of a block; its braces belong to the op."""
        self.depth += 1
        for node in block.body:
            getattr(self, type(node).__name__.lower())(node)
        yields = f"{names(block.yields)} : {types(block.yields)}"
        if block.condition:
            self.line(f"flow.cond_yield {block.condition.name} : {TYPES['b']}, {yields}")
        else:
            self.line(f"flow.yield {yields}")
        self.depth -= 1

    def constant(self, node):
        kind = node.result.kind
        self.line(f"{node.result.name} = prim.constant {dense(kind, node.value)} : {TYPES[kind]}")

    def print(self, node):
        places = " ".join(["{}"] * len(node.values))
        self.line(f'flow.print "{places}" ({names(node.values)}) : {types(node.values)}')

    def createstack(self, node):
        self.line(f"{node.result.name} = flow.create_stack")

    def push(self, node):
        frame = f", {names(node.values)} : {types(node.values)}" if node.values else ""
        self.line(f"flow.push_back {node.stack.name}{frame}")

    def pop(self, node):
        results = f"{names(node.results)} = " if node.results else ""
        frame = f" : {types(node.results)}" if node.results else ""
        self.line(f"{results}flow.pop_back {node.stack.name}{frame}")

    def isempty(self, node):
        self.line(f"{node.result.name} = flow.is_empty {node.stack.name}")

    def primitive(self, node):
        if node.has_rule:
            self.call(node)
            return
        operands, source = node.operands, node.operands[0]
        text = f"{node.result.name} = prim.{node.name} {names(operands)} : {source.type}"
        if node.name in ("broadcast", "sum_to", "cast"):
            text += f" -> {node.result.type}"
        if node.name == "where":
            text = text.replace(TYPES["b"], node.result.type)
        self.line(text)

    def call(self, node):
        name = function_of(node.name, node.result.kind)
        self.line(f"{node.result.name} = flow.custom_call @{name}({names(node.operands)})"
                  f" forward @{name}_forward reverse @{name}_reverse"
                  f" : ({types(node.operands)}) -> {node.result.type}")

    def if_(self, node):
        self.line(f"{names(node.results)} = flow.if {node.condition.name} : {TYPES['b']}"
                  f" -> ({types(node.results)}) {{")
        self.block(node.blocks[0])
        self.line("} else {")
        self.block(node.blocks[1])
        self.line("}")

    def switch(self, node):
        self.line(f"{names(node.results)} = flow.switch {node.index.name} : {TYPES['i']}"
                  f" -> ({types(node.results)})")
        for block in node.blocks:
            self.line("case {")
            self.block(block)
            self.line("}")

    def while_(self, node):
        self.line(f"{names(node.results)} = flow.while ({names(node.starts)})"
                  f" : ({types(node.starts)}) -> ({types(node.results)})")
        self.line(f"cond({typed(node.cond.arguments)}) {{")
        self.block(node.cond)
        self.line(f"}} body({typed(node.body.arguments)}) {{")
        self.block(node.body)
        self.line("}")

    def for_(self, node):
        reverse = " reverse" if node.reverse else ""
        self.line(f"{names(node.results)} = flow.for {node.lower.name} to {node.upper.name} step"
                  f" {node.step.name} : {TYPES['i']}{reverse} carry({names(node.starts)})"
                  f" : ({types(node.starts)}) -> ({types(node.results)})")
        self.line(f"body({typed(node.body.arguments)}) {{")
        self.block(node.body)
        self.line("}")

    def scan(self, node):
        reverse = " reverse" if node.reverse else ""
        self.line(f"{names(node.results)} = flow.scan carry({names(node.starts)})"
                  f" over({names(node.inputs)}){reverse} : ({types(node.starts + node.inputs)})"
                  f" -> ({types(node.results)})")
        self.line(f"body({typed(node.body.arguments)}) {{")
        self.block(node.body)
        self.line("}")

    # Python keywords take an underscore.
    locals()["if"] = if_
    locals()["while"] = while_
    locals()["for"] = for_


def print_program(name, program, expected, attributes, shared=()):
    """A function that checks its own results against `expected`. Arguments of the kinds in `shared` do
    not differ between the lanes of a batch."""
    printer = Printer()
    arguments = ", ".join(
        f"{value.name}: {value.type} {{check.value = {dense(value.kind, given)} : {value.type}"
        + (", check.shared}" if value.kind in shared else "}")
        for value, given in zip(program.arguments, program.inputs))
    printer.line(f"func.func @{name}({arguments}) -> ({types(program.block.yields)})")
    printer.line(f"    attributes {{{attributes}}} {{")
    printer.block(program.block)
    printer.lines.pop()  # the yield; a function returns
    printer.depth = 1
    for value, wanted in zip(program.block.yields, expected):
        printer.line(f"check.close {value.name}, {dense(value.kind, wanted)} : {value.type}"
                     " {rtol = 1.0e-9, atol = 1.0e-9}")
    printer.line(f"return {names(program.block.yields)} : {types(program.block.yields)}")
    printer.lines.append("}")
    return "\n".join(printer.lines)

"""nest.py KIND DEPTH: prints a program that nests DEPTH levels of KIND, or has DEPTH ops or calls in a row."""

import sys


def nested_if(depth):
    yield "func.func @main(%c: tensor<i1>) {"
    yield from ["flow.if %c : tensor<i1> {"] * depth
    yield from ["}"] * depth
    yield "return }"


def nested_while(depth):
    """Loops that end at once, each in the body of the one before."""
    yield "func.func @main(%x: tensor<f64>, %never: tensor<i1>) -> tensor<f64> {"
    for i in range(depth):
        outer = f"%a{i - 1}" if i else "%x"
        yield f"%r{i} = flow.while ({outer}) : (tensor<f64>) -> (tensor<f64>)"
        yield f"cond(%c{i}: tensor<f64>) {{ flow.cond_yield %never : tensor<i1>, %c{i} : tensor<f64> }}"
        yield f"body(%a{i}: tensor<f64>) {{"
    yield f"%r{depth} = prim.exp %a{depth - 1} : tensor<f64>"
    for i in reversed(range(depth)):
        yield f"flow.yield %r{i + 1} : tensor<f64> }}"
    yield "return %r0 : tensor<f64> }"


def nested_attribute(depth):
    yield "module attributes {some.nest = " + "[" * depth + "]" * depth + "} {}"


def block(length):
    """x times y to the power of the length."""
    yield "func.func @main(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {"
    for i in range(length):
        yield f"%v{i + 1} = prim.mul {f'%v{i}' if i else '%x'}, %y : tensor<f64>"
    yield f"return %v{length} : tensor<f64> }}"


def calls(length):
    """Of one function, each with the result of the one before."""
    yield "func.func private @f(%x: tensor<f64>) -> tensor<f64> { return %x : tensor<f64> }"
    yield "func.func @main(%v0: tensor<f64>) -> tensor<f64> {"
    for i in range(length):
        yield f"%v{i + 1} = func.call @f(%v{i}) : (tensor<f64>) -> tensor<f64>"
    yield f"return %v{length} : tensor<f64> }}"


KINDS = {"calls": calls, "if": nested_if, "while": nested_while, "attribute": nested_attribute, "block": block}
print("\n".join(KINDS[sys.argv[1]](int(sys.argv[2]))))

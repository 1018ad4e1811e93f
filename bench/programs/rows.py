"""Functions of a matrix whose time is that of moving it: forward parts, by name."""

import numpy as np

ROWS, COLUMNS = 4096, 1024
MATRIX, ROW, SCALAR = f"tensor<{ROWS}x{COLUMNS}xf32>", f"tensor<{COLUMNS}xf32>", "tensor<f32>"


def softmax(kind):
    return f"""func.func @main(%x: {MATRIX}) -> {MATRIX} {{
  %y = composite.{kind} %x axis 1 : {MATRIX}
  return %y : {MATRIX}
}}
"""


def layer_norm():
    return f"""func.func @main(%x: {MATRIX}, %scale: {ROW}, %bias: {ROW}) -> {MATRIX} {{
  %y = composite.layer_norm %x, %scale, %bias axes [1] : {MATRIX}, {ROW}
  return %y : {MATRIX}
}}
"""


def chain():
    """tanh(x y + x) exp(-y y) + x / 2: ten operators."""
    ops = ["%xy = prim.mul %x, %y", "%a = prim.add %xy, %x", "%b = prim.tanh %a",
           "%yy = prim.mul %y, %y", "%c = prim.neg %yy", "%d = prim.exp %c", "%e = prim.mul %b, %d",
           "%half = prim.mul %x, %halves", "%z = prim.add %e, %half"]
    body = "\n".join(f"  {op} : {MATRIX}" for op in ops)
    return f"""func.func @main(%x: {MATRIX}, %y: {MATRIX}) -> {MATRIX} {{
  %halves = prim.constant dense<0.5> : {MATRIX}
{body}
  return %z : {MATRIX}
}}
"""


def identity():
    """What a run costs that computes nothing: its result is a copy of its argument."""
    return f"func.func @main(%x: {MATRIX}) -> {MATRIX} {{\n  return %x : {MATRIX}\n}}\n"


def matrices(count):
    random = np.random.default_rng(0)
    return [random.standard_normal((ROWS, COLUMNS), dtype=np.float32) for _ in range(count)]


def row_inputs(count):
    random = np.random.default_rng(1)
    return matrices(1) + [random.standard_normal(COLUMNS, dtype=np.float32) for _ in range(count)]

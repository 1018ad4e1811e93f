"""One product, many times. Two left sides take turns, so that it cannot be moved out of the loop."""

import numpy as np

# M x N x K; the last one is a batch of 32.
SHAPES = [(16, 50, 50), (64, 64, 64), (128, 128, 128), (256, 1024, 256), (1024, 256, 1024),
          (1024, 768, 768), (1024, 3072, 768), (32, 128, 128, 64)]
FLOP_PER_RUN = 2e10  # so much that what a run costs by itself does not count


def name(shape):
    *batch, m, n, k = shape
    return "".join(f"{b} x " for b in batch) + f"{m}x{n}x{k}"


def turns(shape):
    return max(2, int(FLOP_PER_RUN / (2 * np.prod(shape))) // 2 * 2)


def tensor(*sizes):
    return "tensor<" + "x".join(map(str, sizes)) + "xf32>"


def program(shape):
    *batch, m, n, k = shape
    x, y, z = tensor(*batch, m, k), tensor(*batch, k, n), tensor(*batch, m, n)
    return f"""func.func @main(%x: {x}, %y: {y}) -> {z} {{
  %lower = prim.constant dense<0> : tensor<i64>
  %upper = prim.constant dense<{turns(shape)}> : tensor<i64>
  %step = prim.constant dense<1> : tensor<i64>
  %minus = prim.neg %x : {x}
  %zero = prim.constant dense<0.0> : {z}
  %r:3 = flow.for %lower to %upper step %step : tensor<i64> carry(%minus, %x, %zero)
      : ({x}, {x}, {z}) -> ({x}, {x}, {z})
  body(%i: tensor<i64>, %a: {x}, %b: {x}, %last: {z}) {{
    %product = prim.matmul %a, %y : {x}, {y}
    flow.yield %b, %a, %product : {x}, {x}, {z}
  }}
  return %r#2 : {z}
}}
"""


def inputs(shape):
    *batch, m, n, k = shape
    random = np.random.default_rng(0)
    return [random.standard_normal(sizes, dtype=np.float32) for sizes in ((*batch, m, k), (*batch, k, n))]

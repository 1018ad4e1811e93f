"""A recurrent network of gated units, unrolled by `while`; the loss is the sum of the last state's squares."""

import numpy as np

T, B, H = 100, 16, 64
XS, W, BIAS, STATE, GATES = (f"tensor<{T}x{B}x{H}xf32>", f"tensor<{H}x{3 * H}xf32>", f"tensor<{3 * H}xf32>",
                             f"tensor<{B}x{H}xf32>", f"tensor<{B}x{3 * H}xf32>")

STEP = f"""
    %at = prim.reshape %i : tensor<i64> -> tensor<1xi64>
    %start = prim.concat %at, %origin axis 0 : tensor<1xi64>, tensor<2xi64>
    %slice = prim.dynamic_slice %xs at %start : {XS}, tensor<3xi64> -> tensor<1x{B}x{H}xf32>
    %x = prim.squeeze %slice axes [0] : tensor<1x{B}x{H}xf32>
    %xw = prim.matmul %x, %w : {STATE}, {W}
    %bias = prim.broadcast %b : {BIAS} -> {GATES}
    %a = prim.add %xw, %bias : {GATES}
    %hu = prim.matmul %h, %u : {STATE}, {W}
    %xr, %xz, %xn = prim.split %a axis 1 sizes [{H}, {H}, {H}] : {GATES}
    %hr, %hz, %hn = prim.split %hu axis 1 sizes [{H}, {H}, {H}] : {GATES}
    %r0 = prim.add %xr, %hr : {STATE}
    %r = composite.sigmoid %r0 : {STATE}
    %z0 = prim.add %xz, %hz : {STATE}
    %z = composite.sigmoid %z0 : {STATE}
    %rh = prim.mul %r, %hn : {STATE}
    %n0 = prim.add %xn, %rh : {STATE}
    %n = prim.tanh %n0 : {STATE}
    %d = prim.sub %h, %n : {STATE}
    %zd = prim.mul %z, %d : {STATE}
    %next = prim.add %n, %zd : {STATE}"""


def forward():
    return f"""func.func @main(%xs: {XS}, %w: {W}, %u: {W}, %b: {BIAS}, %h0: {STATE}, %length: tensor<i64>)
    -> tensor<f32> {{
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %origin = prim.constant dense<0> : tensor<2xi64>
  %last:2 = flow.while (%h0, %zero) : ({STATE}, tensor<i64>) -> ({STATE}, tensor<i64>)
  cond(%h: {STATE}, %i: tensor<i64>) {{
    %more = prim.lt %i, %length : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %h, %i : {STATE}, tensor<i64>
  }} body(%h: {STATE}, %i: tensor<i64>) {{{STEP}
    %j = prim.add %i, %one : tensor<i64>
    flow.yield %next, %j : {STATE}, tensor<i64>
  }}
  %square = prim.mul %last#0, %last#0 : {STATE}
  %loss = prim.sum %square axes [0, 1] : {STATE}
  return %loss : tensor<f32>
}}
"""


def inputs():
    random = np.random.default_rng(0)

    def normal(scale, *shape):
        return np.float32(scale) * random.standard_normal(shape, dtype=np.float32)

    return [normal(1, T, B, H), normal(H**-0.5, H, 3 * H), normal(H**-0.5, H, 3 * H), normal(0.1, 3 * H),
            normal(0.5, B, H), np.int64(T)]

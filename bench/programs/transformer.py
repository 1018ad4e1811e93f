"""A training step of a transformer: loss, gradient and AdamW's update in one program.

Arguments: tokens, targets, the number of the step, then parameters, first and second moments.
Results: the loss, then the new parameters and moments.
"""

import re

import numpy as np

LAYERS, D, HEADS, T, B, V = 4, 256, 4, 128, 8, 256
HEAD = D // HEADS
RATE, BETA1, BETA2, EPSILON, DECAY, STEP = 1e-3, 0.9, 0.999, 1e-8, 0.01, 100
LAYER = {"norm1_scale": (D,), "norm1_bias": (D,), "qkv": (D, 3 * D), "qkv_bias": (3 * D,),
         "out": (D, D), "out_bias": (D,), "norm2_scale": (D,), "norm2_bias": (D,),
         "up": (D, 4 * D), "up_bias": (4 * D,), "down": (4 * D, D), "down_bias": (D,)}


def parameters():
    """Names and shapes, in the order of the arguments."""
    shapes = {"tokens_table": (V, D), "places_table": (T, D)}
    for layer in range(LAYERS):
        shapes |= {f"{name}{layer}": shape for name, shape in LAYER.items()}
    return shapes | {"norm_scale": (D,), "norm_bias": (D,), "head": (D, V)}


def tensor(*sizes, of="f32"):
    return "tensor<" + "".join(f"{size}x" for size in sizes) + of + ">"


class Writer:
    """Lines of a function; an op's result is a name and a shape."""

    def __init__(self):
        self.lines, self.count = [], 0

    def op(self, text, shape, types):
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = {text} : {types}")
        return name, shape

    def binary(self, kind, x, y):
        return self.op(f"prim.{kind} {x[0]}, {y[0]}", x[1], tensor(*x[1]))

    def broadcast(self, x, shape):
        return self.op(f"prim.broadcast {x[0]}", shape, f"{tensor(*x[1])} -> {tensor(*shape)}")

    def reshape(self, x, *shape):
        return self.op(f"prim.reshape {x[0]}", shape, f"{tensor(*x[1])} -> {tensor(*shape)}")

    def transpose(self, x, *order):
        shape = tuple(x[1][i] for i in order)
        return self.op(f"prim.transpose {x[0]} permutation {list(order)}", shape, tensor(*x[1]))

    def matmul(self, x, y):
        shape = (*x[1][:-1], y[1][-1])
        return self.op(f"prim.matmul {x[0]}, {y[0]}", shape, f"{tensor(*x[1])}, {tensor(*y[1])}")

    def constant(self, value, shape):
        return self.op(f"prim.constant dense<{value:e}>", shape, tensor(*shape))

    def affine(self, x, matrix, bias):
        y = self.matmul(x, matrix)
        return self.binary("add", y, self.broadcast(bias, y[1]))

    def layer_norm(self, x, scale, bias):
        types = f"{tensor(*x[1])}, {tensor(D)}"
        return self.op(f"composite.layer_norm {x[0]}, {scale[0]}, {bias[0]} axes [1]", x[1], types)


def attention(w, x, p):
    wide = w.affine(x, p["qkv"], p["qkv_bias"])
    pieces = [f"%p{w.count}_{i}" for i in range(3)]
    w.lines.append(f"  {', '.join(pieces)} = prim.split {wide[0]} axis 1 sizes [{D}, {D}, {D}] : {tensor(*wide[1])}")
    q, k, v = [w.reshape((piece, (B * T, D)), B, T, HEADS, HEAD) for piece in pieces]
    w.count += 1
    heads = tensor(*q[1])
    w.lines.append(f"  %v{w.count}, %sums{w.count} = composite.attention {q[0]}, {k[0]}, {v[0]} causal "
                   f"scale {HEAD**-0.5:e} : {heads}, {heads}, {heads}")
    return w.affine(w.reshape((f"%v{w.count}", q[1]), B * T, D), p["out"], p["out_bias"])


def layer(w, x, p):
    x = w.binary("add", x, attention(w, w.layer_norm(x, p["norm1_scale"], p["norm1_bias"]), p))
    y = w.affine(w.layer_norm(x, p["norm2_scale"], p["norm2_bias"]), p["up"], p["up_bias"])
    y = w.op(f"composite.gelu {y[0]} {{approximate = \"tanh\"}}", y[1], tensor(*y[1]))
    return w.binary("add", x, w.affine(y, p["down"], p["down_bias"]))


def forward():
    w, shapes = Writer(), parameters()
    p = {name: ("%" + name, shape) for name, shape in shapes.items()}
    x = w.op("prim.take %tokens_table at %tokens axis 0", (B, T, D), f"{tensor(V, D)}, {tensor(B, T, of='i64')}")
    x = w.binary("add", x, w.broadcast(p["places_table"], (B, T, D)))
    x = w.reshape(x, B * T, D)
    for i in range(LAYERS):
        x = layer(w, x, {name: p[f"{name}{i}"] for name in LAYER})
    logits = w.matmul(w.layer_norm(x, p["norm_scale"], p["norm_bias"]), p["head"])
    labels = tensor(B * T, of="i64")
    w.lines += [f"  %labels = prim.reshape %targets : {tensor(B, T, of='i64')} -> {labels}",
                f"  %losses = composite.cross_entropy {logits[0]}, %labels axis 1 : {tensor(*logits[1])}, {labels}",
                f"  %loss = composite.mean %losses axes [0] : {tensor(B * T)}"]
    given = [f"%{name}: {tensor(*shape)}" for name, shape in shapes.items()]
    arguments = ", ".join([f"%tokens: {tensor(B, T, of='i64')}", f"%targets: {tensor(B, T, of='i64')}", *given])
    body = "\n".join(w.lines)
    return f"func.func @loss({arguments}) -> tensor<f32> {{\n{body}\n  return %loss : tensor<f32>\n}}\n"


def update(w, name, shape, gradient):
    """AdamW: p (1 - rate decay) - rate m' / (1 - beta1^t) / (sqrt(v' / (1 - beta2^t)) + epsilon)."""
    p, m, v = [(f"%{prefix}{name}", shape) for prefix in "pmv"]
    g = (gradient, shape)

    def times(x, value):
        return w.binary("mul", x, w.constant(value, shape))

    m = w.binary("add", times(m, BETA1), times(g, 1 - BETA1))
    v = w.binary("add", times(v, BETA2), times(w.binary("mul", g, g), 1 - BETA2))
    root = w.binary("mul", w.op(f"prim.sqrt {v[0]}", shape, tensor(*shape)), w.broadcast(("%root2", ()), shape))
    move = w.binary("div", m, w.binary("add", root, w.constant(EPSILON, shape)))
    move = w.binary("mul", move, w.broadcast(("%rate1", ()), shape))
    return w.binary("sub", times(p, 1 - RATE * DECAY), move), m, v


CORRECTIONS = f"""  %unit = prim.constant dense<1.0> : tensor<f32>
  %rate = prim.constant dense<{RATE:e}> : tensor<f32>
  %beta1 = prim.constant dense<{BETA1:e}> : tensor<f32>
  %beta2 = prim.constant dense<{BETA2:e}> : tensor<f32>
  %power1 = prim.pow %beta1, %step : tensor<f32>
  %power2 = prim.pow %beta2, %step : tensor<f32>
  %rest1 = prim.sub %unit, %power1 : tensor<f32>
  %rest2 = prim.sub %unit, %power2 : tensor<f32>
  %rate1 = prim.div %rate, %rest1 : tensor<f32>
  %root2 = prim.rsqrt %rest2 : tensor<f32>"""


def training_step(gradient_module):
    """Around the function that `cotan grad` made of `forward`."""
    w, shapes = Writer(), parameters()
    types = [tensor(*shape) for shape in shapes.values()]
    updates = [update(w, name, shape, f"%g#{i + 1}") for i, (name, shape) in enumerate(shapes.items())]
    results = [values[i][0] for i in range(3) for values in updates]
    tokens = tensor(B, T, of="i64")
    state = ", ".join(f"%{prefix}{name}: {type}" for prefix in "pmv" for name, type in zip(shapes, types))
    values = ", ".join(["%tokens", "%targets", *[f"%p{name}" for name in shapes]])
    outward, inward = ", ".join(["tensor<f32>", *types]), ", ".join([tokens, tokens, *types])
    all_types = ", ".join(["tensor<f32>", *(3 * types)])
    step = f"""func.func @main(%tokens: {tokens}, %targets: {tokens}, %step: tensor<f32>, {state})
    -> ({all_types}) {{
  %g:{len(types) + 1} = func.call @loss({values}) : ({inward}) -> ({outward})
{CORRECTIONS}
""" + "\n".join(w.lines) + f"\n  return %g#0, {', '.join(results)} : {all_types}\n}}\n"
    private = re.sub(r"func\.func @loss", "func.func private @loss", gradient_module)
    return re.sub(r"\}\s*$", step + "}\n", private)


def inputs():
    random = np.random.default_rng(0)
    tokens, targets = random.integers(0, V, (2, B, T))
    state = []
    for name, shape in parameters().items():
        fill = 1.0 if "scale" in name else 0.0
        state.append(np.full(shape, fill, np.float32) if len(shape) == 1 else
                     np.float32(0.02) * random.standard_normal(shape, dtype=np.float32))
    # As in the middle of training: at the first step, Adam divides what is almost zero by itself.
    first = [np.float32(1e-4) * random.standard_normal(p.shape, dtype=np.float32) for p in state]
    second = [np.full(p.shape, 1e-6, np.float32) for p in state]
    return [tokens, targets, np.float32(STEP), *state, *first, *second]

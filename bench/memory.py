#!/usr/bin/python3
"""Memory of training steps, as it is planned before they run: beside what is saved by the schedule (composite
operators with a derivative rule of their own stay whole until they are differentiated), that of operators which are
decomposed first, and of a step where nothing is decomposed: each of the operators, and its derivative, is a step
of its own, as a library's functions are. Bytes beside the arguments, at the worst moment. Takes some seconds; nothing is
run."""

import functools

import cotan as ct

LAYERS, KEY = 8, ct.random.key(0)
RESNET50 = (3, 4, 6, 3)


def of_type(*shape, dtype="float32"):
    return ct.ShapeDtypeStruct(shape, dtype)


class Convolutions:
    """ResNet-50 (He and others, 2015) with batch norms, for 8 images of 224 x 224."""

    def __init__(self, blocks):
        self.blocks = blocks

    def kinds(self):
        """Kernel size, channels in and out, and stride of each convolution."""
        yield 7, 3, 64, 2
        last = 64
        for width, count in zip((64, 128, 256, 512), self.blocks):
            for i in range(count):
                yield 1, last, width, 1
                yield 3, width, width, 2 if i == 0 and width != 64 else 1
                yield 1, width, 4 * width, 1
                if i == 0:
                    yield 1, last, 4 * width, 2 if width != 64 else 1
                last = 4 * width

    def types(self):
        leaves = [x for k, i, o, _ in self.kinds() for x in (of_type(k, k, i, o), of_type(o), of_type(o))]
        return [*leaves, of_type(2048, 1000)], of_type(8, 224, 224, 3), of_type(8, dtype="int64")

    def loss(self, normalize, leaves, images, labels):
        rest, kinds = iter(leaves), iter(self.kinds())

        def unit(x):
            x = ct.nn.conv(x, next(rest), strides=next(kinds)[3], padding="SAME")
            return normalize(x, next(rest), next(rest))[0]

        x = ct.nn.max_pool(ct.nn.relu(unit(images)), (3, 3), strides=(2, 2), padding="SAME")
        for count in self.blocks:
            for i in range(count):
                y = unit(ct.nn.relu(unit(ct.nn.relu(unit(x)))))
                x = ct.nn.relu(y + (unit(x) if i == 0 else x))
        return ct.mean(ct.nn.cross_entropy(ct.mean(x, (1, 2)) @ next(rest), labels))


def chain(operator, *types):
    """Layers of a matrix product and the operator, which takes what the product gives."""
    def loss(apply, weights, x, *others):
        for w in weights:
            x = apply(x @ w, *others)
        return ct.mean(x * x)
    return operator, loss, ([of_type(512, 512)] * LAYERS, of_type(1024, 512), *types)


def attention(apply, weights, x):
    for w in weights:
        x = apply(x @ w, x, x)
    return ct.mean(x * x)


ROWS = {
    "ResNet-50, batch_norm": (ct.nn.batch_norm, Convolutions(RESNET50).loss, Convolutions(RESNET50).types()),
    "log_softmax": chain(ct.nn.log_softmax), "gelu": chain(ct.nn.gelu),
    "layer_norm": chain(ct.nn.layer_norm, of_type(512), of_type(512)),
    "dropout": chain(functools.partial(ct.nn.dropout, key=KEY, rate=0.1)),
    "attention": (ct.nn.dot_product_attention, attention, ([of_type(64, 64)] * LAYERS, of_type(2, 512, 8, 64))),
}


def undecomposed(operator):
    """Not computed together with what is around it; nor is its derivative, as that of a barrier is one."""
    def apply(*x):
        return ct.lax.optimization_barrier(operator(*ct.lax.optimization_barrier(x)))
    return apply


def peak(apply, loss, types):
    memory = ct.jit(ct.grad(functools.partial(loss, apply))).lower(*types).memory()
    return memory.peak


def main():
    print(f"{'training step':>24} {'schedule':>12} {'decomposed first':>18} {'ratio':>7} {'undecomposed':>16} {'ratio':>7}")
    for name, (operator, loss, types) in ROWS.items():
        applies = operator, functools.partial(ct.call_decomp, operator), undecomposed(operator)
        whole, parts, alone = (peak(apply, loss, types) for apply in applies)
        print(f"{name:>24} {whole / 2**20:8.1f} MiB {parts / 2**20:14.1f} MiB {whole / parts:7.3f} {alone / 2**20:12.1f} MiB "
              f"{whole / alone:7.3f}", flush=True)


if __name__ == "__main__":
    main()

"""What both sides of the convolution networks start from: sizes, and the order of the parameters."""

import numpy as np

BATCH, SIZE, CLASSES, WIDTHS, BLOCKS = 32, 32, 10, (32, 64, 128), 2


def convolutions():
    """Kernel size, channels in and out, stride of each: the first, then two a block, and where a block changes
    the shape, one more beside it."""
    yield 3, 3, WIDTHS[0], 1
    last = WIDTHS[0]
    for width in WIDTHS:
        for block in range(BLOCKS):
            stride = 2 if block == 0 and width != WIDTHS[0] else 1
            yield 3, last, width, stride
            yield 3, width, width, 1
            if last != width:
                yield 1, last, width, stride
            last = width


def inputs(batch=BATCH, dtype=np.float32):
    """Images and labels, then kernel, scale and bias of each convolution, then the last matrix."""
    random = np.random.default_rng(0)
    leaves = []
    for size, from_, to, _ in convolutions():
        kernel = random.standard_normal((size, size, from_, to)) * (2 / (size * size * from_)) ** 0.5
        leaves += [kernel, 1 + 0.1 * random.standard_normal(to), 0.1 * random.standard_normal(to)]
    leaves.append(random.standard_normal((WIDTHS[-1], CLASSES)) * WIDTHS[-1] ** -0.5)
    images = random.standard_normal((batch, SIZE, SIZE, 3)).astype(dtype)
    return [images, random.integers(0, CLASSES, batch), *(x.astype(dtype) for x in leaves)]


def forward(x, leaves, convolve, normalize, relu):
    """The features before they are averaged over the image; the same on both sides."""
    kinds, leaves = iter(convolutions()), iter(leaves)

    def unit(x):
        stride = next(kinds)[3]
        return normalize(convolve(x, next(leaves), stride), next(leaves), next(leaves))

    x, last = relu(unit(x)), WIDTHS[0]
    for width in WIDTHS:
        for _ in range(BLOCKS):
            y = unit(relu(unit(x)))
            x = relu(y + (unit(x) if last != width else x))
            last = width
    return x

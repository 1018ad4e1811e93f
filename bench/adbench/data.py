"""What ADBench's objectives are computed of, by the recipes of its generators and with a fixed seed."""

import numpy as np

FINGERS, BONES, VERTICES, TRIANGLES = 5, 22, 544, 1084
# A wrist, five fingers of four bones each, and a forearm.
PARENTS = [-1] + [0 if i % 4 == 0 else i for i in range(4 * FINGERS)] + [0]
ROTATION, CENTER, FOCAL, PRINCIPAL, RADIAL = slice(0, 3), slice(3, 6), 6, slice(7, 9), slice(9, 11)


def mixture(points, dimensions, components):
    """Logarithms of weights, means, inverse factors of covariances (the logarithm of the diagonal, then
    what is below it, column by column), points."""
    random = np.random.default_rng(0)
    factors = dimensions * (dimensions + 1) // 2
    return [random.standard_normal(components), random.uniform(size=(components, dimensions)),
            random.standard_normal((components, factors)), random.standard_normal((points, dimensions))]


def bundle(cameras, points, observations):
    """Cameras, points, weights, what was seen where; every camera sees its points again and again in turn."""
    random = np.random.default_rng(0)
    camera = np.concatenate([random.standard_normal(3), 50 + random.standard_normal(3), [400.0],
                             random.standard_normal(2), 0.05 * random.uniform(size=2)])
    spread = np.array([0.1] * 6 + [10.0] + [1.0] * 2 + [0.001] * 2)
    places = 5 * random.uniform(size=(points, 3))
    numbers = np.arange(observations)
    return [camera + spread * random.standard_normal((cameras, 11)), places, random.uniform(size=observations),
            np.stack([numbers % cameras, numbers % points], 1), 300 * random.standard_normal((observations, 2))]


def rigid(random, reach):
    """A rotation of 4 x 4 with a translation."""
    q, r = np.linalg.qr(random.standard_normal((3, 3)))
    q = q * np.sign(np.diag(r))
    q[:, 0] *= np.linalg.det(q)
    result = np.eye(4)
    result[:3, :3], result[:3, 3] = q, reach * random.uniform(-1, 1, 3)
    return result


def skin(random):
    """Each vertex hangs on one to five bones: weights of [bone, vertex], whose sum over the bones is 1."""
    weights = np.zeros((BONES, VERTICES))
    for vertex in range(VERTICES):
        bones = random.choice(BONES, random.integers(1, 6), replace=False)
        weights[bones, vertex] = random.dirichlet(np.ones(len(bones)))
    return weights


def hand(points, complicated):
    """Pose of 26, places in triangles of [points, 2] if they are wanted too, bones to their parents,
    the inverses of what leads to them, vertices of [4, vertices], weights, what each point is compared
    with, points, and triangles."""
    random = np.random.default_rng(0)
    bones = [rigid(random, 0.1) for _ in range(BONES)]
    absolute = []
    for bone, parent in zip(bones, PARENTS):
        absolute.append(bone if parent < 0 else absolute[parent] @ bone)
    vertices = np.concatenate([0.1 * random.standard_normal((3, VERTICES)), np.ones((1, VERTICES))])
    pose = np.concatenate([random.standard_normal(3), random.standard_normal(3), 0.3 * random.standard_normal(20)])
    model = [np.stack(bones), np.linalg.inv(np.stack(absolute)), vertices, skin(random)]
    measured = random.standard_normal((points, 3))
    if not complicated:
        return [pose, *model, random.integers(0, VERTICES, points), measured]
    triangles = np.stack([random.choice(VERTICES, 3, replace=False) for _ in range(TRIANGLES)])
    places = random.dirichlet(np.ones(3), points)[:, :2]
    return [pose, *model, random.integers(0, TRIANGLES, points), measured, places, triangles]


def letters(count, bits):
    """Letters of a text as bits: mostly small ones, with what is between words."""
    random = np.random.default_rng(1)
    codes = np.where(random.uniform(size=count) < 0.18, 32, random.integers(97, 123, count))
    return ((codes[:, None] >> np.arange(bits)[::-1]) & 1).astype(np.float64)


def recurrent(layers, count, bits):
    """Weights and biases of the layers' four gates, of the way in and out, states, letters."""
    random = np.random.default_rng(0)
    return [random.uniform(size=(2 * layers, 4 * bits)), random.uniform(size=(3, bits)),
            random.uniform(size=(2 * layers, bits)), letters(count, bits)]

"""ADBench's objectives as one writes them with `import cotan`. Each takes its inputs (data.py) once, and gives
a function that runs it and returns its results in the order of its peer's (peers/adbench)."""

import math

import numpy as np

from adbench.data import CENTER, FOCAL, PARENTS, PRINCIPAL, RADIAL, ROTATION

import cotan as ct


def rows(matrix):
    """A matrix, or many, of nested lists of tensors."""
    return ct.stack([ct.stack(row, -1) for row in matrix], -2)


def about(axis, angles):
    """Rotations about the x or the z axis."""
    c, s = ct.cos(angles), ct.sin(angles)
    one, zero = ct.ones_like(c), ct.zeros_like(c)
    if axis == "x":
        return rows([[one, zero, zero], [zero, c, -s], [zero, s, c]])
    return rows([[c, -s, zero], [s, c, zero], [zero, zero, one]])


def turn(vector):
    """The rotation by a vector: its length is the angle, its direction the axis."""
    angle = ct.sqrt(ct.sum(vector * vector))
    x, y, z = u = vector / angle
    zero = ct.zeros_like(x)
    cross = rows([[zero, -z, y], [z, zero, -x], [-y, x, zero]])
    return ct.cos(angle) * ct.eye(3) + (1 - ct.cos(angle)) * ct.outer(u, u) + ct.sin(angle) * cross


def bends(pose):
    """The bones' rotations: the first of a finger is stiff, the second bends in two ways."""
    fingers = pose[6:].reshape(5, 4)
    zero = ct.zeros_like(fingers[:, :1])
    flexion = ct.concatenate([zero, fingers[:, :1], fingers[:, 2:]], 1).reshape(20)
    abduction = ct.concatenate([zero, fingers[:, 1:2], zero, zero], 1).reshape(20)
    return about("z", ct.pad(abduction, 1)) @ about("x", ct.pad(flexion, 1))  # wrist and forearm are stiff


def posed_vertices(pose, bones, inverse, vertices, weights):
    relative = ct.concatenate([bones[:, :, :3] @ bends(pose), bones[:, :, 3:]], 2)
    absolute = []
    for bone, parent in enumerate(PARENTS):
        absolute.append(relative[bone] if parent < 0 else absolute[parent] @ relative[bone])
    transforms = ct.stack(absolute) @ inverse
    skin = ct.einsum("bij,jv,bv->vi", transforms[:, :3], vertices, weights)
    return skin @ turn(pose[:3]).T + pose[3:6]


def hand(pose, bones, inverse, vertices, weights, against, points, *triangles):
    def simple(pose):
        return points - posed_vertices(pose, bones, inverse, vertices, weights)[against]

    def complicated(pose, places):
        corners = posed_vertices(pose, bones, inverse, vertices, weights)[triangles[1][against]]
        u, v = places[:, :1], places[:, 1:]
        return points - (u * corners[:, 0] + v * corners[:, 1] + (1 - u - v) * corners[:, 2])

    @ct.jit
    def simple_jacobian(pose):
        return simple(pose), ct.jacfwd(simple)(pose).transpose(2, 0, 1)

    @ct.jit
    def complicated_jacobian(pose, places):
        """A point has places of its own: one direction for all points gives their derivatives."""
        one, none = ct.ones_like(places[:, 0]), ct.zeros_like(places[:, 0])
        ways = [ct.stack([one, none], 1), ct.stack([none, one], 1)]
        by_places = [ct.jvp(lambda places: complicated(pose, places), (places,), (way,))[1] for way in ways]
        by_pose = ct.jacfwd(complicated)(pose, places).transpose(2, 0, 1)
        return complicated(pose, places), ct.concatenate([ct.stack(by_places), by_pose])

    if triangles:
        return lambda: list(complicated_jacobian(pose, triangles[0]))
    return lambda: list(simple_jacobian(pose))


def rotate(vector, point):
    """Rodrigues' formula."""
    angle = ct.sqrt(ct.sum(vector * vector))
    axis = vector / angle
    along = ct.dot(axis, point) * (1 - ct.cos(angle))
    return point * ct.cos(angle) + ct.cross(axis, point) * ct.sin(angle) + axis * along


def residual(camera, point, weight, seen):
    """What a camera sees of a point: turned, projected, distorted; and where it was seen."""
    turned = rotate(camera[ROTATION], point - camera[CENTER])
    flat = turned[:2] / turned[2]
    square = ct.sum(flat * flat)
    first, second = camera[RADIAL]
    flat = flat * (1 + first * square + second * square * square)
    return weight * (flat * camera[FOCAL] + camera[PRINCIPAL] - seen)


def bundle_jacobian(cameras, points, weights, pairs, seen):
    @ct.jit
    def blocks(cameras, points, weights):
        arguments = cameras[pairs[:, 0]], points[pairs[:, 1]], weights, seen
        by_camera, by_point, by_weight = ct.vmap(ct.jacrev(residual, argnums=(0, 1, 2)))(*arguments)
        jacobian = ct.concatenate([by_camera, by_point, by_weight[:, :, None]], 2)
        return ct.vmap(residual)(*arguments), 1 - weights**2, jacobian, -2 * weights

    return lambda: list(blocks(cameras, points, weights))


def bundle_loop(cameras, points, weights, pairs, seen):
    def loss(cameras, points, weights, pairs, seen):
        total = 0.0
        for i in range(len(weights)):
            camera, point = pairs[i]
            error = residual(cameras[camera], points[point], weights[i], seen[i])
            total += ct.sum(error * error) + (1 - weights[i] ** 2) ** 2
        return total

    value_and_slopes = ct.jit(ct.value_and_grad(loss, argnums=(0, 1, 2)))

    def run():
        value, slopes = value_and_slopes(cameras, points, weights, pairs, seen)
        return [value, *slopes]

    return run


def prior(diagonals, below, components, size):
    """Wishart's, of gamma 1 and m 0."""
    freedom = size + 1
    constant = -0.5 * freedom * size * math.log(2) - 0.25 * size * (size - 1) * math.log(math.pi)
    constant -= sum(math.lgamma(0.5 * (freedom + 1 - j)) for j in range(1, size + 1))
    return 0.5 * (ct.sum(diagonals**2) + ct.sum(below**2)) - components * constant


def mixture(sum_over_points):
    """The likelihood, whose sum over the points is taken in one way or another."""
    def prepare(log_weights, means, factors, points):
        count, size = points.shape
        below = [(row, column) for column in range(size) for row in range(column + 1, size)]
        at = np.array(below).T

        def likelihood(log_weights, means, factors, points):
            diagonals, rest = ct.exp(factors[:, :size]), factors[:, size:]
            sizes = log_weights + ct.sum(factors[:, :size], 1)
            terms = sum_over_points(points, means, diagonals, rest, sizes, at)
            normal = -0.5 * count * size * math.log(2 * math.pi) - count * ct.nn.logsumexp(log_weights)
            return normal + terms + prior(diagonals, rest, len(means), size)

        value_and_slopes = ct.jit(ct.value_and_grad(likelihood, argnums=(0, 1, 2)))

        def run():
            value, slopes = value_and_slopes(log_weights, means, factors, points)
            return [value, *slopes]

        return run

    return prepare


def triangular(diagonals, rest, at):
    size = diagonals.shape[1]
    lower = ct.zeros((len(diagonals), size, size), "float64")
    return lower.at[:, at[0], at[1]].set(rest) + diagonals[:, :, None] * ct.eye(size)


def point_term(point, means, lower, sizes):
    scaled = ct.einsum("kij,kj->ki", lower, point - means)
    return ct.nn.logsumexp(sizes - 0.5 * ct.sum(scaled * scaled, 1))


def by_loop(points, means, diagonals, rest, sizes, at):
    lower, total = triangular(diagonals, rest, at), 0.0
    for point in points:
        total += point_term(point, means, lower, sizes)
    return total


def by_scan(points, means, diagonals, rest, sizes, at):
    lower = triangular(diagonals, rest, at)
    return ct.scan(lambda total, point: (total + point_term(point, means, lower, sizes), None), 0.0, points)[0]


def by_vmap(points, means, diagonals, rest, sizes, at):
    lower = triangular(diagonals, rest, at)
    return ct.sum(ct.vmap(lambda point: point_term(point, means, lower, sizes))(points))


def by_nested_loops(points, means, diagonals, rest, sizes, at):
    total, size = 0.0, points.shape[1]
    for i in range(len(points)):
        terms = ct.zeros(len(means), "float64")
        for k in range(len(means)):
            centred = [points[i, j] - means[k, j] for j in range(size)]
            scaled = [diagonals[k, j] * centred[j] for j in range(size)]
            for number, (row, column) in enumerate(at.T.tolist()):
                scaled[row] += rest[k, number] * centred[column]
            terms = terms.at[k].set(sizes[k] - 0.5 * sum(x * x for x in scaled))
        total += ct.nn.logsumexp(terms)
    return total


def recurrent(weights, ends, states, letters):
    layers, bits = len(weights) // 2, ends.shape[1]

    def layer(x, hidden, cell, gain, bias):
        forget, let_out = ct.nn.sigmoid(x * gain[0] + bias[0]), ct.nn.sigmoid(x * gain[2] + bias[2])
        let_in, change = ct.nn.sigmoid(hidden * gain[1] + bias[1]), ct.tanh(hidden * gain[3] + bias[3])
        cell = cell * forget + let_in * change
        return let_out * ct.tanh(cell), cell

    def loss(weights, ends, states, letters):
        gains, biases = weights[::2].reshape(layers, 4, bits), weights[1::2].reshape(layers, 4, bits)
        state, total = [(states[2 * i], states[2 * i + 1]) for i in range(layers)], 0.0
        for t in range(len(letters) - 1):
            x, new = letters[t] * ends[0], []
            for i in range(layers):
                x, cell = layer(x, *state[i], gains[i], biases[i])
                new.append((x, cell))
            state, guess = new, x * ends[1] + ends[2]
            total += ct.sum(letters[t + 1] * (guess - ct.log(2 + ct.sum(ct.exp(guess)))))
        return -total / (bits * (len(letters) - 1))

    value_and_slopes = ct.jit(ct.value_and_grad(loss, argnums=(0, 1)))

    def run():
        value, slopes = value_and_slopes(weights, ends, states, letters)
        return [value, *slopes]

    return run


PROGRAMS = {"hand": hand, "bundle_jacobian": bundle_jacobian, "bundle_loop": bundle_loop,
            "mixture_loop": mixture(by_loop), "mixture_scan": mixture(by_scan), "mixture_vmap": mixture(by_vmap),
            "mixture_nested": mixture(by_nested_loops), "recurrent": recurrent}

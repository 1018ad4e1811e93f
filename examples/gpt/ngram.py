"""What counting can learn of a text: the baseline of the GPT."""

import collections
import math


def bits_per_byte(train, held_out, order):
    """Of the held-out bytes, by contexts of up to order - 1 bytes (Witten and Bell 1991)."""
    train, held_out = bytes(train), bytes(held_out)
    counts = [collections.defaultdict(collections.Counter) for _ in range(order)]
    for i, byte in enumerate(train):
        for length in range(min(order, i + 1)):
            counts[length][train[i - length : i]][byte] += 1
    bits = 0.0
    for i, byte in enumerate(held_out):
        chance = 1 / 256
        for length in range(min(order, i + 1)):
            seen = counts[length].get(held_out[i - length : i])
            if seen is None:
                break
            # As often as the context was followed by something new, the shorter context decides.
            chance = (seen[byte] + len(seen) * chance) / (seen.total() + len(seen))
        bits -= math.log2(chance)
    return bits / len(held_out)


def best(train, held_out, orders=range(3, 8)):
    """The fewest bits per byte, and the order that has them."""
    return min((bits_per_byte(train, held_out, order), order) for order in orders)

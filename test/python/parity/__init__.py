"""What array functions should give: rows of arguments, and the function of NumPy or SciPy that says the results.

`of("hypot", np.hypot, call(X, Y), call(INTS, 2), dtype=FLOATS)` are rows of `ct.hypot`. Each row is checked as it
is, compiled, for many calls at once, and its derivative (parity_test.py).
"""

from . import (activations, arithmetic, attention, counting, creation, elementary, images, layers, layout, losses, order,
               places, polynomials, products, recurrence, reductions, selection, special, updates)

TOPICS = (activations, arithmetic, attention, counting, creation, elementary, images, layers, layout, losses, order,
          places, polynomials, products, recurrence, reductions, selection, special, updates)
FUNCTIONS = {name: function for topic in TOPICS for name, function in topic.FUNCTIONS.items()}

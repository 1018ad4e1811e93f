"""Images in any number of dimensions, as in jax.scipy.ndimage.

>>> import cotan as ct
>>> image = ct.array([[0.0, 1.0], [2.0, 3.0]])
>>> ct.ndimage.map_coordinates(image, [ct.array([0.5]), ct.array([0.25])], order=1)
Tensor([1.25], dtype=float32)
"""

# The words "as" say that this is the package's own, to those who read the type hints.
from .._named import check_calls as _check_calls
from ._map_coordinates import map_coordinates as map_coordinates

_check_calls(globals(), "ct.ndimage.")


def __dir__() -> list[str]:
    return [name for name in globals() if name[0] != "_"]

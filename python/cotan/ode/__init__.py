"""Ordinary differential equations, solved by compiled loops that are differentiated as they are.

`solve_ivp` has the signature of SciPy's function, with adaptive Runge-Kutta methods, one for stiff equations, the
solution at given times or as a function, and events; `odeint` has JAX's.

>>> import cotan as ct
>>> def decay(t, y, rate):
...     return -rate * y
>>> def left(rate):
...     return ct.ode.solve_ivp(decay, (0.0, 1.0), 1.0, args=(rate,), rtol=2e-5).y[-1]
>>> round(float(left(2.0)), 4), round(float(ct.grad(left)(2.0)), 4)
(0.1353, -0.1353)
"""

# The words "as" say that these are the package's own, to those who read the type hints.
from .._named import check_calls as _check_calls
from ._dense import DenseOutput as DenseOutput
from ._events import Event as Event
from ._solve_ivp import Solution as Solution, odeint as odeint, solve_ivp as solve_ivp

_check_calls(globals(), "ct.ode.")


def __dir__() -> list[str]:
    return [name for name in globals() if name[0] != "_"]

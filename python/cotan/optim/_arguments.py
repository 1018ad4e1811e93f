"""What optimizers are given."""

from typing import Any, Callable, Union

from .. import _cotan, _declared
from .._core import Tensor, here
from .._declared import Scalar as Scalar, checked as checked
from .._signatures import found

Schedule = Callable[[Any], Any]
ScalarOrSchedule = Union[float, Tensor, Schedule]


def check_count(name: str, what: str, count: Any, least: int = 1) -> None:
    """Refuses numbers of things below `least`."""
    _declared.check_count(f"optim.{name}", what, count, least)


def given_parameters(name: str, params: Any) -> Any:
    """The parameters, without which some transformations can do nothing."""
    if params is None:
        raise _cotan.ValueError(f"{here()}ct.optim.{name} needs the parameters, but they were not given; call "
                                "update(gradients, state, params)")
    return params


def check_is(name: str, what: str, given: Any, kind: type) -> None:
    """Refuses what is of another kind, where a type hint cannot say which."""
    if not isinstance(given, kind):
        advice = f"; call it: ct.optim.{getattr(given, '__name__', '')}(...)" if callable(given) else ""
        raise _cotan.TypeError(f"{here()}ct.optim.{name}: {what} must be a ct.optim.{kind.__name__}, but is "
                               f"{found(given)}{advice}")

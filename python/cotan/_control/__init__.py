"""What rewritten functions (cotan._syntax) call: control flow that runs in Python, or is traced where
it is on tensors that have no value yet."""

from .calls import assert_, call, who_asks
from .conditions import and_, compare, if_, if_exp, not_, or_
from .loops import for_, while_
from .variables import UNSET, Place, Variables, value

__all__ = ["UNSET", "Place", "Variables", "and_", "assert_", "call", "compare", "for_", "if_",
           "if_exp", "not_", "or_", "value", "while_", "who_asks"]

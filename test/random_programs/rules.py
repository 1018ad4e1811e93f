"""Primitives as functions with a derivative rule of their own: the value of a random program stays what
semantics.py computes, but reverse mode takes another way."""

from syntax import TYPES, function_of

RULES = ("sin", "tanh", "mul")

# T is the type of all values. tanh computes its residual by its own rule.
TEXT = """
func.func private @NAME(%x: T) -> T {
  %y = prim.sin %x : T
  return %y : T
}
func.func private @NAME_forward(%x: T) -> (T, T) {
  %y = prim.sin %x : T
  %slope = prim.cos %x : T
  return %y, %slope : T, T
}
func.func private @NAME_reverse(%slope: T, %dy: T) -> T {
  %dx = prim.mul %dy, %slope : T
  return %dx : T
}
""", """
func.func private @NAME(%x: T) -> T {
  %y = prim.tanh %x : T
  return %y : T
}
func.func private @NAME_forward(%x: T) -> (T, T) {
  %y = flow.custom_call @NAME(%x) forward @NAME_forward reverse @NAME_reverse : (T) -> T
  return %y, %y : T, T
}
func.func private @NAME_reverse(%y: T, %dy: T) -> T {
  %square = prim.mul %y, %y : T
  %less = prim.mul %dy, %square : T
  %dx = prim.sub %dy, %less : T
  return %dx : T
}
""", """
func.func private @NAME(%x: T, %y: T) -> T {
  %z = prim.mul %x, %y : T
  return %z : T
}
func.func private @NAME_forward(%x: T, %y: T) -> (T, T, T) {
  %z = func.call @NAME(%x, %y) : (T, T) -> T
  return %z, %x, %y : T, T, T
}
func.func private @NAME_reverse(%x: T, %y: T, %dz: T) -> (T, T) {
  %dx = prim.mul %dz, %y : T
  %dy = prim.mul %dz, %x : T
  return %dx, %dy : T, T
}
"""


def print_rules():
    """The functions that programs call."""
    return "".join(text.replace("NAME", function_of(rule, kind)).replace("T", TYPES[kind])
                   for kind in "fv" for rule, text in zip(RULES, TEXT))

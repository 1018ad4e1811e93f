// random_int: meaning. Signature and doc: random_int.td.
#include "cotan/ops/creation/random_int.inc"

#include "cotan/ops/layout/sizes.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult RandomIntOp::verify() {
  Type element = getType().getElementType();
  for (Value bound : {getLow(), getHigh()})
    if (auto type = cast<RankedTensorType>(bound.getType());
        type.getElementType() != element ||
        (type.getRank() > 0 && type.getRank() != getType().getRank()))
      return emitOpError("a bound is ") << type << ", but expected a number of " << element
                                        << ", or one for each element of " << getType();
  return verifySizes(*this);
}

Sizes RandomIntOp::sizes(SizeRules &rules, unsigned) {
  Sizes sizes = sizesGiven(rules, getType(), getShape() ? std::optional(3) : std::nullopt);
  for (unsigned bound : {1, 2})
    for (unsigned axis = 0; axis < rules.rank(bound); ++axis)
      rules.requireEqual(rules.size(bound, axis), sizes[axis],
                         "a bound has another size than the numbers along axis " + Twine(axis));
  return sizes;
}

// The numbers are those of jax.random.randint: the upper word counts as 2^64 modulo the span.
Values RandomIntOp::decompose(RuleBuilder &b) {
  Type element = getType().getElementType(),
       word = IntegerType::get(getContext(), 64, IntegerType::Unsigned);
  RankedTensorType words = getType().clone(word);
  Expr low = b(getLow()), high = b(getHigh()), shape = getShape() ? b(getShape()) : Expr();
  Expr keys = split_key(
      RankedTensorType::get({2, 2}, cast<RankedTensorType>(getKey().getType()).getElementType()),
      b(getKey()));
  auto bits = [&](int64_t i) {
    return random_bits(words, squeeze(slice(keys, {i, 0}, {i + 1, 2}, {1, 1}), {0}), shape);
  };
  Expr one = b.scalar(1.0, word);
  Expr span = where(high <= low, one, castTo(high, word) - castTo(low, word));
  Expr half = remainder(b.scalar(0x1p32, word), span), whole = remainder(half * half, span);
  Expr offset = remainder(remainder(bits(0), span) * whole + remainder(bits(1), span), span);
  return {low + castTo(offset, element)};
}

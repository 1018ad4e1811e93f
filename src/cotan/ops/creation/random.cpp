// random_bits, random_uniform, random_normal, split_key, fold_in: meaning. Signature and doc:
// random.td.
#include "cotan/ops/creation/random.inc"

#include "cotan/ops/creation/random_lanes.h"
#include "cotan/ops/creation/shape_sizes.h"
#include "cotan/ops/creation/threefry.h"
#include "cotan/ops/layout/checks.h"
#include "cotan/ops/transcendental/inverse_erf.h"

#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

RandomWords readKey(const Array &key) {
  assert(key.dtype() == DType::ui32 && key.size() == 2 && "the type of a key is tensor<2xui32>");
  return {key.values<uint32_t>()[0], key.values<uint32_t>()[1]};
}

uint64_t randomBits(RandomWords key, uint64_t index, int width) {
  const RandomWords words = threefry(key, wordsOf(index));
  if (width == 64)
    return uint64_t(words.first) << 32 | words.second;
  return (words.first ^ words.second) & (~uint64_t(0) >> (64 - width));
}

int mantissaBits(DType dtype) {
  switch (dtype) {
  case DType::f16: return 10;
  case DType::bf16: return 7;
  case DType::f32: return 23;
  default: return 52;
  }
}

/// Element `index` of the uniform distribution, exact in `dtype`.
double uniform(DType dtype, RandomWords key, uint64_t index) {
  const int mantissa = mantissaBits(dtype);
  const int width = mantissa < 8 ? 8 : 8 * int(sizeOf(dtype));
  return std::ldexp(double(randomBits(key, index, width) >> (width - mantissa)), -mantissa);
}

/// An array of the result's type whose element i is `f(key, i)`.
template <typename Op, typename F> Arrays generate(Op op, ArrayRef<Array> operands, F f) {
  Array y(*dtypeOf(op.getType().getElementType()),
          shapeOperand(op.getType(), operands.drop_front()));
  const RandomWords key = readKey(operands[0]);
  visitNumber(y.dtype(), [&](auto element) {
    using T = decltype(element);
    auto to = y.mutableValues<T>();
    for (size_t i = 0; i < to.size(); ++i)
      to[i] = static_cast<T>(f(key, i));
  });
  return {y};
}

/// The number of the element in row-major order, an i64.
template <typename Op> Lanes elementNumber(Op op, Element &x) {
  Lanes number = x.builder().integer(DType::i64, 0);
  for (int64_t axis = 0; axis < op.getType().getRank(); ++axis)
    number = number * sizeFromShape(x, op.getType(), 1, axis) + x.placeNumbers(axis);
  return number;
}

template <typename Op> Lanes uniformLanes(Op op, Element &x) {
  const DType dtype = *dtypeOf(op.getType().getElementType());
  const int mantissa = mantissaBits(dtype);
  return uniformOf(
      dtype, mantissa,
      randomBitsOf(keyOf(x), elementNumber(op, x), mantissa < 8 ? DType::ui8 : bitsOf(dtype)));
}

} // namespace

#define COTAN_RANDOM(OP)                                                                           \
  LogicalResult OP::verify() { return verifyShapeOperand(*this, getType(), getShape()); }          \
  Sizes OP::sizes(SizeBuilder &b, unsigned) { return sizesFromShape(b, getType(), getShape(), 1); }
COTAN_RANDOM(RandomBitsOp)
COTAN_RANDOM(RandomUniformOp)
COTAN_RANDOM(RandomNormalOp)

Arrays RandomBitsOp::evaluate(ArrayRef<Array> operands) {
  const int width = getType().getElementTypeBitWidth();
  return generate(*this, operands,
                  [&](RandomWords key, uint64_t i) { return randomBits(key, i, width); });
}

Lanes RandomBitsOp::lower(Element &x) {
  return randomBitsOf(keyOf(x), elementNumber(*this, x), *dtypeOf(getType().getElementType()));
}

Arrays RandomUniformOp::evaluate(ArrayRef<Array> operands) {
  const DType dtype = *dtypeOf(getType().getElementType());
  return generate(*this, operands,
                  [&](RandomWords key, uint64_t i) { return uniform(dtype, key, i); });
}

Lanes RandomUniformOp::lower(Element &x) { return uniformLanes(*this, x); }

Arrays RandomNormalOp::evaluate(ArrayRef<Array> operands) {
  const DType dtype = *dtypeOf(getType().getElementType());
  const double inset = std::ldexp(1.0, -mantissaBits(dtype) - 1);
  return generate(*this, operands, [&](RandomWords key, uint64_t i) -> double {
    return std::numbers::sqrt2_v<long double> * inverseErf(2 * uniform(dtype, key, i) - 1 + inset);
  });
}

Lanes RandomNormalOp::lower(Element &x) {
  Lanes u = widened(uniformLanes(*this, x));
  const DType dtype = *dtypeOf(getType().getElementType());
  const double inset = std::ldexp(1.0, -mantissaBits(dtype) - 1);
  return convert(std::numbers::sqrt2 * call("cotan_erfinv", 2.0 * u - 1.0 + inset), dtype);
}

Arrays SplitKeyOp::evaluate(ArrayRef<Array> operands) {
  Array keys(DType::ui32, getType().getShape());
  auto to = keys.mutableValues<uint32_t>();
  for (size_t i = 0; i < to.size(); i += 2) {
    const RandomWords words = threefry(readKey(operands[0]), wordsOf(i / 2));
    to[i] = words.first;
    to[i + 1] = words.second;
  }
  return {keys};
}

Lanes SplitKeyOp::lower(Element &x) {
  LaneWords words = threefry(keyOf(x), wordsOf(x.placeNumbers(0)));
  return select(x.placeNumbers(1) == 0.0, words.first, words.second);
}

LogicalResult SplitKeyOp::verify() {
  RankedTensorType type = getType();
  if (type.getRank() == 2 && type.getDimSize(1) == 2)
    return success();
  return emitOpError("result ") << type << " is not a list of keys; expected tensor<nx2xui32>";
}

Arrays FoldInOp::evaluate(ArrayRef<Array> operands) {
  const uint64_t data = visitNumber(operands[1].dtype(), [&](auto element) -> uint64_t {
    using T = decltype(element);
    if constexpr (std::is_integral_v<T>)
      return static_cast<std::make_unsigned_t<T>>(operands[1].values<T>()[0]);
    llvm_unreachable("only integers have the type of the operand");
  });
  const RandomWords words = threefry(readKey(operands[0]), wordsOf(data));
  Array key(DType::ui32, {2});
  key.mutableValues<uint32_t>()[0] = words.first;
  key.mutableValues<uint32_t>()[1] = words.second;
  return {key};
}

Lanes FoldInOp::lower(Element &x) {
  Lanes data = x.read(1, {});
  LaneWords words =
      threefry(keyOf(x), wordsOf(convert(bitcast(data, bitsOf(data.dtype())), DType::ui64)));
  return select(x.placeNumbers(0) == 0.0, words.first, words.second);
}

Follows FoldInOp::follows(unsigned operand) {
  return operand == 1 ? Follows(SmallVector<int64_t>()) : std::nullopt;
}

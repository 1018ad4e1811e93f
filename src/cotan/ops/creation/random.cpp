// random_bits, random_uniform, random_normal, split_key, fold_in: meaning. Signature and doc:
// random.td.
#include "mlir/IR/OpImplementation.h"

/// ` of tensor<5x2xui32>`, left out of a single key.
static mlir::ParseResult parseKeys(mlir::OpAsmParser &parser, mlir::Type &type) {
  if (succeeded(parser.parseOptionalKeyword("of")))
    return parser.parseType(type);
  mlir::Builder &builder = parser.getBuilder();
  type = mlir::RankedTensorType::get({2}, builder.getIntegerType(32, /*isSigned=*/false));
  return mlir::success();
}

static void printKeys(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::RankedTensorType type) {
  if (type.getRank() > 1)
    printer << "of " << type;
}

#include "cotan/ops/creation/random.inc"

#include "cotan/ops/creation/random_lanes.h"
#include "cotan/ops/creation/threefry.h"
#include "cotan/ops/layout/sizes.h"
#include "cotan/ops/transcendental/inverse_erf.h"

#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

RandomWords readKey(const Array &keys, size_t i) {
  assert(keys.dtype() == DType::ui32 && "the type of keys is tensor<...x2xui32>");
  return {keys.values<uint32_t>()[2 * i], keys.values<uint32_t>()[2 * i + 1]};
}

/// The axes that count keys.
template <typename Op> ArrayRef<int64_t> keyAxes(Op op) {
  return op.getKey().getType().getShape().drop_back();
}

LogicalResult verifyKeyAxes(Operation *op, ArrayRef<int64_t> keys, RankedTensorType type) {
  if (type.getRank() >= int64_t(keys.size()) && type.getShape().take_front(keys.size()) == keys)
    return success();
  return op->emitOpError() << type << " must begin with the axes that count the keys, "
                           << op->getOperand(0).getType();
}

void requireKeyAxes(SizeRules &rules, size_t axes, Sizes &sizes) {
  for (size_t axis = 0; axis < axes; ++axis)
    sizes[axis] = rules.same(sizes[axis], rules.size(0, axis),
                             "axis " + Twine(axis) + " does not have the size of the keys' axis");
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

/// An array of the result's type; element i of those that belong to a key is `f(key, i)`.
template <typename Op, typename F> Arrays generate(Op op, ArrayRef<Array> operands, F f) {
  Array y = emptyFor(op, operands);
  const size_t each = elementCount(y.shape().drop_front(keyAxes(op).size()));
  visitNumber(y.dtype(), [&](auto element) {
    using T = decltype(element);
    auto to = y.mutableValues<T>();
    for (size_t i = 0; i < to.size(); ++i)
      to[i] = static_cast<T>(f(readKey(operands[0], i / each), i % each));
  });
  return {y};
}

/// The number of the element in row-major order among those of its key, an i64.
template <typename Op> Lanes elementNumber(Op op, Element &x) {
  Lanes number = x.builder().integer(DType::i64, 0);
  for (int64_t axis = keyAxes(op).size(); axis < op.getType().getRank(); ++axis)
    number = number * sizeGiven(x, op.getType(), 1, axis) + x.placeNumbers(axis);
  return number;
}

/// Evenly distributed from `power`, a power of 2, to twice that.
template <typename Op> Lanes evenLanes(Op op, Element &x, double power) {
  const DType dtype = *dtypeOf(op.getType().getElementType());
  const int mantissa = mantissaBits(dtype);
  Lanes bits = randomBitsOf(keyOf(x, keyAxes(op).size()), elementNumber(op, x),
                            mantissa < 8 ? DType::ui8 : bitsOf(dtype));
  return withMantissa(dtype, mantissa, bits, power);
}

} // namespace

#define COTAN_RANDOM(OP, RULE)                                                                     \
  LogicalResult OP::verify() {                                                                     \
    return success(succeeded(verifyKeyAxes(*this, keyAxes(*this), getType())) &&                   \
                   succeeded(verifySizes(*this)));                                                 \
  }                                                                                                \
  Sizes OP::sizes(SizeRules &rules, unsigned) {                                                    \
    Sizes sizes = sizesGiven(rules, getType(), getShape() ? std::optional(1) : std::nullopt);      \
    requireKeyAxes(rules, keyAxes(*this).size(), sizes);                                           \
    return sizes;                                                                                  \
  }                                                                                                \
  Values OP::batch(Batch &x) {                                                                     \
    if (getShape() && x.isBatched(1))                                                              \
      return {};                                                                                   \
    return {RULE(x.type(), x[0], x.shapeFrom(1))};                                                 \
  }
COTAN_RANDOM(RandomBitsOp, random_bits)
COTAN_RANDOM(RandomUniformOp, random_uniform)
COTAN_RANDOM(RandomNormalOp, random_normal)

Arrays RandomBitsOp::evaluate(ArrayRef<Array> operands) {
  const int width = getType().getElementTypeBitWidth();
  return generate(*this, operands,
                  [&](RandomWords key, uint64_t i) { return randomBits(key, i, width); });
}

Lanes RandomBitsOp::lower(Element &x) {
  return randomBitsOf(keyOf(x, keyAxes(*this).size()), elementNumber(*this, x),
                      *dtypeOf(getType().getElementType()));
}

Arrays RandomUniformOp::evaluate(ArrayRef<Array> operands) {
  const DType dtype = *dtypeOf(getType().getElementType());
  return generate(*this, operands,
                  [&](RandomWords key, uint64_t i) { return uniform(dtype, key, i); });
}

Lanes RandomUniformOp::lower(Element &x) { return evenLanes(*this, x, 1) - 1.0; }

Arrays RandomNormalOp::evaluate(ArrayRef<Array> operands) {
  const DType dtype = *dtypeOf(getType().getElementType());
  const double inset = std::ldexp(1.0, -mantissaBits(dtype) - 1);
  return generate(*this, operands, [&](RandomWords key, uint64_t i) -> double {
    return std::numbers::sqrt2_v<long double> * inverseErf(2 * uniform(dtype, key, i) - 1 + inset);
  });
}

Lanes RandomNormalOp::lower(Element &x) {
  const DType dtype = *dtypeOf(getType().getElementType());
  const double inset = std::ldexp(1.0, -mantissaBits(dtype) - 1);
  Lanes even = widened(evenLanes(*this, x, 2)) - 3.0 + inset; // in (-1, 1), without rounding
  return convert(std::numbers::sqrt2 * call("erfinv_inside", even), dtype);
}

Arrays SplitKeyOp::evaluate(ArrayRef<Array> operands) {
  const int64_t each = getType().getShape().drop_back().back();
  Array keys = emptyFor(*this, operands);
  auto to = keys.mutableValues<uint32_t>();
  for (size_t i = 0; i < to.size() / 2; ++i) {
    const RandomWords words = threefry(readKey(operands[0], i / each), wordsOf(i % each));
    to[2 * i] = words.first;
    to[2 * i + 1] = words.second;
  }
  return {keys};
}

Lanes SplitKeyOp::lower(Element &x) {
  const int64_t axes = keyAxes(*this).size();
  LaneWords words = threefry(keyOf(x, axes), wordsOf(x.placeNumbers(axes)));
  return select(x.placeNumbers(axes + 1) == 0.0, words.first, words.second);
}

Sizes SplitKeyOp::sizes(SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  sizes.pop_back();
  for (int64_t size : getType().getShape().take_back(2))
    sizes.push_back(size);
  return sizes;
}

LogicalResult SplitKeyOp::verify() {
  RankedTensorType type = getType();
  if (type.getRank() != int64_t(keyAxes(*this).size()) + 2 || type.getShape().back() != 2 ||
      ShapedType::isDynamic(type.getShape().drop_back().back()))
    return emitOpError("result ") << type << " is not a list of keys; expected tensor<nx2xui32>";
  return verifyKeyAxes(*this, keyAxes(*this), type);
}

Values SplitKeyOp::batch(Batch &x) { return x.again(); }

Arrays FoldInOp::evaluate(ArrayRef<Array> operands) {
  Array keys = emptyFor(*this, operands);
  auto to = keys.mutableValues<uint32_t>();
  visitNumber(operands[1].dtype(), [&](auto element) {
    using T = decltype(element);
    if constexpr (std::is_integral_v<T>) // only integers have the type of the operand
      for (auto [i, number] : llvm::enumerate(operands[1].values<T>())) {
        const uint64_t data = static_cast<std::make_unsigned_t<T>>(number);
        const RandomWords words = threefry(readKey(operands[0], i), wordsOf(data));
        to[2 * i] = words.first;
        to[2 * i + 1] = words.second;
      }
  });
  return {keys};
}

Lanes FoldInOp::lower(Element &x) {
  const int64_t axes = keyAxes(*this).size();
  Lanes data = x.read(1, Place(x.place().take_front(axes)));
  LaneWords words =
      threefry(keyOf(x, axes), wordsOf(convert(bitcast(data, bitsOf(data.dtype())), DType::ui64)));
  return select(x.placeNumbers(axes) == 0.0, words.first, words.second);
}

Follows FoldInOp::follows(unsigned operand) {
  if (operand == 0)
    return std::nullopt;
  return llvm::to_vector(llvm::seq<int64_t>(0, keyAxes(*this).size()));
}

Sizes FoldInOp::sizes(SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  for (size_t axis = 0; axis + 1 < sizes.size(); ++axis)
    rules.requireEqual(sizes[axis], rules.size(1, axis), "there are not as many numbers as keys");
  return sizes;
}

LogicalResult FoldInOp::verify() {
  auto data = cast<RankedTensorType>(getData().getType());
  if (data.getShape() == keyAxes(*this))
    return success();
  return emitOpError() << data << " must have one number per key of " << getKey().getType();
}

Values FoldInOp::batch(Batch &x) { return x.again(); }

// Promotion, broadcasting and sizes, which array functions share.
#include "cotan/tensor/inside.h"

#include "cotan/support/sizes.h"
#include "cotan/trace/context.h"

#include "llvm/ADT/StringSwitch.h"

using namespace cotan::trace;

namespace ct {
namespace {

bool isInteger(cotan::DType dtype) { return !cotan::isFloat(dtype) && !cotan::isComplex(dtype); }

/// Of a type that is computed with.
bool isWholeNumber(const Tensor &x) {
  const cotan::DType dtype = x.body()->dtype;
  return isInteger(dtype) && !cotan::isStorageOnly(dtype);
}

bool takesComplex(Accepts accepts) {
  return accepts == Accepts::any || accepts == Accepts::allNumbers || accepts == Accepts::inexact;
}

} // namespace

std::string printTuple(llvm::ArrayRef<int64_t> sizes) {
  std::string text = "(";
  for (size_t i = 0; i < sizes.size(); ++i)
    text += (i ? ", " : "") + printSize(sizes[i]);
  return text + (sizes.size() == 1 ? ",)" : ")");
}

Promoted common(Accepts accepts, std::span<const Tensor> operands) {
  Promoted type{operands[0].body()->dtype, operands[0].body()->isWeak};
  for (const Tensor &operand : operands.subspan(1))
    type = promote(type, {operand.body()->dtype, operand.body()->isWeak});
  if (accepts != Accepts::any)
    needComputed(outer(type.dtype));
  if (cotan::isComplex(type.dtype)) {
    if (!takesComplex(accepts))
      refuse<TypeError>(cotan::trace::whyRefused(type.dtype));
    return type;
  }
  if ((accepts == Accepts::floats || accepts == Accepts::inexact) && isInteger(type.dtype))
    return {defaultFloat(), type.isWeak};
  if ((accepts == Accepts::numbers || accepts == Accepts::allNumbers) &&
      type.dtype == cotan::DType::i1)
    return {defaultInteger, true};
  if (accepts == Accepts::integers && !isInteger(type.dtype))
    refuse<TypeError>("needs integers or truth values, but found " +
                      std::string(nameOf(outer(type.dtype))) + "; convert with astype(ct.int64)");
  return type;
}

bool areTruthValues(std::initializer_list<Tensor> operands) {
  return llvm::all_of(operands,
                      [](const Tensor &operand) { return operand.dtype() == DType::bool_; });
}

bool areComplex(std::initializer_list<Tensor> operands) {
  return llvm::all_of(operands, [](const Tensor &operand) { return isComplex(operand.dtype()); });
}

ElementwiseTyping::ElementwiseTyping(Accepts accepts, std::span<const Tensor> operands) {
  isWhole = accepts == Accepts::parts && isWholeNumber(operands[0]);
  if (isWhole)
    return;
  Promoted type = common(accepts, operands);
  types.assign(operands.size(), type.dtype);
  isWeak = type.isWeak;
  broadcastSizes(operands);
}

/// The type of an operand that has its own.
static cotan::DType ownType(const OpOperand &operand) {
  const Tensor &x = *operand.tensor;
  auto need = [&](bool isRight, const char *what) {
    if (!isRight)
      refuse<TypeError>("needs " + std::string(what) + " as '" + operand.name + "', but found " +
                        nameOf(x.dtype()));
  };
  if (operand.role == Role::key)
    needKey(x);
  if (operand.role == Role::indices)
    need(isInteger(inner(x.dtype())) && x.dtype() != DType::bool_, "integers");
  if (operand.role == Role::truth)
    need(x.dtype() == DType::bool_, "truth values");
  return inner(x.dtype());
}

OpTyping::OpTyping(Accepts accepts, std::initializer_list<OpOperand> operands, bool broadcasts) {
  llvm::SmallVector<Tensor, 4> all, together;
  for (const OpOperand &operand : operands)
    if (operand.tensor) {
      all.push_back(*operand.tensor);
      if (operand.role == Role::together)
        together.push_back(*operand.tensor);
    }
  isWhole = accepts == Accepts::parts && isWholeNumber(together[0]);
  if (isWhole)
    return;
  const Promoted type = common(accepts, together);
  isWeak = type.isWeak;
  for (const OpOperand &operand : operands)
    if (operand.tensor)
      types.push_back(operand.role == Role::together ? type.dtype : ownType(operand));
  if (broadcasts)
    broadcastSizes(all);
}

/// `x` as this type, which still gives way if the type does.
static Tensor converted(const Tensor &x, Promoted type) {
  auto body = x.body();
  if (body->dtype == type.dtype && body->isWeak == type.isWeak && !body->isNumber())
    return x;
  if (body->isNumber())
    return outer(makeTensor(body->arrayAs(heldType(type.dtype, type.isWeak)), type.isWeak));
  return op::cast(x, {.results = typeOf(outer(type.dtype), openSizesOf(x)),
                      .operandTypes = body->held(),
                      .isWeak = type.isWeak});
}

DType partOf(DType dtype) { return isComplex(dtype) ? outer(cotan::partOf(inner(dtype))) : dtype; }

Tensor weakened(const Tensor &x) { return converted(x, {x.body()->dtype, true}); }

std::vector<Tensor> promoted(Accepts accepts, std::span<const Tensor> operands) {
  Promoted type = common(accepts, operands);
  broadcastSizes(operands);
  std::vector<Tensor> result;
  for (const Tensor &operand : operands)
    result.push_back(converted(operand, type));
  return result;
}

std::vector<Tensor> settled(std::span<const Tensor> operands) {
  std::vector<Tensor> result(operands.begin(), operands.end());
  if (result.empty())
    return result;
  Promoted type = common(Accepts::any, operands);
  for (Tensor &x : result)
    if (x.body()->isNumber())
      x = converted(x, type);
  return result;
}

Tensor asInexact(const Tensor &x) { return isInexact(x.dtype()) ? x : asFloats(x); }

Tensor asFloats(const Tensor &x) {
  return isFloating(x.dtype()) ? x : promoted(Accepts::floats, {x})[0];
}

static bool isHalf(DType type) { return type == DType::float16 || type == DType::bfloat16; }

Tensor widened(const Tensor &x) {
  return isHalf(x.dtype()) ? converted(x, {inner(DType::float32), false}) : asInexact(x);
}
Tensor narrowed(const Tensor &y, const Tensor &given) {
  return isHalf(given.dtype()) ? converted(y, {inner(given.dtype()), false}) : y;
}

TensorType typeOf(DType dtype, llvm::ArrayRef<int64_t> sizes) {
  needSizes(sizes);
  llvm::SmallVector<int64_t, 4> known(sizes);
  for (int64_t &size : known)
    size = isOpen(size) ? 0 : size;
  if (!cotan::countElements(known, sizeOf(inner(dtype))))
    refuse<MemoryError>(cotan::whyNoTensor(known)); // none is negative
  return {inner(dtype), llvm::SmallVector<int64_t, 4>(sizes)};
}

cotan::trace::Tensors inner(std::span<const Tensor> tensors) {
  cotan::trace::Tensors bodies;
  for (const Tensor &tensor : tensors)
    bodies.push_back(tensor.body());
  return bodies;
}

std::vector<Tensor> outer(llvm::ArrayRef<TensorRef> tensors) {
  std::vector<Tensor> result;
  for (const TensorRef &tensor : tensors)
    result.push_back(outer(tensor));
  return result;
}

Tensor lastPlace(const Tensor &x, int64_t axis) {
  const int64_t size = openSizesOf(x)[checkedAxis(axis, x.ndim())];
  return isOpen(size) ? op::sub(outer(sizeTensor(size)), Tensor(1), {.operandTypes = twoIntegers})
                      : Tensor(size - 1);
}

int64_t scaled(int64_t size, int64_t times) {
  if (size == 1 || times == 1)
    return size == 1 ? times : size;
  if (!isOpen(size) && !isOpen(times))
    return multiplySizes(size, times);
  return sizeFrom(inner(
      op::mul(outer(sizeTensor(size)), outer(sizeTensor(times)), {.operandTypes = twoIntegers})));
}

bool mayHaveOneShape(const Tensor &x, const Tensor &y) {
  return llvm::equal(openSizesOf(x), openSizesOf(y), mayBeEqual);
}

} // namespace ct

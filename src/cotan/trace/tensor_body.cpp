#include "cotan/trace/tensor_body.h"

#include "cotan/ir/types.h"
#include "cotan/support/dtype_name.h"
#include "cotan/support/work.h"
#include "cotan/trace/context.h"
#include "cotan/trace/error.h"
#include "cotan/trace/open_sizes.h"

#include "llvm/Support/FormatVariadic.h"

#include <atomic>
#include <cmath>
#include <utility>

using namespace mlir;

namespace cotan::trace {

static std::atomic<DType> defaultFloats = DType::f32;

DType defaultFloat() { return defaultFloats.load(std::memory_order_relaxed); }
void setDefaultFloat(DType dtype) { defaultFloats = dtype; }

TensorType TensorType::unlabelled() const {
  TensorType type = *this;
  for (int64_t &size : type.sizes)
    size = isOpen(size) ? ShapedType::kDynamic : size;
  return type;
}

RankedTensorType TensorType::type() const {
  During inside(Work::compiling);
  return RankedTensorType::get(unlabelled().sizes, typeOf(held(), &context()));
}

TensorType TensorType::of(Type type, bool isWeak) {
  auto tensor = cast<RankedTensorType>(type);
  return {nominalType(*dtypeOf(tensor.getElementType()), isWeak),
          SmallVector<int64_t, 4>(tensor.getShape()), isWeak};
}

template <typename To, typename From> static Array converted(const Array &array, DType wanted) {
  Array result(wanted, array.shape());
  llvm::transform(array.values<From>(), result.mutableValues<To>().begin(),
                  [](const From &value) { return To(value); });
  return result;
}

/// Between the type that floats which give way are said to have, and the one they are held in.
static Array floatsAs(DType wanted, const Array &array) {
  if (array.dtype() == DType::f32 && wanted == DType::f64)
    return converted<double, float>(array, wanted);
  if (array.dtype() == DType::f64 && wanted == DType::f32)
    return converted<float, double>(array, wanted);
  if (array.dtype() == DType::c64 && wanted == DType::c128)
    return converted<std::complex<double>, std::complex<float>>(array, wanted);
  if (array.dtype() == DType::c128 && wanted == DType::c64)
    return converted<std::complex<float>, std::complex<double>>(array, wanted);
  return array;
}

TensorBody::TensorBody(Array given, bool givesWay)
    : kind(Kind::array), dtype(nominalType(given.dtype(), givesWay)),
      isWeak(givesWay && dtype != DType::i1), array(floatsAs(held(), given)) {}

TensorBody::TensorBody(double number)
    : kind(Kind::number), dtype(defaultFloat()), isWeak(true),
      array(Array::scalar(DType::f64, number)) {}

TensorBody::TensorBody(std::complex<double> number)
    : kind(Kind::number), dtype(defaultComplex()), isWeak(true),
      array(Array::scalar(DType::c128, number)) {}

TensorBody::TensorBody(int64_t number)
    : kind(Kind::number), dtype(defaultInteger), isWeak(true),
      array(Array::scalar(DType::i64, number)) {}

TensorBody::TensorBody(uint64_t number)
    : kind(Kind::number), dtype(defaultInteger), isWeak(true),
      array(Array::scalar(DType::ui64, number)) {}

// A truth value is of the least type there is, so nothing gives way to it.
TensorBody::TensorBody(bool number)
    : kind(Kind::number), dtype(DType::i1), isWeak(false), array(Array::scalar(DType::i1, number)) {
}

TensorBody::TensorBody(Value value, std::shared_ptr<Scope> scope, bool isWeak,
                       ArrayRef<int64_t> sizes)
    : kind(Kind::traced), dtype(TensorType::of(value.getType(), isWeak).dtype),
      isWeak(isWeak && dtype != DType::i1), value(value),
      tracedType(cast<RankedTensorType>(value.getType())), scope(std::move(scope)),
      labelled(sizes) {}

TensorBody::TensorBody(const TensorType &type, std::shared_ptr<Scope> scope)
    : kind(Kind::traced), dtype(type.dtype), isWeak(type.isWeak), tracedType(type.type()),
      scope(std::move(scope)) {}

ArrayRef<int64_t> TensorBody::sizes() const {
  if (!labelled.empty())
    return labelled;
  return isTraced() ? tracedType.getShape() : array->shape();
}

/// The number as an array of this type. Floats and truth values take all numbers.
template <typename Number> static Array scalarOf(DType wanted, Number number) {
  const bool holds = visitStored(wanted, [&](auto element) {
    using Element = decltype(element);
    if constexpr (isComplexStorage<Element> || isFloatStorage<Element> ||
                  std::is_same_v<Element, bool>)
      return true;
    else if constexpr (std::is_floating_point_v<Number>) // its part behind the point is left out
      return std::trunc(number) >= double(std::numeric_limits<Element>::min()) &&
             number < std::ldexp(1.0, std::numeric_limits<Element>::digits);
    else if constexpr (isSmallInteger<Element>)
      return std::cmp_greater_equal(number, int(std::numeric_limits<Element>::min())) &&
             std::cmp_less_equal(number, int(std::numeric_limits<Element>::max()));
    else
      return std::in_range<Element>(number);
  });
  if (!holds)
    throw ct::OverflowError(
        currentPlace() + "the number " + llvm::formatv("{0}", number).str() + " does not fit in " +
        publicNameOf(wanted).str() +
        "; use a number that does, or convert the tensor to another type first");
  return Array::scalar(wanted, number);
}

Array TensorBody::arrayAs(DType wanted) const {
  if (array->dtype() == wanted)
    return *array;
  if (isComplex(array->dtype()) && !isComplex(wanted)) {
    if (wanted == DType::i1)
      return Array::scalar(wanted, array->values<std::complex<double>>().front() != 0.0);
    throw ct::TypeError(currentPlace() + "a complex number has no value of type " +
                        publicNameOf(wanted).str() + "; take its real part, ct.real(x)");
  }
  if (!isNumber() || isComplex(array->dtype()))
    return floatsAs(wanted, *array);
  if (array->dtype() == DType::f64)
    return scalarOf(wanted, array->asDouble());
  if (array->dtype() == DType::ui64)
    return scalarOf(wanted, array->values<uint64_t>().front());
  return scalarOf(wanted, array->asInt());
}

const Array &TensorBody::asArray() const {
  if (array->dtype() == dtype)
    return *array;
  std::call_once(wasShown, [&] { shown = arrayAs(dtype); });
  return *shown;
}

TensorRef asArgument(const TensorRef &tensor) {
  return tensor->isNumber() ? makeTensor(tensor->arrayAs(tensor->held()), tensor->isWeak) : tensor;
}

TensorRef makeTensor(Array array, bool isWeak) {
  return llvm::makeIntrusiveRefCnt<TensorBody>(std::move(array), isWeak);
}

std::string describe(const TensorType &type) {
  std::string text = publicNameOf(type.dtype).str() + "[";
  for (size_t i = 0; i < type.sizes.size(); ++i)
    text += (i ? "," : "") + printSize(type.sizes[i]);
  return text + "]";
}

} // namespace cotan::trace

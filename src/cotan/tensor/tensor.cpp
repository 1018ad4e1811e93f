#include "cotan/tensor/tensor.h"

#include "cotan/support/array_text.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/donation.h"
#include "cotan/trace/scope.h"

#include <algorithm>

using cotan::Array;
using cotan::trace::TensorBody;

namespace ct {
namespace {

class SharedOwner : public cotan::ArrayOwner {
public:
  explicit SharedOwner(std::shared_ptr<void> owner) : owner(std::move(owner)) {}

private:
  std::shared_ptr<void> owner;
};

const Array &arrayOf(TensorBody *body) {
  if (body->isTraced() && !cotan::trace::Scope::innermost())
    cotan::trace::refuseLeaked(cotan::trace::TensorRef(body));
  if (body->isTraced())
    throw TypeError(
        cotan::trace::currentPlace() + "the elements of a traced tensor " + describe(body->type()) +
        " are not known yet; inside jit, grad and loops, decide with ct.cond, ct.where or "
        "ct.while_loop, and read elements of what the function returns");
  return *body->array;
}

const Array &oneElement(TensorBody *body) {
  const Array &array = arrayOf(body);
  if (array.size() != 1)
    throw ValueError(
        cotan::trace::currentPlace() + "a tensor of shape " + printTuple(body->sizes()) +
        " is not one number; choose an element, or reduce it with ct.sum, ct.any or ct.all");
  return array;
}

} // namespace

/// Never freed: threads may go on while the process ends.
static const Tensor &zero() {
  if (cotan::trace::defaultFloat() == cotan::DType::f64) {
    static const Tensor &ofDoubles = *new Tensor(0.0);
    return ofDoubles;
  }
  static const Tensor &ofSingles = *new Tensor(0.0);
  return ofSingles;
}

// Most are made only to be given a value: they share one number.
Tensor::Tensor() : Tensor(zero()) {}
Tensor::Tensor(TensorBody *body) : held(body) { held->Retain(); }
Tensor::Tensor(const Tensor &other) : Tensor(other.held) {}
Tensor::Tensor(Tensor &&other) noexcept : held(std::exchange(other.held, nullptr)) {}
Tensor::~Tensor() {
  if (held)
    held->Release();
}
Tensor &Tensor::operator=(Tensor other) noexcept {
  std::swap(held, other.held);
  return *this;
}

Tensor Tensor::makeNumber(double number) { return Tensor(new TensorBody(number)); }
Tensor::Tensor(std::complex<double> number) : Tensor(new TensorBody(number)) {}
Tensor Tensor::makeNumber(int64_t number) { return Tensor(new TensorBody(number)); }
Tensor Tensor::makeNumber(uint64_t number) {
  return Tensor(number > uint64_t(INT64_MAX) ? new TensorBody(number)
                                             : new TensorBody(int64_t(number)));
}
Tensor Tensor::makeNumber(bool number) { return Tensor(new TensorBody(number)); }

DType Tensor::dtype() const { return outer(held->dtype); }
Sizes Tensor::shape() const {
  llvm::ArrayRef<int64_t> sizes = sizesOf(*this);
  return Sizes({sizes.data(), sizes.size()});
}
int64_t Tensor::ndim() const { return int64_t(held->sizes().size()); }
int64_t Tensor::size() const { return cotan::elementCount(sizesOf(*this)); }
bool Tensor::isTraced() const { return held->isTraced(); }
bool Tensor::isWeak() const { return held->isWeak; }

const void *Tensor::data() const {
  (void)arrayOf(held); // refuses what is traced
  return held->asArray().data();
}
double Tensor::realAt(int64_t index) const { return arrayOf(held).asDouble(index); }
std::complex<double> Tensor::complexAt(int64_t index) const {
  const cotan::Array &array = arrayOf(held);
  if (array.dtype() == cotan::DType::c64)
    return array.values<std::complex<float>>()[index];
  return array.dtype() == cotan::DType::c128 ? array.values<std::complex<double>>()[index]
                                             : array.asDouble(index);
}
int64_t Tensor::integerAt(int64_t index) const { return arrayOf(held).asInt(index); }
double Tensor::real() const { return oneElement(held).asDouble(); }
int64_t Tensor::integer() const { return oneElement(held).asInt(); }

std::string Tensor::str() const {
  if (isTraced())
    return (cotan::trace::wasDonated(*held) ? "donated " : "traced ") + describe(held->type());
  return cotan::printArray(held->asArray());
}

llvm::ArrayRef<int64_t> sizesOf(const Tensor &tensor) {
  llvm::ArrayRef<int64_t> sizes = openSizesOf(tensor);
  if (tensor.isTraced() && cotan::trace::anyOpen(sizes))
    throw ValueError(
        cotan::trace::currentPlace() + "a size of " + describe(tensor.body()->type()) +
        " is open (?), but must be known here when the function is compiled; leave its "
        "axis out of dynamic_axes, or use another function");
  return sizes;
}

Tensor weakScalar(const Tensor &number) { return outer(cotan::trace::asArgument(inner(number))); }

Tensor fromBytes(const void *data, DType dtype, const Shape &shape) {
  try {
    Array array(inner(dtype), shape);
    std::copy_n(static_cast<const std::byte *>(data), array.bytes(), array.mutableData());
    if (dtype == DType::bool_) // any byte but 0 is true; in memory it must be 1
      for (uint8_t &byte : array.mutableValues<uint8_t>())
        byte = byte != 0;
    return outer(cotan::trace::makeTensor(std::move(array)));
  } catch (const cotan::EvaluationError &error) {
    throw ValueError(error.what());
  }
}

Tensor fromMemory(void *data, DType dtype, const Shape &shape, std::shared_ptr<void> owner) {
  if (!data) // others have none for no elements; here every array has some
    return fromBytes(data, dtype, shape);
  if (dtype == DType::bool_) {
    llvm::ArrayRef<uint8_t> bytes(static_cast<uint8_t *>(data), cotan::elementCount(shape));
    uint8_t all = 0;
    for (uint8_t byte : bytes)
      all |= byte;
    if (all > 1)
      return fromBytes(data, dtype, shape);
  }
  return outer(cotan::trace::makeTensor(Array(inner(dtype), shape, static_cast<std::byte *>(data),
                                              std::make_shared<SharedOwner>(std::move(owner)))));
}

std::ostream &operator<<(std::ostream &out, const Shape &shape) { return out << printTuple(shape); }
std::ostream &operator<<(std::ostream &out, const Sizes &sizes) {
  return out << printTuple({sizes.data(), sizes.size()});
}

void detail::addLength(Shape &lengths, size_t depth, size_t length) {
  if (depth == lengths.size())
    lengths.push_back(int64_t(length));
  if (lengths[depth] != int64_t(length))
    throw ValueError(cotan::trace::currentPlace() + "ct.array: a list has " +
                     std::to_string(length) + " elements where one before it has " +
                     std::to_string(lengths[depth]) + "; all at one depth must have as many");
}

DType dtypeOfType(bool) { return DType::bool_; }
DType dtypeOfType(int8_t) { return DType::int8; }
DType dtypeOfType(int16_t) { return DType::int16; }
DType dtypeOfType(int32_t) { return DType::int32; }
DType dtypeOfType(int64_t) { return DType::int64; }
DType dtypeOfType(uint8_t) { return DType::uint8; }
DType dtypeOfType(uint16_t) { return DType::uint16; }
DType dtypeOfType(uint32_t) { return DType::uint32; }
DType dtypeOfType(uint64_t) { return DType::uint64; }
DType dtypeOfType(float) { return DType::float32; }
DType dtypeOfType(double) { return DType::float64; }

} // namespace ct

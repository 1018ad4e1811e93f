#include "cotan/support/array.h"

#include "cotan/support/memory.h"
#include "cotan/support/out_of_memory.h"
#include "cotan/support/sizes.h"

#include <cstdlib>
#include <cstring>

namespace cotan {

std::shared_ptr<MemoryMeter> &MemoryMeter::current() {
  thread_local std::shared_ptr<MemoryMeter> meter;
  return meter;
}

void MemoryMeter::add(size_t bytes) {
  if (bytes > limit - used)
    throw OutOfMemory("the memory limit of " + std::to_string(limit) + " bytes is reached: " +
                      std::to_string(used) + " bytes are in use and " + std::to_string(bytes) +
                      " more are needed; raise it with --max-memory, or check that the loop ends");
  used += bytes;
  peak = std::max(peak, used);
}

static int64_t countOf(llvm::ArrayRef<int64_t> shape, size_t width) {
  std::optional<int64_t> count = countElements(shape, width);
  if (count)
    return *count;
  if (areTooLarge(shape))
    throw OutOfMemory(whyNoTensor(shape));
  throw EvaluationError(whyNoTensor(shape));
}

int64_t elementCount(llvm::ArrayRef<int64_t> shape) { return countOf(shape, 1); }

Array::Body::Body(DType dtype, llvm::ArrayRef<int64_t> shape)
    : dtype(dtype), shape(shape), count(countOf(shape, sizeOf(dtype))) {}

/// So few bytes need no line of the cache of their own, which takes longer to find.
static constexpr size_t fewBytes = 512;

Array::Body::~Body() {
  const size_t bytes = count * sizeOf(dtype);
  if (ownsElements() && bytes <= fewBytes)
    std::free(elements);
  else if (ownsElements())
    freeElements(elements, bytes);
  if (meter)
    meter->remove(bytes + sizeof(Body));
}

Array::Array(DType dtype, llvm::ArrayRef<int64_t> shape)
    : body(llvm::makeIntrusiveRefCnt<Body>(dtype, shape)) {
  const size_t bytes = body->count * sizeOf(dtype);
  if (const std::shared_ptr<MemoryMeter> &meter = MemoryMeter::current()) {
    meter->add(bytes + sizeof(Body));
    body->meter = meter;
  }
  if (bytes <= sizeof(body->small))
    return;
  void *elements = bytes <= fewBytes ? std::malloc(bytes) : allocateElements(bytes);
  if (!elements)
    throw OutOfMemory("the system has no " + std::to_string(bytes) + " bytes of memory left");
  body->elements = static_cast<std::byte *>(elements);
}

Array::Array(DType dtype, llvm::ArrayRef<int64_t> shape, std::byte *elements,
             std::shared_ptr<ArrayOwner> owner)
    : body(llvm::makeIntrusiveRefCnt<Body>(dtype, shape)) {
  body->elements = elements;
  body->owner = std::move(owner);
}

void *Array::give() {
  bool isAlone = body->UseCount() == 1 && body->owner.use_count() == 1;
  return isAlone ? body->owner->give() : nullptr;
}

bool Array::isShared() const {
  const auto &owner = body->original ? body->original->owner : body->owner;
  return owner && owner->isShared();
}

Array Array::zeros(DType dtype, llvm::ArrayRef<int64_t> shape) {
  Array result(dtype, shape);
  std::memset(result.mutableData(), 0, result.bytes());
  return result;
}

Array Array::vector(llvm::ArrayRef<int64_t> dims) {
  Array result(DType::i64, {static_cast<int64_t>(dims.size())});
  llvm::copy(dims, result.mutableValues<int64_t>().begin());
  return result;
}

double Array::asDouble(int64_t i) const {
  if (isComplex(dtype()))
    throw EvaluationError("complex numbers are no real ones; take their real part");
  return visitReal(
      dtype(), [&](auto element) { return static_cast<double>(values<decltype(element)>()[i]); });
}

int64_t Array::asInt(int64_t i) const {
  if (isComplex(dtype()))
    throw EvaluationError("complex numbers are no integers; take their real part");
  return visitReal(
      dtype(), [&](auto element) { return static_cast<int64_t>(values<decltype(element)>()[i]); });
}

llvm::SmallVector<int64_t> Array::asInts() const {
  llvm::SmallVector<int64_t> result;
  for (int64_t i = 0; i < size(); ++i)
    result.push_back(asInt(i));
  return result;
}

Array Array::reshaped(llvm::ArrayRef<int64_t> shape) const {
  if (elementCount(shape) != size())
    throw EvaluationError("cannot view " + std::to_string(size()) + " elements of shape " +
                          printShape(this->shape()) + " as shape " + printShape(shape));
  return viewed(dtype(), shape);
}

Array Array::asReal() const {
  llvm::SmallVector<int64_t> pairs(shape());
  pairs.push_back(2);
  return viewed(partOf(dtype()), pairs);
}

Array Array::asComplex() const {
  return viewed(dtype() == DType::f32 ? DType::c64 : DType::c128, shape().drop_back());
}

Array Array::viewed(DType dtype, llvm::ArrayRef<int64_t> shape) const {
  auto view = llvm::makeIntrusiveRefCnt<Body>(dtype, shape);
  view->original = body->original ? body->original : body;
  view->elements = body->elements;
  return Array(std::move(view));
}

std::string printShape(llvm::ArrayRef<int64_t> shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

llvm::SmallVector<int64_t, 4> stridesOf(llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t, 4> strides(shape.size(), 1);
  for (int i = int(shape.size()) - 2; i >= 0; --i)
    strides[i] = strides[i + 1] * shape[i + 1];
  return strides;
}

} // namespace cotan

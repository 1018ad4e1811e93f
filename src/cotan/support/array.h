// A dense host array: what the interpreter computes with and what .npy files hold.
#pragma once

#include "cotan/support/elements.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>

namespace cotan {

/// Thrown while an op is evaluated: the program asked for something impossible (shapes that do not
/// fit, memory beyond the limit). The interpreter turns it into a diagnostic at the op.
struct EvaluationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Counts the bytes of the arrays alive on this thread and refuses to go beyond a limit.
class MemoryMeter {
public:
  explicit MemoryMeter(size_t limit = ~size_t{0}) : limit(limit) {}

  /// The meter new arrays of this thread are counted by; null if none.
  static std::shared_ptr<MemoryMeter> &current();

  void add(size_t bytes);
  void remove(size_t bytes) { used -= bytes; }
  size_t peakBytes() const { return peak; }
  size_t usedBytes() const { return used; }

private:
  size_t limit, used = 0, peak = 0;
};

/// Memory of arrays that was made somewhere else.
class ArrayOwner {
public:
  virtual ~ArrayOwner() = default;
  /// Gives the memory away; null if it cannot be given. The owner has none afterwards.
  virtual void *give() { return nullptr; }
  /// Whether others hold it too, who might write to it.
  virtual bool isShared() const { return true; }
};

/// Dense, row-major, reference counted. Copies share the elements; write only to an array that was
/// just made and has not been handed on.
class Array {
public:
  /// An array whose elements are not set. Throws EvaluationError if the size overflows or passes
  /// the current meter's limit.
  Array(DType dtype, llvm::ArrayRef<int64_t> shape);
  /// An f32 array without elements.
  Array() : Array(DType::f32, {0}) {}

  /// Elements that somebody else made and `owner` keeps alive. They are not counted by a meter.
  Array(DType dtype, llvm::ArrayRef<int64_t> shape, std::byte *elements,
        std::shared_ptr<ArrayOwner> owner);

  static Array zeros(DType dtype, llvm::ArrayRef<int64_t> shape);
  template <typename T> static Array scalar(DType dtype, T value);
  /// The values of `dims` as a vector of i64.
  static Array vector(llvm::ArrayRef<int64_t> dims);

  DType dtype() const { return body->dtype; }
  llvm::ArrayRef<int64_t> shape() const { return body->shape; }
  int64_t rank() const { return body->shape.size(); }
  int64_t size() const { return body->count; }
  size_t bytes() const { return body->count * sizeOf(body->dtype); }

  /// The elements; T must be the type that stores dtype().
  template <typename T> llvm::ArrayRef<T> values() const {
    return llvm::ArrayRef<T>(reinterpret_cast<const T *>(data()), static_cast<size_t>(size()));
  }
  template <typename T> llvm::MutableArrayRef<T> mutableValues() {
    return llvm::MutableArrayRef<T>(reinterpret_cast<T *>(mutableData()),
                                    static_cast<size_t>(size()));
  }
  const std::byte *data() const { return body->elements; }
  /// Valid as long as the array is.
  operator Elements() const { return {dtype(), shape(), data()}; }
  std::byte *mutableData() { return body->elements; }

  /// Element `i` in row-major order, converted. Not of complex numbers.
  double asDouble(int64_t i = 0) const;
  int64_t asInt(int64_t i = 0) const;
  bool asBool(int64_t i = 0) const { return asDouble(i) != 0; }
  /// All elements as i64; for shapes, axes and indices.
  llvm::SmallVector<int64_t> asInts() const;

  /// The memory, if nobody else reads it and its owner gives it away; null otherwise. The elements
  /// must not be read through this array any more.
  void *give();
  /// Whether others than arrays hold the memory.
  bool isShared() const;
  /// The same elements under another shape of the same size.
  Array reshaped(llvm::ArrayRef<int64_t> shape) const;
  /// Complex numbers as pairs of real ones, along a new last axis, and the other way.
  Array asReal() const;
  Array asComplex() const;

private:
  // One object per array, so that handing arrays around costs a pointer; the elements of scalars
  // live inside it: the interpreter makes millions of them.
  struct Body : llvm::ThreadSafeRefCountedBase<Body> {
    Body(DType dtype, llvm::ArrayRef<int64_t> shape);
    ~Body();

    bool ownsElements() const { return !original && !owner && elements != small; }

    DType dtype;
    llvm::SmallVector<int64_t, 2> shape;
    int64_t count;
    std::byte *elements = small; // or on the heap, or of `original` or `owner`
    alignas(16) std::byte small[16];
    llvm::IntrusiveRefCntPtr<Body> original; // of an array that was reshaped
    std::shared_ptr<ArrayOwner> owner;       // of elements that were not made here
    std::shared_ptr<MemoryMeter> meter;      // kept alive: results outlive the run that made them
  };

  Array viewed(DType dtype, llvm::ArrayRef<int64_t> shape) const;

  explicit Array(llvm::IntrusiveRefCntPtr<Body> body) : body(std::move(body)) {}

  llvm::IntrusiveRefCntPtr<Body> body;
};

/// The real part, where a complex number becomes a real one.
template <typename To, typename From> To elementFrom(From value) {
  if constexpr (isComplexStorage<From> && !isComplexStorage<To>)
    return static_cast<To>(value.real());
  else
    return static_cast<To>(value);
}

template <typename T> Array Array::scalar(DType dtype, T value) {
  Array result(dtype, {});
  visitStored(dtype, [&](auto element) {
    using Element = decltype(element);
    result.mutableValues<Element>()[0] = elementFrom<Element>(value);
  });
  return result;
}

/// "[2, 3]".
std::string printShape(llvm::ArrayRef<int64_t> shape);

/// The number of elements, or EvaluationError if it does not fit in 63 bits or a size is negative.
int64_t elementCount(llvm::ArrayRef<int64_t> shape);

/// Row-major strides, in elements.
llvm::SmallVector<int64_t, 4> stridesOf(llvm::ArrayRef<int64_t> shape);

} // namespace cotan

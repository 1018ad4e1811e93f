// What a tensor of the front doors is: an array, or a value of a function that is being traced.
#pragma once

#include "cotan/support/array.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

#include <mutex>
#include <optional>

namespace cotan::trace {

class Scope;

/// The element types of numbers that say nothing else (docs/decisions/0007-front-doors.md).
DType defaultFloat();
inline constexpr DType defaultInteger = DType::i64;
inline DType defaultComplex() { return defaultFloat() == DType::f64 ? DType::c128 : DType::c64; }
/// For all threads: f32 or f64. What is traced stays as it is.
void setDefaultFloat(DType dtype);

/// What tensors of an element type are held in: floats that give way keep the digits of a double
/// until they meet a type.
constexpr DType heldType(DType dtype, bool isWeak) {
  if (isWeak && dtype == DType::c64)
    return DType::c128;
  return isWeak && dtype == DType::f32 ? DType::f64 : dtype;
}
/// The element type of a tensor that is held so.
inline DType nominalType(DType held, bool isWeak) {
  if (isWeak && held == DType::c128)
    return defaultComplex();
  return isWeak && held == DType::f64 ? defaultFloat() : held;
}

/// Element type, sizes, and whether the element type gives way to others (docs/spec/types.md).
struct TensorType {
  DType dtype;
  llvm::SmallVector<int64_t, 4> sizes;
  bool isWeak = false;

  DType held() const { return heldType(dtype, isWeak); }
  /// With open sizes that are said to be no size of any function.
  TensorType unlabelled() const;
  /// What a value of this type has, in what this thread traces.
  mlir::RankedTensorType type() const;
  static TensorType of(mlir::Type type, bool isWeak = false);
};

/// Whether derivatives flow through such tensors: floats and complex numbers.
inline bool isInexact(const TensorType &type) {
  return isFloat(type.dtype) || isComplex(type.dtype);
}

/// Shared by all handles of a tensor; never changed.
class TensorBody : public llvm::ThreadSafeRefCountedBase<TensorBody> {
public:
  enum class Kind : uint8_t {
    array,
    number, // of the language: it takes the element type it is asked for and is never an argument
    traced,
  };

  TensorBody(Array array, bool isWeak);
  explicit TensorBody(double number);
  explicit TensorBody(std::complex<double> number);
  explicit TensorBody(int64_t number);
  explicit TensorBody(uint64_t number);
  explicit TensorBody(bool number);
  /// `sizes` are given if some are open (trace/open_sizes.h).
  TensorBody(mlir::Value value, std::shared_ptr<Scope> scope, bool isWeak,
             llvm::ArrayRef<int64_t> sizes = {});

  /// One that has no elements any more, and belongs to a scope that is closed (donation.h).
  TensorBody(const TensorType &type, std::shared_ptr<Scope> scope);

  bool isTraced() const { return kind == Kind::traced; }
  bool isNumber() const { return kind == Kind::number; }
  llvm::ArrayRef<int64_t> sizes() const;
  TensorType type() const { return {dtype, llvm::SmallVector<int64_t, 4>(sizes()), isWeak}; }
  DType held() const { return heldType(dtype, isWeak); }
  /// The elements; of a number, or of floats that give way, converted: throws ValueError if the
  /// type does not hold a number. It must not be traced.
  Array arrayAs(DType wanted) const;
  /// In the type it is said to have; the memory lives as long as the tensor.
  const Array &asArray() const;

  const Kind kind;
  const DType dtype;
  const bool isWeak;                // never of i1
  const std::optional<Array> array; // as it is held; of a number in f64, c128, i64, ui64 or i1
  const mlir::Value value;          // of what is traced; it may be gone when `scope` is closed
  const mlir::RankedTensorType tracedType;
  const std::shared_ptr<Scope> scope;

private:
  const std::vector<int64_t> labelled; // sizes, if some are open
  mutable std::once_flag wasShown;
  mutable std::optional<Array> shown; // as `dtype`, where it is held otherwise and was asked for
};

using TensorRef = llvm::IntrusiveRefCntPtr<TensorBody>;
using Tensors = llvm::SmallVector<TensorRef, 2>;

TensorRef makeTensor(Array array, bool isWeak = false);
/// A number as an array that still gives way; what is one already.
TensorRef asArgument(const TensorRef &tensor);

/// "float32[2,3]", as JAX writes it.
std::string describe(const TensorType &type);

} // namespace cotan::trace

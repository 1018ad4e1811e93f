// From what users see to what it is made of. Not installed: it needs LLVM's headers.
#pragma once

#include "cotan/tensor/checks.h"
#include "cotan/tensor/op_calls.h"
#include "cotan/trace/apply.h"
#include "cotan/trace/open_sizes.h"
#include "cotan/trace/promotion.h"

namespace ct {

constexpr cotan::DType inner(DType dtype) { return cotan::DType(dtype); }
constexpr DType outer(cotan::DType dtype) { return DType(dtype); }
inline constexpr cotan::DType twoIntegers[] = {cotan::DType::i64, cotan::DType::i64};

inline cotan::trace::TensorRef inner(const Tensor &tensor) { return tensor.body(); }
inline Tensor outer(const cotan::trace::TensorRef &tensor) { return Tensor(tensor.get()); }
/// With labels in the place of open sizes (trace/open_sizes.h): to be copied and compared.
inline llvm::ArrayRef<int64_t> openSizesOf(const Tensor &tensor) { return tensor.body()->sizes(); }
/// All of them numbers; throws if one is open.
llvm::ArrayRef<int64_t> sizesOf(const Tensor &tensor);
/// The last place along an axis: a number where the size is known, without running anything.
Tensor lastPlace(const Tensor &x, int64_t axis);
/// A size times another; labels of open ones among them.
int64_t scaled(int64_t size, int64_t times);
/// Whether tensors have one shape, as far as is known.
bool mayHaveOneShape(const Tensor &x, const Tensor &y);
/// As a list to be changed: with the labels of open sizes.
inline Shape shapeOf(const Tensor &x) { return openSizesOf(x).vec(); }

cotan::trace::Tensors inner(std::span<const Tensor> tensors);
std::vector<Tensor> outer(llvm::ArrayRef<cotan::trace::TensorRef> tensors);

/// Types of results that ops do not infer.
/// Throws ValueError if a size is negative.
cotan::trace::TensorType typeOf(DType dtype, llvm::ArrayRef<int64_t> sizes);

/// The element types a function computes with.
enum class Accepts {
  any,
  reals,      // all but complex numbers
  numbers,    // real ones; truth values become integers
  allNumbers, // complex ones, too
  floats,     // real ones; integers become floats
  inexact,    // complex numbers, too
  parts,      // of floats; integers, which have no fractions, are given back
  integers,   // truth values stay
};

/// The type of the parts of complex numbers; other types as they are.
DType partOf(DType dtype);

/// `x`, which gives way to the type of what it meets.
Tensor weakened(const Tensor &x);

/// What operands of a function are converted to; throws TypeError if it cannot be.
cotan::trace::Promoted common(Accepts accepts, std::span<const Tensor> operands);

/// The operands converted to the type they have in common, for functions of several operations;
/// throws TypeError and ValueError as the operations would.
std::vector<Tensor> promoted(Accepts accepts, std::span<const Tensor> operands);
inline std::vector<Tensor> promoted(Accepts accepts, std::initializer_list<Tensor> operands) {
  return promoted(accepts, std::span(operands.begin(), operands.size()));
}
/// Numbers of the language as the type they have together with the others: a number has to know its
/// type before its shape changes, as it keeps all its digits only until then.
std::vector<Tensor> settled(std::span<const Tensor> operands);
/// Integers and truth values as floats.
Tensor asFloats(const Tensor &x);
/// The same; complex numbers as they are.
Tensor asInexact(const Tensor &x);
/// The same; f16 and bf16 in f32, for what squares or adds up on the way to a result.
Tensor widened(const Tensor &x);
/// A result in the element type of what was given, where that is f16 or bf16.
Tensor narrowed(const Tensor &y, const Tensor &given);

/// Arithmetic of truth values is logic, as in NumPy.
bool areTruthValues(std::initializer_list<Tensor> operands);
bool areComplex(std::initializer_list<Tensor> operands);

/// How an elementwise op is called on operands of any shapes and types that go together.
struct ElementwiseTyping {
  ElementwiseTyping(Accepts accepts, std::span<const Tensor> operands);
  operator Typing() const { return {.operandTypes = types, .isWeak = isWeak}; }

  bool isWhole = false; // integers, of which parts are asked: there is nothing to do
  llvm::SmallVector<cotan::DType, 4> types;
  bool isWeak = false;
};

/// Calls it.
template <typename... X>
Tensor elementwise(Tensor (*op)(const X &..., const Typing &), Accepts accepts,
                   const X &...operands) {
  const Tensor all[] = {operands...};
  ElementwiseTyping typing(accepts, all);
  return typing.isWhole ? all[0] : op(operands..., typing);
}

/// What an operand of an op is: one of those of a common type, or what has a type of its own.
enum class Role { together, indices, truth, key };
struct OpOperand {
  OpOperand(Role role, const char *name, const Tensor &x) : role(role), name(name), tensor(&x) {}
  OpOperand(Role role, const char *name, const std::optional<Tensor> &x)
      : role(role), name(name), tensor(x ? &*x : nullptr) {}

  Role role;
  const char *name;     // of the parameter
  const Tensor *tensor; // null: it is not given
};

/// How an array function that is one op calls it. Throws TypeError of what is not what its role
/// says, ValueError if shapes do not broadcast where they have to.
struct OpTyping {
  OpTyping(Accepts accepts, std::initializer_list<OpOperand> operands, bool broadcasts);
  operator Typing() const { return {.operandTypes = types, .isWeak = isWeak}; }

  bool isWhole = false; // integers, of which parts are asked: there is nothing to do
  llvm::SmallVector<cotan::DType, 4> types; // of the operands that are given
  bool isWeak = false;
};

/// "(2, 3)", as Python shows a shape.
std::string printTuple(llvm::ArrayRef<int64_t> sizes);

} // namespace ct

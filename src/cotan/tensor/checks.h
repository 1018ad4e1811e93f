// What array functions ask of their arguments. Each error begins with the user's line and the name
// of the function the user has called. Not installed.
#pragma once

#include "cotan/tensor/tensor.h"
#include "cotan/trace/context.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <initializer_list>
#include <optional>
#include <string>

namespace ct {

/// At the beginning of each function that users call.
using cotan::trace::Called;

/// Throws an error that begins with the user's line and the function that was called.
template <typename E = ValueError> [[noreturn]] void refuse(const std::string &problem) {
  throw E(cotan::trace::currentPlace() + problem);
}

//--- axes

/// `axis` counted from the front; negative ones count from the end. Throws AxisError.
int64_t checkedAxis(int64_t axis, int64_t rank);
/// The same of several, in increasing order. Throws ValueError if one is named twice.
llvm::SmallVector<int64_t> checkedAxes(llvm::ArrayRef<int64_t> axes, int64_t rank);
/// All axes if none are named.
llvm::SmallVector<int64_t> axesOrAll(const std::optional<std::vector<int64_t>> &axes, int64_t rank);

//--- shapes

/// The shape that tensors of these shapes have together; throws ValueError.
llvm::SmallVector<int64_t, 4> broadcastSizes(std::span<const Tensor> tensors);
/// The size of an axis, a number; throws ValueError if it is open.
int64_t sizeAt(const Tensor &x, int64_t axis);
/// Throws ValueError if a size is negative.
void needSizes(llvm::ArrayRef<int64_t> sizes);
/// A matrix, or a batch of them; a square one. Throws ValueError.
void needMatrix(const Tensor &x);
void needSquare(const Tensor &x);
/// a + b and a * b, of sizes; throw ValueError if 63 bits do not hold them.
int64_t addSizes(int64_t a, int64_t b);
int64_t multiplySizes(int64_t a, int64_t b);
/// More parts than anybody has use for: each is a tensor of its own.
void checkParts(int64_t parts);

//--- others

/// Which of the words a parameter is; throws ValueError if it is none of them.
size_t oneOf(const char *parameter, const std::string &given,
             std::initializer_list<const char *> words);
/// Throws TypeError if numbers of this type are for storage only.
void needComputed(DType dtype);
/// What places are given as, int64 if nothing is said; throws TypeError if it is no integer.
DType placesType(std::optional<DType> dtype);
/// Throws TypeError if it is not one integer, which may be traced.
void needInteger(const char *parameter, const Tensor &given);
/// Throws TypeError if it is no random key.
void needKey(const Tensor &key);

} // namespace ct

// What all transformations of functions do with arguments and results. Not installed.
#pragma once

#include "cotan/frontends/cpp/transform.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/derivatives.h"

namespace ct {

cotan::trace::TracedFunctionRef traced(const Function &function,
                                       llvm::ArrayRef<cotan::trace::TensorType> types,
                                       const cotan::trace::ProgramOptions &options = {});

/// What these say about the program; ValueError for what they cannot be.
cotan::trace::ProgramOptions programOptions(std::string calls,
                                            const std::optional<Decomposition> &decomposition);

/// Numbers become tensors, whose element types give way as theirs do.
cotan::trace::Tensors asArguments(std::span<const Tensor> tensors);

/// The numbers of those that are floats.
llvm::SmallVector<unsigned> floatArguments(llvm::ArrayRef<cotan::trace::TensorRef> arguments);

/// Tensors of the element types of these types. Throws ValueError if there are more or fewer, or
/// one has another shape; `name` is that of the transformation.
cotan::trace::Tensors converted(std::span<const Tensor> tensors,
                                llvm::ArrayRef<cotan::trace::TensorType> types);

/// The types of these results.
llvm::SmallVector<cotan::trace::TensorType>
resultTypes(const cotan::trace::TracedFunction &function, llvm::ArrayRef<unsigned> which);

} // namespace ct

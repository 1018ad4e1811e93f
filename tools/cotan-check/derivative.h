// A program with the code of its derivative appended, and what is done with it.
#pragma once

#include "cotan/autodiff/reverse.h"
#include "program.h"

namespace cotan::check {

class Random;

using Positions = llvm::SmallVector<unsigned>;

/// What `differentiate` or `pushForward` appended.
struct Derivative {
  Program program;
  Positions arguments; // the new ones: seeds or tangents
  Positions results;   // the new ones: gradients or tangents

  /// The new results.
  llvm::FailureOr<Arrays> run(llvm::ArrayRef<Array> inputs) const;
};

/// Reverse mode: a seed per result, a gradient per argument of `wrt`. Unless Seed::argument.
llvm::FailureOr<Derivative> reverse(const Program &program, llvm::ArrayRef<unsigned> wrt,
                                    llvm::ArrayRef<unsigned> results, Seed seed = Seed::argument,
                                    bool prune = true);
/// Forward mode: coefficients 1 to `order`, of arguments up to `given`, for each argument of `wrt`
/// and each float result.
llvm::FailureOr<Derivative> forward(const Program &program, llvm::ArrayRef<unsigned> wrt,
                                    unsigned order = 1, std::optional<unsigned> given = {});

/// The program in the form that is differentiated: structured, without calls, without composite ops
/// but those with a rule of their own.
llvm::FailureOr<Program> differentiable(const Program &program);

Arrays pick(llvm::ArrayRef<Array> arrays, llvm::ArrayRef<unsigned> positions);
Arrays concat(llvm::ArrayRef<Array> first, llvm::ArrayRef<Array> second);
Arrays randomLike(llvm::ArrayRef<Array> arrays, Random &random);

/// A sum of products, and the sum of their magnitudes: what rounding errors are relative to.
struct Dot {
  double value, magnitude;
};
Dot dot(llvm::ArrayRef<Array> x, llvm::ArrayRef<Array> y);

} // namespace cotan::check

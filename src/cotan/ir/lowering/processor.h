// What formulas and kernels ask of the processor that machine code is made for.
#pragma once

#include "cotan/support/dtype.h"

#include "llvm/IR/IRBuilder.h"

namespace cotan {

class Lanes;

/// Says how large a processor's registers are, and what it does better than the instructions that
/// every one has. As it stands it does nothing better.
class Processor {
public:
  virtual ~Processor() = default;

  std::string name;               // code made for two of one name and cacheBytes is the same
  unsigned registerBytes = 16;    // of one vector
  unsigned registers = 16;        // of vectors, how many there are
  bool multipliesAndAdds = false; // at once; then functions are formulas of ours
  int64_t cacheBytes = 16 << 20;  // of the last cache

  /// The `maximum` or `minimum` of floats, as `id` says, which have the same number of lanes.
  virtual Lanes extremum(llvm::Intrinsic::ID id, const Lanes &x, const Lanes &y) const;

  /// Whether one instruction multiplies floats like x by powers of 2, of any size.
  virtual bool scales(const Lanes &x) const;
  /// Then x * 2^floor(n), rounded once.
  virtual Lanes scale(const Lanes &x, const Lanes &n) const;

  /// Whether one instruction looks floats like x up in a table of 16.
  virtual bool looksUp(const Lanes &x) const;
  /// Then a float of the table for each index, whose lowest bits count.
  virtual Lanes lookUp(DType dtype, llvm::ArrayRef<double> table, const Lanes &index) const;

  /// A function of vectors by its name in C, from a library. Nothing if there is none, or none that
  /// is right for all numbers.
  virtual Lanes callVector(llvm::StringRef function, llvm::ArrayRef<Lanes> args) const;

  /// Waits until others see what was written past the caches.
  virtual void awaitStores(llvm::IRBuilder<> &ir) const;

  /// Tells LLVM that a function is for this processor.
  virtual void mark(llvm::Function &function) const;
};

} // namespace cotan

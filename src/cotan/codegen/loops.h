// Loops in LLVM IR, and what is known at each level of their nest.
#pragma once

#include "cotan/ir/lowering/reduction.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <vector>

namespace cotan {

/// A nest of loops under construction. Each level remembers what was computed in it, so that what
/// does not change in an inner loop is computed before it.
class LoopNest {
public:
  using Key = std::vector<const void *>;
  using Carried = Accumulator;

  LoopNest(llvm::IRBuilder<> &ir, llvm::Function *function);

  unsigned depth() const { return current; }
  /// The level whose loop `value` is computed in; 0 for constants and arguments.
  unsigned depthOf(const llvm::Value *value) const;
  /// Which lanes the code of the current level works on: i1 numbers, or none if on all.
  const Lanes &mask() const { return levels[current].mask; }
  void setMask(const Lanes &mask) { levels[current].mask = mask; }

  /// for (i = begin; i < end; i += step) carried = body(i, carried)
  Carried loop(llvm::Value *begin, llvm::Value *end, int64_t step, Carried carried,
               llvm::function_ref<Carried(llvm::Value *, const Carried &)> body);
  /// The same, with `next(i)` for i + step; it is asked at the end of a turn.
  Carried loop(llvm::Value *begin, llvm::Value *end,
               llvm::function_ref<llvm::Value *(llvm::Value *)> next, Carried carried,
               llvm::function_ref<Carried(llvm::Value *, const Carried &)> body);
  /// if (begin < end) carried = body(begin, carried), for the lanes that `maskOf(begin)` gives.
  Carried rest(llvm::Value *begin, llvm::Value *end, Carried carried,
               llvm::function_ref<Lanes(llvm::Value *)> maskOf,
               llvm::function_ref<Carried(llvm::Value *, const Carried &)> body);
  /// wanted ? make() : otherwise, of one i1; only what is chosen is computed.
  Lanes choose(const Lanes &wanted, const Lanes &otherwise, llvm::function_ref<Lanes()> make);
  /// Makes `make`'s instructions at the end of an outer level, before the loop that leads here.
  Lanes at(unsigned depth, llvm::function_ref<Lanes()> make);

  /// What was computed for `key` at this level or further out; null if nothing.
  Lanes find(const Key &key) const;
  void remember(const Key &key, const Lanes &value) { levels[current].values[key] = value; }

private:
  struct Level {
    llvm::BasicBlock *block = nullptr; // that leads to the next level
    Lanes mask;
    std::map<Key, Lanes> values;
  };
  llvm::BasicBlock *newBlock(const char *name);
  void enter(const Lanes &mask);
  void leave();

  llvm::IRBuilder<> &ir;
  llvm::Function *function;
  std::vector<Level> levels;
  unsigned current = 0;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> depths;
};

} // namespace cotan

#include "cotan/ops/contraction/contract.h"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/op_evaluation.h"
#include "cotan/ops/op_rules.h"

namespace cotan {

std::vector<int64_t> offsetsOf(llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> steps) {
  std::vector<int64_t> offsets;
  forEachIndex(sizes, steps, [&](int64_t offset) { offsets.push_back(offset); });
  return offsets;
}

void contract(const ContractionOperand &x, const ContractionOperand &y, Array &z) {
  visitNumber(z.dtype(), [&](auto element) {
    using T = decltype(element);
    auto a = x.array.values<T>(), b = y.array.values<T>();
    T *next = z.mutableValues<T>().begin();
    for (size_t i = 0; i < x.batch.size(); ++i)
      for (int64_t xRow : x.row)
        for (int64_t yRow : y.row) {
          Wrapping<T> sum = 0;
          for (size_t k = 0; k < x.summand.size(); ++k)
            sum += static_cast<Wrapping<T>>(a[x.batch[i] + xRow + x.summand[k]]) *
                   static_cast<Wrapping<T>>(b[y.batch[i] + yRow + y.summand[k]]);
          *next++ = static_cast<T>(sum);
        }
  });
}

bool ContractionAxes::moveBefore(llvm::ArrayRef<int64_t> permutation) {
  int64_t last = -1;
  for (auto [axis, before] : llvm::enumerate(permutation)) {
    if (llvm::is_contained(batching, axis) || llvm::is_contained(contracting, axis))
      continue;
    if (before < last)
      return false;
    last = before;
  }
  for (llvm::SmallVector<int64_t> *axes : {&batching, &contracting})
    for (int64_t &axis : *axes)
      axis = permutation[axis];
  return true;
}

mlir::Value contractBefore(RuleBuilder &b, ContractionAxes lhs, ContractionAxes rhs, mlir::Value x,
                           mlir::Value y, unsigned i, mlir::Value before,
                           llvm::ArrayRef<int64_t> permutation) {
  if (!(i == 0 ? lhs : rhs).moveBefore(permutation))
    return nullptr;
  return dot_general(b(i == 0 ? before : x), b(i == 1 ? before : y), lhs.batching, rhs.batching,
                     lhs.contracting, rhs.contracting)
      .value();
}

} // namespace cotan

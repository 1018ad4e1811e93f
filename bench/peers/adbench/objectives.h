// ADBench's objectives and their derivatives, written by hand: what each takes is in
// bench/adbench/data.py.
#pragma once

#include "cotan/support/npy.h"

#include <functional>

namespace bench {

using Arrays = std::vector<cotan::Array>;

/// An objective over its inputs: computed by `run`, whose last results are told by `results`.
struct Objective {
  std::function<void()> run;
  std::function<Arrays()> results;
};

Objective makeMixture(const Arrays &inputs);
Objective makeBundle(const Arrays &inputs);
Objective makeBundleLoss(const Arrays &inputs);
Objective makeHand(const Arrays &inputs);
Objective makeHandOfMatrices(const Arrays &inputs);
Objective makeRecurrent(const Arrays &inputs);

inline std::vector<double> numbersOf(const cotan::Array &array) {
  const auto values = array.values<double>();
  return {values.begin(), values.end()};
}

inline std::vector<int> indicesOf(const cotan::Array &array) {
  const auto values = array.values<int64_t>();
  return {values.begin(), values.end()};
}

inline cotan::Array arrayOf(llvm::ArrayRef<double> values, llvm::ArrayRef<int64_t> shape) {
  cotan::Array array(cotan::DType::f64, shape);
  std::copy(values.begin(), values.end(), array.mutableValues<double>().begin());
  return array;
}

} // namespace bench

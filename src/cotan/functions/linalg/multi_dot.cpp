// The products of several matrices in the cheapest order.
#include "cotan/functions/functions.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include <limits>

namespace ct::linalg {
namespace {

/// Where to cut the product of matrices i to k: the classic table by length (Cormen et al., 15.2).
class Cuts {
public:
  explicit Cuts(const std::vector<int64_t> &sizes)
      : count(sizes.size() - 1), costs(count * count, 0), cuts(count * count, 0) {
    for (size_t length = 1; length < count; ++length)
      for (size_t i = 0; i + length < count; ++i)
        choose(sizes, i, i + length);
  }

  /// From left to right, without recursion: the products by their end points.
  Tensor product(const std::vector<Tensor> &matrices) const;

private:
  size_t at(size_t i, size_t k) const { return i * count + k; }
  void choose(const std::vector<int64_t> &sizes, size_t i, size_t k) {
    costs[at(i, k)] = std::numeric_limits<double>::infinity();
    for (size_t cut = i; cut < k; ++cut) {
      double cost = costs[at(i, cut)] + costs[at(cut + 1, k)] +
                    double(sizes[i]) * double(sizes[cut + 1]) * double(sizes[k + 1]);
      if (cost < costs[at(i, k)]) {
        costs[at(i, k)] = cost;
        cuts[at(i, k)] = cut;
      }
    }
  }

  size_t count;
  std::vector<double> costs;
  std::vector<size_t> cuts;
};

Tensor Cuts::product(const std::vector<Tensor> &matrices) const {
  struct Range {
    size_t first, last;
    bool isCut;
  };
  std::vector<Range> waiting{{0, count - 1, false}};
  std::vector<Tensor> done;
  while (!waiting.empty()) {
    auto [first, last, isCut] = waiting.back();
    waiting.pop_back();
    if (first == last) {
      done.push_back(matrices[first]);
    } else if (isCut) {
      Tensor right = done.back();
      done.pop_back();
      done.back() = matmul(done.back(), right);
    } else {
      size_t cut = cuts[at(first, last)];
      waiting.insert(waiting.end(),
                     {{first, last, true}, {cut + 1, last, false}, {first, cut, false}});
    }
  }
  return done.back();
}

} // namespace

Tensor multi_dot(const std::vector<Tensor> &given) {
  const Called called("ct.linalg.multi_dot");
  if (given.size() < 2)
    refuse("at least two matrices are needed");
  std::vector<Tensor> all = given;
  bool isRow = all.front().ndim() == 1, isColumn = all.back().ndim() == 1;
  if (isRow)
    all.front() = expand_dims(all.front(), {0});
  if (isColumn)
    all.back() = expand_dims(all.back(), {1});
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].ndim() != 2)
      refuse("operand " + std::to_string(i) + " has shape " + printTuple(openSizesOf(given[i])) +
             ", but must be a matrix");
    if (i > 0 && all[i].shape()[0] != all[i - 1].shape()[1])
      refuse("operand " + std::to_string(i) + " of shape " + printTuple(openSizesOf(given[i])) +
             " does not follow one of shape " + printTuple(openSizesOf(given[i - 1])));
    sizes.push_back(all[i].shape()[0]);
  }
  sizes.push_back(all.back().shape()[1]);
  Tensor product = Cuts(sizes).product(all);
  std::vector<int64_t> extra;
  if (isRow)
    extra.push_back(0);
  if (isColumn)
    extra.push_back(1);
  return squeeze(product, extra);
}

} // namespace ct::linalg

// einsum: pairs of operands are multiplied, the cheapest first, each by one product of matrices.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/linalg/dot_general.h"
#include "cotan/functions/linalg/preferred_type.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include "llvm/ADT/StringExtras.h"

#include <iterator>
#include <map>
#include <optional>

namespace ct {
namespace {

using Labels = std::string; // one character an axis; those of "..." are 0x80 and above

struct Term {
  Tensor tensor;
  Labels labels;
};

[[noreturn]] void refuseNotation(const std::string &subscripts, const std::string &problem) {
  refuse("\"" + subscripts + "\": " + problem);
}

/// `part` with "..." written out as labels for `count` axes, of the last of which all have one.
Labels writeOut(const std::string &part, int64_t count) {
  Labels labels;
  for (size_t i = 0; i < part.size(); ++i) {
    if (part.compare(i, 3, "...") == 0) {
      for (int64_t k = count; k > 0; --k)
        labels += char(0x80 + k);
      i += 2;
    } else if (part[i] != ' ') {
      labels += part[i];
    }
  }
  return labels;
}

/// Keeps what lies on the diagonal of axes with one label.
Term withoutRepeats(Term term) {
  for (size_t i = 0; i < term.labels.size(); ++i)
    for (size_t k; (k = term.labels.find(term.labels[i], i + 1)) != Labels::npos;) {
      int64_t rank = term.tensor.ndim();
      Tensor moved = moveaxis(term.tensor, {int64_t(i), int64_t(k)}, {rank - 2, rank - 1});
      term.tensor = diagonal(moved, 0, -2, -1);
      Labels rest = term.labels;
      char label = rest[i];
      rest.erase(k, 1);
      rest.erase(i, 1);
      term.labels = rest + label;
      i = 0;
    }
  return term;
}

/// Sums over the axes whose labels are not in `wanted`.
Term reduced(Term term, const Labels &wanted) {
  std::vector<int64_t> axes;
  Labels left;
  for (size_t i = 0; i < term.labels.size(); ++i)
    if (wanted.find(term.labels[i]) == Labels::npos)
      axes.push_back(i);
    else
      left += term.labels[i];
  // As products do, sums keep the element type.
  return axes.empty() ? term : Term{sum(term.tensor, axes, {.dtype = term.tensor.dtype()}), left};
}

Term product(const Term &x, const Term &y, const Labels &wanted) {
  Pairs batching, contracting;
  Labels batch, left, right;
  for (size_t i = 0; i < x.labels.size(); ++i) {
    size_t k = y.labels.find(x.labels[i]);
    if (k == Labels::npos) {
      left += x.labels[i];
    } else if (wanted.find(x.labels[i]) == Labels::npos) {
      contracting.left.push_back(i);
      contracting.right.push_back(k);
    } else {
      batching.left.push_back(i);
      batching.right.push_back(k);
      batch += x.labels[i];
    }
  }
  for (char label : y.labels)
    if (x.labels.find(label) == Labels::npos)
      right += label;
  return {dotGeneral(x.tensor, y.tensor, batching, contracting), batch + left + right};
}

/// The labels of the result, where it is not said: those that occur once, in order.
Labels impliedResult(const std::vector<Term> &terms) {
  std::map<unsigned char, int> counts;
  for (const Term &term : terms)
    for (char label : term.labels)
      ++counts[label];
  Labels ellipsis, once;
  for (auto [label, count] : counts)
    if (label >= 0x80)
      ellipsis.insert(ellipsis.begin(), char(label));
    else if (count == 1)
      once += char(label);
  return ellipsis + once;
}

/// Axes of size 1 that meet larger ones are dropped: products repeat them anyway.
void matchSizes(const std::string &subscripts, std::vector<Term> &terms) {
  std::map<char, int64_t> sizes;
  for (const Term &term : terms)
    for (size_t i = 0; i < term.labels.size(); ++i) {
      int64_t &size = sizes.try_emplace(term.labels[i], 1).first->second,
              found = openSizesOf(term.tensor)[i];
      if (size != 1 && found != 1 && !cotan::trace::mayBeEqual(size, found))
        refuseNotation(subscripts, std::string("axes named '") + term.labels[i] + "' have sizes " +
                                       std::to_string(size) + " and " + std::to_string(found));
      size = size == 1 || cotan::trace::isOpen(size) ? (found == 1 ? size : found) : size;
    }
  for (Term &term : terms)
    for (size_t i = term.labels.size(); i-- > 0;)
      if (openSizesOf(term.tensor)[i] == 1 && sizes[term.labels[i]] != 1) {
        term.tensor = squeeze(term.tensor, std::vector<int64_t>{int64_t(i)});
        term.labels.erase(i, 1);
      }
}

/// The operands and their labels; `ellipsis` becomes the number of axes "..." stands for.
std::vector<Term> parse(const std::string &subscripts, llvm::StringRef inputs,
                        const std::vector<Tensor> &operands, int64_t &ellipsis) {
  llvm::SmallVector<llvm::StringRef> parts;
  inputs.split(parts, ',');
  if (parts.size() != operands.size())
    refuseNotation(subscripts, std::to_string(parts.size()) + " operands are described, but " +
                                   std::to_string(operands.size()) + " are given");
  std::vector<Term> terms;
  const DType type = outer(common(Accepts::any, operands).dtype);
  for (auto [part, operand] : llvm::zip_equal(parts, operands)) {
    int64_t count =
        part.contains("...") ? operand.ndim() - int64_t(writeOut(part.str(), 0).size()) : 0;
    ellipsis = std::max(ellipsis, count);
    bool isTruth = operand.dtype() == DType::bool_; // which is added as what it meets
    terms.push_back({isTruth ? astype(operand, type) : operand, writeOut(part.str(), count)});
    if (int64_t(terms.back().labels.size()) != operand.ndim())
      refuseNotation(subscripts, "'" + part.trim().str() + "' does not name the " +
                                     std::to_string(operand.ndim()) +
                                     " axes of an operand of shape " +
                                     printTuple(openSizesOf(operand)));
  }
  return terms;
}

/// The labels that are needed once terms `i` and `k` are one.
Labels wantedBeside(const std::vector<Term> &terms, size_t i, size_t k, const Labels &result) {
  Labels wanted = result;
  for (size_t other = 0; other < terms.size(); ++other)
    if (other != i && other != k)
      wanted += terms[other].labels;
  return wanted;
}

using AxisSizes = std::map<char, double>;

AxisSizes axisSizesOf(const std::vector<Term> &terms) {
  constexpr double open = 100; // what is not known counts as that
  AxisSizes sizes;
  for (const Term &term : terms)
    for (auto [label, size] : llvm::zip_equal(term.labels, openSizesOf(term.tensor)))
      sizes[label] = cotan::trace::isOpen(size) ? open : double(size);
  return sizes;
}

double elementsOf(const Labels &labels, const AxisSizes &sizes) {
  double count = 1;
  for (char label : labels)
    count *= sizes.at(label);
  return count;
}

/// The two terms to multiply next: those whose product takes the fewest multiplications; of equal
/// ones, those it makes smaller by the most.
std::pair<size_t, size_t> cheapest(const std::vector<Term> &terms, const Labels &result,
                                   const AxisSizes &sizes) {
  std::pair<size_t, size_t> best = {0, 1};
  std::optional<std::pair<double, double>> least;
  for (size_t i = 0; i < terms.size(); ++i)
    for (size_t k = i + 1; k < terms.size(); ++k) {
      const Labels wanted = wantedBeside(terms, i, k, result);
      Labels all = terms[i].labels, made;
      llvm::copy_if(terms[k].labels, std::back_inserter(all),
                    [&](char label) { return terms[i].labels.find(label) == Labels::npos; });
      llvm::copy_if(all, std::back_inserter(made),
                    [&](char label) { return wanted.find(label) != Labels::npos; });
      const double given = elementsOf(terms[i].labels, sizes) + elementsOf(terms[k].labels, sizes);
      const std::pair cost = {elementsOf(all, sizes), elementsOf(made, sizes) - given};
      if (!least || cost < *least) {
        least = cost;
        best = {i, k};
      }
    }
  return best;
}

/// Two terms at a time; their product stands where the first of them was. What only one term has
/// and nothing else needs is summed first.
Term productOfAll(std::vector<Term> terms, const Labels &result) {
  if (terms.size() == 1)
    return reduced(terms[0], result);
  const AxisSizes sizes = axisSizesOf(terms);
  while (terms.size() > 1) {
    for (size_t i = 0; i < terms.size(); ++i)
      terms[i] = reduced(terms[i], wantedBeside(terms, i, i, result));
    const auto [i, k] = cheapest(terms, result, sizes);
    terms[i] = product(terms[i], terms[k], wantedBeside(terms, i, k, result));
    terms.erase(terms.begin() + k);
  }
  return terms[0];
}

} // namespace

Tensor einsum(const std::string &subscripts, const std::vector<Tensor> &operands) {
  const Called called("ct.einsum");
  auto [inputs, output] = llvm::StringRef(subscripts).split("->");
  int64_t hidden = 0;
  std::vector<Term> terms = parse(subscripts, inputs, operands, hidden);
  matchSizes(subscripts, terms);
  Labels result = llvm::StringRef(subscripts).contains("->") ? writeOut(output.str(), hidden)
                                                             : impliedResult(terms);
  for (Term &term : terms)
    term = withoutRepeats(std::move(term));
  const Term product = productOfAll(std::move(terms), result);
  std::vector<int64_t> order;
  for (char label : result) {
    size_t axis = product.labels.find(label);
    if (axis == Labels::npos)
      refuseNotation(subscripts,
                     std::string("the result names '") + label + "', which no operand has");
    order.push_back(axis);
  }
  return transpose(product.tensor, order);
}

} // namespace ct

ct::Tensor ct::dynamic::einsum(const std::string &subscripts, const std::vector<Tensor> &operands,
                               std::optional<DType> preferred_element_type) {
  const Called called("ct.einsum");
  return inPreferred(preferred_element_type, operands,
                     [&](const auto &xs) { return ct::einsum(subscripts, xs); });
}

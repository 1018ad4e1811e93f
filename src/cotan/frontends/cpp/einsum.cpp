// einsum: operands are multiplied from left to right, each pair by one product of matrices.
#include "cotan/frontends/cpp/contraction.h"
#include "cotan/frontends/cpp/dot_general.h"
#include "cotan/frontends/cpp/elementwise.h"
#include "cotan/frontends/cpp/indexing.h"
#include "cotan/frontends/cpp/inside.h"
#include "cotan/frontends/cpp/layout.h"
#include "cotan/frontends/cpp/reduction.h"
#include "cotan/trace/context.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

namespace ct {
namespace {

using Labels = std::string; // one character an axis; those of "..." are 0x80 and above

struct Term {
  Tensor tensor;
  Labels labels;
};

[[noreturn]] void refuse(const std::string &subscripts, const std::string &problem) {
  throw ValueError(cotan::trace::currentPlace() + "ct.einsum(\"" + subscripts + "\"): " + problem);
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
        refuse(subscripts, std::string("axes named '") + term.labels[i] + "' have sizes " +
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
    refuse(subscripts, std::to_string(parts.size()) + " operands are described, but " +
                           std::to_string(operands.size()) + " are given");
  std::vector<Term> terms;
  const DType type = outer(common("einsum", Accepts::any, operands).dtype);
  for (auto [part, operand] : llvm::zip_equal(parts, operands)) {
    int64_t count =
        part.contains("...") ? operand.ndim() - int64_t(writeOut(part.str(), 0).size()) : 0;
    ellipsis = std::max(ellipsis, count);
    bool isTruth = operand.dtype() == DType::bool_; // which is added as what it meets
    terms.push_back({isTruth ? astype(operand, type) : operand, writeOut(part.str(), count)});
    if (int64_t(terms.back().labels.size()) != operand.ndim())
      refuse(subscripts, "'" + part.trim().str() + "' does not name the " +
                             std::to_string(operand.ndim()) + " axes of an operand of shape " +
                             printTuple(openSizesOf(operand)));
  }
  return terms;
}

} // namespace

Tensor einsum(const std::string &subscripts, const std::vector<Tensor> &operands) {
  auto [inputs, output] = llvm::StringRef(subscripts).split("->");
  int64_t ellipsis = 0;
  std::vector<Term> terms = parse(subscripts, inputs, operands, ellipsis);
  matchSizes(subscripts, terms);
  Labels result = llvm::StringRef(subscripts).contains("->") ? writeOut(output.str(), ellipsis)
                                                             : impliedResult(terms);
  for (Term &term : terms)
    term = withoutRepeats(std::move(term));
  Term all = terms.front();
  for (size_t i = 0; i < terms.size(); ++i) {
    Labels wanted = result;
    for (size_t k = i + 1; k < terms.size(); ++k)
      wanted += terms[k].labels;
    if (i == 0) {
      all = reduced(all, wanted);
      continue;
    }
    Term next = reduced(terms[i], wanted + all.labels);
    all = product(reduced(all, wanted + next.labels), next, wanted);
  }
  std::vector<int64_t> order;
  for (char label : result) {
    size_t axis = all.labels.find(label);
    if (axis == Labels::npos)
      refuse(subscripts, std::string("the result names '") + label + "', which no operand has");
    order.push_back(axis);
  }
  return transpose(all.tensor, order);
}

} // namespace ct

// Functions of which only the run says how many there are, as those that a loop makes of the one of
// the turn before. What each has captured is kept in a row, and a function is the number of its
// row (docs/decisions/0016-functions-as-values.md). Not installed.
#pragma once

#include "cotan/tensor/function_value.h"
#include "cotan/trace/tensor_body.h"

namespace ct::detail {

/// Numbers of kinds, in increasing order.
using KindSet = std::vector<size_t>;
KindSet unionOf(const KindSet &x, const KindSet &y);

/// Of what is kept of a kind: the form of a tensor that has been captured. If it is fixed, there is
/// one tensor for all functions of the kind; else each row has its own.
struct Slot {
  Nest form;
  bool isLink; // it is the number of a row
};
/// In the order in which `mapped` goes through them.
std::vector<Slot> slotsOf(const Nest::Parts &captured);

/// The kinds of functions that rows are made for. A kind is a function with the form of what it has
/// captured, where functions that are in rows themselves are links. It is kept in tensors: how many
/// rows there are, of which kind each is, then those of the slots of all kinds.
class RowKinds {
public:
  explicit RowKinds(std::vector<KnownFunction> kinds);

  size_t count() const { return kinds.size(); }
  const KnownFunction &operator[](size_t kind) const { return kinds[kind]; }
  const std::vector<Slot> &slots(size_t kind) const { return slotsOfKinds[kind]; }
  /// Of a kind's, the place of the first tensor among all.
  size_t first(size_t kind) const;
  size_t numTensors() const { return first(count()); }
  /// Without rows; what is fixed is what it is.
  Tensors empty() const;

  /// Whether what has been written for one can be read as the other.
  bool isSame(const RowKinds &other) const;

private:
  std::vector<KnownFunction> kinds;
  std::vector<std::vector<Slot>> slotsOfKinds;
};
using RowKindsRef = std::shared_ptr<const RowKinds>;

/// Whether both have captured the same but for the numbers in tensors, so that one array can hold
/// these; whether tensors are fixed, and which functions links are to, may differ.
bool areAlike(const Nest &x, const Nest &y);
bool areAlike(const Nest::Parts &x, const Nest::Parts &y);
/// Of what is alike: whether links are to functions of the same kinds.
bool haveSameLinks(const Nest &x, const Nest &y);

/// In what a kind has captured: a function of one of these kinds, as the number of its row. It has
/// captured that number.
class Link final : public Code {
public:
  explicit Link(KindSet of) : of(std::move(of)) {}
  static Nest to(KindSet of, const Tensor &row);
  /// Null if the nest is none.
  static const Link *in(const Nest &nest);

  Nest call(const Nest::Parts &captured, const Nest::Parts &arguments) const override;
  bool isMade() const override { return true; }

  const KindSet of;

private:
  bool hasStateOf(const Code &) const override { return true; }
};

/// A function of one of these kinds in a row. It has captured the number of the row, then all rows:
/// so it goes wherever other functions go.
class InRow final : public Code {
public:
  InRow(RowKindsRef kinds, KindSet of) : kinds(std::move(kinds)), of(std::move(of)) {}
  static Nest value(RowKindsRef kinds, KindSet of, const Tensor &row, const Tensors &rows);
  /// Null if the function is none.
  static const InRow *in(const KnownFunction &function);

  Nest call(const Nest::Parts &captured, const Nest::Parts &arguments) const override;
  bool isMade() const override { return true; }
  /// The one it is, if it is of this kind.
  KnownFunction function(size_t kind, const Nest::Parts &captured) const;

  const RowKindsRef kinds;
  const KindSet of;

private:
  bool hasStateOf(const Code &other) const override;
};

inline const Tensor &rowOf(const Nest::Parts &captured) { return captured.at(0).tensor(); }
Tensors rowsOf(const Nest::Parts &captured);
/// Whether these are the same rows, and not only equal ones.
bool areSameRows(const Tensors &x, const Tensors &y);

//--- tensors of rows

/// Along the first axis, at the row of this number.
Tensor readRow(const Tensor &rows, const Tensor &row, bool isWeak);
Tensor withRow(const Tensor &rows, const Tensor &row, const Tensor &value);
Tensor numbersUpTo(int64_t count);
/// Of i64 tensors of one shape, or one and a number.
Tensor sumOf(const Tensor &x, const Tensor &y);

} // namespace ct::detail

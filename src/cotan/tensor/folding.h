// Finds the kinds of functions there are where one may have captured another of its kind. Not
// installed.
#pragma once

#include "cotan/tensor/rows.h"

#include <optional>

namespace ct::detail {

/// Grows with what it is given: each place that holds a function that goes into rows becomes a link
/// to the kinds it may be of. What is fixed in what is given is one tensor for all of a kind, as
/// long as that is so for all of them.
class Folding {
public:
  bool isEmpty() const { return kinds.empty(); }
  /// As they are now; the same object as long as they stay.
  const RowKindsRef &known();

  /// The form of what is carried, and what may be carried, too. Functions that were made of those
  /// before them are links in it.
  Nest joinedState(const Nest &form, const Nest &value);
  /// The kind of a function that is in no row yet.
  size_t kindOf(const KnownFunction &function);
  /// The kinds that the function in a row may be of are these, by their number there.
  std::vector<size_t> numbersOf(const KnownFunction &inRow);

private:
  void addRowsIn(const Nest &nest);
  KindSet add(const Nest &function);
  bool grows(const Nest &function, std::vector<const Code *> around = {});
  bool goesIntoRow(const Nest &nest) const;
  Nest linked(const Nest &nest);
  Nest::Parts linked(const Nest::Parts &parts);
  std::optional<Nest> merged(const Nest &x, const Nest &y);
  std::optional<Nest::Parts> merged(const Nest::Parts &x, const Nest::Parts &y);
  bool mergeInto(size_t kind, const Nest::Parts &captured);
  std::vector<size_t> addKinds(const RowKinds &given, const Nest::Parts &captured);

  struct Added {
    RowKindsRef kinds;
    Tensors rows;
    std::vector<size_t> numbers;
  };

  std::vector<KnownFunction> kinds;
  std::vector<bool> isSettled; // of kinds of rows that are there: links in them stay what they are
  std::vector<std::shared_ptr<const Code>> recurring; // of functions that have captured their kind
  std::vector<Added> added;
  RowKindsRef current;          // null: not as they are now
  std::vector<RowKindsRef> own; // as they were at some time
};

} // namespace ct::detail

// Writes rows for functions. Not installed.
#pragma once

#include "cotan/tensor/folding.h"

namespace ct::detail {

/// The rows of a value of which the folding knows the form: those that functions in it are in
/// already, one after the other, then new ones for functions that are in none.
class RowWriting {
public:
  RowWriting(const Folding &folding, const Nest &form, const Nest &value);

  /// The value with a link to the row of each function where the form has a link.
  Nest linked(const Nest &form, const Nest &value);
  /// All rows, but for tensors that are fixed.
  Tensors moving() const;

private:
  struct Moved {
    Tensors rows;
    std::optional<Tensor> by; // its first row is this one now; none: where it was
  };

  void standOnLinked(const Nest &form, const Nest &value);
  void standOn(const Nest &nest);
  void standOn(const KnownFunction &inRow);
  const Moved *movedOf(const KnownFunction &inRow) const;
  Tensors asHere(const KnownFunction &inRow);
  void append(const Tensors &others);
  Tensor rowOf(const FunctionValue &function);
  Tensor rowOf(const KnownFunction &function);
  Tensor rowOfChosen(const FunctionValue &function);
  void setMoving(const Tensors &tensors, size_t first);

  Folding folding;
  const RowKindsRef kinds;
  std::vector<bool> areFixed; // by tensor
  Tensors rows;
  std::vector<Moved> moved;
};

} // namespace ct::detail

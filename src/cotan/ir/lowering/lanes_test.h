// Runs formulas on this computer, for tests.
#pragma once

#include "cotan/ir/lowering/element.h"
#include "cotan/ir/lowering/processor.h"
#include "cotan/support/array.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"

namespace cotan {

/// What a formula under test sees: operands at the place of the result, or, if `first` is set, at
/// places of its own. The place is (0, first), (0, first + 1), ... of an array of two axes.
class TestElement : public Element {
public:
  TestElement(LaneBuilder &builder, llvm::ArrayRef<Array> operands, llvm::Value *data,
              llvm::Value *first, unsigned count);

  Lanes read(unsigned i, llvm::ArrayRef<Position> at) override;
  Lanes readIf(const Lanes &, unsigned, llvm::ArrayRef<Position>, const Lanes &) override;
  llvm::ArrayRef<Position> place() const override { return positions; }
  Lanes placeNumbers(unsigned axis) override { return positions[axis].places(count); }
  llvm::Value *size(unsigned i, unsigned axis) override;
  LaneBuilder &builder() override { return lanes; }

private:
  LaneBuilder &lanes;
  llvm::ArrayRef<Array> operands;
  llvm::Value *data; // the addresses of the operands' elements
  Place positions;
  unsigned count;
};

/// How many elements are computed at a time, and by code for which processor.
struct Width {
  Width(unsigned lanes); // for this computer's
  Width(unsigned lanes, const Processor &processor) : lanes(lanes), processor(processor) {}

  unsigned lanes;
  const Processor &processor;
};
std::string toString(const Width &width);

/// Less than a register and several of them, for all that this computer can be taken for.
std::vector<Width> widths();

/// Element i of the answer is the formula's at place (0, i), computed `width.lanes` elements at a
/// time, which must divide the length.
Array runFormula(llvm::function_ref<Lanes(Element &)> formula, llvm::ArrayRef<Array> operands,
                 int64_t length, const Width &width);

} // namespace cotan

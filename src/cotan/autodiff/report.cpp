#include "cotan/autodiff/report.h"

#include "cotan/autodiff/frames.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ir/types.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace cotan {
namespace {

int64_t bytesOf(ValueRange values, bool &isLowerBound) {
  int64_t bytes = 0;
  for (Type type : values.getTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor) {
      bytes += sizeof(void *);
      continue;
    }
    auto dtype = dtypeOf(tensor.getElementType());
    if (tensor.hasStaticShape() && dtype)
      bytes += tensor.getNumElements() * sizeOf(*dtype);
    else
      isLowerBound = true;
  }
  return bytes;
}

std::string regionName(flow::Structured op, Region &region) {
  unsigned index = region.getRegionNumber();
  if (isa<flow::WhileOp>(op))
    return index == 1 ? "cond" : "body";
  if (isa<flow::IfOp>(op))
    return index == 1 ? "then" : "else";
  return isa<flow::SwitchOp>(op) ? "case " + std::to_string(index - 1) : "body";
}

std::string place(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ':' << file.getLine() << ": ";
  os << op->getName();
  return text;
}

} // namespace

std::vector<SavedFrame> reportSaved(func::FuncOp function) {
  std::vector<SavedFrame> rows;
  function.walk<WalkOrder::PreOrder>([&](flow::Structured op) {
    for (Region *region : flow::bodiesOf(op)) {
      SavedFrame row{op, regionName(op, *region)};
      bool pushes = false;
      for (auto push : region->front().getOps<flow::PushBackOp>()) {
        pushes = true;
        row.bytes += bytesOf(push.getValues(), row.isLowerBound);
      }
      row.everything = bytesOf(localValues(op, *region), row.isLowerBound);
      if (pushes)
        rows.push_back(row);
    }
  });
  return rows;
}

void printSaved(ArrayRef<SavedFrame> rows, llvm::raw_ostream &os) {
  if (rows.empty()) {
    os << "nothing is saved on stacks\n";
    return;
  }
  os << llvm::formatv("{0,-44} {1,-8} {2,12} {3,14}\n", "saved each time the region runs", "region",
                      "bytes", "everything");
  for (const SavedFrame &row : rows)
    os << llvm::formatv("{0,-44} {1,-8} {2,12} {3,14}{4}\n", place(row.op), row.region, row.bytes,
                        row.everything, row.isLowerBound ? " + open sizes" : "");
}

} // namespace cotan

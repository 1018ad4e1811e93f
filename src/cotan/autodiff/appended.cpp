#include "cotan/autodiff/appended.h"

#include "cotan/autodiff/names.h"

using namespace mlir;

namespace cotan {
namespace {

SmallVector<DictionaryAttr> marksOf(ArrayRef<unsigned> orders, MLIRContext *context) {
  Builder builder(context);
  return llvm::map_to_vector(orders, [&](unsigned order) {
    return builder.getDictionaryAttr(
        builder.getNamedAttr(orderName, builder.getI64IntegerAttr(order)));
  });
}

} // namespace

Block::BlockArgListType appendArguments(func::FuncOp function, TypeRange types,
                                        ArrayRef<unsigned> orders) {
  const SmallVector<unsigned> places(types.size(), function.getNumArguments());
  const SmallVector<Location> locations(types.size(), function.getLoc());
  (void)function.insertArguments(places, types, marksOf(orders, function.getContext()), locations);
  return function.getArguments().take_back(types.size());
}

void appendResults(func::FuncOp function, ValueRange values, ArrayRef<unsigned> orders) {
  const SmallVector<unsigned> places(values.size(), function.getNumResults());
  (void)function.insertResults(places, values.getTypes(), marksOf(orders, function.getContext()));
  Operation *end = function.front().getTerminator();
  end->insertOperands(end->getNumOperands(), values);
}

} // namespace cotan

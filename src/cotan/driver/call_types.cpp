#include "cotan/driver/call_types.h"

#include "cotan/codegen/frame_plan.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan {

CallTypes::CallTypes(func::FuncOp function) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    Argument &argument = arguments.emplace_back();
    argument.dtype = dtypeOf(tensor ? tensor.getElementType() : type);
    if (tensor)
      argument.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    argument.isDonated = isDonated(function, i);
  }
  for (Type type : function.getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    const bool isStack = isa<flow::StackType>(type);
    stacks += isStack;
    results.push_back({isStack ? std::nullopt : dtypeOf(getElementTypeOrSelf(type)),
                       size_t(tensor ? tensor.getRank() : 0)});
    axesOfResults += results.back().rank;
  }
}

bool CallTypes::canBeCalledWith(ArrayRef<Array> inputs) const {
  if (inputs.size() != arguments.size())
    return false;
  for (auto [input, argument] : llvm::zip(inputs, arguments)) {
    if (argument.dtype != input.dtype() || input.shape().size() != argument.shape.size())
      return false;
    for (auto [size, wanted] : llvm::zip(input.shape(), argument.shape))
      if (size != wanted && !ShapedType::isDynamic(wanted))
        return false;
  }
  return true;
}

} // namespace cotan

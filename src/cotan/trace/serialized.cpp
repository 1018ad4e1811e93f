#include "cotan/trace/serialized.h"

#include "cotan/driver/bytecode.h"
#include "cotan/driver/session.h"
#include "cotan/ir/types.h"
#include "cotan/trace/error.h"
#include "cotan/trace/stages.h"
#include "cotan/transforms/refine_sizes.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace cotan::trace {

std::string bytecodeOf(const TracedFunction &function) {
  During inside(Work::compiling);
  OwnedProgram copy = closed(function);
  FailureOr<std::string> bytes = failure();
  orThrowOnBigStack([&] { return LogicalResult(bytes = writeBytecode(*copy.module)); });
  return std::move(*bytes);
}

static bool areTypes(TypeRange found, ArrayRef<TensorType> said) {
  return llvm::equal(found, said, [](Type type, const TensorType &as) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getShape() == ArrayRef(as.sizes) &&
           dtypeOf(tensor.getElementType()) == as.held();
  });
}

TracedFunctionRef readFunction(StringRef bytecode, ArrayRef<TensorType> arguments,
                               ArrayRef<TensorType> results) {
  During inside(Work::compiling);
  auto refuse = [](const std::string &why) { throw ct::ValueError(currentPlace() + why); };
  if (!isBytecode(llvm::MemoryBufferRef(bytecode, "")))
    refuse("these bytes hold no program");
  if (llvm::Error error = checkBytecode(bytecode))
    refuse(llvm::toString(std::move(error)));
  OwnedProgram program{contextHere(), nullptr};
  orThrowOnBigStack([&] {
    program.module = parseSourceString<ModuleOp>(bytecode, program.context.get());
    return success(program.module && succeeded(checkNesting(*program.module)));
  });
  func::FuncOp function = program.function();
  if (!function || function.isExternal() || !areTypes(function.getArgumentTypes(), arguments) ||
      !areTypes(function.getResultTypes(), results))
    refuse("these bytes hold a program of other types than are said");
  auto areWeak = llvm::map_to_vector(results, [](const TensorType &type) { return type.isWeak; });
  return std::make_shared<TracedFunction>(std::move(program), Tensors(),
                                          SmallVector<TensorType>(arguments), std::move(areWeak));
}

TracedFunctionRef refined(const TracedFunction &function, ArrayRef<TensorType> arguments) {
  During inside(Work::compiling);
  OwnedProgram program = closed(function);
  SmallVector<Type> types;
  for (const TensorType &argument : arguments)
    types.push_back(argument.type());
  orThrowOnBigStack([&] { return refineSizes(program.function(), types); });
  return std::make_shared<TracedFunction>(std::move(program), Tensors(),
                                          SmallVector<TensorType>(arguments),
                                          SmallVector<bool>(function.weakResults()));
}

} // namespace cotan::trace

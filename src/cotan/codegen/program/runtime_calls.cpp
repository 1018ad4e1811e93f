#include "cotan/codegen/program/runtime_calls.h"

#include "cotan/codegen/program/tensor_views.h"

using namespace mlir;

namespace cotan {

RuntimeCalls::Tables RuntimeCalls::fill(CallsRuntime op, const RuntimeCall &call,
                                        bool mayOverwrite) {
  Tables tables;
  TensorViews views(functions, values);
  tables.operands = views.of(op->getOperands());
  tables.results = functions.reserve(abi::wordsOf<TensorView>(op->getNumResults()));
  for (OpResult result : op->getResults()) {
    if (isTensor(result.getType()))
      results.size(result);
    tables.places.push_back(mayOverwrite ? results.makeOrUpdate(result) : results.make(result));
    views.store(result, tables.places.back(), tables.results, result.getResultNumber());
  }
  tables.numbers = functions.reserve(std::max<size_t>(1, call.numbers.size()));
  for (auto [i, number] : llvm::enumerate(call.numbers))
    ir.CreateStore(ir.getInt64(number), ir.CreateConstGEP1_64(ir.getInt64Ty(), tables.numbers, i));
  return tables;
}

void RuntimeCalls::emit(CallsRuntime op) {
  RuntimeCall call = op.runtimeCall();
  Tables tables = fill(op, call, /*mayOverwrite=*/true);
  llvm::Value *status = ir.CreateCall(declareTensorFunction(call.function, functions.module()),
                                      {tables.operands, tables.results, tables.numbers});
  functions.requireSuccess(op, status);
  results.takeNumbers(op, tables.places);
}

void RuntimeCalls::emitTogether(ArrayRef<CallsRuntime> calls) {
  llvm::Value *list = functions.reserve(abi::wordsOf<abi::Call>(calls.size()));
  SmallVector<SmallVector<llvm::Value *>> places;
  for (auto [i, op] : llvm::enumerate(calls)) {
    RuntimeCall made = CallsRuntime(op).runtimeCall();
    // Others of the group may still read what ends here.
    Tables tables = fill(op, made, /*mayOverwrite=*/false);
    store(ir,
          {{COTAN_FIELD(abi::Call, function),
            declareTensorFunction(made.function, functions.module()).getCallee()},
           {COTAN_FIELD(abi::Call, operands), tables.operands},
           {COTAN_FIELD(abi::Call, results), tables.results},
           {COTAN_FIELD(abi::Call, numbers), tables.numbers}},
          list, i);
    places.push_back(tables.places);
  }
  llvm::Value *failed =
      callRuntime(ir, COTAN_FUNCTION(cotan_together), {ir.getInt64(calls.size()), list});
  for (auto [i, op] : llvm::enumerate(calls))
    functions.require(op, ir.CreateICmpNE(failed, ir.getInt64(i)), "");
  for (auto [op, written] : llvm::zip_equal(calls, places))
    results.takeNumbers(op, written);
}

} // namespace cotan

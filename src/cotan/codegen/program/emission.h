// What those have at hand that emit the ops of a program.
#pragma once

#include "cotan/codegen/program/kernel_table.h"
#include "cotan/codegen/program/results.h"

namespace cotan {

/// The owners of all that a program is made of.
struct Emission {
  Emission(mlir::func::FuncOp program, ProgramCode &code, const Processor &processor)
      : processor(processor), functions(code), values(functions.ir, processor),
        heap(functions, code), frame(program, functions, heap), ownership(functions, values, heap),
        results(functions, values, heap, frame, ownership), kernels(code, processor) {}

  const Processor &processor;
  Functions functions;
  ProgramValues values;
  Heap heap;
  Frame frame;
  Ownership ownership;
  Results results;
  KernelTable kernels;
};

/// Emits ops of one kind.
class OpEmitter {
public:
  explicit OpEmitter(Emission &emission)
      : emission(emission), functions(emission.functions), ir(functions.ir),
        values(emission.values), heap(emission.heap), ownership(emission.ownership),
        results(emission.results) {}

protected:
  Emission &emission;
  Functions &functions;
  llvm::IRBuilder<> &ir;
  ProgramValues &values;
  Heap &heap;
  Ownership &ownership;
  Results &results;
};

} // namespace cotan

// What those have at hand that emit the ops of a program.
#pragma once

#include "cotan/codegen/program/kernel_table.h"
#include "cotan/codegen/program/results.h"

namespace cotan {

/// What all functions of a program share.
struct ProgramTables {
  ProgramTables(ProgramCode &code, const Processor &processor, bool isDeep)
      : isDeep(isDeep), kernels(code, processor) {}

  const bool isDeep; // calls may be nested so deeply that the thread's stack ends
  KernelTable kernels;
  llvm::StringMap<llvm::Function *> callees; // by the names of those that are called
  llvm::StringMap<llvm::Function *> alone;   // the same without a thought of other threads
  llvm::DenseMap<llvm::Function *, llvm::Function *> tasks; // what calls them on other threads
};

/// The owners of all that a function of a program is made of.
struct Emission {
  /// Of the program's own function, or of a callee.
  Emission(mlir::func::FuncOp function, ProgramCode &code, const Processor &processor,
           ProgramTables &tables, llvm::Function *callee = nullptr)
      : isAlone(callee && tables.alone.lookup(function.getName()) == callee), processor(processor),
        tables(tables), functions(code, callee), probes(functions, code),
        values(functions.ir, processor), heap(functions, code, probes),
        frame(function, functions, heap), ownership(functions, values, heap),
        results(functions, values, heap, frame, ownership) {}

  const bool isAlone; // it offers other threads nothing, nor do the functions that it calls
  const Processor &processor;
  ProgramTables &tables;
  Functions functions;
  Probes probes;
  ProgramValues values;
  Heap heap;
  Frame frame;
  Ownership ownership;
  Results results;
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

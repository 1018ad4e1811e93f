// Derivatives of function values: made when they are called, for what they are made of is known
// then.
#pragma once

#include "cotan/interpreter/function_value.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace cotan::interpreter {

/// How a call of a function value came to be: the ops that made it and its arguments, one after the
/// other, and the arrays they were made of.
class CallTerms {
public:
  CallTerms(const FunctionRef &function, llvm::ArrayRef<Slot> arguments);

  /// The same for calls of which only the arrays differ.
  std::string key() const;
  const Slots &arrays() const { return leaves; }
  /// A function in a copy of the module that does all this and takes the arrays.
  mlir::OwningOpRef<mlir::ModuleOp> write(mlir::func::FuncOp &function) const;

private:
  struct Term {
    const FunctionValue *function; // null for an array
    mlir::Type type;
    llvm::SmallVector<unsigned, 4> operands; // terms before this one
  };

  void addAll(const FunctionRef &root);
  unsigned addArray(const Array &array, mlir::Type type);

  std::vector<Term> terms;
  llvm::SmallVector<unsigned, 4> applied; // the function and its arguments
  llvm::DenseMap<const FunctionValue *, unsigned> known;
  Slots leaves;
};

} // namespace cotan::interpreter

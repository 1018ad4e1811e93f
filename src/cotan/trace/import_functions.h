// Traced functions that become parts of another, and the functions beside them, which their
// operations name.
#pragma once

#include "cotan/ir/calls.h"
#include "cotan/trace/traced_function.h"

#include <map>

namespace cotan::trace {

/// What a module under construction has of another function's: each function comes once, and of
/// equal ones, which are written in the same lines, the first.
class Imported {
public:
  /// Lets what `op` and the operations inside of it name be what it is called in this module.
  void rename(mlir::Operation *op) const;
  /// The function itself, in this module if it is to be called.
  mlir::func::FuncOp function() const { return copy; }

private:
  friend class Imports;
  Imported(TracedFunctionRef of, bool isCalled, size_t firstFunction)
      : of(std::move(of)), isCalled(isCalled), firstFunction(firstFunction) {}

  TracedFunctionRef of; // kept, so that no other function gets its address
  bool isCalled;
  size_t firstFunction;               // of those that others have brought
  std::shared_ptr<OwnedProgram> here; // if it was written in another context
  mlir::func::FuncOp copy;
  FunctionNames names;
};

class Imports {
public:
  explicit Imports(mlir::ModuleOp to) : to(to) {}
  /// Those of the innermost scope's module.
  static Imports &ofScope(const Scope &scope);

  /// The functions beside the traced one.
  const Imported &beside(const TracedFunctionRef &traced) { return find(traced, false); }
  /// And the function itself, to be called.
  const Imported &called(const TracedFunctionRef &traced) { return find(traced, true); }

  size_t count() const { return all.size(); }
  /// Forgets those that came later: their functions have left the module.
  void forgetAfter(size_t count);

private:
  const Imported &find(const TracedFunctionRef &traced, bool isCalled);
  void copyBeside(Imported &imported, mlir::func::FuncOp main);
  mlir::func::FuncOp insert(mlir::func::FuncOp copy);
  mlir::func::FuncOp insertOnce(mlir::func::FuncOp copy);

  mlir::ModuleOp to;
  std::vector<std::shared_ptr<Imported>> all;
  std::map<std::pair<const TracedFunction *, bool>, const Imported *> byFunction;
  std::vector<mlir::func::FuncOp> functions; // of the module, which came from others
};

} // namespace cotan::trace

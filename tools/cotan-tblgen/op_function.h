// An array function that is one op (cotan/ir/array_function.td): what it takes, and what is made of
// that for the op.
#pragma once

#include "op.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/TableGen/Record.h"

#include <string>

struct OpParameter {
  std::string type, name;          // in C++
  std::string otherwise, inPython; // the default in each language; empty: it must be given
  std::string argument;            // of the op's call
  std::string role;                // of an operand (Role in cotan/tensor/inside.h)
};

struct OpFunction {
  OpFunction(const llvm::Record &row);

  /// As users write it behind "ct.".
  std::string fullName() const { return (module.empty() ? "" : module + ".") + name; }
  /// The namespace it is in.
  std::string scope() const { return module.empty() ? "ct" : "ct::" + module; }
  std::string resultType() const;
  bool isElementwise() const;

  const llvm::Record &row;
  mlir::tblgen::Operator op;
  std::string name, module, accepts;
  llvm::SmallVector<OpParameter> parameters; // in the order of the op's arguments
};

using EachFunction = llvm::function_ref<void(const OpFunction &)>;
void forEachFunction(const llvm::RecordKeeper &records, EachFunction each);

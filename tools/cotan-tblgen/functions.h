// What makes array functions of rows, whichever kind of row it is.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Record.h"

#include <string>

/// The records of a kind, in the order in which the files are named.
std::vector<const llvm::Record *> recordsOf(const llvm::RecordKeeper &records,
                                            llvm::StringRef kind);

/// A function of what Python gives, which calls the one of C++; and what is said of its parameters.
struct Binding {
  std::string module, name; // "random", "normal"
  std::string called;       // in C++: "ct::random::normal"
  std::string result = "Tensor";
  llvm::SmallVector<std::string> parameters; // of the function
  std::string before;                        // statements that fill structs
  llvm::SmallVector<std::string> arguments;
  std::string said; // py::arg("x"), ...
  std::string documentation;
};
void emitBinding(const Binding &binding, llvm::raw_ostream &os);

/// A source that defines `bind_FAMILY`, which calls what `emit` writes.
void emitBindingSource(llvm::StringRef family, llvm::function_ref<void()> emit,
                       llvm::raw_ostream &os);

// The array functions of the front doors: declarations and definitions for C++, and a table for
// Python. One function per elementwise op, named as in jax.numpy.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Record.h"

#include <string>

void emitArrayDeclarations(llvm::raw_ostream &os, const llvm::RecordKeeper &records);
void emitArrayDefinitions(llvm::raw_ostream &os, const llvm::RecordKeeper &records);
void emitArrayBindings(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// The text without the indentation it has in the .td file.
std::string unindent(llvm::StringRef text);

// The boundary to the runtime as LLVM IR sees it: fields of structs, and types of functions. What
// they are is said in runtime/abi alone.
#pragma once

#include "cotan/runtime/abi/functions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace cotan {

llvm::FunctionType *typeOf(const abi::Signature &signature, llvm::LLVMContext &context);

/// Where a field is of struct number `index` of an array, or of a single struct.
llvm::Value *placeOf(llvm::IRBuilder<> &ir, const abi::Field &field, llvm::Value *structs,
                     unsigned index = 0);
llvm::Value *load(llvm::IRBuilder<> &ir, const abi::Field &field, llvm::Value *object);
void store(llvm::IRBuilder<> &ir, llvm::Value *x, const abi::Field &field, llvm::Value *structs,
           unsigned index = 0);
/// Writes a whole struct: each field is among them, once.
void store(llvm::IRBuilder<> &ir, llvm::ArrayRef<std::pair<abi::Field, llvm::Value *>> fields,
           llvm::Value *structs, unsigned index = 0);

/// A function of the runtime that an op names.
llvm::FunctionCallee declareTensorFunction(llvm::StringRef name, llvm::Module &module);
/// Calls a function of the runtime.
llvm::CallInst *callRuntime(llvm::IRBuilder<> &ir, const abi::Function &function,
                            llvm::ArrayRef<llvm::Value *> arguments);

} // namespace cotan

// Calls of kernels, and products with what comes after them.
#pragma once

#include "cotan/codegen/epilogue.h"
#include "cotan/codegen/kernel.h"
#include "cotan/codegen/program/emission.h"

namespace cotan {

class KernelCalls : OpEmitter {
public:
  explicit KernelCalls(Emission &emission)
      : OpEmitter(emission), kernels(emission.tables.kernels) {}

  void emit(code::KernelOp op);
  /// A product and the kernel behind it; what stands between them as well.
  void emitWithEpilogue(mlir::Operation *op, const Epilogue &epilogue);
  /// A product by machine code of its own, if that pays.
  bool tryEmitProduct(mlir::Operation *op, const MatrixProduct &product);

private:
  /// A kernel that is about to be called.
  struct Call {
    KernelSignature signature;
    KernelTable::KernelFunctions functions;
    llvm::Value *slots, *pieces;
    llvm::SmallVector<llvm::Value *> places;                             // of the results
    llvm::SmallVector<std::pair<llvm::Value *, llvm::Value *>> partials; // and how many bytes
  };
  void size(code::KernelOp op);
  Call prepare(code::KernelOp op);
  void finish(code::KernelOp op, const Call &call);
  /// The memory of an input that ends here, for a result that may have it; null if there is none.
  llvm::Value *overwriteInput(code::KernelOp op, mlir::OpResult result);
  llvm::Value *countPieces(code::KernelOp op, const KernelSignature &signature);
  llvm::Value *writesNothing(code::KernelOp op);
  /// Of a kernel that is split in columns, so many of them as a line of the cache has stay
  /// together.
  void callInPieces(mlir::Operation *op, llvm::Function *run, llvm::Value *slots,
                    llvm::Value *pieces, llvm::Value *work, bool areColumns = false);
  void storeProduct(mlir::Operation *op, const Epilogue &epilogue, llvm::Value *c, const Call &call,
                    llvm::Value *work);

  KernelTable &kernels;
};

} // namespace cotan

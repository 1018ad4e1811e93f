// Machine code of one product of small matrices, in registers.
#pragma once

#include "cotan/codegen/loops.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/lowering/processor.h"

namespace cotan {

/// How a product is computed. The lanes of registers are columns of b and c: the sums of a block of
/// c stay in registers while a loop goes through a's columns and b's rows. Where the rows of a and
/// the columns of b lie along memory, and there are few numbers of either, lanes are summands.
struct ProductPlan {
  ProductPlan(const MatrixProduct &product, DType dtype, const Processor &processor);

  int64_t m, n, k;
  MatrixProduct::Steps left, right;
  /// With one column, a b is the row of b's numbers times a with its rows and columns exchanged.
  bool isExchanged;
  int64_t width, registers;

  bool sumsLanes() const { return costOfSummands() < costOfColumns(); }
  /// Whether the numbers of a register do not lie side by side.
  bool gathers() const { return n > 1 && right.column != 1 && !sumsLanes(); }
  /// Whether all is few instructions, without loops.
  bool isUnrolled() const;
  bool isUnrolled(int64_t rows, int64_t vectors) const;
  int64_t vectors() const { return (n + width - 1) / width; }
  int64_t columnsOfBlock() const;
  int64_t rowsOfBlock(int64_t vectors) const;

private:
  int64_t costOfColumns() const;
  int64_t costOfSummands() const;
};

/// Sets c, row by row in memory, to a b.
class ProductEmitter {
public:
  ProductEmitter(const ProductPlan &plan, DType dtype, llvm::IRBuilder<> &ir,
                 llvm::Function *function, const Processor &processor);
  void emit(llvm::Value *a, llvm::Value *b, llvm::Value *c);

private:
  using Carried = LoopNest::Carried;
  struct Matrix {
    llvm::Value *data;
    MatrixProduct::Steps steps;
  };
  /// Some numbers that lie side by side; a register may have room for more than there are.
  struct Part {
    int64_t first;  // of them all
    unsigned lanes; // a power of two
    unsigned used;
  };
  using Parts = llvm::SmallVector<Part>;
  /// A place along an axis: it starts where code says, and goes on by a known number.
  struct Along {
    llvm::Value *start = nullptr; // null for 0
    int64_t more = 0;
  };
  Parts partsOf(int64_t count) const;

  //--- lanes are columns
  void emitColumns();
  void emitColumns(Along column, const Parts &vectors);
  void emitBlock(Along row, int64_t rows, Along column, const Parts &vectors);
  Carried addProducts(Along row, int64_t rows, Along column, const Parts &vectors, Along k,
                      const Carried &sums);

  //--- lanes are summands
  void emitSummands();
  void emitRow(Along row);
  void emitSums(Along row, Along column, int64_t columns);
  Lanes addNeighbours(const Lanes &x, const Lanes &y);
  Lanes sumOf(llvm::ArrayRef<Lanes> vectors);

  //--- memory
  llvm::Value *address(const Matrix &matrix, Along row, Along column);
  Lanes loadOne(const Matrix &matrix, Along row, Along column);
  Lanes loadRow(Along row, Along column, const Part &part);
  Lanes loadPart(llvm::Value *from, const Part &part, bool isMasked);
  void store(const Lanes &x, Along row, Along column, const Part &part);
  llvm::Value *maskOf(const Part &part);
  llvm::Align alignment() const { return llvm::Align(sizeOf(dtype)); }

  const ProductPlan p;
  DType dtype;
  llvm::IRBuilder<> &ir;
  LaneBuilder lanes;
  LoopNest loops;
  Matrix left, right, result;
};

} // namespace cotan

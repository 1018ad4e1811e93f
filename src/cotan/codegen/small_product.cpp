#include "cotan/codegen/small_product.h"

#include "cotan/codegen/loops.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace cotan {
namespace {

/// Some columns of b side by side in a register; the last may have room for more than there are.
struct ColumnVector {
  int64_t first;  // column of the block
  unsigned lanes; // a power of two
  unsigned used;
};
using ColumnVectors = SmallVector<ColumnVector>;

/// The sums of a block of c stay in registers while the loop goes through a's columns and b's rows.
class ProductEmitter {
public:
  ProductEmitter(const MatrixProduct &product, DType dtype, llvm::IRBuilder<> &ir,
                 llvm::Function *function, const VectorUnit &unit)
      : p(product), dtype(dtype), ir(ir), lanes(ir, unit), loops(ir, function),
        a(function->getArg(0)), b(function->getArg(1)), c(function->getArg(2)),
        width(unit.bytes / sizeOf(dtype)), registers(unit.bytes == 64 ? 32 : 16) {}

  void emit() {
    constexpr int64_t mostVectors = 4;
    const int64_t vectors = llvm::divideCeil(p.n, width);
    const int64_t perBlock = llvm::divideCeil(vectors, llvm::divideCeil(vectors, mostVectors));
    const int64_t blockColumns = perBlock * width, whole = p.n / blockColumns * blockColumns;
    loops.loop(ir.getInt64(0), ir.getInt64(whole), blockColumns, {}, [&](auto *column, auto &x) {
      emitColumns(column, vectorsOf(blockColumns));
      return x;
    });
    if (whole < p.n)
      emitColumns(ir.getInt64(whole), vectorsOf(p.n - whole));
  }

private:
  using Carried = LoopNest::Carried;

  /// Whole registers, and for what is left no more lanes than it needs.
  ColumnVectors vectorsOf(int64_t columns) const {
    ColumnVectors vectors;
    for (int64_t at = 0; at < columns; at += width) {
      unsigned used = std::min(width, columns - at);
      vectors.push_back({at, unsigned(llvm::PowerOf2Ceil(used)), used});
    }
    return vectors;
  }

  /// All rows of some columns. Registers: a block's sums, a row of b, and a number of a.
  void emitColumns(llvm::Value *column, const ColumnVectors &vectors) {
    const int64_t most = (registers - 1 - int64_t(vectors.size())) / int64_t(vectors.size());
    const int64_t rows = llvm::divideCeil(p.m, llvm::divideCeil(p.m, std::min<int64_t>(most, 12)));
    const int64_t whole = p.m / rows * rows;
    loops.loop(ir.getInt64(0), ir.getInt64(whole), rows, {}, [&](llvm::Value *row, auto &x) {
      emitBlock(row, rows, column, vectors);
      return x;
    });
    if (whole < p.m)
      emitBlock(ir.getInt64(whole), p.m - whole, column, vectors);
  }

  void emitBlock(llvm::Value *row, int64_t rows, llvm::Value *column,
                 const ColumnVectors &vectors) {
    Carried sums;
    for (int64_t i = 0; i < rows; ++i)
      for (const ColumnVector &vector : vectors)
        sums.push_back(lanes.repeat(lanes.constant(dtype, 0), vector.lanes));
    sums =
        loops.loop(ir.getInt64(0), ir.getInt64(p.k), 1, sums, [&](auto *k, const Carried &before) {
          SmallVector<Lanes> right;
          for (const ColumnVector &vector : vectors)
            right.push_back(load(b, index(k, p.n, column, vector.first), vector));
          Carried after;
          for (int64_t i = 0; i < rows; ++i) {
            llvm::Value *at = ir.CreateAdd(row, ir.getInt64(i));
            llvm::Value *place = p.isTurned[0] ? index(k, p.m, at) : index(at, p.k, k);
            Lanes left =
                lanes.fromMemory(dtype, ir.CreateAlignedLoad(lanes.memoryType(dtype),
                                                             address(a, place), alignment()));
            for (const Lanes &x : right)
              after.push_back(fma(lanes.repeat(left, x.count()), x, before[after.size()]));
          }
          return after;
        });
    for (int64_t i = 0, next = 0; i < rows; ++i)
      for (const ColumnVector &vector : vectors)
        store(sums[next++], index(ir.CreateAdd(row, ir.getInt64(i)), p.n, column, vector.first),
              vector);
  }

  llvm::Value *index(llvm::Value *row, int64_t step, llvm::Value *column, int64_t more = 0) {
    llvm::Value *start = ir.CreateMul(row, ir.getInt64(step));
    return ir.CreateAdd(ir.CreateAdd(start, column), ir.getInt64(more));
  }
  llvm::Value *address(llvm::Value *data, llvm::Value *place) {
    return ir.CreateGEP(lanes.memoryType(dtype), data, place);
  }
  llvm::Align alignment() const { return llvm::Align(sizeOf(dtype)); }
  llvm::Value *maskOf(const ColumnVector &vector) {
    SmallVector<llvm::Constant *> wanted;
    for (unsigned i = 0; i < vector.lanes; ++i)
      wanted.push_back(ir.getInt1(i < vector.used));
    return llvm::ConstantVector::get(wanted);
  }

  Lanes load(llvm::Value *data, llvm::Value *place, const ColumnVector &vector) {
    llvm::Type *type = lanes.memoryType(dtype, vector.lanes);
    llvm::Value *from = address(data, place);
    if (vector.used == vector.lanes)
      return lanes.fromMemory(dtype, ir.CreateAlignedLoad(type, from, alignment()));
    return lanes.fromMemory(dtype, ir.CreateMaskedLoad(type, from, alignment(), maskOf(vector),
                                                       llvm::Constant::getNullValue(type)));
  }
  void store(const Lanes &x, llvm::Value *place, const ColumnVector &vector) {
    llvm::Value *value = lanes.toMemory(x), *to = address(c, place);
    if (vector.used == vector.lanes)
      ir.CreateAlignedStore(value, to, alignment());
    else
      ir.CreateMaskedStore(value, to, alignment(), maskOf(vector));
  }

  const MatrixProduct &p;
  DType dtype;
  llvm::IRBuilder<> &ir;
  LaneBuilder lanes;
  LoopNest loops;
  llvm::Value *a, *b, *c;
  int64_t width, registers;
};

} // namespace

bool isSmallProduct(const MatrixProduct &product, DType dtype, const VectorUnit &unit) {
  constexpr int64_t mostWork = 1 << 18,
                    mostBytes = 64 << 10; // some microseconds; b stays in the cache
  constexpr int64_t leastColumns = 4;     // fewer are sums along rows of a
  const auto [m, n, k, isTurned] = product;
  return unit.hasFma && (dtype == DType::f32 || dtype == DType::f64) && !isTurned[1] &&
         n >= leastColumns && m > 0 && k > 0 && n <= mostBytes && k <= mostBytes &&
         n * k * int64_t(sizeOf(dtype)) <= mostBytes && m <= mostWork && m * n * k < mostWork;
}

llvm::Function *emitProduct(const MatrixProduct &product, DType dtype, StringRef name,
                            llvm::Module &module, const VectorUnit &unit) {
  llvm::LLVMContext &context = module.getContext();
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *type =
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer, pointer}, false);
  auto *function = llvm::Function::Create(type, llvm::Function::InternalLinkage, name, module);
  function->addParamAttr(2, llvm::Attribute::NoAlias); // a result has memory of its own
  llvm::IRBuilder<> ir(llvm::BasicBlock::Create(context, "entry", function));
  ProductEmitter(product, dtype, ir, function, unit).emit();
  ir.CreateRetVoid();
  return function;
}

} // namespace cotan

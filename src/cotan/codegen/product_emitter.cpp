#include "cotan/codegen/product_emitter.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace cotan {

/// More products of registers than this are in a loop.
static constexpr int64_t mostUnrolled = 96;

ProductPlan::ProductPlan(const MatrixProduct &product, DType dtype, const Processor &processor)
    : m(product.m), n(product.n), k(product.k), left(product.steps[0]), right(product.steps[1]),
      isExchanged(n == 1 && m > 1), width(processor.registerBytes / sizeOf(dtype)),
      registers(processor.registers) {
  if (!isExchanged)
    return;
  std::swap(m, n);
  left = {product.steps[1].column, product.steps[1].row};
  right = {product.steps[0].column, product.steps[0].row};
}

// In instructions, roughly.
int64_t ProductPlan::costOfColumns() const {
  const int64_t reads = n > 1 && right.column != 1 ? 2 * k * n : k * vectors();
  return reads + m * vectors() * (k + 1);
}
int64_t ProductPlan::costOfSummands() const {
  constexpr int64_t fewest = 4;
  if (left.column != 1 || right.row != 1 || k < fewest)
    return std::numeric_limits<int64_t>::max();
  return m * n * (2 * llvm::divideCeil(k, width) + 3) + m * std::min(width, k);
}

int64_t ProductPlan::columnsOfBlock() const {
  constexpr int64_t mostVectors = 4;
  return llvm::divideCeil(vectors(), llvm::divideCeil(vectors(), mostVectors)) * width;
}

/// Registers: a block's sums, a row of b, and a number of a.
int64_t ProductPlan::rowsOfBlock(int64_t vectors) const {
  const int64_t most = std::min<int64_t>((registers - 1 - vectors) / vectors, 12);
  return llvm::divideCeil(m, llvm::divideCeil(m, most));
}

bool ProductPlan::isUnrolled(int64_t rows, int64_t vectors) const {
  return rows * vectors * k <= mostUnrolled;
}

bool ProductPlan::isUnrolled() const {
  if (sumsLanes())
    return m * n * int64_t(llvm::divideCeil(k, width)) <= mostUnrolled;
  return n <= columnsOfBlock() && m <= rowsOfBlock(vectors()) && isUnrolled(m, vectors());
}

ProductEmitter::ProductEmitter(const ProductPlan &plan, DType dtype, llvm::IRBuilder<> &ir,
                               llvm::Function *function, const Processor &processor)
    : p(plan), dtype(dtype), ir(ir), lanes(ir, processor), loops(ir, function),
      left{nullptr, p.left}, right{nullptr, p.right}, result{nullptr, {p.n, 1}} {}

void ProductEmitter::emit(llvm::Value *a, llvm::Value *b, llvm::Value *c) {
  left.data = p.isExchanged ? b : a;
  right.data = p.isExchanged ? a : b;
  result.data = c;
  if (p.sumsLanes())
    emitSummands();
  else
    emitColumns();
}

/// Whole registers, and for what is left no more lanes than it needs.
ProductEmitter::Parts ProductEmitter::partsOf(int64_t count) const {
  Parts parts;
  for (int64_t at = 0; at < count; at += p.width) {
    unsigned used = std::min(p.width, count - at);
    parts.push_back({at, unsigned(llvm::PowerOf2Ceil(used)), used});
  }
  return parts;
}

//--- lanes are columns

void ProductEmitter::emitColumns() {
  const int64_t n = p.n, block = p.columnsOfBlock(), whole = n / block * block;
  if (n <= block)
    return emitColumns({}, partsOf(n));
  const Parts vectors = partsOf(block);
  loops.loop(ir.getInt64(0), ir.getInt64(whole), block, {}, [&](llvm::Value *column, auto &x) {
    emitColumns({column}, vectors);
    return x;
  });
  if (whole < n)
    emitColumns({nullptr, whole}, partsOf(n - whole));
}

/// All rows of some columns.
void ProductEmitter::emitColumns(Along column, const Parts &vectors) {
  const int64_t m = p.m, rows = p.rowsOfBlock(vectors.size()), whole = m / rows * rows;
  if (rows == m)
    return emitBlock({}, rows, column, vectors);
  loops.loop(ir.getInt64(0), ir.getInt64(whole), rows, {}, [&](llvm::Value *row, auto &x) {
    emitBlock({row}, rows, column, vectors);
    return x;
  });
  if (whole < m)
    emitBlock({nullptr, whole}, m - whole, column, vectors);
}

void ProductEmitter::emitBlock(Along row, int64_t rows, Along column, const Parts &vectors) {
  Carried sums;
  for (int64_t i = 0; i < rows; ++i)
    for (const Part &vector : vectors)
      sums.push_back(lanes.repeat(lanes.constant(dtype, 0), vector.lanes));
  if (p.isUnrolled(rows, vectors.size()))
    for (int64_t at = 0; at < p.k; ++at)
      sums = addProducts(row, rows, column, vectors, {nullptr, at}, sums);
  else
    sums = loops.loop(ir.getInt64(0), ir.getInt64(p.k), 1, sums,
                      [&](llvm::Value *at, const Carried &before) {
                        return addProducts(row, rows, column, vectors, {at}, before);
                      });
  for (int64_t i = 0, next = 0; i < rows; ++i)
    for (const Part &vector : vectors)
      store(sums[next++], {row.start, row.more + i}, column, vector);
}

/// One column of a times one row of b.
ProductEmitter::Carried ProductEmitter::addProducts(Along row, int64_t rows, Along column,
                                                    const Parts &vectors, Along at,
                                                    const Carried &sums) {
  SmallVector<Lanes> factors;
  for (const Part &vector : vectors)
    factors.push_back(loadRow(at, column, vector));
  Carried after;
  for (int64_t i = 0; i < rows; ++i) {
    Lanes factor = loadOne(left, {row.start, row.more + i}, at);
    for (const Lanes &x : factors)
      after.push_back(fma(lanes.repeat(factor, x.count()), x, sums[after.size()]));
  }
  return after;
}

//--- lanes are summands

void ProductEmitter::emitSummands() {
  if (p.isUnrolled()) {
    for (int64_t i = 0; i < p.m; ++i)
      emitRow({nullptr, i});
    return;
  }
  loops.loop(ir.getInt64(0), ir.getInt64(p.m), 1, {},
             [&](llvm::Value *i, auto &x) { return emitRow({i}), x; });
}

/// As many sums at once as there are lanes, then half of that, and so on.
void ProductEmitter::emitRow(Along row) {
  const int64_t atOnce = std::min<int64_t>(p.width, llvm::PowerOf2Ceil(p.k));
  const int64_t whole = p.n / atOnce * atOnce;
  if (p.isUnrolled())
    for (int64_t j = 0; j < whole; j += atOnce)
      emitSums(row, {nullptr, j}, atOnce);
  else
    loops.loop(ir.getInt64(0), ir.getInt64(whole), atOnce, {},
               [&](llvm::Value *j, auto &x) { return emitSums(row, {j}, atOnce), x; });
  for (int64_t j = whole, count = atOnce / 2; count > 0; count /= 2)
    if (p.n - j >= count) {
      emitSums(row, {nullptr, j}, count);
      j += count;
    }
}

/// Numbers of a row of the result, a power of two.
void ProductEmitter::emitSums(Along row, Along column, int64_t columns) {
  SmallVector<Lanes> products(columns);
  const unsigned count = std::min<int64_t>(p.width, llvm::PowerOf2Ceil(p.k));
  for (const Part &part : partsOf(p.k)) {
    // What is behind the last summand counts as 0 on both sides.
    auto load = [&](const Matrix &matrix, Along i, Along j) {
      return loadPart(address(matrix, i, j), {0, count, part.used}, part.used != count);
    };
    Lanes factor = load(left, row, {nullptr, part.first});
    for (auto [j, sum] : llvm::enumerate(products)) {
      Lanes x = load(right, {nullptr, part.first}, {column.start, column.more + int64_t(j)});
      sum = sum ? fma(factor, x, sum) : factor * x;
    }
  }
  store(sumOf(products), row, column, {0, unsigned(columns), unsigned(columns)});
}

/// The sums of neighbours, those of x before those of y.
Lanes ProductEmitter::addNeighbours(const Lanes &x, const Lanes &y) {
  const unsigned all = x.value() == y.value() ? x.count() : 2 * x.count();
  auto pick = [&](unsigned first) {
    SmallVector<int> places;
    for (unsigned i = first; i < all; i += 2)
      places.push_back(i);
    llvm::Value *picked = ir.CreateShuffleVector(x.value(), y.value(), places);
    if (places.size() == 1)
      picked = ir.CreateExtractElement(picked, uint64_t(0));
    return Lanes(lanes, dtype, picked);
  };
  return pick(0) + pick(1);
}

/// The sum of each vector's lanes: two vectors become one, again and again; then it is halved.
Lanes ProductEmitter::sumOf(ArrayRef<Lanes> vectors) {
  SmallVector<Lanes> parts(vectors);
  for (; parts.size() > 1; parts.truncate(parts.size() / 2))
    for (size_t i = 0; i < parts.size() / 2; ++i)
      parts[i] = addNeighbours(parts[2 * i], parts[2 * i + 1]);
  Lanes sum = parts.front();
  while (sum.count() > vectors.size())
    sum = addNeighbours(sum, sum);
  return sum;
}

//--- memory

llvm::Value *ProductEmitter::address(const Matrix &matrix, Along row, Along column) {
  llvm::Type *type = lanes.memoryType(dtype);
  llvm::Value *at = matrix.data;
  int64_t more = row.more * matrix.steps.row + column.more * matrix.steps.column;
  for (auto [start, step] :
       {std::pair(row.start, matrix.steps.row), std::pair(column.start, matrix.steps.column)})
    if (start)
      at = ir.CreateGEP(type, at, ir.CreateMul(start, ir.getInt64(step)));
  return more ? ir.CreateConstGEP1_64(type, at, more) : at;
}

Lanes ProductEmitter::loadOne(const Matrix &matrix, Along row, Along column) {
  return lanes.fromMemory(dtype, ir.CreateAlignedLoad(lanes.memoryType(dtype),
                                                      address(matrix, row, column), alignment()));
}

llvm::Value *ProductEmitter::maskOf(const Part &part) {
  SmallVector<llvm::Constant *> wanted;
  for (unsigned i = 0; i < part.lanes; ++i)
    wanted.push_back(ir.getInt1(i < part.used));
  return llvm::ConstantVector::get(wanted);
}

Lanes ProductEmitter::loadPart(llvm::Value *from, const Part &part, bool isMasked) {
  llvm::Type *type = lanes.memoryType(dtype, part.lanes);
  if (!isMasked)
    return lanes.fromMemory(dtype, ir.CreateAlignedLoad(type, from, alignment()));
  return lanes.fromMemory(dtype, ir.CreateMaskedLoad(type, from, alignment(), maskOf(part),
                                                     llvm::Constant::getNullValue(type)));
}

/// Numbers of a row of the right matrix. What lies behind them may be in the other lanes, if it
/// belongs to the matrix.
Lanes ProductEmitter::loadRow(Along row, Along column, const Part &part) {
  column.more += part.first;
  if (part.lanes > 1 && right.steps.column != 1) {
    llvm::Value *all = llvm::PoisonValue::get(lanes.memoryType(dtype, part.lanes));
    for (unsigned i = 0; i < part.used; ++i) {
      llvm::Value *one = lanes.toMemory(loadOne(right, row, {column.start, column.more + i}));
      all = ir.CreateInsertElement(all, one, i);
    }
    return lanes.fromMemory(dtype, all);
  }
  const bool isInside =
      !row.start && !column.start &&
      row.more * right.steps.row + column.more + part.lanes <= (p.k - 1) * right.steps.row + p.n;
  return loadPart(address(right, row, column), part, part.used != part.lanes && !isInside);
}

/// Lanes of no meaning may be written where the next row will be: rows come one after the other.
void ProductEmitter::store(const Lanes &x, Along row, Along column, const Part &part) {
  column.more += part.first;
  llvm::Value *value = lanes.toMemory(x), *to = address(result, row, column);
  const bool isOneBlock = p.n <= p.columnsOfBlock() && p.m <= p.rowsOfBlock(p.vectors());
  const bool comesAgain = isOneBlock && row.more + 1 < p.m;
  if (part.used == part.lanes || comesAgain)
    ir.CreateAlignedStore(value, to, alignment());
  else
    ir.CreateMaskedStore(value, to, alignment(), maskOf(part));
}

} // namespace cotan

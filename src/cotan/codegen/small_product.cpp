#include "cotan/codegen/small_product.h"

#include "cotan/codegen/boundary.h"
#include "cotan/codegen/product_emitter.h"

using namespace mlir;

namespace cotan {
namespace {

/// Where the matrices of one product are.
struct Places {
  llvm::Value *a, *b, *c;
};

/// The loops over the batches: pieces are places along all of their axes but the last.
class BatchEmitter {
public:
  BatchEmitter(const MatrixProduct &product, DType dtype, llvm::IRBuilder<> &ir,
               llvm::Function *function, llvm::Function *one)
      : product(product), element(LaneBuilder(ir, Processor()).memoryType(dtype)), ir(ir),
        loops(ir, function), function(function), one(one) {}

  void emit() {
    auto slot = [&](unsigned i) {
      llvm::Value *at = ir.CreateConstGEP1_64(ir.getInt64Ty(), function->getArg(0), i);
      return ir.CreateLoad(ir.getPtrTy(), at);
    };
    const Places first = {slot(0), slot(1), slot(2)};
    loops.loop(function->getArg(1), function->getArg(2), 1, {}, [&](llvm::Value *piece, auto &x) {
      emitPiece(placesOf(piece, first));
      return x;
    });
  }

private:
  Places moved(const Places &from, llvm::Value *by, int64_t a, int64_t b, int64_t c) {
    auto move = [&](llvm::Value *data, int64_t step) {
      return step == 0 ? data : ir.CreateGEP(element, data, ir.CreateMul(by, ir.getInt64(step)));
    };
    return {move(from.a, a), move(from.b, b), move(from.c, c)};
  }

  /// Where the first product of a piece is.
  Places placesOf(llvm::Value *piece, const Places &first) {
    const int64_t inner = product.batches.empty() ? 1 : product.batches.back().size;
    Places at = moved(first, piece, 0, 0, inner * product.m * product.n);
    ArrayRef<PairedAxis> axes =
        ArrayRef(product.batches).drop_back(product.batches.empty() ? 0 : 1);
    for (auto [i, axis] : llvm::enumerate(llvm::reverse(axes))) {
      const bool isOutermost = i + 1 == axes.size();
      llvm::Value *size = ir.getInt64(axis.size);
      llvm::Value *along = isOutermost ? piece : ir.CreateURem(piece, size);
      at = moved(at, along, axis.steps[0], axis.steps[1], 0);
      piece = isOutermost ? piece : ir.CreateUDiv(piece, size);
    }
    return at;
  }

  void emitPiece(const Places &first) {
    auto call = [&](const Places &at) { ir.CreateCall(one, {at.a, at.b, at.c}); };
    if (product.batches.empty())
      return call(first);
    const PairedAxis &axis = product.batches.back();
    loops.loop(ir.getInt64(0), ir.getInt64(axis.size), 1, {}, [&](llvm::Value *i, auto &x) {
      call(moved(first, i, axis.steps[0], axis.steps[1], product.m * product.n));
      return x;
    });
  }

  const MatrixProduct &product;
  llvm::Type *element;
  llvm::IRBuilder<> &ir;
  LoopNest loops;
  llvm::Function *function, *one;
};

llvm::Function *makeFunction(llvm::FunctionType *type, const Twine &name, llvm::Module &module) {
  auto *function = llvm::Function::Create(type, llvm::Function::InternalLinkage, name, module);
  llvm::BasicBlock::Create(module.getContext(), "entry", function);
  return function;
}

/// void one(const T *a, const T *b, T *c)
llvm::Function *emitOne(const MatrixProduct &product, DType dtype, const Twine &name,
                        llvm::Module &module, const Processor &processor) {
  auto *pointer = llvm::PointerType::getUnqual(module.getContext());
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()),
                                       {pointer, pointer, pointer}, false);
  llvm::Function *function = makeFunction(type, name, module);
  function->addParamAttr(2, llvm::Attribute::NoAlias); // a result has memory of its own
  llvm::IRBuilder<> ir(&function->getEntryBlock());
  const ProductPlan plan(product, dtype, processor);
  ProductEmitter(plan, dtype, ir, function, processor)
      .emit(function->getArg(0), function->getArg(1), function->getArg(2));
  ir.CreateRetVoid();
  if (plan.isUnrolled()) // a call takes as long
    function->addFnAttr(llvm::Attribute::AlwaysInline);
  return function;
}

} // namespace

bool isSmallProduct(const MatrixProduct &product, DType dtype) {
  constexpr int64_t mostWork = 1 << 18,
                    mostOfB = 64 << 10; // some microseconds; b stays in the cache
  constexpr int64_t leastColumns = 4;   // fewer are sums along rows of a
  const auto &[m, n, k, steps, batches] = product;
  return (dtype == DType::f32 || dtype == DType::f64) && m > 0 && k > 0 && n <= mostOfB &&
         k <= mostOfB && n * k * int64_t(sizeOf(dtype)) <= mostOfB && m <= mostWork &&
         m * n * k < mostWork && (!batches.empty() || (n >= leastColumns && steps[1].column == 1));
}

/// Many products of few numbers each are worth it whatever their shape. What is gathered from here
/// and there, or summed up across lanes, is not where the runtime has enough to do.
bool hasOwnCode(const MatrixProduct &product, DType dtype, const Processor &processor) {
  constexpr int64_t leastColumns = 4, mostSummands = 1024, fewMultiplications = 4096;
  const auto &[m, n, k, steps, batches] = product;
  if (!processor.multipliesAndAdds || !isSmallProduct(product, dtype))
    return false;
  if (batches.empty())
    return true;
  const ProductPlan plan(product, dtype, processor);
  const bool isEasy = !plan.gathers() && !plan.sumsLanes() && plan.n >= leastColumns;
  return k <= mostSummands && (isEasy || m * n * k <= fewMultiplications);
}

int64_t piecesOf(const MatrixProduct &product) {
  int64_t pieces = 1;
  for (const PairedAxis &axis : product.batches)
    pieces *= axis.size;
  return product.batches.empty() ? 1 : pieces / product.batches.back().size;
}

llvm::Function *emitProduct(const MatrixProduct &product, DType dtype, StringRef name,
                            llvm::Module &module, const Processor &processor) {
  llvm::Function *one = emitOne(product, dtype, name + "_one", module, processor);
  auto *type = typeOf(abi::SignatureOf<abi::Kernel>::value, module.getContext());
  llvm::Function *function = makeFunction(type, name, module);
  llvm::IRBuilder<> ir(&function->getEntryBlock());
  BatchEmitter(product, dtype, ir, function, one).emit();
  ir.CreateRetVoid();
  return function;
}

} // namespace cotan

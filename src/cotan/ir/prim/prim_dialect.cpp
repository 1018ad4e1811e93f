// Folding and constants, which are the same for every primitive.
#include "cotan/ir/prim/prim_dialect.h"

#include "cotan/ir/inlining.h"
#include "cotan/ir/interfaces/basic_ops.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/reproducible.h"
#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ir/types.h"

#include "mlir/Interfaces/FoldInterfaces.h"

using namespace mlir;

#include "cotan/ir/prim/prim_dialect.cpp.inc"

namespace cotan::prim {
namespace {

// Larger results stay computed: folding them would only bloat the program.
constexpr int64_t maxFoldedElements = 64;
// A constant of one repeated element takes no space in the program, but would when it is evaluated.
constexpr int64_t maxReadElements = 1 << 16;

/// Folds any primitive whose operands are constants by evaluating it.
struct EvaluateConstants : DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;

  LogicalResult fold(Operation *op, ArrayRef<Attribute> operands,
                     SmallVectorImpl<OpFoldResult> &results) const override {
    auto isConstant = [](Attribute operand) { return isa_and_nonnull<DenseElementsAttr>(operand); };
    if (operands.empty() || !llvm::all_of(operands, isConstant) || isOfComplexParts(op) ||
        op->hasAttr(reproducibleMark))
      return failure();
    auto evaluable = dyn_cast<Evaluable>(op);
    if (!evaluable)
      return failure();
    try {
      if (!areSmall(op->getResultTypes(), maxFoldedElements) ||
          !areSmall(op->getOperandTypes(), maxReadElements))
        return failure();
      SmallVector<Array> values;
      for (Attribute operand : operands)
        values.push_back(toArray(cast<DenseElementsAttr>(operand)));
      for (auto [array, result] : llvm::zip_equal(evaluable.evaluate(values), op->getResults()))
        results.push_back(toAttribute(array, cast<RankedTensorType>(result.getType())));
    } catch (const EvaluationError &) {
      results.clear(); // the interpreter will report it if the op is ever reached
      return failure();
    }
    return success();
  }

  /// Throws EvaluationError if a type has more elements than can be counted.
  static bool areSmall(TypeRange types, int64_t most) {
    return llvm::all_of(types, [&](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.hasStaticShape() && elementCount(tensor.getShape()) <= most;
    });
  }
};

} // namespace

void PrimDialect::initialize() { addInterfaces<EvaluateConstants, InlineAnywhere>(); }

Operation *PrimDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                            Location loc) {
  auto elements = dyn_cast<DenseElementsAttr>(value);
  return elements ? BasicOps::in(getContext()).constant(builder, loc, elements) : nullptr;
}

} // namespace cotan::prim

#include "cotan/ir/rules/complex_parts.h"

#include "cotan/ir/interfaces/op_interfaces.h"

using namespace mlir;

namespace cotan {

Type partTypeOf(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : Type();
}

Type complexTypeOf(Type part) {
  return part.isF32() || part.isF64() ? Type(ComplexType::get(part)) : Type();
}

bool isComplexTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<ComplexType>(tensor.getElementType());
}

Complex partsOf(const Expr &z) {
  RuleBuilder &b = z.builder();
  return {b.real(z), b.imag(z)};
}

Expr joined(const Complex &z) { return z.re.builder().complex(z.re, z.im); }

bool isOfComplexParts(Operation *op) {
  return !op->hasTrait<WholeComplex>() && !op->hasTrait<OpTrait::ConstantLike>() &&
         isa<Evaluable, Decomposable>(op) &&
         (llvm::any_of(op->getOperandTypes(), isComplexTensor) ||
          llvm::any_of(op->getResultTypes(), isComplexTensor));
}

/// The op of one part of each complex operand, the first of which is number 0.
static Exprs onParts(Operation *op, RuleBuilder &b,
                     llvm::function_ref<Expr(unsigned number, const Complex &z)> part) {
  SmallVector<Value> operands;
  unsigned number = 0;
  for (Value operand : op->getOperands())
    operands.push_back(
        isComplexTensor(operand.getType()) ? part(number++, partsOf(b(operand))).value() : operand);
  SmallVector<Type> types;
  for (Type type : op->getResultTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    auto complex = dyn_cast<ComplexType>(tensor.getElementType());
    types.push_back(complex ? tensor.clone(complex.getElementType()) : tensor);
  }
  return b.again(op, operands, types);
}

static Values splitLinear(Operation *op, RuleBuilder &b) {
  const Exprs re = onParts(op, b, [](unsigned, const Complex &z) { return z.re; });
  const Exprs im = onParts(op, b, [](unsigned, const Complex &z) { return z.im; });
  Values results;
  for (auto [x, y] : llvm::zip_equal(re, im))
    results.push_back(joined({x, y}).value());
  return results;
}

static Values splitProduct(Operation *op, RuleBuilder &b) {
  auto product = [&](bool ofImaginary, bool byImaginary) {
    return onParts(op, b, [&](unsigned number, const Complex &z) {
      return (number == 0 ? ofImaginary : byImaginary) ? z.im : z.re;
    })[0];
  };
  const Expr re = b.subtract(product(false, false), product(true, true));
  const Expr im = b.add(product(false, true), product(true, false));
  return {joined({re, im})};
}

Values splitComplex(Operation *op, RuleBuilder &b) {
  if (auto rule = dyn_cast<SplitsComplex>(op))
    return rule.splitComplex(b);
  if (op->hasTrait<OfShapes>())
    return Values(onParts(op, b, [](unsigned, const Complex &z) { return z.re; }));
  if (op->hasTrait<Linear>())
    return splitLinear(op, b);
  if (op->hasTrait<Multilinear>() && llvm::count_if(op->getOperandTypes(), isComplexTensor) == 2)
    return splitProduct(op, b);
  return {};
}

} // namespace cotan

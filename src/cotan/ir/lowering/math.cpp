#include "cotan/ir/lowering/math.h"

#include "cotan/ir/lowering/math_parts.h"

#include "llvm/ADT/StringSwitch.h"

namespace cotan {

using Formula = Lanes (*)(const Lanes &);

/// Functions whose formulas are for f32 and f64.
static Formula formulaOf(llvm::StringRef function) {
  return llvm::StringSwitch<Formula>(function)
      .Case("exp", math::exp)
      .Case("exp2", math::exp2)
      .Case("expm1", math::expm1)
      .Case("sinh", math::sinh)
      .Case("cosh", math::cosh)
      .Case("tanh", math::tanh)
      .Case("log", math::log)
      .Case("log2", math::log2)
      .Case("log1p", math::log1p)
      .Case("sin", math::sin)
      .Case("cos", math::cos)
      .Case("erf", math::erf)
      .Case("cotan_erfinv", math::erfinv)
      .Case("erfinv_inside", math::erfinvInside)
      .Default(nullptr);
}

/// Functions whose formulas are for f32 alone.
static Formula singleFormulaOf(llvm::StringRef function) {
  return llvm::StringSwitch<Formula>(function).Case("erfc", math::erfc).Default(nullptr);
}

bool isFormulaFasterAlone(llvm::StringRef function) {
  return llvm::StringSwitch<bool>(function)
      .Cases({"sin", "cos", "tanh", "expm1", "cotan_erfinv"}, true)
      .Default(false);
}

bool isAlwaysFormula(llvm::StringRef function) { return function == "erfinv_inside"; }

Lanes mathFormula(llvm::StringRef function, llvm::ArrayRef<Lanes> args) {
  const DType dtype = args[0].dtype() == DType::f64 ? DType::f64 : DType::f32;
  Lanes x(args[0].builder(), dtype, args[0].value());
  if (function == "pow")
    return math::pow(x, Lanes(x.builder(), dtype, args[1].value()));
  Formula formula = formulaOf(function);
  if (!formula && dtype == DType::f32)
    formula = singleFormulaOf(function);
  return formula ? formula(x) : Lanes();
}

} // namespace cotan

// What operators say of their elements against what they evaluate to: all of them that work element
// by element, on all types, on numbers where something may go wrong.
#include "cotan/ir/lowering/lanes_test.h"

#include "cotan/check/comparison.h"
#include "cotan/driver/registry.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/types.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include "gtest/gtest.h"

using namespace cotan;
using namespace mlir;

namespace {

constexpr DType dtypes[] = {DType::i1,   DType::i8,   DType::i16,  DType::i32,  DType::i64,
                            DType::ui8,  DType::ui16, DType::ui32, DType::ui64, DType::f16,
                            DType::bf16, DType::f32,  DType::f64};

/// Numbers of a type at which functions are special.
template <typename T> std::vector<T> specialNumbers() {
  if constexpr (std::is_same_v<T, bool>)
    return {};
  std::vector<T> numbers;
  if constexpr (isFloatStorage<T>) {
    for (double x : {0.0,        0.3,   0.5,     0.7,     1.0,          1.5,   2.0,
                     2.5,        3.0,   7.0,     10.0,    33.0,         86.0,  100.0,
                     127.5,      128.0, 32768.0, 65504.0, 2147483648.0, 4.3e9, 9.3e18,
                     1e25,       3e38,  1e200,   1e-3,    1e-10,        1e-40, double(INFINITY),
                     double(NAN)})
      for (double sign : {1.0, -1.0})
        numbers.push_back(static_cast<T>(sign * x));
  } else {
    using Limits = std::numeric_limits<T>;
    for (int x : {0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 63, 64, 100})
      for (int sign : {1, -1})
        numbers.push_back(static_cast<T>(sign * x));
    for (int x : {0, 1})
      numbers.insert(numbers.end(), {T(Limits::min() + x), T(Limits::max() - x)});
  }
  return numbers;
}

/// `count` numbers; operand `i` of several goes through all of them for each of operand i - 1.
Array specialArray(DType dtype, int64_t count, unsigned i) {
  Array array(dtype, {count});
  visitDType(dtype, [&](auto element) {
    using T = decltype(element);
    auto to = array.mutableValues<T>();
    if constexpr (std::is_same_v<T, bool>) {
      for (int64_t j = 0; j < count; ++j)
        to[j] = (i == 0 ? j : j / 2) % 2;
    } else {
      std::vector<T> numbers = specialNumbers<T>();
      for (int64_t j = 0; j < count; ++j)
        to[j] = numbers[(i == 0 ? j : j / int64_t(numbers.size())) % numbers.size()];
    }
  });
  return array;
}

struct Formulas : testing::Test {
  Formulas() : context(registry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  static DialectRegistry registry() {
    DialectRegistry registry;
    registerEverything(registry);
    return registry;
  }

  RankedTensorType tensor(DType dtype, ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, typeOf(dtype, &context));
  }
  /// The op on such operands; null if there is none.
  OwningOpRef<Operation *> build(StringRef name, ArrayRef<Type> operands, ArrayRef<Type> results,
                                 ArrayRef<NamedAttribute> attributes = {});
  NamedAttribute attribute(StringRef name, int64_t number) {
    Builder builder(&context);
    return builder.getNamedAttr(name, builder.getI64IntegerAttr(number));
  }
  NamedAttribute attribute(StringRef name, ArrayRef<int64_t> numbers) {
    Builder builder(&context);
    return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(numbers));
  }
  void check(Operation *op, int64_t count);
  void checkPlaces(Operation *op, ArrayRef<Array> operands);
  void checkReduction(Operation *op, int64_t size, int64_t count);

  MLIRContext context;
  Block values; // whose arguments are the operands
};

OwningOpRef<Operation *> Formulas::build(StringRef name, ArrayRef<Type> operands,
                                         ArrayRef<Type> results,
                                         ArrayRef<NamedAttribute> attributes) {
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  OperationState state(UnknownLoc::get(&context), name);
  for (Type type : operands)
    state.addOperands(values.addArgument(type, state.location));
  state.addTypes(results);
  state.addAttributes(attributes);
  OwningOpRef<Operation *> op(Operation::create(state));
  if (failed(op->getName().verifyInvariants(*op)))
    return nullptr;
  return op;
}

DType dtypeOfResult(Operation *op) {
  return *dtypeOf(cast<RankedTensorType>(op->getResult(0).getType()).getElementType());
}

std::string nameOf(Operation *op) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << op->getName();
  for (Type type : op->getOperandTypes())
    out << " " << type;
  out << " -> " << op->getResult(0).getType();
  return text;
}

/// As the comparisons of all tests; signs and infinities must agree too.
std::optional<std::string> difference(const Array &found, const Array &expected) {
  if (!isFloat(expected.dtype()))
    return check::mismatch(found, expected);
  for (int64_t i = 0; i < expected.size(); ++i) {
    const double x = found.asDouble(i), y = expected.asDouble(i);
    if (!std::isnan(y) && (std::signbit(x) != std::signbit(y) || std::isinf(x) != std::isinf(y)))
      return "element " + std::to_string(i) + ": found " + check::printNumber(x) + ", expected " +
             check::printNumber(y);
  }
  return check::mismatch(found, expected, check::toleranceOf(expected.dtype()));
}

void Formulas::check(Operation *op, int64_t count) {
  SmallVector<Array> operands;
  for (auto [i, type] : llvm::enumerate(op->getOperandTypes()))
    operands.push_back(
        specialArray(*dtypeOf(cast<RankedTensorType>(type).getElementType()), count, i));
  Array expected = cast<Evaluable>(op).evaluate(operands)[0];
  for (const Width &width : widths()) {
    Array found = runFormula([&](Element &x) { return cast<Lowerable>(op).lower(x); }, operands,
                             count, width);
    auto problem = difference(found, expected);
    EXPECT_FALSE(problem) << nameOf(op) << ", " << toString(width) << ": " << *problem;
  }
}

void Formulas::checkPlaces(Operation *op, ArrayRef<Array> operands) {
  Array expected = cast<Evaluable>(op).evaluate(operands)[0];
  for (const Width &width : widths()) {
    Array found = runFormula([&](Element &x) { return cast<Lowerable>(op).lower(x); }, operands,
                             expected.size(), width);
    std::optional<check::Tolerance> tolerance;
    if (op->getName().getStringRef() == "prim.random_normal") // calls erfinv
      tolerance = check::toleranceOf(expected.dtype());
    auto problem = check::mismatch(found.reshaped(expected.shape()), expected, tolerance);
    EXPECT_FALSE(problem) << nameOf(op) << ", " << toString(width) << ": " << *problem;
  }
}

/// Reduces axis 0; two accumulators take turns.
void Formulas::checkReduction(Operation *op, int64_t size, int64_t count) {
  DType dtype = *dtypeOf(cast<RankedTensorType>(op->getOperand(0).getType()).getElementType());
  Array x = specialArray(dtype, size * count, 0).reshaped({size, count});
  auto reducing = cast<Reducing>(op);
  Array expected = cast<Evaluable>(op).evaluate(x)[0];
  for (const Width &width : widths()) {
    auto formula = [&](Element &element) {
      LaneBuilder &b = element.builder();
      Accumulator two[] = {reducing.empty(b), reducing.empty(b)};
      for (int64_t i = 0; i < size; ++i) {
        Lanes number = element.read(0, {element.place()[1] + i * count});
        two[i % 2] = reducing.merge(two[i % 2], reducing.single(number, b.integer(DType::i64, i)));
      }
      return reducing.finish(reducing.merge(two[0], two[1]));
    };
    Array found = runFormula(formula, x, count, width);
    auto problem = difference(found, expected);
    EXPECT_FALSE(problem) << nameOf(op) << ", " << toString(width) << ": " << *problem;
  }
}

} // namespace

TEST_F(Formulas, elementwise_ones_agree_with_evaluation) {
  int checked = 0;
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    if (!name.hasInterface<Lowerable>() || !name.hasTrait<Elementwise>())
      continue;
    for (DType in : dtypes) {
      constexpr int64_t count = 64 * 64;
      Type x = tensor(in, {count}), condition = tensor(DType::i1, {count});
      SmallVector<Type> operandLists[] = {{x}, {x, x}, {condition, x, x}};
      for (ArrayRef<Type> operands : operandLists)
        for (DType out : dtypes)
          if (auto op = build(name.getStringRef(), operands, tensor(out, {count}))) {
            check(*op, count);
            ++checked;
          }
    }
  }
  EXPECT_GT(checked, 400);
}

TEST_F(Formulas, polygamma_agrees_with_evaluation_in_several_orders) {
  for (DType dtype : {DType::f16, DType::bf16, DType::f32, DType::f64})
    for (int64_t order : {0, 1, 2, 8, 9, 20}) {
      Type x = tensor(dtype, {64});
      check(*build("prim.polygamma", x, x, attribute("order", order)), 64);
    }
}

TEST_F(Formulas, of_places_agree_with_evaluation_to_the_bit) {
  Array key = specialArray(DType::ui32, 2, 1);
  key.mutableValues<uint32_t>()[0] = 0x8badf00d;
  Type keyType = tensor(DType::ui32, {2});
  SmallVector<OwningOpRef<Operation *>> ops;
  for (DType dtype : dtypes) {
    Type result = tensor(dtype, {1, 1024});
    ops.push_back(build("prim.iota", {}, result, attribute("axis", 1)));
    ops.push_back(build("prim.fill", tensor(dtype, {}), result));
    for (StringRef name : {"prim.random_bits", "prim.random_uniform", "prim.random_normal"})
      ops.push_back(build(name, keyType, result));
  }
  for (auto &op : ops)
    if (op && op->getNumOperands() == 0)
      checkPlaces(*op, {});
    else if (op)
      checkPlaces(
          *op,
          {op->getOperand(0).getType() == keyType ? key : Array::scalar(dtypeOfResult(*op), 1)});
}

TEST_F(Formulas, reductions_agree_with_evaluation) {
  for (DType dtype : dtypes) {
    constexpr int64_t size = 19, count = 16;
    Type x = tensor(dtype, {size, count}), y = tensor(dtype, {count});
    NamedAttribute axes = attribute("axes", ArrayRef<int64_t>{0});
    for (StringRef name : {"prim.sum", "prim.prod", "prim.max", "prim.min", "prim.any", "prim.all"})
      if (auto op = build(name, x, y, axes))
        checkReduction(*op, size, count);
    for (StringRef name : {"prim.argmax", "prim.argmin"})
      if (auto op = build(name, x, tensor(DType::i64, {count}), attribute("axis", 0)))
        checkReduction(*op, size, count);
  }
}

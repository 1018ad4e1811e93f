// What ops say about their machine code, against what they say they mean: the formulas of elements,
// computed on constants, which LLVM folds; the sizes and the errors; the calls of the runtime.
#include "cotan/ir/lowering/element.h"

#include "cotan/driver/registry.h"
#include "cotan/ir/lowering/constant_element.h"
#include "cotan/ir/lowering/processor.h"
#include "cotan/runtime/kernels/contraction.h"
#include "cotan/runtime/kernels/conv.h"
#include "cotan/runtime/kernels/cumulative.h"
#include "cotan/runtime/kernels/indexing.h"
#include "cotan/runtime/kernels/join.h"
#include "cotan/runtime/kernels/ordering.h"
#include "cotan/runtime/kernels/random_arrays.h"
#include "cotan/runtime/kernels/searching.h"
#include "cotan/runtime/kernels/shapes.h"
#include "cotan/support/sizes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

using namespace cotan;

namespace {

using Ints = std::vector<int64_t>;

class Places : public testing::Test {
protected:
  Places()
      : context(registry(), mlir::MLIRContext::Threading::DISABLED), ir(llvmContext),
        lanes(ir, processor) {}

  /// Checks the op of `text`, e.g. "prim.flip %a axes [0] : tensor<3xf32>", in every way it offers.
  /// `types` are those of %a, %b, ...
  void check(llvm::StringRef text, std::vector<llvm::StringRef> types,
             std::vector<Array> operands) {
    SCOPED_TRACE(text.str());
    auto module = parse(text, types);
    ASSERT_TRUE(module);
    auto function = *module->getOps<mlir::func::FuncOp>().begin();
    mlir::Operation *op = &function.getBody().front().front();
    Arrays expected;
    std::string error;
    try {
      expected = mlir::cast<Evaluable>(op).evaluate(operands);
    } catch (const EvaluationError &problem) {
      error = problem.what();
    }
    if (!error.empty())
      return;
    auto calls = mlir::dyn_cast<CallsRuntime>(op);
    RuntimeCall call = calls ? calls.runtimeCall() : RuntimeCall();
    if (!call.function.empty())
      checkCall(op, call, operands, expected);
    else if (hasFormula(op))
      checkElements(mlir::cast<Lowerable>(op), operands, expected);
  }

private:
  static mlir::DialectRegistry registry() {
    mlir::DialectRegistry registry;
    registerEverything(registry);
    return registry;
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text,
                                          const std::vector<llvm::StringRef> &types) {
    std::string source = "func.func @f(";
    for (size_t i = 0; i < types.size(); ++i)
      source += (i ? ", %" : "%") + std::string(1, char('a' + i)) + ": " + types[i].str();
    bool isSplit = text.starts_with("prim.split") || text.starts_with("prim.topk");
    source += std::string(") {\n") + (isSplit ? "%y:2 = " : "%y = ") + text.str() + "\nreturn }";
    return mlir::parseSourceString<mlir::ModuleOp>(source, &context);
  }

  void checkElements(Lowerable op, const std::vector<Array> &operands, const Arrays &expected) {
    for (auto [i, y] : llvm::enumerate(expected))
      for (int64_t offset = 0; offset < y.size(); ++offset) {
        auto strides = stridesOf(y.shape());
        Ints place;
        for (auto [axis, size] : llvm::enumerate(y.shape()))
          place.push_back(offset / strides[axis] % size);
        checkElement(op, operands, y, i, place, 0, 1);
        for (unsigned axis = 0; axis < place.size(); ++axis)
          if (int64_t left = y.shape()[axis] - place[axis]; left > 1)
            checkElement(op, operands, y, i, place, axis, std::min<int64_t>(4, left));
      }
  }

  void checkElement(Lowerable op, const std::vector<Array> &operands, const Array &y,
                    unsigned result, const Ints &place, unsigned axis, unsigned count) {
    ConstantElement element(lanes, op, operands, result, place, axis, count);
    Lanes value = op.lower(element);
    auto strides = stridesOf(y.shape());
    int64_t offset = 0;
    for (size_t i = 0; i < place.size(); ++i)
      offset += place[i] * strides[i];
    for (unsigned lane = 0; lane < count; ++lane)
      EXPECT_EQ(numberOf(value, value.count() > 1 ? lane : 0),
                y.asDouble(offset + (count > 1 ? lane * strides[axis] : 0)));
  }

  static void checkCall(mlir::Operation *op, const RuntimeCall &call,
                        const std::vector<Array> &operands, const Arrays &expected);

  mlir::MLIRContext context;
  llvm::LLVMContext llvmContext;
  llvm::IRBuilder<> ir;
  Processor processor;
  LaneBuilder lanes;
};

#define COTAN_KERNEL(NAME) {#NAME, NAME}
const std::map<llvm::StringRef, Kernel> kernels = {
    COTAN_KERNEL(cotan_sum_to),
    COTAN_KERNEL(cotan_broadcast_shapes),
    COTAN_KERNEL(cotan_take_last),
    COTAN_KERNEL(cotan_gather_nd_last),
    COTAN_KERNEL(cotan_take_along_axis_last),
    COTAN_KERNEL(cotan_update_block),
    COTAN_KERNEL(cotan_join),
    COTAN_KERNEL(cotan_scatter),
    COTAN_KERNEL(cotan_scatter_add),
    COTAN_KERNEL(cotan_scatter_nd),
    COTAN_KERNEL(cotan_scatter_nd_add),
    COTAN_KERNEL(cotan_put_along_axis),
    COTAN_KERNEL(cotan_put_along_axis_add),
    COTAN_KERNEL(cotan_sort),
    COTAN_KERNEL(cotan_argsort),
    COTAN_KERNEL(cotan_topk),
    COTAN_KERNEL(cotan_searchsorted),
    COTAN_KERNEL(cotan_cumsum),
    COTAN_KERNEL(cotan_cumsum_along),
    COTAN_KERNEL(cotan_cumprod),
    COTAN_KERNEL(cotan_cummax),
    COTAN_KERNEL(cotan_cummin),
    COTAN_KERNEL(cotan_linear_recurrence),
    COTAN_KERNEL(cotan_matmul),
    COTAN_KERNEL(cotan_dot_general),
    COTAN_KERNEL(cotan_conv),
};

void Places::checkCall(mlir::Operation *op, const RuntimeCall &runtimeCall,
                       const std::vector<Array> &operands, const Arrays &expected) {
  auto kernel = kernels.find(runtimeCall.function);
  ASSERT_NE(kernel, kernels.end()) << runtimeCall.function.str();
  Arrays results;
  for (const Array &y : expected)
    results.push_back(Array::zeros(y.dtype(), y.shape()));
  ASSERT_EQ(call(kernel->second, operands, results, runtimeCall.numbers), 0);
  for (auto [result, y] : llvm::zip_equal(results, expected))
    EXPECT_EQ(valuesOf(result), valuesOf(y));
  if (!mlir::isa<Updating>(op))
    return;
  // In the memory of operand 0 the same comes out.
  std::vector<Array> inPlace = operands;
  std::memcpy(results[0].mutableData(), operands[0].data(), operands[0].bytes());
  inPlace[0] = results[0];
  ASSERT_EQ(call(kernel->second, inPlace, results, runtimeCall.numbers), 0);
  EXPECT_EQ(valuesOf(results[0]), valuesOf(expected[0]));
}

Array x(Ints shape) { return randomArray(DType::f32, shape, 1); }
Array ints(Ints values) { return Array::vector(values); }
Array indices(Ints shape, Ints values) { return Array::vector(values).reshaped(shape); }

TEST_F(Places, shapes) {
  check("prim.shape %a : tensor<?x3xf32>", {"tensor<?x3xf32>"}, {x({2, 3})});
  check("prim.shape %a : tensor<f32>", {"tensor<f32>"}, {x({})});
  llvm::StringRef shapes =
      "prim.broadcast_shapes %a, %b : (tensor<1xi64>, tensor<2xi64>) -> tensor<2xi64>";
  for (const Ints &other : {Ints{5, 3}, {5, 1}, {1, 3}, {5, 4}})
    check(shapes, {"tensor<1xi64>", "tensor<2xi64>"}, {ints({3}), ints(other)});
  for (const Ints &other : {Ints{5, 3}, {5, 1}, {}})
    check("prim.broadcast_shapes %a, %b : (tensor<1xi64>, tensor<?xi64>) -> tensor<?xi64>",
          {"tensor<1xi64>", "tensor<?xi64>"}, {ints({3}), ints(other)});
}

TEST_F(Places, broadcast) {
  check("prim.broadcast %a : tensor<3x1xf32> -> tensor<2x3x4xf32>", {"tensor<3x1xf32>"},
        {x({3, 1})});
  llvm::StringRef open =
      "prim.broadcast %a to %b : tensor<?x?xf32>, tensor<3xi64> -> tensor<?x?x?xf32>";
  std::vector<llvm::StringRef> types = {"tensor<?x?xf32>", "tensor<3xi64>"};
  for (const Ints &from : {Ints{3, 4}, {1, 4}, {3, 1}, {1, 1}, {2, 4}})
    check(open, types, {x(from), ints({2, 3, 4})});
  check(open, types, {x({1, 4}), ints({2, 0, 4})});
  check(open, types, {x({1, 4}), ints({2, -1, 4})});
  check(open, types, {x({1, 1}), ints({int64_t(1) << 40, int64_t(1) << 40, 4})});
  check("prim.broadcast %a to %b : tensor<?xf32>, tensor<?xi64> -> tensor<?x3xf32>",
        {"tensor<?xf32>", "tensor<?xi64>"}, {x({3}), ints({2, 3, 4})});
  check("prim.broadcast %a to %b : tensor<?xf32>, tensor<2xi64> -> tensor<?x3xf32>",
        {"tensor<?xf32>", "tensor<2xi64>"}, {x({3}), ints({2, 4})});
  check("prim.sum_to %a : tensor<2x3x4xf32> -> tensor<3x1xf32>", {"tensor<2x3x4xf32>"},
        {x({2, 3, 4})});
  for (const Ints &to : {Ints{3, 1}, {3, 4}, {1, 1}, {2, 4}})
    check("prim.sum_to %a to %b : tensor<?x?x?xf32>, tensor<2xi64> -> tensor<?x?xf32>",
          {"tensor<?x?x?xf32>", "tensor<2xi64>"}, {x({2, 3, 4}), ints(to)});
}

TEST_F(Places, concat_and_split) {
  for (const Ints &other : {Ints{2, 4}, {2, 0}, {3, 1}})
    check("prim.concat %a, %b, %c axis 1 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<2x1xf32>",
          {"tensor<?x?xf32>", "tensor<?x?xf32>", "tensor<2x1xf32>"},
          {x({2, 3}), randomArray(DType::f32, other, 2), randomArray(DType::f32, {2, 1}, 3)});
  check("prim.concat %a axis 0 : tensor<2xi1>", {"tensor<2xi1>"}, {randomArray(DType::i1, {2}, 1)});
  for (int64_t size : {5, 6})
    check("prim.split %a axis 1 sizes [2, 3] : tensor<2x?xf32>", {"tensor<2x?xf32>"},
          {x({2, size})});
}

TEST_F(Places, flip_and_transpose) {
  check("prim.flip %a axes [0, 2] : tensor<2x3x?xf32>", {"tensor<2x3x?xf32>"}, {x({2, 3, 5})});
  check("prim.transpose %a permutation [2, 0, 1] : tensor<2x3x?xf32>", {"tensor<2x3x?xf32>"},
        {x({2, 3, 5})});
}

TEST_F(Places, pad) {
  for (llvm::StringRef numbers :
       {"low [1, 0] high [1, 2] interior [0, 1]", "low [-1, -1] high [0, -1] interior [0, 0]",
        "low [-2, 3] high [1, -4] interior [1, 2]", "low [0, -3] high [0, -1] interior [0, 2]",
        "low [2, 0] high [-4, 0] interior [0, 0]", "low [0, 0] high [0, 0] interior [2, 0]",
        "low [-9, 0] high [0, 0] interior [0, 0]"}) {
    std::string text = "prim.pad %a with %b " + numbers.str() + " : tensor<?x?xf32>";
    for (const Ints &shape : {Ints{4, 5}, {0, 5}, {1, 1}, {0, 0}})
      check(text, {"tensor<?x?xf32>", "tensor<f32>"}, {x(shape), arrayOf(DType::f32, {}, {7.0})});
  }
}

TEST_F(Places, views) {
  llvm::StringRef open =
      "prim.reshape %a to %b : tensor<?x?xf32>, tensor<2xi64> -> tensor<?x?xf32>";
  std::vector<llvm::StringRef> types = {"tensor<?x?xf32>", "tensor<2xi64>"};
  check(open, types, {x({3, 4}), ints({2, 6})});
  check(open, types, {x({3, 4}), ints({2, 5})});
  check(open, types, {x({3, 0}), ints({0, 5})});
  check(open, types, {x({3, 0}), ints({int64_t(1) << 32, int64_t(1) << 32})});
  check(open, types, {x({3, 4}), ints({-2, -6})});
  check("prim.expand_dims %a axes [0, 2] : tensor<?xf32>", {"tensor<?xf32>"}, {x({3})});
  for (const Ints &shape : {Ints{1, 3}, {2, 3}})
    check("prim.squeeze %a axes [0] : tensor<?x3xf32>", {"tensor<?x3xf32>"}, {x(shape)});
}

TEST_F(Places, slices) {
  for (const Ints &shape : {Ints{4, 5}, {9, 4}, {1, 5}, {2, 3}, {2, 0}})
    check("prim.slice %a starts [1, 0] limits [?, 4] strides [3, 2] : tensor<?x?xf32>",
          {"tensor<?x?xf32>"}, {x(shape)});
  for (const Ints &start : {Ints{1, 0}, {-5, 9}, {9, -9}})
    check("prim.dynamic_slice %a at %b : tensor<5x4xf32>, tensor<2xi64> -> tensor<2x4xf32>",
          {"tensor<5x4xf32>", "tensor<2xi64>"}, {x({5, 4}), ints(start)});
  for (const Ints &shape : {Ints{2, 4}, {5, 4}, {0, 4}, {6, 4}, {-1, 4}})
    check("prim.dynamic_slice %a at %b to %c : tensor<?x4xf32>, tensor<?xi64>, tensor<2xi64> -> "
          "tensor<?x?xf32>",
          {"tensor<?x4xf32>", "tensor<?xi64>", "tensor<2xi64>"},
          {x({5, 4}), ints({2, 1}), ints(shape)});
  for (const Ints &start : {Ints{1, 0}, {-5, 9}, {9, -9}, {1}})
    for (const Ints &block : {Ints{2, 4}, {5, 4}, {0, 4}, {2, 1}, {2, 5}})
      check("prim.dynamic_update_slice %a at %b update %c : tensor<5x4xf32>, tensor<?xi64>, "
            "tensor<?x?xf32>",
            {"tensor<5x4xf32>", "tensor<?xi64>", "tensor<?x?xf32>"},
            {x({5, 4}), ints(start), randomArray(DType::f32, block, 2)});
}

TEST_F(Places, indexed_reads) {
  Array tuples = indices({3, 2}, {4, 0, -1, 2, 1, 9});
  for (llvm::StringRef rule : {"", "{clip = false}", "{last_only}"})
    for (const Ints &shape : {Ints{5, 3}, {0, 3}, {5, 0}}) {
      check("prim.take %a at %b axis 0 " + rule.str() + " : tensor<?x?xf32>, tensor<?x2xi64>",
            {"tensor<?x?xf32>", "tensor<?x2xi64>"}, {x(shape), tuples});
      check("prim.take %a at %b axis 1 " + rule.str() + " : tensor<?x?xf32>, tensor<?x2xi64>",
            {"tensor<?x?xf32>", "tensor<?x2xi64>"}, {x(shape), tuples});
      check("prim.gather_nd %a at %b " + rule.str() + " : tensor<?x?xf32>, tensor<?x2xi64>",
            {"tensor<?x?xf32>", "tensor<?x2xi64>"}, {x(shape), tuples});
      check("prim.gather_nd %a at %b " + rule.str() + " : tensor<?x?xf32>, tensor<4x1xi64>",
            {"tensor<?x?xf32>", "tensor<4x1xi64>"}, {x(shape), indices({4, 1}, {4, 4, 9, 0})});
      check("prim.take_along_axis %a at %b axis 0 " + rule.str() +
                " : tensor<?x?xf32>, tensor<2x?xi64>",
            {"tensor<?x?xf32>", "tensor<2x?xi64>"},
            {x(shape), indices({2, 3}, {3, 1, 3, -1, 1, 9})});
    }
  Array large(DType::ui64, {2}), small = randomArray(DType::i8, {4}, 1, -3, 6);
  large.mutableValues<uint64_t>()[0] = ~uint64_t(0);
  large.mutableValues<uint64_t>()[1] = 1;
  for (llvm::StringRef rule : {"", "{clip = false}"}) {
    check("prim.take %a at %b axis 0 " + rule.str() + " : tensor<3xi1>, tensor<2xui64>",
          {"tensor<3xi1>", "tensor<2xui64>"}, {randomArray(DType::i1, {3}, 1), large});
    check("prim.take %a at %b axis 0 " + rule.str() + " : tensor<3xbf16>, tensor<4xi8>",
          {"tensor<3xbf16>", "tensor<4xi8>"}, {randomArray(DType::bf16, {3}, 1), small});
  }
}

TEST_F(Places, scatters) {
  Array places = indices({3, 1}, {4, -1, 4});
  for (llvm::StringRef rule : {"", "{clip = true}"})
    for (llvm::StringRef name : {"scatter", "scatter_add"})
      for (const Ints &updates : {Ints{3, 1, 2}, {3, 1, 3}})
        for (const Ints &shape : {Ints{5, 2}, {0, 2}}) {
          check("prim." + name.str() + " %a at %b update %c axis 0 " + rule.str() +
                    " : tensor<?x2xf32>, tensor<3x1xi64>, tensor<3x1x?xf32>",
                {"tensor<?x2xf32>", "tensor<3x1xi64>", "tensor<3x1x?xf32>"},
                {x(shape), places, randomArray(DType::f32, updates, 2)});
          check("prim." + std::string(name == "scatter" ? "scatter_nd" : "scatter_nd_add") +
                    " %a at %b update %c " + rule.str() +
                    " : tensor<?x2xf32>, tensor<3x1xi64>, tensor<3x?xf32>",
                {"tensor<?x2xf32>", "tensor<3x1xi64>", "tensor<3x?xf32>"},
                {x(shape), places, randomArray(DType::f32, Ints{updates[0], updates[2]}, 2)});
        }
  for (llvm::StringRef rule : {"", "{add}", "{clip = true}", "{add, clip = true}"})
    check("prim.put_along_axis %a at %b update %c axis 1 " + rule.str() +
              " : tensor<2x5xf32>, tensor<2x3xi64>, tensor<2x3xf32>",
          {"tensor<2x5xf32>", "tensor<2x3xi64>", "tensor<2x3xf32>"},
          {x({2, 5}), indices({2, 3}, {0, 9, 0, 4, -1, 2}), randomArray(DType::f32, {2, 3}, 2)});
}

TEST_F(Places, ordering_and_running) {
  for (llvm::StringRef order : {"", " {descending}"})
    for (llvm::StringRef name : {"sort", "argsort"})
      check("prim." + name.str() + " %a axis 0" + order.str() + " : tensor<?x2xf32>",
            {"tensor<?x2xf32>"}, {x({6, 2})});
  for (int64_t size : {2, 3, 9})
    check("prim.topk %a k 3 : tensor<2x?xf32>", {"tensor<2x?xf32>"}, {x({2, size})});
  for (int64_t rows : {2, 3}) {
    Array sorted = arrayOf<float>(DType::f32, {2, 3}, {-1, 0, 2, -3, -3, 1});
    check("prim.searchsorted %a in %b : tensor<?x4xf32>, tensor<2x?xf32>",
          {"tensor<?x4xf32>", "tensor<2x?xf32>"}, {x({rows, 4}), sorted});
  }
  for (llvm::StringRef way : {"", " reverse", " exclusive", " reverse exclusive"}) {
    for (llvm::StringRef name : {"cumsum", "cumprod", "cummax", "cummin"})
      check("prim." + name.str() + " %a axis 0" + way.str() + " : tensor<?x2xf32>",
            {"tensor<?x2xf32>"}, {x({4, 2})});
    for (int64_t size : {4, 5})
      check("prim.linear_recurrence %a, %b axis 0" + way.str() + " : tensor<?x2xf32>",
            {"tensor<?x2xf32>", "tensor<?x2xf32>"},
            {x({4, 2}), randomArray(DType::f32, {size, 2}, 2)});
  }
}

TEST_F(Places, contractions) {
  for (const Ints &other : {Ints{3, 4}, {5, 3, 4}, {1, 3, 4}, {7, 1, 3, 4}, {6, 3, 4}, {5, 2, 4}}) {
    std::string type = "tensor<?x?x?x?xf32>";
    type.erase(7, 2 * (4 - other.size()));
    check("prim.matmul %a, %b : tensor<?x?x?xf32>, " + type, {"tensor<?x?x?xf32>", type},
          {x({5, 2, 3}), randomArray(DType::f32, other, 2)});
  }
  for (const Ints &other : {Ints{3, 8, 4}, {3, 7, 4}, {2, 8, 4}})
    check("prim.dot_general %a, %b batching [0] x [1] contracting [2] x [0] : "
          "tensor<?x2x?xf32>, tensor<?x?x4xf32>",
          {"tensor<?x2x?xf32>", "tensor<?x?x4xf32>"},
          {x({8, 2, 3}), randomArray(DType::f32, other, 2)});
}

TEST_F(Places, convolutions) {
  for (llvm::StringRef numbers :
       {"strides [2] low [1] high [0]", "strides [1] low [-1] high [2] lhs_dilation [2]",
        "strides [1] low [0] high [0] rhs_dilation [3]",
        "strides [1] low [0] high [0] feature_group_count 2",
        "strides [1] low [0] high [0] batch_group_count 2"})
    for (const Ints &kernel : {Ints{4, 3, 2}, {4, 6, 2}, {3, 6, 2}, {4, 6, 9}, {4, 6, 0}}) {
      std::string type = " : tensor<?x6x?xf32>, tensor<?x?x?xf32>";
      std::vector<Array> operands = {x({4, 6, 5}), randomArray(DType::f32, kernel, 2)};
      check("prim.conv %a, %b " + numbers.str() + type, {"tensor<?x6x?xf32>", "tensor<?x?x?xf32>"},
            operands);
      for (const Ints &padding : {Ints{1, 2}, {-2, 0}, {1}, {int64_t(1) << 60, 1}}) {
        operands.resize(2);
        operands.push_back(ints(padding));
        check("prim.conv %a, %b padding %c " + numbers.str() + type + ", tensor<?xi64>",
              {"tensor<?x6x?xf32>", "tensor<?x?x?xf32>", "tensor<?xi64>"}, operands);
      }
    }
}

} // namespace

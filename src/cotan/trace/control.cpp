#include "cotan/trace/control.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/types.h"
#include "cotan/ops/op_rules.h"
#include "cotan/support/dtype_name.h"
#include "cotan/trace/context.h"
#include "cotan/trace/error.h"
#include "cotan/trace/promotion.h"
#include "cotan/trace/recursion.h"

using namespace mlir;

namespace cotan::trace {
namespace {

/// Runs `build` in the innermost open trace, or in one of its own that is run at once.
Tensors inTrace(llvm::function_ref<Tensors(Scope &)> build) {
  During inside(Work::compiling);
  if (Scope *scope = Scope::innermost())
    return build(*scope);
  return call(trace({}, [&](ArrayRef<TensorRef>) { return build(*Scope::innermost()); }), {});
}

/// A region that is being filled: its block belongs to no operation yet.
class Part {
public:
  Part(Scope &outer, ArrayRef<TensorType> arguments) {
    Block *block = new Block;
    region.push_back(block);
    scope = std::make_shared<Scope>(outer.function, block);
    for (const TensorType &argument : arguments)
      this->arguments.push_back(
          scope->wrap(block->addArgument(argument.type(), currentLocation()), argument.isWeak));
  }

  ~Part() { // of what is thrown away no size is known
    if (!region.empty())
      scope->function->openSizes.forgetIn(region);
  }

  void run(Callback callback) {
    Opened opened(scope);
    results = callUser(callback, arguments);
  }
  /// The same; what calls a function whose results are not known yet is kept in `unknown`.
  bool runs(Callback callback, std::optional<ResultsUnknown> &unknown) {
    try {
      run(callback);
      return true;
    } catch (const ResultsUnknown &found) {
      unknown = found;
      return false;
    }
  }

  /// The results are these instead, which are made in the part.
  void fit(llvm::function_ref<Tensors()> make) {
    Opened opened(scope);
    results = make();
  }

  /// Ends the block with the results, converted to these types.
  template <typename Terminator, typename... Args>
  void end(ArrayRef<TensorType> types, Args &&...args) {
    SmallVector<Value> values;
    for (auto [result, type] : llvm::zip_equal(results, types))
      values.push_back(readAs(*result, type.held()));
    OpBuilder builder = scope->builder();
    Terminator::create(builder, currentLocation(), std::forward<Args>(args)..., values);
  }
  Value readAs(const TensorBody &tensor, DType wanted) {
    Opened opened(scope); // what the part returned belongs to it
    return scope->readAs(tensor, wanted);
  }

  Region region;
  std::shared_ptr<Scope> scope;
  Tensors arguments, results;
};

/// Of the variables of a loop after one turn: whether they have the types they came in with. Types
/// that gave way are set in `types`, for another try.
bool settle(StringRef what, SmallVector<TensorType> &types, ArrayRef<TensorRef> results) {
  if (results.size() != types.size())
    throw ct::ValueError(currentPlace() +
                         (what + ": the body returned " + llvm::Twine(results.size()) +
                          " tensors for " + llvm::Twine(types.size()) + " variables")
                             .str());
  bool isSettled = true;
  for (size_t i = 0; i < types.size(); ++i) {
    TensorType &type = types[i], found = results[i]->type();
    std::optional<TensorType> both = join(type, found);
    if (!both)
      throw ct::TypeError(
          currentPlace() +
          (what + ": variable " + llvm::Twine(i) + " came in as " + describe(type) +
           ", but the body returned " + describe(found) +
           "; convert one of them, so that each turn has the types of the one before")
              .str());
    isSettled &= both->dtype == type.dtype && both->isWeak == type.isWeak;
    type = *both;
  }
  return isSettled;
}

SmallVector<Value> readAs(Scope &scope, ArrayRef<TensorRef> tensors, ArrayRef<TensorType> types) {
  SmallVector<Value> values;
  for (auto [tensor, type] : llvm::zip_equal(tensors, types))
    values.push_back(scope.readAs(*tensor, type.held()));
  return values;
}

SmallVector<Type> typesIn(ArrayRef<TensorType> types) {
  return llvm::map_to_vector(types, [](const TensorType &type) { return Type(type.type()); });
}

Tensors wrapAll(Scope &scope, ValueRange values, ArrayRef<TensorType> types) {
  Tensors tensors;
  for (auto [value, type] : llvm::zip_equal(values, types))
    tensors.push_back(scope.wrap(value, type.isWeak));
  return tensors;
}

/// The types all branches' results can have.
SmallVector<TensorType> agree(ArrayRef<std::unique_ptr<Part>> parts) {
  SmallVector<TensorType> types = typesOf(parts.front()->results);
  for (size_t k = 1; k < parts.size(); ++k) {
    SmallVector<TensorType> others = typesOf(parts[k]->results);
    if (others.size() != types.size())
      throw ct::ValueError(currentPlace() + "one branch returned " + std::to_string(types.size()) +
                           " tensors, another " + std::to_string(others.size()) +
                           "; each must return as many");
    for (size_t i = 0; i < types.size(); ++i) {
      TensorType &type = types[i], &other = others[i];
      std::optional<TensorType> both = join(type, other);
      if (!both)
        throw ct::TypeError(currentPlace() + "result " + std::to_string(i) + " is " +
                            describe(type) + " from one branch and " + describe(other) +
                            " from another; convert one of them, so that they agree");
      type = *both;
    }
  }
  return types;
}

/// Where other branches are set aside, what this one does, in the place of a choice.
Tensors only(Part &part, Scope &scope, ArrayRef<TensorType> types) {
  SmallVector<Value> values;
  for (auto [result, type] : llvm::zip_equal(part.results, types))
    values.push_back(part.readAs(*result, type.held()));
  scope.block->getOperations().splice(scope.block->end(), part.scope->block->getOperations());
  return wrapAll(scope, values, types);
}

/// Open sizes that are the same in all branches, and come from outside of them, are known behind.
Tensors wrapResults(Scope &scope, ValueRange values, ArrayRef<std::unique_ptr<Part>> parts,
                    ArrayRef<TensorType> types) {
  Tensors tensors;
  for (auto [i, value, type] : llvm::enumerate(values, types)) {
    SmallVector<int64_t, 4> sizes(type.sizes);
    for (auto [axis, size] : llvm::enumerate(sizes)) {
      auto isIt = [&](auto &part) { return part->results[i]->sizes()[axis] == size; };
      if (isLabel(size) && !(llvm::all_of(parts, isIt) && Scope::knowsSize(size)))
        size = ShapedType::kDynamic;
    }
    tensors.push_back(scope.wrap(value, type.isWeak, sizes));
  }
  return tensors;
}

TensorRef checkedCondition(Part &part) {
  if (part.results.size() != 1 || part.results[0]->dtype != DType::i1 ||
      !part.results[0]->sizes().empty())
    throw ct::TypeError(
        currentPlace() + "ct.while_loop: the condition returned " +
        (part.results.size() == 1 ? describe(part.results[0]->type()) : "several tensors") +
        "; it must return one truth value, as `i < n` does");
  return part.results[0];
}

} // namespace

Tensors branch(const TensorRef &index, ArrayRef<Callback> branches, ArrayRef<TensorRef> operands,
               llvm::function_ref<Tensors(size_t)> fit) {
  return inTrace([&](Scope &scope) {
    std::vector<std::unique_ptr<Part>> parts;
    SmallVector<size_t> numbers;
    std::optional<ResultsUnknown> unknown;
    for (auto [number, callback] : llvm::enumerate(branches)) {
      auto part = std::make_unique<Part>(scope, ArrayRef<TensorType>());
      if (!part->runs([&](ArrayRef<TensorRef>) { return callback(operands); }, unknown))
        continue;
      parts.push_back(std::move(part));
      numbers.push_back(number);
    }
    for (auto [part, number] : llvm::zip_equal(parts, numbers))
      if (fit)
        part->fit([&] { return fit(number); });
    if (parts.empty() && unknown)
      throw *unknown;
    SmallVector<TensorType> types = agree(parts);
    if (unknown)
      return only(*parts.front(), scope, types);
    for (auto &part : parts)
      part->end<flow::YieldOp>(types);
    Value chooser = scope.read(*index);
    OpBuilder builder = scope.builder();
    if (index->dtype == DType::i1) {
      auto op = flow::IfOp::create(builder, currentLocation(), typesIn(types), chooser);
      op.getThenRegion().takeBody(parts[1]->region);
      op.getElseRegion().takeBody(parts[0]->region);
      return wrapResults(scope, op.getResults(), parts, types);
    }
    auto op =
        flow::SwitchOp::create(builder, currentLocation(), typesIn(types), chooser, parts.size());
    for (auto [region, part] : llvm::zip_equal(op.getCases(), parts))
      region.takeBody(part->region);
    return wrapResults(scope, op.getResults(), parts, types);
  });
}

Tensors whileLoop(Callback condition, Callback body, ArrayRef<TensorRef> initial) {
  return inTrace([&](Scope &scope) {
    SmallVector<TensorType> types = typesOf(initial);
    std::unique_ptr<Part> bodyPart;
    std::optional<ResultsUnknown> unknown;
    do {
      bodyPart = std::make_unique<Part>(scope, types);
      if (!bodyPart->runs(body, unknown))
        return wrapAll(scope, readAs(scope, initial, types), types); // as if it had no turn
    } while (!settle("ct.while_loop", types, bodyPart->results));
    bodyPart->end<flow::YieldOp>(types);
    Part test(scope, types);
    test.run(condition);
    Value goesOn = test.readAs(*checkedCondition(test), DType::i1);
    test.results = test.arguments; // the variables go on unchanged
    test.end<flow::CondYieldOp>(types, goesOn);
    OpBuilder builder = scope.builder();
    auto op = flow::WhileOp::create(builder, currentLocation(), typesIn(types),
                                    readAs(scope, initial, types));
    op.getCond().takeBody(test.region);
    op.getBody().takeBody(bodyPart->region);
    return wrapAll(scope, op.getResults(), types);
  });
}

Tensors forLoop(const TensorRef &lower, const TensorRef &upper, const TensorRef &step,
                Callback body, ArrayRef<TensorRef> initial) {
  return inTrace([&](Scope &scope) {
    Promoted index = promote({lower, upper, step});
    if (isFloat(index.dtype) || index.dtype == DType::i1)
      throw ct::TypeError(currentPlace() + "the bounds of a loop must be integers, but are " +
                          publicNameOf(index.dtype).str() + "; convert them with astype('int64')");
    TensorType indexType{index.dtype, {}, false};
    SmallVector<TensorType> types = typesOf(initial), arguments;
    std::unique_ptr<Part> part;
    std::optional<ResultsUnknown> unknown;
    do {
      arguments = {indexType};
      llvm::append_range(arguments, types);
      part = std::make_unique<Part>(scope, arguments);
      if (!part->runs(body, unknown))
        return wrapAll(scope, readAs(scope, initial, types), types); // as if it had no turn
    } while (!settle("ct.fori_loop", types, part->results));
    part->end<flow::YieldOp>(types);
    SmallVector<Value> range =
        readAs(scope, {lower, upper, step}, {indexType, indexType, indexType});
    SmallVector<Value> values = readAs(scope, initial, types);
    OpBuilder builder = scope.builder();
    auto op = flow::ForOp::create(builder, currentLocation(), typesIn(types), range[0], range[1],
                                  range[2], values);
    op.getBody().takeBody(part->region);
    return wrapAll(scope, op.getResults(), types);
  });
}

Tensors scan(Callback body, ArrayRef<TensorRef> carried, ArrayRef<TensorRef> inputs, bool reverse) {
  for (const TensorRef &input : inputs)
    if (input->sizes().empty())
      throw ct::ValueError(currentPlace() + "ct.scan: xs has " + describe(input->type()) +
                           ", which has no rows; give tensors of at least one axis");
  return inTrace([&](Scope &scope) {
    SmallVector<TensorType> types = typesOf(carried), inputTypes = typesOf(inputs), arguments;
    std::unique_ptr<Part> part;
    do {
      arguments = types;
      for (TensorType row : inputTypes) {
        row.sizes.erase(row.sizes.begin());
        arguments.push_back(row);
      }
      part = std::make_unique<Part>(scope, arguments);
      part->run(body);
      if (part->results.size() < types.size())
        throw ct::ValueError(currentPlace() +
                             "ct.scan: the body returned fewer tensors than are carried");
    } while (
        !settle("ct.scan", types, ArrayRef<TensorRef>(part->results).take_front(types.size())));
    SmallVector<TensorType> yielded = types, results = types;
    int64_t length = inputTypes.front().sizes.front();
    for (const TensorRef &row : ArrayRef<TensorRef>(part->results).drop_front(types.size())) {
      yielded.push_back(row->type());
      results.push_back(row->type());
      results.back().sizes.insert(results.back().sizes.begin(), length);
    }
    part->end<flow::YieldOp>(yielded);
    SmallVector<Value> initial = readAs(scope, carried, types),
                       rows = readAs(scope, inputs, inputTypes);
    OpBuilder builder = scope.builder();
    auto op =
        flow::ScanOp::create(builder, currentLocation(), typesIn(results), initial, rows, reverse);
    op.getBody().takeBody(part->region);
    return wrapAll(scope, op.getResults(), results);
  });
}

} // namespace cotan::trace

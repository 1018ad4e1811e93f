#include "cotan/frontends/cpp/program.h"

#include "cotan/driver/executable.h"
#include "cotan/driver/session.h"
#include "cotan/ir/out_of_memory.h"
#include "cotan/support/big_stack.h"
#include "cotan/support/work.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/raw_ostream.h"

namespace ct {

/// A program in a context of its own. Runs share the code; what a failing one reports is kept apart
/// by the lock, as the session has one stream for errors.
struct Program::Compiled {
  Compiled() : stream(errors), session(std::make_unique<cotan::Session>(stream)) {
    session->context().getDiagEngine().registerHandler([this](mlir::Diagnostic &report) {
      isOfMemory |= cotan::isOutOfMemory(report);
      return mlir::failure(); // it is printed
    });
  }
  ~Compiled() {
    cotan::During inside(cotan::Work::compiling); // on whatever thread lets go of it
    executable.reset();
    session.reset();
  }

  [[noreturn]] void fail() const {
    std::string text = std::exchange(errors, "");
    if (text.empty())
      text = "the program failed";
    if (std::exchange(isOfMemory, false))
      throw MemoryError(text);
    throw Error(text);
  }
  void compile(llvm::function_ref<llvm::LogicalResult()> read, const std::string &entry) {
    cotan::During inside(cotan::Work::compiling);
    bool isDone = false;
    cotan::runOnBigStack([&] {
      if (failed(read()))
        return;
      auto function = session->findEntry(entry);
      if (failed(function))
        return;
      auto made = cotan::Executable::compile(*function);
      if (failed(made))
        return;
      for (mlir::Type type : function->getArgumentTypes())
        types.push_back(cotan::trace::TensorType::of(type).dtype);
      executable = std::move(*made);
      isDone = true;
    });
    cotan::trace::throwIfStopped();
    if (!isDone)
      fail();
  }

  mutable std::string errors;
  mutable bool isOfMemory = false;
  llvm::raw_string_ostream stream;
  std::unique_ptr<cotan::Session> session;
  std::unique_ptr<cotan::Executable> executable;
  std::vector<cotan::DType> types; // of its arguments, which numbers take
  mutable cotan::LongMutex mutex;
};

Program Program::load(const std::string &path, const std::string &entry) {
  auto compiled = std::make_shared<Compiled>();
  compiled->compile([&] { return compiled->session->load(path); }, entry);
  return Program(std::move(compiled));
}

Program Program::parse(const std::string &text, const std::string &entry, const std::string &name) {
  auto compiled = std::make_shared<Compiled>();
  compiled->compile([&] { return compiled->session->loadText(text, name); }, entry);
  return Program(std::move(compiled));
}

std::vector<Tensor> Program::run(const std::vector<Tensor> &inputs) const {
  cotan::Arrays arrays;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    input.data(); // refuses what is traced
    const bool takesType = input.isWeak() && i < compiled->types.size();
    arrays.push_back(takesType ? input.body()->arrayAs(compiled->types[i])
                               : input.body()->asArray());
  }
  // The context of a session is for one thread, and a failing run builds its diagnostic there.
  cotan::During inside(cotan::Work::compiling);
  if (!compiled->mutex.lock())
    cotan::trace::throwIfStopped();
  auto unlock = llvm::scope_exit([&] { compiled->mutex.unlock(); });
  auto results = compiled->executable->run(std::move(arrays));
  cotan::trace::throwIfStopped();
  if (failed(results))
    compiled->fail();
  std::vector<Tensor> tensors;
  for (cotan::Array &result : *results)
    tensors.push_back(outer(cotan::trace::makeTensor(std::move(result))));
  return tensors;
}

} // namespace ct

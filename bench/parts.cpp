// Times of the parts, by Google Benchmark: cotan-bench-parts PROGRAM.mlir [--benchmark_...]. Items
// are the ops of the program.
#include "cotan/driver/executable.h"
#include "cotan/driver/pipeline.h"
#include "cotan/driver/session.h"
#include "cotan/support/big_stack.h"

#include <benchmark/benchmark.h>

using namespace cotan;
using namespace mlir;

namespace {

int64_t countOps(ModuleOp module) {
  int64_t count = 0;
  module.walk([&](Operation *) { ++count; });
  return count;
}

LogicalResult optimize(func::FuncOp function) {
  TimingScope timing;
  return simplify(function, timing);
}

LogicalResult differentiate(func::FuncOp function) {
  GradientOptions options;
  options.wrt = {0};
  options.seed = Seed::ones;
  return success(succeeded(prepareForDerivatives(function)) &&
                 succeeded(appendGradients(function, options)));
}

LogicalResult differentiateAndOptimize(func::FuncOp function) {
  return success(succeeded(differentiate(function)) && succeeded(optimize(function)));
}

LogicalResult compile(func::FuncOp function) { return Executable::compile(function); }

/// Runs `part` on a fresh copy of the program each time.
void measure(benchmark::State &state, Session &session, LogicalResult (*part)(func::FuncOp)) {
  const std::string name = session.findEntry()->getName().str();
  for (auto _ : state) {
    state.PauseTiming();
    OwningOpRef<ModuleOp> copy = session.module().clone();
    auto function = copy->lookupSymbol<func::FuncOp>(name);
    state.ResumeTiming();
    if (failed(part(function)))
      state.SkipWithError("failed");
    state.PauseTiming();
    copy = {};
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * countOps(session.module()));
}

void parse(benchmark::State &state, Session &session, const char *path) {
  for (auto _ : state) {
    Session fresh(llvm::errs());
    if (failed(fresh.load(path)))
      state.SkipWithError("failed");
  }
  state.SetItemsProcessed(state.iterations() * countOps(session.module()));
}

int run(const char *path, bool compiles) {
  Session session(llvm::errs());
  if (failed(session.load(path)) || failed(session.findEntry()))
    return 1;
  auto add = [&](const char *name, LogicalResult (*part)(func::FuncOp)) {
    benchmark::RegisterBenchmark(name, [&session, part](benchmark::State &state) {
      measure(state, session, part);
    })->Unit(benchmark::kMillisecond);
  };
  benchmark::RegisterBenchmark("parse", [&](benchmark::State &state) {
    parse(state, session, path);
  })->Unit(benchmark::kMillisecond);
  add("optimize", optimize);
  add("differentiate", differentiate);
  add("differentiate_and_optimize", differentiateAndOptimize);
  if (compiles)
    add("compile", compile);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (argc < 2 || argc > 3) {
    llvm::errs() << "usage: cotan-bench-parts PROGRAM.mlir [compile] [--benchmark_...]\n";
    return 2;
  }
  int status = 1;
  runOnBigStack([&] { status = run(argv[1], argc == 3); });
  return status;
}

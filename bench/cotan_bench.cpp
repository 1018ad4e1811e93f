// Runs a program on request: cotan-bench PROGRAM.mlir INPUTS.npz; what it answers to: server.h.
#include "server.h"

#include "cotan/driver/executable.h"
#include "cotan/driver/session.h"
#include "cotan/support/big_stack.h"
#include "cotan/support/npy.h"

using namespace cotan;

namespace {

/// What is wrong was written already.
template <typename T> T orExit(llvm::FailureOr<T> result) {
  if (llvm::failed(result))
    std::exit(1);
  return std::move(*result);
}

Arrays readInputs(const char *path) {
  Arrays inputs;
  for (auto &[name, array] : llvm::ExitOnError("cotan-bench: ")(readNpz(path)))
    inputs.push_back(array);
  return inputs;
}

void writeResults(const std::string &path, const Arrays &results) {
  NamedArrays named;
  for (auto [i, array] : llvm::enumerate(results))
    named.emplace_back("r" + std::to_string(i), array);
  llvm::ExitOnError("cotan-bench: ")(writeNpz(path, named));
}

int compare(const char *program, const char *inputFile) {
  Session session(llvm::errs());
  if (llvm::failed(session.load(program)))
    return 1;
  auto function = orExit(session.findEntry());
  const Arrays inputs = readInputs(inputFile);
  std::unique_ptr<Executable> executable;
  auto compile = [&] { executable = orExit(Executable::compile(function)); };
  const double cold = bench::secondsOf(compile);
  std::cout << cold << std::endl;
  auto run = [&] { return orExit(executable->run(inputs)); };
  return bench::serve({[&] { run(); }, [&](auto &path) { writeResults(path, run()); }, compile});
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::cerr << "usage: cotan-bench PROGRAM.mlir INPUTS.npz\n";
    return 2;
  }
  int status = 1;
  runOnBigStack([&] { status = compare(argv[1], argv[2]); });
  return status;
}

// The fuzz test of a normal test run: every sample, then some thousand deterministic mutations of
// them, through the same function the fuzzer calls. Needs no libFuzzer.
#include "any_program.h"
#include "mutation.h"

#include "program.h"
#include "source_file.h"

#include "cotan/driver/passes.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <mutex>
#include <thread>

namespace cl = llvm::cl;
using namespace cotan;

namespace {

/// The functions of the files, each as a text of its own.
std::vector<std::string> readCorpus(llvm::ArrayRef<std::string> files) {
  std::vector<std::string> corpus;
  for (const std::string &path : files) {
    std::string error;
    auto file = check::SourceFile::read(path, error);
    if (!file) {
      llvm::errs() << error;
      std::exit(1);
    }
    for (mlir::func::FuncOp function : file->functions())
      corpus.push_back(check::Program::isolate(function).print());
  }
  return corpus;
}

/// Text number `i`: first the corpus as it is, then mutations of it.
std::string textNumber(size_t i, llvm::ArrayRef<std::string> corpus, uint64_t seed) {
  if (i < corpus.size())
    return corpus[i];
  std::mt19937_64 random(seed * 1'000'003 + i);
  return fuzz::mutate(corpus, random);
}

int writeCorpus(llvm::ArrayRef<std::string> corpus, const std::string &folder) {
  std::error_code error = llvm::sys::fs::create_directories(folder);
  for (size_t i = 0; i < corpus.size() && !error; ++i)
    llvm::raw_fd_ostream(folder + "/" + std::to_string(i) + ".mlir", error) << corpus[i];
  if (error)
    llvm::errs() << folder << ": " << error.message() << "\n";
  return error ? 1 : 0;
}

/// Tries all texts on several threads; the exit status.
int tryAll(llvm::ArrayRef<std::string> corpus, unsigned mutations, uint64_t seed, unsigned jobs) {
  const size_t texts = corpus.size() + mutations;
  std::atomic<size_t> next = 0, failures = 0, programs = 0, runs = 0;
  std::mutex output;
  auto work = [&] {
    for (size_t i = next++; i < texts; i = next++) {
      llvm::PrettyStackTraceFormat trying("trying the text of --only=%zu", i);
      fuzz::Outcome outcome = fuzz::tryProgram(textNumber(i, corpus, seed));
      programs += outcome.isProgram;
      runs += outcome.runs;
      if (outcome.problem.empty())
        continue;
      ++failures;
      std::lock_guard guard(output);
      llvm::outs() << "--only=" << i << ": " << outcome.problem;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < jobs; ++i)
    threads.emplace_back(work);
  for (std::thread &thread : threads)
    thread.join();
  llvm::outs() << programs << " of the texts are programs, " << runs << " run\n"
               << texts - failures << " passed, " << failures << " failed\n";
  return failures != 0;
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::list<std::string> files(cl::Positional, cl::OneOrMore, cl::desc("FILE..."));
  cl::opt<unsigned> mutations("mutations", cl::init(6000), cl::desc("how many"));
  cl::opt<uint64_t> seed("seed", cl::init(1), cl::desc("of the mutations"));
  cl::opt<unsigned> jobs("jobs", cl::init(2), cl::desc("threads"));
  cl::opt<int> only("only", cl::init(-1), cl::desc("print and try just the text of this number"));
  cl::opt<std::string> corpusFolder("write-corpus", cl::desc("write a corpus for the fuzzer"));
  cl::ParseCommandLineOptions(argc, argv, "Tries mutations of the files' functions.\n");

  registerPasses();
  const std::vector<std::string> corpus = readCorpus(files);
  if (!corpusFolder.empty())
    return writeCorpus(corpus, corpusFolder);
  if (only < 0)
    return tryAll(corpus, mutations, seed, jobs);
  std::string text = textNumber(only, corpus, seed);
  llvm::outs() << text << "\n";
  llvm::outs().flush(); // before it crashes
  llvm::outs() << fuzz::tryProgram(text).problem << "\n";
  return 0;
}

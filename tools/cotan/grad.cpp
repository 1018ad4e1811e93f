// `cotan grad`: appends derivatives to a function and prints the program.
#include "command.h"

#include "cotan/driver/pipeline.h"
#include "cotan/driver/session.h"
#include "cotan/support/output_file.h"

#include <CLI/CLI.hpp>

using namespace mlir;

namespace cotan::tool {
namespace {

struct GradOptions {
  std::string file, entry, output = "-";
  std::vector<unsigned> wrt;
  std::optional<unsigned> of;
  unsigned order = 1;
  Seed seed = Seed::one;
  bool saveAll = false;
};

int grad(const GradOptions &options) {
  Session session(llvm::errs());
  if (failed(session.load(options.file)))
    return exitFailed;
  auto entry = session.findEntry(options.entry);
  if (failed(entry) || failed(prepareForDerivatives(*entry)))
    return exitFailed;
  GradientOptions gradient{SmallVector<unsigned>(options.wrt), options.of, options.order, options.seed,
                           !options.saveAll};
  if (failed(appendGradients(*entry, gradient)))
    return exitFailed;
  std::string text;
  llvm::raw_string_ostream(text) << session.module() << '\n';
  if (llvm::Error error = writeFile(options.output, text)) {
    (void)session.fail(std::move(error));
    return exitFailed;
  }
  return exitSucceeded;
}

constexpr const char *details = R"(The derivatives become additional results, named after what they are: dy_dx, at order 2 dy_dx_dx.
Order K differentiates every derivative of order K - 1 with respect to every argument of --wrt, so n
arguments give n + n^2 + ... + n^K results. Calls are inlined first, and composite ops without a
derivative rule of their own are replaced by what they mean.)";

} // namespace

void addGrad(CLI::App &app, Action &action) {
  auto options = std::make_shared<GradOptions>();
  CLI::App *command = app.add_subcommand("grad", "Append the derivatives of a function to its results");
  command->footer(std::string(details) + "\n\n" + exitCodes);
  command->add_option("FILE", options->file, "MLIR text or bytecode; - is standard input")->required();
  command->add_option("--entry", options->entry,
                      "The function to differentiate (default: the only public one, or main)");
  command->add_option("--wrt", options->wrt,
                      "Arguments to differentiate with respect to, as 0,2 (default: all that can be)")
      ->delimiter(',');
  command->add_option("--of", options->of, "The result to differentiate (default: the only one)");
  command->add_option("--order", options->order, "How often to differentiate")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  std::map<std::string, Seed> seeds = {
      {"one", Seed::one}, {"ones", Seed::ones}, {"argument", Seed::argument}};
  command->add_option("--seed", options->seed,
                      "Cotangent of the result: one (for a scalar, the default), ones (the derivative "
                      "of the sum of the elements), or argument (a new argument passes it)")
      ->transform(CLI::CheckedTransformer(seeds, CLI::ignore_case));
  command->add_flag("--save-all", options->saveAll, "Keep what is saved for the derivative but not read");
  command->add_option("-o", options->output, "Where to write the program; - is standard output")
      ->capture_default_str();
  command->callback([options, &action] { action = [options] { return grad(*options); }; });
}

} // namespace cotan::tool

// `cotan grad`: appends derivatives to a function and prints the program.
#include "command.h"

#include "cotan/autodiff/report.h"
#include "cotan/driver/inputs.h"
#include "cotan/driver/pipeline.h"
#include "cotan/driver/session.h"
#include "cotan/support/output_file.h"

#include "llvm/ADT/StringSwitch.h"

#include <CLI/CLI.hpp>

using namespace mlir;

namespace cotan::tool {
namespace {

struct GradOptions {
  std::string file, entry, of, output;
  std::vector<std::string> wrt;
  unsigned order = 1;
  std::string seed = "one";
  bool saveAll = false, report = false;
  FormOptions form;
};

llvm::Expected<GradientOptions> findNames(func::FuncOp entry, const GradOptions &options) {
  GradientOptions gradient;
  gradient.order = options.order;
  gradient.seed = llvm::StringSwitch<Seed>(options.seed)
                      .Case("ones", Seed::ones)
                      .Case("argument", Seed::argument)
                      .Default(Seed::one);
  gradient.prune = !options.saveAll;
  for (const std::string &name : options.wrt) {
    auto index = findArgument(entry, name);
    if (!index)
      return index.takeError();
    gradient.wrt.push_back(*index);
  }
  if (options.of.empty())
    return gradient;
  auto index = findResult(entry, options.of);
  if (!index)
    return index.takeError();
  gradient.result = *index;
  return gradient;
}

int grad(const GradOptions &options) {
  Session session(llvm::errs());
  if (failed(session.load(options.file)))
    return exitFailed;
  auto entry = session.findEntry(options.entry);
  if (failed(entry))
    return exitFailed;
  auto gradient = findNames(*entry, options);
  if (!gradient) {
    (void)session.fail(gradient.takeError());
    return exitFailed;
  }
  options.form.apply(session, *entry);
  if (failed(prepareForDerivatives(*entry)) || failed(appendGradients(*entry, *gradient)))
    return exitFailed;
  if (options.report) {
    printSaved(reportSaved(*entry), llvm::outs());
    if (options.output.empty())
      return exitSucceeded;
  }
  std::string text;
  llvm::raw_string_ostream(text) << session.module() << '\n';
  if (llvm::Error error = writeFile(options.output.empty() ? "-" : options.output, text)) {
    (void)session.fail(std::move(error));
    return exitFailed;
  }
  return exitSucceeded;
}

constexpr const char *aboutGrad =
    R"(The derivatives become additional results, named after what they are: dy_dx, at order 2 dy_dx_dx.
Order K differentiates every derivative of order K - 1 with respect to every argument of --wrt, so n
arguments give n + n^2 + ... + n^K results. Calls are inlined first where that pays (--calls), and
composite ops without a derivative rule of their own are replaced by what they mean.)";

} // namespace

void addGrad(CLI::App &app, Action &action) {
  auto options = std::make_shared<GradOptions>();
  CLI::App *command =
      app.add_subcommand("grad", "Append the derivatives of a function to its results");
  command->footer(std::string(aboutGrad) + "\n\n" + exitCodes);
  command
      ->add_option("FILE", options->file,
                   "MLIR text, or bytecode of cotan opt --emit-bytecode; - is standard input")
      ->required();
  command->add_option("--entry", options->entry,
                      "The function to differentiate (default: the only public one, or main)");
  command
      ->add_option(
          "--wrt", options->wrt,
          "Arguments to differentiate with respect to, by position or name, as 0,2 (default: all "
          "that can carry a derivative)")
      ->delimiter(',');
  command->add_option("--of", options->of,
                      "The result to differentiate, by position or name (default: the only one)");
  command->add_option("--order", options->order, "How often to differentiate")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  command
      ->add_option("--seed", options->seed,
                   "Cotangent of the result: one (for a scalar, the default), ones (the derivative "
                   "of the sum of the elements), or argument (a new argument passes it)")
      ->check(CLI::IsMember({"one", "ones", "argument"}))
      ->option_text("one|ones|argument");
  command->add_flag("--save-all", options->saveAll,
                    "Keep what is saved for the derivative but not read");
  command->add_flag("--report", options->report,
                    "Print the bytes saved each time a region runs, beside saving everything; the "
                    "program is then written only with -o");
  options->form.addTo(*command);
  command->add_option("-o", options->output,
                      "Where to write the program (default: standard output)");
  command->callback([options, &action] { action = [options] { return grad(*options); }; });
}

} // namespace cotan::tool

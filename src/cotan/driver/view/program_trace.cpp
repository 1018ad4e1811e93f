#include "cotan/driver/view/program_trace.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace cotan {

namespace json = llvm::json;

ProgramTrace::ProgramTrace(std::string title, SourceReader readSource)
    : title(std::move(title)), readSource(std::move(readSource)) {}

//--- lines and places

/// The same lines come again in each step: they are kept once and named by number.
json::Array ProgramTrace::linesOf(const ProgramText &text) {
  json::Array lines;
  for (const std::string &line : text.lines) {
    auto [known, isNew] = lineNumbers.try_emplace(line, texts.size());
    if (isNew)
      texts.push_back(json::fixUTF8(line));
    lines.push_back(known->second);
  }
  return lines;
}

unsigned ProgramTrace::fileNumber(StringRef name) {
  auto [known, isNew] = fileNumbers.try_emplace(name, files.size());
  if (!isNew)
    return known->second;
  json::Array lines;
  if (std::optional<std::string> source = readSource(name)) {
    SmallVector<StringRef> split;
    StringRef(*source).split(split, '\n');
    for (StringRef line : split)
      lines.push_back(json::fixUTF8(line));
  }
  files.push_back(json::Object{{"name", json::fixUTF8(name)}, {"lines", std::move(lines)}});
  return known->second;
}

/// The user's line behind a location, as a number; -1 if it says none. What passes merged counts as
/// the first of its parts.
int ProgramTrace::placeOf(Location location) {
  if (auto call = dyn_cast<CallSiteLoc>(location)) {
    const int caller = placeOf(call.getCaller()), callee = placeOf(call.getCallee());
    if (callee < 0)
      return caller;
    Place place = places[callee];
    place.caller = caller;
    auto [known, isNew] = placeNumbers.try_emplace(place, places.size());
    if (isNew)
      places.push_back(place);
    return known->second;
  }
  if (auto named = dyn_cast<NameLoc>(location))
    return placeOf(named.getChildLoc());
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      if (int place = placeOf(part); place >= 0)
        return place;
    return -1;
  }
  auto line = dyn_cast<FileLineColLoc>(location);
  if (!line || line.getLine() == 0) // of the file as a whole
    return -1;
  Place place{fileNumber(line.getFilename()), line.getLine(), line.getColumn(), -1};
  auto [known, isNew] = placeNumbers.try_emplace(place, places.size());
  if (isNew)
    places.push_back(place);
  return known->second;
}

json::Array ProgramTrace::placesOf(const ProgramText &text) {
  std::vector<int> placeOfLine(text.lines.size(), -1);
  for (auto [line, location] : text.places)
    if (placeOfLine[line] < 0)
      placeOfLine[line] = placeOf(location);
  return json::Array(placeOfLine);
}

//--- steps

/// A diagnostic and its notes, a line each.
static void print(Diagnostic &problem, raw_ostream &stream) {
  if (auto line = problem.getLocation()->findInstanceOf<FileLineColLoc>())
    stream << line.getFilename().getValue() << ':' << line.getLine() << ':' << line.getColumn()
           << ": ";
  problem.print(stream);
  for (Diagnostic &note : problem.getNotes()) {
    stream << "\nnote: ";
    print(note, stream);
  }
}

static json::Object describe(const ProgramText &text) {
  json::Array nests, stacks, kernels;
  for (const ProgramText::Nest &nest : text.nests)
    nests.push_back(json::Object{
        {"first", nest.first}, {"last", nest.last}, {"name", nest.name}, {"isLoop", nest.isLoop}});
  for (auto [push, pop] : text.stacks)
    stacks.push_back(json::Object{{"push", push}, {"pop", pop}});
  for (const ProgramText::Kernel &kernel : text.kernels)
    kernels.push_back(json::Object{{"line", kernel.line},
                                   {"ops", kernel.ops},
                                   {"read", kernel.read},
                                   {"written", kernel.written},
                                   {"isOpen", kernel.isOpen}});
  return json::Object{
      {"nests", std::move(nests)}, {"stacks", std::move(stacks)}, {"kernels", std::move(kernels)}};
}

void ProgramTrace::addStep(StringRef name, const ProgramText &text, bool isFirst) {
  json::Object step = describe(text);
  step["name"] = json::fixUTF8(name);
  step["isFirst"] = isFirst;
  step["problems"] = json::Array(std::exchange(problems, {}));
  step["lines"] = linesOf(text);
  step["places"] = placesOf(text);
  steps.push_back(std::move(step));
}

void ProgramTrace::begin(Operation *program) { addStep("input", textOf(program, names), true); }

void ProgramTrace::add(StringRef step, Operation *program, bool hasFailed) {
  addStep(step, textOf(program, names, !hasFailed), false);
}

void ProgramTrace::report(StringRef problem) { problems.push_back(json::fixUTF8(problem)); }

void ProgramTrace::report(Diagnostic &problem) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  print(problem, stream);
  report(text);
}

void ProgramTrace::setRun(MeasuredRun measured) { run = std::move(measured); }

json::Value ProgramTrace::json() const {
  json::Array placed;
  for (const Place &place : places)
    placed.push_back(json::Array{place.file, place.line, place.column, place.caller});
  json::Object all{{"title", json::fixUTF8(title)},
                   {"texts", json::Array(texts)},
                   {"files", json::Array(files)},
                   {"places", std::move(placed)},
                   {"steps", json::Array(steps)},
                   {"problems", json::Array(problems)},
                   {"run", nullptr}};
  if (!run)
    return json::Value(std::move(all));
  json::Array kernels;
  for (const MeasuredKernel &kernel : run->kernels)
    kernels.push_back(json::Object{{"name", kernel.name},
                                   {"numbers", json::Array(kernel.numbers)},
                                   {"codeBytes", int64_t(kernel.codeBytes)},
                                   {"calls", kernel.calls},
                                   {"nanoseconds", kernel.nanoseconds}});
  all["run"] = json::Object{{"kernels", std::move(kernels)}, {"nanoseconds", run->nanoseconds}};
  return json::Value(std::move(all));
}

//--- pipelines

namespace {

Operation *outermost(Operation *op) {
  while (Operation *parent = op->getParentOp())
    op = parent;
  return op;
}

/// MLIR's own passes that only hold others have no argument.
bool isStep(Pass *pass) { return !pass->getArgument().empty(); }

std::string nameOf(Pass *pass, Operation *op) {
  std::string name = pass->getArgument().str();
  auto symbol = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  return symbol ? name + " @" + symbol.str() : name;
}

class StepRecorder : public PassInstrumentation {
public:
  explicit StepRecorder(ProgramTrace &trace) : trace(trace) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    if (isStep(pass))
      trace.add(nameOf(pass, op), outermost(op));
  }
  void runAfterPassFailed(Pass *pass, Operation *op) override {
    if (isStep(pass))
      trace.add(nameOf(pass, op), outermost(op), /*hasFailed=*/true);
  }

private:
  ProgramTrace &trace;
};

/// The first of a pipeline: there may be no others.
class BeginTrace : public PassWrapper<BeginTrace, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BeginTrace)

  explicit BeginTrace(ProgramTrace &trace) : trace(&trace) {}
  void runOnOperation() override {
    trace->begin(getOperation());
    markAllAnalysesPreserved();
  }

private:
  ProgramTrace *trace;
};

} // namespace

void ProgramTrace::watch(PassManager &passes) {
  MLIRContext *context = passes.getContext();
  context->disableMultithreading(); // a step is of the whole program
  context->getDiagEngine().registerHandler([this](Diagnostic &problem) {
    if (problem.getSeverity() == DiagnosticSeverity::Error)
      report(problem);
    return failure(); // others say it too
  });
  passes.addPass(std::make_unique<BeginTrace>(*this));
  passes.addInstrumentation(std::make_unique<StepRecorder>(*this));
}

} // namespace cotan

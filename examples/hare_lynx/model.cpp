#include "model.h"

#include "cotan/driver/pipeline.h"
#include "cotan/transforms/decompose.h"

#include "llvm/Support/raw_ostream.h"

using cotan::Array;
using cotan::DType;

namespace hare_lynx {
namespace {

Array arrayOf(llvm::ArrayRef<double> values) {
  Array array(DType::f64, {static_cast<int64_t>(values.size())});
  llvm::copy(values, array.mutableValues<double>().begin());
  return array;
}

/// The optimizer tries hopeless thetas too; the solver shall not follow them for ever. A good one
/// takes 200 000 steps.
constexpr cotan::Limits limits = {.maxSteps = 2'000'000};

} // namespace

std::unique_ptr<Model> Model::load(llvm::StringRef path) {
  std::unique_ptr<Model> model(new Model);
  if (succeeded(model->prepare(path)))
    return model;
  llvm::errs() << model->log;
  return nullptr;
}

llvm::LogicalResult Model::prepare(llvm::StringRef path) {
  if (failed(session.load(path)))
    return llvm::failure();
  auto lossFunction = session.findEntry("loss"), solver = session.findEntry("trajectory");
  if (failed(lossFunction) || failed(solver))
    return llvm::failure();
  loss = *lossFunction;
  solution = *solver;
  cotan::GradientOptions options;
  options.wrt = {0}; // theta
  if (failed(cotan::prepareForDerivatives(loss)) || failed(cotan::appendGradients(loss, options)))
    return llvm::failure();
  return cotan::decompose(session.module());
}

std::optional<Misfit> Model::misfit(const Theta &theta, const Record &record) {
  auto results = cotan::interpret(
      loss, {arrayOf(theta), arrayOf(record.years), arrayOf(record.hare), arrayOf(record.lynx)}, limits);
  if (failed(results))
    return std::nullopt;
  Misfit misfit{(*results)[0].asDouble(), {}};
  llvm::copy((*results)[1].values<double>(), misfit.gradient.begin());
  return misfit;
}

std::vector<std::array<double, 2>> Model::trajectory(const Theta &theta, const std::vector<double> &times) {
  auto results = cotan::interpret(solution, {arrayOf(theta), arrayOf(times)}, limits);
  std::vector<std::array<double, 2>> rows;
  if (failed(results))
    return rows;
  auto values = results->front().values<double>();
  for (size_t i = 0; i < times.size(); ++i)
    rows.push_back({values[2 * i], values[2 * i + 1]});
  return rows;
}

} // namespace hare_lynx

// Writes inputs and outputs for test/numpy_check.py: raw elements in one file, the rest as JSON.
#include "runner.h"
#include "source_file.h"

#include "cotan/support/dtype_name.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace cotan::check {
namespace {

/// Elements of a type that NumPy does not have are written as f32.
Array forNumpy(const Array &array) {
  if (!npyNameOf(array.dtype()).empty())
    return array;
  Array wide(DType::f32, array.shape());
  for (auto [i, value] : llvm::enumerate(wide.mutableValues<float>()))
    value = static_cast<float>(array.asDouble(i));
  return wide;
}

llvm::json::Value writeArray(const Array &array, llvm::raw_fd_ostream &data) {
  Array plain = forNumpy(array);
  llvm::json::Object entry{{"dtype", nameOf(array.dtype())},
                           {"stored", nameOf(plain.dtype())},
                           {"shape", llvm::json::Array(plain.shape())},
                           {"offset", static_cast<int64_t>(data.tell())}};
  data.write(reinterpret_cast<const char *>(plain.data()), plain.bytes());
  return entry;
}

llvm::json::Value writeArrays(llvm::ArrayRef<Array> arrays, llvm::raw_fd_ostream &data) {
  llvm::json::Array entries;
  for (const Array &array : arrays)
    entries.push_back(writeArray(array, data));
  return entries;
}

FailureOr<llvm::json::Value> writeSample(const SourceFile &file, func::FuncOp function,
                                         const Options &options, llvm::raw_fd_ostream &data) {
  auto sample = Sample::make(function, options);
  if (failed(sample))
    return failure();
  llvm::json::Object entry{
      {"name", function.getName().str()},
      {"place", printPlace(function.getLoc())},
      {"expression", function->getAttrOfType<StringAttr>("check.numpy").getValue().str()},
      {"arguments", llvm::json::Array(file.argumentNames(function))},
      {"inputs", writeArrays((*sample)->inputs(), data)},
      {"outputs", writeArrays((*sample)->outputs(), data)}};
  if (function->hasAttr("check.tolerance"))
    entry["tolerance"] = (*sample)->tolerance();
  return llvm::json::Value(std::move(entry));
}

} // namespace

int dumpSamples(const Request &request, StringRef folder) {
  SmallString<128> dataPath = folder, indexPath = folder;
  llvm::sys::path::append(dataPath, "data.bin");
  llvm::sys::path::append(indexPath, "index.json");
  std::error_code error = llvm::sys::fs::create_directories(folder);
  llvm::raw_fd_ostream data(dataPath, error), index(indexPath, error);
  if (error) {
    llvm::errs() << folder << ": " << error.message() << "\n";
    return 1;
  }
  int status = 0;
  llvm::json::Array samples;
  for (const std::string &path : request.files) {
    std::string problem;
    std::unique_ptr<SourceFile> file = SourceFile::read(path, problem);
    if (!file) {
      llvm::errs() << problem;
      status = 1;
      continue;
    }
    DiagnosticText diagnostics(file->context());
    for (func::FuncOp function : file->functions()) {
      if (!function->hasAttr("check.numpy") || !function.getName().contains(request.filter))
        continue;
      auto entry = writeSample(*file, function, request.options, data);
      if (succeeded(entry)) {
        samples.push_back(std::move(*entry));
        continue;
      }
      llvm::errs() << diagnostics.take();
      status = 1;
    }
  }
  index << llvm::json::Value(std::move(samples)) << "\n";
  return status;
}

} // namespace cotan::check

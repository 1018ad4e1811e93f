#include "cotan/frontends/cpp/files.h"

#include "cotan/support/safetensors.h"
#include "cotan/tensor/checks.h"
#include "cotan/tensor/inside.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace ct {

/// A file, also if it is called "-", which is the standard output elsewhere.
static std::string asFile(const std::string &path) { return path == "-" ? "./-" : path; }

static void needThere(const std::string &path, const char *what) {
  if (!llvm::sys::fs::exists(path))
    refuse<FileNotFoundError>(std::string("there is no ") + what + " '" + path + "'");
}

void save(const std::string &path, const std::map<std::string, Tensor> &tensors) {
  const Called called("ct.save");
  if (llvm::StringRef folder = llvm::sys::path::parent_path(path); !folder.empty())
    needThere(folder.str(), "folder");
  cotan::NamedArrays arrays;
  for (const auto &[name, tensor] : tensors) {
    (void)tensor.data(); // refuses what is traced
    arrays.emplace_back(name, tensor.body()->asArray());
  }
  if (llvm::Error error = cotan::writeSafetensors(asFile(path), arrays))
    refuse(llvm::toString(std::move(error)));
}

static llvm::Expected<cotan::NamedArrays> readArrays(const std::string &path) {
  try {
    return cotan::readSafetensors(asFile(path));
  } catch (const cotan::EvaluationError &error) {
    refuse<MemoryError>(error.what());
  }
}

std::map<std::string, Tensor> load(const std::string &path) {
  const Called called("ct.load");
  needThere(path, "file");
  llvm::Expected<cotan::NamedArrays> arrays = readArrays(path);
  if (!arrays)
    refuse(llvm::toString(arrays.takeError()));
  std::map<std::string, Tensor> tensors;
  for (auto &[name, array] : *arrays)
    tensors.emplace(name, outer(cotan::trace::makeTensor(std::move(array))));
  return tensors;
}

} // namespace ct

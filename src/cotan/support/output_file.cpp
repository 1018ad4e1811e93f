#include "cotan/support/output_file.h"

#include "cotan/support/unfinished.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace cotan {
namespace {

llvm::Error write(llvm::raw_fd_ostream &stream, llvm::StringRef path,
                  llvm::ArrayRef<llvm::StringRef> parts) {
  for (llvm::StringRef part : parts)
    stream << part;
  stream.flush();
  std::error_code code = stream.error();
  stream.clear_error(); // otherwise its destructor ends the program
  return code ? llvm::createFileError(path, code) : llvm::Error::success();
}

} // namespace

llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text) {
  return writeFile(path, llvm::ArrayRef(text));
}

llvm::Error writeFile(llvm::StringRef path, llvm::ArrayRef<llvm::StringRef> parts) {
  namespace fs = llvm::sys::fs;
  if (path == "-")
    return write(llvm::outs(), path, parts);
  if (fs::exists(path) && !fs::is_regular_file(path)) { // a device or a pipe cannot be replaced
    std::error_code code;
    llvm::raw_fd_ostream stream(path, code);
    return code ? llvm::createFileError(path, code) : write(stream, path, parts);
  }
  llvm::Expected<Unfinished> file = Unfinished::beside(path, Unfinished::file);
  if (!file)
    return file.takeError();
  llvm::raw_fd_ostream stream(file->handle(), /*shouldClose=*/false);
  if (llvm::Error error = write(stream, path, parts))
    return error;
  if (std::error_code code = fs::rename(file->path(), path))
    return llvm::createFileError(path, code);
  return llvm::Error::success();
}

} // namespace cotan

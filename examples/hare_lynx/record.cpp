#include "record.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

namespace hare_lynx {

llvm::Expected<std::vector<Year>> readRecord(llvm::StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return llvm::createFileError(path, file.getError());
  std::vector<Year> record;
  for (llvm::line_iterator line(**file, /*SkipBlanks=*/true, '#'); !line.is_at_eof(); ++line) {
    llvm::SmallVector<llvm::StringRef> fields;
    line->trim().split(fields, ',');
    if (fields.front() == "year")
      continue;
    Year row;
    if (fields.size() != 3 || fields[0].getAsInteger(10, row.year) ||
        fields[1].getAsDouble(row.lynx) || fields[2].getAsDouble(row.hare) || row.lynx <= 0 ||
        row.hare <= 0)
      return llvm::createStringError("%s:%lld: expected year,lynx,hare with positive numbers",
                                     path.str().c_str(), (long long)line.line_number());
    record.push_back(row);
  }
  if (record.size() < 2)
    return llvm::createStringError("%s: there are fewer than two years", path.str().c_str());
  return record;
}

} // namespace hare_lynx

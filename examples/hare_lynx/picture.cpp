#include "picture.h"

#include "cotan/support/output_file.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace hare_lynx {
namespace {

constexpr const char *settings = R"(set terminal svg size 900,480 font 'sans,14' background '#ffffff'
set title "Hudson's Bay Company pelts and the fitted predator-prey equations"
set xlabel 'year'
set ylabel 'thousands of pelts'
set key top right
set grid linecolor '#dddddd'
set yrange [0:*]
plot $curve using 1:2 with lines linewidth 2 linecolor '#1f77b4' title 'hare, fitted', \
     $curve using 1:3 with lines linewidth 2 linecolor '#d62728' title 'lynx, fitted', \
     $record using 1:2 with points pointtype 7 linecolor '#1f77b4' title 'hare, record', \
     $record using 1:3 with points pointtype 5 linecolor '#d62728' title 'lynx, record'
)";

std::string script(llvm::StringRef output, const std::vector<Year> &record,
                   const std::vector<std::pair<double, double>> &curve, double spacing) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "$record << END\n";
  for (const Year &year : record)
    os << year.year << ' ' << year.hare << ' ' << year.lynx << '\n';
  os << "END\n$curve << END\n";
  for (size_t i = 0; i < curve.size(); ++i)
    os << record.front().year + i * spacing << ' ' << curve[i].first << ' ' << curve[i].second << '\n';
  os << "END\nset output '" << output << "'\n" << settings;
  return text;
}

} // namespace

llvm::Error drawPicture(llvm::StringRef path, const std::vector<Year> &record,
                        const std::vector<std::pair<double, double>> &curve, double spacing) {
  auto gnuplot = llvm::sys::findProgramByName("gnuplot");
  if (!gnuplot)
    return llvm::createStringError("gnuplot is needed to draw the picture; run `make deps`");
  llvm::SmallString<128> program, drawn;
  if (std::error_code code = llvm::sys::fs::createTemporaryFile("hare_lynx", "gnuplot", program))
    return llvm::createFileError(program, code);
  llvm::FileRemover removeProgram(program);
  if (std::error_code code = llvm::sys::fs::createTemporaryFile("hare_lynx", "svg", drawn))
    return llvm::createFileError(drawn, code);
  llvm::FileRemover removeDrawn(drawn);
  if (llvm::Error error = cotan::writeFile(program, script(drawn, record, curve, spacing)))
    return error;
  std::string message;
  if (llvm::sys::ExecuteAndWait(*gnuplot, {"gnuplot", program}, std::nullopt, {}, 60, 0, &message))
    return llvm::createStringError("gnuplot failed: %s", message.c_str());
  auto svg = llvm::MemoryBuffer::getFile(drawn);
  if (!svg)
    return llvm::createFileError(drawn, svg.getError());
  return cotan::writeFile(path, (*svg)->getBuffer());
}

} // namespace hare_lynx

#include "picture.h"

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <sstream>

namespace hare_lynx {
namespace {

constexpr const char *style = R"(set terminal svg size 900,520 font 'Helvetica,14' background '#ffffff'
set title 'Hare and lynx: record and fitted predator-prey equations'
set xlabel 'year'
set ylabel 'pelts, thousands'
set yrange [0:*]
set grid lc rgb '#dddddd'
set key top right
plot $record using 1:2 with points pt 7 ps 0.7 lc rgb '#1f77b4' title 'hare, record', \
     $curve using 1:2 with lines lw 2 lc rgb '#1f77b4' title 'hare, fitted', \
     $record using 1:3 with points pt 5 ps 0.7 lc rgb '#d62728' title 'lynx, record', \
     $curve using 1:3 with lines lw 2 lc rgb '#d62728' title 'lynx, fitted'
)";

std::string script(const std::string &path, const Record &record, Model &model, const Theta &theta) {
  std::vector<double> times;
  for (double year = record.years.front(); year <= record.years.back(); year += 0.05)
    times.push_back(year);
  auto curve = model.trajectory(theta, times);

  std::ostringstream os;
  os << "$record << end\n";
  for (size_t i = 0; i < record.years.size(); ++i)
    os << record.years[i] << ' ' << record.hare[i] << ' ' << record.lynx[i] << '\n';
  os << "end\n$curve << end\n";
  for (size_t i = 0; i < curve.size(); ++i)
    os << times[i] << ' ' << curve[i][0] << ' ' << curve[i][1] << '\n';
  os << "end\nset output '" << path << "'\n" << style;
  return os.str();
}

} // namespace

bool drawPicture(const std::string &path, const Record &record, Model &model, const Theta &theta) {
  // Under another name first, so that a failure leaves no half a picture.
  std::string unfinished = path + ".part";
  std::FILE *gnuplot = popen("gnuplot", "w");
  if (gnuplot) {
    std::string text = script(unfinished, record, model, theta);
    std::fwrite(text.data(), 1, text.size(), gnuplot);
  }
  std::error_code error;
  if (gnuplot && pclose(gnuplot) == 0) {
    std::filesystem::rename(unfinished, path, error);
    if (!error)
      return true;
  }
  std::filesystem::remove(unfinished, error);
  std::cerr << "error: gnuplot cannot write '" << path << "'; is it installed (make deps)?\n";
  return false;
}

} // namespace hare_lynx

#include "record.h"

#include <cstdio>
#include <fstream>
#include <iostream>

namespace hare_lynx {

std::optional<Record> readRecord(const std::string &path) {
  std::ifstream file(path);
  if (!file) {
    std::cerr << "error: cannot read '" << path << "'\n";
    return std::nullopt;
  }
  Record record;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.starts_with("#") || line == "year,lynx,hare") // the source, and the columns' names
      continue;
    double year, lynx, hare;
    if (std::sscanf(line.c_str(), "%lf,%lf,%lf", &year, &lynx, &hare) != 3) {
      std::cerr << path << ':' << number << ": error: expected year,lynx,hare, found '" << line << "'\n";
      return std::nullopt;
    }
    record.years.push_back(year);
    record.lynx.push_back(lynx);
    record.hare.push_back(hare);
  }
  return record;
}

} // namespace hare_lynx

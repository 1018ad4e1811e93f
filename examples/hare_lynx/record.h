// The record: pelts of hare and lynx the Hudson's Bay Company took in each year, in thousands.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hare_lynx {

struct Record {
  std::vector<double> years, hare, lynx;
};

/// Reads the columns year, lynx, hare of a CSV file; none if a line cannot be read.
std::optional<Record> readRecord(const std::string &path);

} // namespace hare_lynx

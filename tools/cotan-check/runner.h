// Goes through the functions of the files, on several threads.
#pragma once

#include "sample.h"

#include <string>
#include <vector>

namespace cotan::check {

struct Request {
  std::vector<std::string> files;
  std::string filter, onlyCheck;
  unsigned jobs = 2;
  Options options = {};
};

// Each returns the exit status.
int runChecks(const Request &request);
int listSamples(const Request &request);
int dumpSamples(const Request &request, llvm::StringRef folder);

} // namespace cotan::check

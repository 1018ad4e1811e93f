#include "cotan/support/nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cotan {
namespace {

/// The letters to change, add, drop or swap with the next to get from one name to the other.
unsigned editDistance(llvm::StringRef a, llvm::StringRef b) {
  std::vector<std::vector<unsigned>> table(a.size() + 1, std::vector<unsigned>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      unsigned changed = table[i - 1][j - 1] + (llvm::toLower(a[i - 1]) != llvm::toLower(b[j - 1]));
      table[i][j] = std::min({changed, table[i - 1][j] + 1, table[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
    }
  }
  return table[a.size()][b.size()];
}

/// How far apart two names are; a part of a name counts as one change.
unsigned distance(llvm::StringRef name, llvm::StringRef candidate, unsigned limit) {
  if (name.equals_insensitive(candidate))
    return 0;
  bool isPart = name.contains_insensitive(candidate) || candidate.contains_insensitive(name);
  if (isPart && std::min(name.size(), candidate.size()) >= 3)
    return std::min(1u, limit);
  bool isHopeless =
      std::max(name.size(), candidate.size()) - std::min(name.size(), candidate.size()) > limit;
  return isHopeless ? limit + 1 : editDistance(name, candidate);
}

} // namespace

std::vector<llvm::StringRef> nearestNames(llvm::StringRef name,
                                          llvm::ArrayRef<llvm::StringRef> candidates) {
  const unsigned limit = (name.size() + 1) / 3;
  std::vector<std::pair<unsigned, size_t>> close; // of two equally close ones the first comes first
  for (auto [i, candidate] : llvm::enumerate(candidates))
    if (unsigned far = distance(name, candidate, limit); far <= limit)
      close.emplace_back(far, i);
  llvm::sort(close);
  std::vector<llvm::StringRef> names;
  for (auto [far, i] : llvm::ArrayRef(close).take_front(3))
    names.push_back(candidates[i]);
  return names;
}

std::string didYouMean(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> candidates) {
  std::vector<llvm::StringRef> names = nearestNames(name, candidates);
  if (names.empty())
    return "";
  return "; did you mean '" + llvm::join(names, "' or '") + "'?";
}

} // namespace cotan

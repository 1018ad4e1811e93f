#include "cotan/frontends/cpp/vectorize.h"

#include "cotan/functions/functions.h"
#include "cotan/tensor/inside.h"

#include "llvm/ADT/StringExtras.h"

#include <map>
#include <regex>

using namespace cotan::trace;

namespace ct::detail {
namespace {

using Names = std::vector<std::string>;
using Axes = llvm::SmallVector<int64_t>;

/// What is between the commas of "m,n".
Names namesIn(llvm::StringRef list) {
  llvm::SmallVector<llvm::StringRef> parts;
  list.split(parts, ',', -1, /*KeepEmpty=*/false);
  Names names;
  for (llvm::StringRef part : parts)
    names.push_back(part.str());
  return names;
}

/// The names of the axes that each argument and each result of a call has itself, as in
/// "(m,n),(n)->(m)". (NumPy, "Generalized universal function API".)
struct Signature {
  std::vector<Names> arguments, results;
};

std::vector<Names> listsIn(const std::string &text) {
  static const std::regex one(R"(\(([^)]*)\))");
  std::vector<Names> all;
  for (std::sregex_iterator it(text.begin(), text.end(), one), end; it != end; ++it)
    all.push_back(namesIn((*it)[1].str()));
  return all;
}

Signature parsed(const std::string &signature) {
  std::string text = signature;
  llvm::erase_if(text, [](char c) { return llvm::isSpace(c); });
  static const std::string axes = R"(\((?:\w+(?:,\w+)*)?\))", lists = axes + "(?:," + axes + ")*";
  static const std::regex whole("(" + lists + ")->(" + lists + ")");
  std::smatch match;
  if (!std::regex_match(text, match, whole))
    refuse("the signature '" + signature + "' is not of the form '(m,n),(n)->(m)'");
  return {listsIn(match[1]), listsIn(match[2])};
}

std::vector<Names> argumentAxes(const std::string &signature, size_t count) {
  std::vector<Names> all = parsed(signature).arguments;
  if (all.size() != count)
    refuse<TypeError>("the signature '" + signature + "' has " + std::to_string(all.size()) +
                      " arguments, but " + std::to_string(count) + " were given");
  return all;
}

using SizesByName = std::map<std::string, int64_t>;

/// Holds the last axes of tensors to the sizes that are known of their names.
void checkSizes(const Tensors &tensors, const std::vector<Names> &axes,
                const std::string &signature, SizesByName &sizes) {
  for (auto [x, names] : llvm::zip_equal(tensors, axes)) {
    if (x.ndim() < int64_t(names.size()))
      refuse("found " + describe(x.body()->type()) + " where the signature '" + signature +
             "' has " + std::to_string(names.size()) + " axes");
    for (auto [name, size] : llvm::zip_equal(names, openSizesOf(x).take_back(names.size())))
      if (!isOpen(size))
        if (int64_t known = sizes.try_emplace(name, size).first->second; known != size)
          refuse("axis " + name + " of '" + signature + "' is " + std::to_string(known) +
                 " in one place and " + std::to_string(size) + " in another");
  }
}

/// The axes to go along, of each argument as many: 1 where it has fewer.
std::vector<Axes> outerAxes(const Tensors &tensors, const std::vector<Names> &core) {
  std::vector<Axes> all;
  size_t rank = 0;
  for (auto [x, names] : llvm::zip_equal(tensors, core)) {
    all.emplace_back(openSizesOf(x).drop_back(names.size()));
    rank = std::max(rank, all.back().size());
  }
  std::vector<Shape> known;
  for (const Axes &sizes : all)
    known.emplace_back(sizes.begin(), sizes.end());
  if (llvm::none_of(all, [](const Axes &sizes) { return llvm::any_of(sizes, isOpen); }))
    broadcast_shapes(known); // says which do not go together
  for (Axes &sizes : all)
    sizes.insert(sizes.begin(), rank - sizes.size(), 1);
  return all;
}

} // namespace

Vectorized vectorized(const Tensors &arguments, const std::optional<std::string> &signature) {
  const Called called("ct.vectorize");
  const std::vector<Names> core =
      signature ? argumentAxes(*signature, arguments.size()) : std::vector<Names>(arguments.size());
  SizesByName sizes;
  checkSizes(arguments, core, signature.value_or(""), sizes);
  const std::vector<Axes> outer = outerAxes(arguments, core);
  const size_t rank = outer.empty() ? 0 : outer[0].size();
  std::vector<std::vector<MappedAxis>> maps(rank);
  std::vector<Shape> shapes(arguments.size());
  for (size_t axis = 0; axis < rank; ++axis) {
    const bool isLong = llvm::any_of(outer, [&](const Axes &sizes) { return sizes[axis] != 1; });
    for (size_t i = 0; i < arguments.size(); ++i) {
      const bool isMapped = !isLong || outer[i][axis] != 1;
      maps[axis].push_back(isMapped ? MappedAxis(0) : std::nullopt);
      if (isMapped) // others are without it
        shapes[i].push_back(outer[i][axis]);
    }
  }
  Tensors squeezed;
  for (size_t i = 0; i < arguments.size(); ++i) {
    auto own = openSizesOf(arguments[i]).take_back(core[i].size());
    shapes[i].insert(shapes[i].end(), own.begin(), own.end());
    squeezed.push_back(reshape(arguments[i], shapes[i]));
  }
  return {squeezed, maps};
}

void checkResults(const std::string &signature, const Tensors &arguments, const Tensors &results) {
  const Called called("ct.vectorize");
  const Signature axes = parsed(signature);
  if (results.size() != axes.results.size())
    refuse<TypeError>("the signature '" + signature + "' has " +
                      std::to_string(axes.results.size()) + " results, but the function returned " +
                      std::to_string(results.size()));
  for (auto [y, names] : llvm::zip_equal(results, axes.results))
    if (y.ndim() != int64_t(names.size()))
      refuse("the function returned " + describe(y.body()->type()) + " where the signature '" +
             signature + "' has " + std::to_string(names.size()) + " axes");
  SizesByName sizes;
  checkSizes(arguments, axes.arguments, signature, sizes);
  checkSizes(results, axes.results, signature, sizes);
}

static Nest callMapped(const NestFunction &function, const Nest &arguments,
                       llvm::ArrayRef<std::vector<MappedAxis>> maps) {
  if (maps.empty())
    return function(arguments);
  auto one = [&](const Nest &xs) { return callMapped(function, xs, maps.drop_front()); };
  return vmapOfNests(one, arguments, maps.front());
}

Nest vectorizeOfNests(const NestFunction &function, const Tensors &arguments,
                      const std::optional<std::string> &signature) {
  const Vectorized all = vectorized(arguments, signature);
  const NestFunction checked = [&](const Nest &xs) {
    Nest results = function(xs);
    if (signature)
      checkResults(*signature, leaves(xs), leaves(results));
    return results;
  };
  return callMapped(checked, Nested<Tensors>::apart(all.arguments), all.maps);
}

} // namespace ct::detail

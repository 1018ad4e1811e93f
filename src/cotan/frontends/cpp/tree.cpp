#include "cotan/frontends/cpp/tree.h"

#include "cotan/functions/functions.h"
#include "cotan/tensor/checks.h"
#include "cotan/tensor/forms.h"
#include "cotan/tensor/inside.h"

namespace ct::tree {
namespace {

bool isLeaf(const Nest &nest) { return std::holds_alternative<Tensor>(nest.content); }
bool hasParts(const Nest &nest) { return std::holds_alternative<Nest::Parts>(nest.content); }

std::string stepTo(const Nest &nest, size_t part) {
  return nest.names.empty() ? "[" + std::to_string(part) + "]" : "['" + nest.names[part] + "']";
}

/// "a list of 2", for errors.
std::string described(const Nest &nest) {
  if (isLeaf(nest))
    return describe(nest.tensor().body()->type());
  if (!hasParts(nest))
    return "a function";
  if (nest.names.empty())
    return "a list of " + std::to_string(nest.parts().size());
  return "a map with the keys " + ct::detail::keysOf(nest);
}

bool areAlike(const Nest &x, const Nest &y) {
  if (hasParts(x) && hasParts(y))
    return x.names == y.names && x.parts().size() == y.parts().size();
  return isLeaf(x) || isLeaf(y) ? isLeaf(x) && isLeaf(y) : ct::detail::isSameForm(x, y);
}

void needAlike(const Nest &x, const Nest &y, const std::string &path) {
  if (!areAlike(x, y))
    refuse("the nests differ" + (path.empty() ? "" : " at " + path) + ": expected " + described(x) +
           ", but found " + described(y));
  if (hasParts(x))
    for (size_t i = 0; i < x.parts().size(); ++i)
      needAlike(x.parts()[i], y.parts()[i], path + stepTo(x, i));
}

/// The paths of all leaves. Those of what functions have captured are those of the functions.
void addPaths(const Nest &nest, const std::string &path, std::vector<std::string> &all) {
  if (!hasParts(nest))
    all.resize(all.size() + ct::detail::leaves(nest).size(), path);
  else
    for (size_t i = 0; i < nest.parts().size(); ++i)
      addPaths(nest.parts()[i], path + stepTo(nest, i), all);
}

std::string textOf(const Nest &nest) {
  if (!hasParts(nest))
    return isLeaf(nest) ? "*" : "function";
  std::string text;
  for (size_t i = 0; i < nest.parts().size(); ++i)
    text += (i ? ", " : "") + (nest.names.empty() ? "" : "'" + nest.names[i] + "': ") +
            textOf(nest.parts()[i]);
  return nest.names.empty() ? "[" + text + "]" : "{" + text + "}";
}

void needCount(const Tensors &leaves, const Structure &structure) {
  if (leaves.size() != structure.num_leaves())
    refuse("the nest " + structure.str() + " has " + std::to_string(structure.num_leaves()) +
           " leaves, but there are " + std::to_string(leaves.size()));
}

} // namespace

Structure::Structure(const Nest &nest)
    : held(ct::detail::mapped(nest, [](const Nest &, bool) { return Nest(Tensor(0)); })) {}

std::string Structure::str() const { return textOf(held); }

bool operator==(const Structure &x, const Structure &y) {
  return ct::detail::isSameForm(x.held, y.held);
}

namespace detail {

Nest filled(const Structure &structure, const Tensors &leaves) {
  const Called called("ct.tree.unflatten");
  needCount(leaves, structure);
  return ct::detail::filled(structure.form(), leaves);
}

Nest mapped(const std::function<Tensor(const std::string &, const Tensors &)> &function,
            const Nest::Parts &nests) {
  std::vector<Tensors> all;
  std::vector<std::string> paths;
  {
    const Called called("ct.tree.map");
    for (const Nest &nest : nests) {
      needAlike(nests[0], nest, "");
      all.push_back(ct::detail::leaves(nest));
    }
    addPaths(nests[0], "", paths);
  }
  Tensors results;
  for (size_t i = 0; i < paths.size(); ++i) {
    Tensors xs;
    for (const Tensors &ofNest : all)
      xs.push_back(ofNest[i]);
    results.push_back(function(paths[i], xs));
  }
  return ct::detail::filled(nests[0], results);
}

bool all(const Tensors &leaves) {
  const Called called("ct.tree.all");
  return std::ranges::all_of(leaves, [](const Tensor &x) { return x.item<bool>(); });
}

/// As one of the type; of complex numbers the real part if it is none for them.
static Tensor converted(const Tensor &x, DType dtype) {
  return x.dtype() == dtype ? x : astype(isComplex(dtype) ? x : real(x), dtype);
}

static Tensors partsOf(const Tensor &flat, const std::vector<Shape> &shapes,
                       const std::vector<DType> &types) {
  Tensors parts;
  int64_t start = 0;
  for (size_t i = 0; i < shapes.size(); ++i) {
    int64_t end = start;
    end += cotan::elementCount(shapes[i]);
    Tensor part = index(flat, {Slice{.start = start, .stop = end}});
    parts.push_back(converted(reshape(part, shapes[i]), types[i]));
    start = end;
  }
  return parts;
}

std::pair<Tensor, std::function<Nest(const Tensor &)>> ravel(const Nest &nest) {
  const Called called("ct.tree.ravel");
  Tensors found = ct::detail::leaves(nest);
  std::vector<Shape> shapes;
  std::vector<DType> types;
  for (const Tensor &x : found) {
    shapes.emplace_back(x.shape());
    types.push_back(x.dtype());
  }
  for (Tensor &x : found)
    x = reshape(x, -1);
  const Tensor flat = found.empty() ? zeros(0) : concatenate(found);
  auto unravel = [structure = Structure(nest), shapes, types, dtype = flat.dtype(),
                  size = flat.size()](const Tensor &vector) {
    const Called again("ct.tree.ravel");
    if (vector.ndim() != 1 || vector.size() != size || vector.dtype() != dtype)
      refuse("the nest is made of a vector of " + std::to_string(size) + " numbers of " +
             nameOf(dtype) + ", but was given " + describe(vector.body()->type()));
    return ct::detail::filled(structure.form(), partsOf(vector, shapes, types));
  };
  return {flat, unravel};
}

} // namespace detail
} // namespace ct::tree

#include "cotan/driver/program_key.h"

#include "cotan/support/build_id.h"

#include "mlir/IR/Verifier.h"
#include "llvm-c/Core.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

using namespace mlir;

namespace cotan {

//--- places

Places::Places(ArrayRef<func::FuncOp> functions) {
  for (func::FuncOp function : functions) {
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      add(op->getLoc());
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          add(argument.getLoc());
    });
  }
  start = numberOfLocation.lookup(func::FuncOp(functions.back()).getLoc());
}

void Places::add(Location location) {
  for (SmallVector<Location> rest = {location}; !rest.empty();) {
    const Location next = rest.pop_back_val();
    auto [known, isNew] = numberOfLocation.try_emplace(next, locations.size());
    numbers.push_back(known->second);
    if (!isNew)
      continue;
    locations.push_back(next);
    // Where calls are inlined, a location is put together anew, of the parts that it had.
    const size_t others = rest.size();
    if (auto call = dyn_cast<CallSiteLoc>(next))
      rest.append({call.getCaller(), call.getCallee()});
    else if (auto named = dyn_cast<NameLoc>(next))
      rest.push_back(named.getChildLoc());
    numbers.push_back(UINT32_MAX - (rest.size() - others)); // so that it says where parts begin
  }
}

/// What passes merged counts as the first of its parts, what they made of nothing as the function.
uint32_t Places::numberOf(Location location) const {
  for (;;) {
    if (auto known = numberOfLocation.find(location); known != numberOfLocation.end())
      return known->second;
    if (auto fused = dyn_cast<FusedLoc>(location); fused && !fused.getLocations().empty())
      location = fused.getLocations().front();
    else if (auto named = dyn_cast<NameLoc>(location))
      location = named.getChildLoc();
    else if (auto call = dyn_cast<CallSiteLoc>(location))
      location = call.getCallee();
    else
      return start;
  }
}

Places::Path Places::pathOf(Location location) const {
  Path path;
  while (!numberOfLocation.contains(location)) {
    auto call = dyn_cast<CallSiteLoc>(location);
    if (!call)
      break;
    path.push_back(numberOf(call.getCallee()));
    location = call.getCaller();
  }
  path.push_back(numberOf(location));
  return path;
}

Location Places::locationOf(ArrayRef<uint32_t> path) const {
  Location location = locations[path.back()];
  for (uint32_t callee : llvm::reverse(path.drop_back()))
    location = CallSiteLoc::get(locations[callee], location);
  return location;
}

//--- the key

namespace {

/// Hashes what is printed: the constants of a program may be too large to hold them as text.
class HashingStream : public llvm::raw_ostream {
public:
  ~HashingStream() override { flush(); }
  std::string result() {
    flush();
    return llvm::toHex(hash.final<16>(), /*LowerCase=*/true);
  }

private:
  void write_impl(const char *text, size_t size) override {
    hash.update(StringRef(text, size));
    position += size;
  }
  uint64_t current_pos() const override { return position; }

  llvm::BLAKE3 hash;
  uint64_t position = 0;
};

/// The builds of Cotan, MLIR and LLVM; empty if one of them does not say.
std::string compilerId() {
  std::string ids;
  for (const void *inside :
       {reinterpret_cast<const void *>(&programKey), reinterpret_cast<const void *>(&mlir::verify),
        reinterpret_cast<const void *>(&LLVMGetVersion)}) {
    std::string id = buildIdOf(inside);
    if (id.empty())
      return "";
    ids += llvm::toHex(id) + " ";
  }
  return ids;
}

} // namespace

std::string programKey(ArrayRef<func::FuncOp> functions, const Places &places, const Target &target,
                       const FunctionLimits &limits) {
  static const std::string compiler = compilerId();
  if (compiler.empty())
    return "";
  HashingStream stream;
  stream << compiler << target.cpu << ' ' << target.features << ' ' << target.name << ' '
         << target.cacheBytes << ' ' << limits.rows << ' ' << limits.orders << '\n';
  for (func::FuncOp function : functions)
    function->print(stream,
                    OpPrintingFlags().printGenericOpForm().useLocalScope().assumeVerified());
  for (uint32_t place : places.sequence())
    stream << ' ' << place;
  return stream.result();
}

} // namespace cotan

// ADBench's derivatives by hand: adbench NAME INPUTS.npz; what it answers to: server.h.
#include "../../server.h"
#include "objectives.h"

#include <map>

using namespace bench;

namespace {

const std::map<std::string, Objective (*)(const Arrays &)> objectives = {
    {"mixture", makeMixture},
    {"bundle", makeBundle},
    {"bundle_loss", makeBundleLoss},
    {"hand", makeHand},
    {"hand_matrices", makeHandOfMatrices},
    {"recurrent", makeRecurrent}};

void write(const std::string &path, const Arrays &results) {
  cotan::NamedArrays named;
  for (auto [i, array] : llvm::enumerate(results))
    named.emplace_back("r" + std::to_string(i), array);
  llvm::ExitOnError("adbench: ")(cotan::writeNpz(path, named));
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3 || !objectives.count(argv[1])) {
    std::cerr << "usage: adbench NAME INPUTS.npz, where NAME is one of";
    for (const auto &[name, make] : objectives)
      std::cerr << " " << name;
    std::cerr << "\n";
    return 2;
  }
  Arrays inputs;
  for (auto &[name, array] : llvm::ExitOnError("adbench: ")(cotan::readNpz(argv[2])))
    inputs.push_back(array);
  const Objective objective = objectives.at(argv[1])(inputs);
  return serve({objective.run,
                [&](auto &path) {
                  objective.run();
                  write(path, objective.results());
                },
                {}});
}

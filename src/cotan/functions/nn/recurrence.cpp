// Recurrent networks: layers and directions of composite.rnn and its like.
#include "cotan/functions/functions.h"

#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct::nn {
namespace {

/// One direction of one layer: how it is called, and what it gives: y and the last states.
struct Direction {
  std::vector<Tensor> states; // h, or h and c
  Tensor weightOfInput, weightOfState;
  std::optional<Tensor> biasOfInput, biasOfState, lengths;
  bool isReverse;
};
using Layer = llvm::function_ref<std::vector<Tensor>(const Tensor &x, const Direction &)>;

class Network {
public:
  /// `given` are x, the states and the weights.
  Network(const std::vector<Tensor> &given, size_t states, const RecurrentOptions &options)
      : options(options), states(states), directions(options.bidirectional ? 2 : 1),
        weightsOfOne(options.has_biases ? 4 : 2) {
    const DType type = outer(common(Accepts::floats, given).dtype);
    std::vector<Tensor> all;
    for (const Tensor &each : given)
      all.push_back(astype(each, type));
    x = all[0];
    initial.assign(all.begin() + 1, all.begin() + 1 + states);
    weights.assign(all.begin() + 1 + states, all.end());
    check();
  }

  /// y, and the last states of all layers.
  std::vector<Tensor> run(Layer layer) const {
    Tensor y = options.batch_first ? swapaxes(x, 0, 1) : x;
    std::vector<std::vector<Tensor>> last(states);
    const size_t count = weights.size() / weightsOfOne;
    for (size_t i = 0; i < count; i += directions) {
      std::vector<Tensor> sides;
      for (size_t side = 0; side < directions; ++side) {
        std::vector<Tensor> results = layer(y, direction(i + side));
        sides.push_back(results[0]);
        for (size_t k = 0; k < states; ++k)
          last[k].push_back(results[1 + k]);
      }
      y = directions == 1 ? sides[0] : concatenate(sides, -1);
    }
    std::vector<Tensor> results = {options.batch_first ? swapaxes(y, 0, 1) : y};
    for (const std::vector<Tensor> &state : last)
      results.push_back(stack(state, 0));
    return results;
  }

private:
  void check() const {
    if (x.ndim() < 2)
      refuse("x has shape " + printTuple(openSizesOf(x)) +
             ", but needs axes of time and of inputs");
    if (options.batch_first && x.ndim() < 3)
      refuse("x has shape " + printTuple(openSizesOf(x)) +
             ", without a batch that could be first; leave out batch_first");
    const size_t ofLayer = weightsOfOne * directions;
    if (weights.empty() || weights.size() % ofLayer != 0)
      refuse("there are " + std::to_string(weights.size()) + " weights, but each layer has " +
             std::to_string(ofLayer) + (directions == 2 ? ", those of both directions" : "") +
             (options.has_biases ? ", with biases" : ", without biases"));
    const int64_t count = weights.size() / weightsOfOne;
    for (const Tensor &state : initial)
      if (state.ndim() != x.ndim() || !mayBeEqual(openSizesOf(state)[0], count))
        refuse("a state has shape " + printTuple(openSizesOf(state)) + ", but needs " +
               std::to_string(x.ndim()) + " axes, as x has, the first of size " +
               std::to_string(count) + ", for each direction of each layer");
    if (options.lengths &&
        (isInexact(options.lengths->dtype()) || options.lengths->dtype() == DType::bool_))
      refuse<TypeError>("needs lengths that are integers, but found " +
                        nameOf(options.lengths->dtype()));
  }

  Direction direction(int64_t number) const {
    const Tensor *own = &weights[number * weightsOfOne];
    Direction one{{}, own[0], own[1], {}, {}, options.lengths, directions == 2 && number % 2 == 1};
    for (const Tensor &state : initial)
      one.states.push_back(take(state, number, 0));
    if (options.has_biases) {
      one.biasOfInput = own[2];
      one.biasOfState = own[3];
    }
    return one;
  }

  const RecurrentOptions &options;
  const size_t states, directions, weightsOfOne;
  Tensor x;
  std::vector<Tensor> initial, weights;
};

std::vector<Tensor> together(std::vector<Tensor> first, const std::vector<Tensor> &weights) {
  first.insert(first.end(), weights.begin(), weights.end());
  return first;
}

} // namespace

std::pair<Tensor, Tensor> rnn(const Tensor &x, const Tensor &h, const std::vector<Tensor> &weights,
                              const RecurrentOptions &options, const std::string &nonlinearity) {
  const Called called("ct.nn.rnn");
  auto results =
      Network(together({x, h}, weights), 1, options)
          .run([&](const Tensor &in, const Direction &of) {
            return op::rnn(in, of.states[0], of.weightOfInput, of.weightOfState, of.biasOfInput,
                           of.biasOfState, of.lengths, of.isReverse, nonlinearity);
          });
  return {results[0], results[1]};
}

std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor &x, const Tensor &h, const Tensor &c,
                                        const std::vector<Tensor> &weights,
                                        const RecurrentOptions &options) {
  const Called called("ct.nn.lstm");
  auto results =
      Network(together({x, h, c}, weights), 2, options)
          .run([&](const Tensor &in, const Direction &of) {
            return op::lstm(in, of.states[0], of.states[1], of.weightOfInput, of.weightOfState,
                            of.biasOfInput, of.biasOfState, of.lengths, of.isReverse);
          });
  return {results[0], results[1], results[2]};
}

std::pair<Tensor, Tensor> gru(const Tensor &x, const Tensor &h, const std::vector<Tensor> &weights,
                              const RecurrentOptions &options) {
  const Called called("ct.nn.gru");
  auto results = Network(together({x, h}, weights), 1, options)
                     .run([&](const Tensor &in, const Direction &of) {
                       return op::gru(in, of.states[0], of.weightOfInput, of.weightOfState,
                                      of.biasOfInput, of.biasOfState, of.lengths, of.isReverse);
                     });
  return {results[0], results[1]};
}

} // namespace ct::nn

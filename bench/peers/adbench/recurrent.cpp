// A network of recurrent layers guesses the next letter of a text, bit by bit: the loss and its
// gradient. A bit's states depend on that bit's parameters only, so their derivatives are carried
// along with them.
#include "objectives.h"

#include <cmath>

namespace {

enum Gate { forget, letIn, letOut, change, gates };

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// A value with derivatives: by each layer's gains and biases, of [layer][2][gate], and by the way
/// in.
struct Carried {
  double value = 0;
  std::vector<double> slopes;
};

struct Recurrent {
  int64_t layers, bits, count;
  std::vector<double> weights, ends, states, letters;

  std::vector<Carried> hidden, cell; // of [layer][bit]
  std::vector<Carried> guesses;      // of the bits, before they are weighed for the result
  double loss;
  std::vector<double> weightGradient, endGradient;

  int64_t own() const { return 2 * gates * layers + 1; }
  double parameter(int64_t layer, bool bias, Gate gate, int64_t bit) const {
    return weights[((2 * layer + bias) * gates + gate) * bits + bit];
  }
  void start();
  void stepLayer(int64_t layer, int64_t bit, Carried &input);
  void stepBit(int64_t bit, double letter);
  void addLoss(const double *next);
  void run();
};

void Recurrent::start() {
  hidden.assign(layers * bits, {0, std::vector<double>(own())});
  cell = hidden;
  guesses.assign(bits, hidden[0]);
  for (int64_t layer = 0; layer < layers; ++layer)
    for (int64_t bit = 0; bit < bits; ++bit) {
      hidden[layer * bits + bit].value = states[2 * layer * bits + bit];
      cell[layer * bits + bit].value = states[(2 * layer + 1) * bits + bit];
    }
  weightGradient.assign(weights.size(), 0);
  endGradient.assign(ends.size(), 0);
  loss = 0;
}

/// `input` becomes the layer's output.
void Recurrent::stepLayer(int64_t layer, int64_t bit, Carried &input) {
  Carried &h = hidden[layer * bits + bit], &c = cell[layer * bits + bit];
  const double from[gates] = {input.value, h.value, input.value, h.value};
  double gate[gates], slope[gates], gain[gates];
  for (Gate g : {forget, letIn, letOut, change}) {
    gain[g] = parameter(layer, false, g, bit);
    const double x = from[g] * gain[g] + parameter(layer, true, g, bit);
    gate[g] = g == change ? std::tanh(x) : sigmoid(x);
    slope[g] = g == change ? 1 - gate[g] * gate[g] : gate[g] * (1 - gate[g]);
  }
  const double by[gates] = {c.value, gate[change], 0, gate[letIn]}; // the cell's, by the gates
  const double next = c.value * gate[forget] + gate[letIn] * gate[change];
  const double bent = std::tanh(next), bend = gate[letOut] * (1 - bent * bent);
  const double cellByInput = by[forget] * slope[forget] * gain[forget];
  const double cellByHidden =
      by[letIn] * slope[letIn] * gain[letIn] + by[change] * slope[change] * gain[change];
  const double outByInput = bent * slope[letOut] * gain[letOut];
  for (int64_t i = 0; i < own(); ++i) {
    c.slopes[i] =
        gate[forget] * c.slopes[i] + cellByInput * input.slopes[i] + cellByHidden * h.slopes[i];
    h.slopes[i] = bend * c.slopes[i] + outByInput * input.slopes[i];
  }
  double *gains = &c.slopes[2 * gates * layer], *outs = &h.slopes[2 * gates * layer];
  for (Gate g : {forget, letIn, letOut, change}) {
    const double cellSlope = by[g] * slope[g];
    const double outSlope = bend * cellSlope + (g == letOut ? bent * slope[g] : 0);
    gains[g] += cellSlope * from[g];
    gains[gates + g] += cellSlope;
    outs[g] += outSlope * from[g];
    outs[gates + g] += outSlope;
  }
  c.value = next;
  h.value = gate[letOut] * bent;
  input = h;
}

void Recurrent::stepBit(int64_t bit, double letter) {
  Carried &x = guesses[bit];
  x.value = letter * ends[bit];
  std::fill(x.slopes.begin(), x.slopes.end(), 0);
  x.slopes.back() = letter;
  for (int64_t layer = 0; layer < layers; ++layer)
    stepLayer(layer, bit, x);
}

/// The sum of next (guess - log(2 + sum(exp(guess)))).
void Recurrent::addLoss(const double *next) {
  double sum = 2, ones = 0;
  std::vector<double> shares(bits);
  for (int64_t bit = 0; bit < bits; ++bit) {
    const double guess = guesses[bit].value * ends[bits + bit] + ends[2 * bits + bit];
    loss += next[bit] * guess;
    sum += shares[bit] = std::exp(guess);
    ones += next[bit];
  }
  loss -= ones * std::log(sum);
  for (int64_t bit = 0; bit < bits; ++bit) {
    const double seed = next[bit] - ones * shares[bit] / sum, through = seed * ends[bits + bit];
    const std::vector<double> &slopes = guesses[bit].slopes;
    for (int64_t i = 0; i < 2 * gates * layers; ++i)
      weightGradient[i * bits + bit] += through * slopes[i];
    endGradient[bit] += through * slopes.back();
    endGradient[bits + bit] += seed * guesses[bit].value;
    endGradient[2 * bits + bit] += seed;
  }
}

void Recurrent::run() {
  start();
  for (int64_t t = 0; t + 1 < count; ++t) {
    for (int64_t bit = 0; bit < bits; ++bit)
      stepBit(bit, letters[t * bits + bit]);
    addLoss(&letters[(t + 1) * bits]);
  }
  const double scale = -1 / double(bits * (count - 1));
  loss *= scale;
  for (auto *gradient : {&weightGradient, &endGradient})
    for (double &each : *gradient)
      each *= scale;
}

} // namespace

bench::Objective bench::makeRecurrent(const Arrays &inputs) {
  auto r = std::make_shared<Recurrent>();
  r->layers = inputs[0].shape()[0] / 2;
  r->bits = inputs[1].shape()[1];
  r->count = inputs[3].shape()[0];
  r->weights = numbersOf(inputs[0]);
  r->ends = numbersOf(inputs[1]);
  r->states = numbersOf(inputs[2]);
  r->letters = numbersOf(inputs[3]);
  return {[r] { r->run(); },
          [r]() -> Arrays {
            return {cotan::Array::scalar(cotan::DType::f64, r->loss),
                    arrayOf(r->weightGradient, {2 * r->layers, gates * r->bits}),
                    arrayOf(r->endGradient, {3, r->bits})};
          }};
}

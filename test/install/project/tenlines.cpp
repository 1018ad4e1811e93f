// The slope of a loop whose number of turns is data, compiled; and an error that says what is
// wrong.
#include <cotan/cotan.h>

#include <iostream>

int main() {
  auto power = [](ct::Tensor x, ct::Tensor n) {
    return ct::fori_loop(0, n, [=](ct::Tensor, ct::Tensor y) { return y * x; }, ct::Tensor(1.0));
  };
  std::cout << ct::jit(ct::grad(power))(2.0, 10).str() << "\n";
  try {
    ct::array({1.0, 2.0}) + ct::array({1.0, 2.0, 3.0});
  } catch (const ct::Error &error) {
    std::cout << error.what() << "\n";
  }
}

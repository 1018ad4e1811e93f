// What C++ has where Python's arguments say which results there are.
#include "cotan/cotan.h"

#include <gtest/gtest.h>

namespace {

TEST(Polyfit, givesAllItFinds) {
  ct::Tensor x = ct::array({0.0, 1.0, 2.0, 3.0}), y = ct::array({1.0, 3.0, 5.0, 8.0});
  ct::PolynomialFit fit = ct::polyfit(x, y, 1, {}, {}, ct::Covariance::unscaled);
  EXPECT_NEAR(fit.coefficients.realAt(0), 2.3, 1e-12);
  EXPECT_NEAR(fit.coefficients.realAt(1), 0.8, 1e-12);
  EXPECT_NEAR(fit.residuals.realAt(0), 0.3, 1e-12);
  EXPECT_EQ(fit.rank.item<int64_t>(), 2);
  EXPECT_NEAR(fit.covariance->realAt(0), 0.2, 1e-12); // 1 / sum of (x - mean)^2
  EXPECT_FALSE(ct::polyfit(x, y, 1).covariance);
}

TEST(Histogramdd, takesTheEndsOfBins) {
  ct::Tensor points = ct::array({0.0, 0.0, 1.0, 4.0, 1.0, 3.0}, {3, 2});
  ct::Tensor counts = ct::histogramdd(points, {ct::array({0.0, 0.5, 1.0}), ct::array({0.0, 4.0})});
  EXPECT_EQ(counts.values<int>(), (std::vector<int>{1, 2}));
}

TEST(Put, leavesOutWhatIsOutOfRange) {
  ct::Tensor x = ct::put(ct::array({1, 2, 3}), ct::array({0, 7}), ct::array({9, 8}));
  EXPECT_EQ(x.values<int>(), (std::vector<int>{9, 2, 3}));
  EXPECT_THROW((void)ct::put(x, 7, 8, ct::IndexMode::raise), ct::IndexError);
}

} // namespace

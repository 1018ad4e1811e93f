// Operators of C++ for tensors. Comparisons give tensors of truth values, as in NumPy.
#pragma once

#include "cotan/functions/functions.h"

namespace ct {

inline Tensor operator+(const Tensor &x, const Tensor &y) { return add(x, y); }
inline Tensor operator-(const Tensor &x, const Tensor &y) { return subtract(x, y); }
inline Tensor operator*(const Tensor &x, const Tensor &y) { return multiply(x, y); }
inline Tensor operator/(const Tensor &x, const Tensor &y) { return divide(x, y); }
inline Tensor operator%(const Tensor &x, const Tensor &y) { return remainder(x, y); }
inline Tensor operator-(const Tensor &x) { return negative(x); }
inline Tensor operator&(const Tensor &x, const Tensor &y) { return bitwise_and(x, y); }
inline Tensor operator|(const Tensor &x, const Tensor &y) { return bitwise_or(x, y); }
inline Tensor operator^(const Tensor &x, const Tensor &y) { return bitwise_xor(x, y); }
inline Tensor operator~(const Tensor &x) { return bitwise_not(x); }
inline Tensor operator<(const Tensor &x, const Tensor &y) { return less(x, y); }
inline Tensor operator<=(const Tensor &x, const Tensor &y) { return less_equal(x, y); }
inline Tensor operator>(const Tensor &x, const Tensor &y) { return greater(x, y); }
inline Tensor operator>=(const Tensor &x, const Tensor &y) { return greater_equal(x, y); }
inline Tensor operator==(const Tensor &x, const Tensor &y) { return equal(x, y); }
inline Tensor operator!=(const Tensor &x, const Tensor &y) { return not_equal(x, y); }
inline Tensor &operator+=(Tensor &x, const Tensor &y) { return x = x + y; }
inline Tensor &operator-=(Tensor &x, const Tensor &y) { return x = x - y; }
inline Tensor &operator*=(Tensor &x, const Tensor &y) { return x = x * y; }
inline Tensor &operator/=(Tensor &x, const Tensor &y) { return x = x / y; }

} // namespace ct

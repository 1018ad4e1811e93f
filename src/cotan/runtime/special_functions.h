// Functions that compiled code calls for single numbers because neither C's library nor SLEEF has
// them. What they give at special values is said by the operators of the same names.
#pragma once

#include <cstdint>

extern "C" {

double cotan_digamma(double x);
float cotan_digammaf(float x);
double cotan_erfinv(double x);
float cotan_erfinvf(float x);
/// The derivative of digamma of a whole `order`.
double cotan_polygamma(double order, double x);
float cotan_polygammaf(float order, float x);

/// The regularised incomplete gamma functions, and the derivatives with respect to x and, of a
/// whole `order` of at least 1, to a.
double cotan_igamma(double a, double x);
float cotan_igammaf(float a, float x);
double cotan_igammac(double a, double x);
float cotan_igammacf(float a, float x);
double cotan_igamma_grad_x(double a, double x);
float cotan_igamma_grad_xf(float a, float x);
double cotan_igamma_grad_a(double order, double a, double x);
float cotan_igamma_grad_af(float order, float a, float x);

/// The regularised incomplete beta function, and the derivatives with respect to x and, of whole
/// orders that are not both 0, to a and b.
double cotan_betainc(double a, double b, double x);
float cotan_betaincf(float a, float b, float x);
double cotan_betainc_grad_x(double a, double b, double x);
float cotan_betainc_grad_xf(float a, float b, float x);
double cotan_betainc_grad_ab(double orderA, double orderB, double a, double b, double x);
float cotan_betainc_grad_abf(float orderA, float orderB, float a, float b, float x);

/// x to the power y modulo 2^64; see prim.pow for negative y.
int64_t cotan_signed_power(int64_t x, int64_t y);
uint64_t cotan_unsigned_power(uint64_t x, uint64_t y);

/// The greatest common divisor, and the least common multiple modulo 2^64; that of 0 is 0.
uint64_t cotan_gcd(uint64_t x, uint64_t y);
uint64_t cotan_lcm(uint64_t x, uint64_t y);

} // extern "C"

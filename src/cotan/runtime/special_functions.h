// Functions that compiled code calls for single numbers because neither C's library nor SLEEF has
// them. What they give at special values is said by the operators of the same names.
#pragma once

#include <cstdint>

extern "C" {

double cotan_gamma(double x);
float cotan_gammaf(float x);
double cotan_digamma(double x);
float cotan_digammaf(float x);
double cotan_erfinv(double x);
float cotan_erfinvf(float x);
/// The derivative of digamma of a whole `order`.
double cotan_polygamma(double order, double x);
float cotan_polygammaf(float order, float x);

/// The modified Bessel function of the first kind and a whole `order`, and the same times
/// exp(-|x|).
double cotan_bessel_i(double order, double x);
float cotan_bessel_if(float order, float x);
double cotan_bessel_ie(double order, double x);
float cotan_bessel_ief(float order, float x);

/// exp(x^2) times erfc, integrated `order` times; the inverse of the normal distribution function.
double cotan_erfcx(double order, double x);
float cotan_erfcxf(float order, float x);
double cotan_ndtri(double p);
float cotan_ndtrif(float p);

/// The exponential integrals Ei and, of a whole `order`, E.
double cotan_expi(double x);
float cotan_expif(float x);
double cotan_expn(double order, double x);
float cotan_expnf(float order, float x);

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

// Closed forms of functions along a line; `check.derivatives` lists value and derivatives.

// e^(2x) at 0: powers of 2.
func.func @exponential(%x: tensor<f64> {check.value = dense<0.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0]} {
  %two = prim.constant dense<2.0> : tensor<f64>
  %u = prim.mul %x, %two : tensor<f64>
  %y = prim.exp %u : tensor<f64>
  return %y : tensor<f64>
}

// sin x + cos x at 0: 1, 1, -1, -1, and again.
func.func @sine_and_cosine(%x: tensor<f64> {check.value = dense<0.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [1.0, 1.0, -1.0, -1.0, 1.0, 1.0]} {
  %s = prim.sin %x : tensor<f64>
  %c = prim.cos %x : tensor<f64>
  %y = prim.add %s, %c : tensor<f64>
  return %y : tensor<f64>
}

// tanh at 0: 0, 1, 0, -2, 0, 16.
func.func @tangent(%x: tensor<f64> {check.value = dense<0.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [0.0, 1.0, 0.0, -2.0, 0.0, 16.0]} {
  %y = prim.tanh %x : tensor<f64>
  return %y : tensor<f64>
}

// log at 2: (-1)^(k - 1) (k - 1)! / 2^k.
func.func @logarithm(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [0.69314718055994531, 0.5, -0.25, 0.25, -0.375, 0.75]} {
  %y = prim.log %x : tensor<f64>
  return %y : tensor<f64>
}

// 1 / x at 2: (-1)^k k! / 2^(k + 1), as a quotient and as a reciprocal.
func.func @quotient(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [0.5, -0.25, 0.25, -0.375, 0.75, -1.875]} {
  %one = prim.constant dense<1.0> : tensor<f64>
  %y = prim.div %one, %x : tensor<f64>
  return %y : tensor<f64>
}
func.func @reciprocal(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [0.5, -0.25, 0.25, -0.375, 0.75, -1.875]} {
  %y = prim.reciprocal %x : tensor<f64>
  return %y : tensor<f64>
}

// sqrt at 4: x^(1/2), x^(-1/2) / 2, -x^(-3/2) / 4, 3 x^(-5/2) / 8, ...; and the same as a power.
func.func @root(%x: tensor<f64> {check.value = dense<4.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [2.0, 0.25, -0.03125, 0.01171875, -0.00732421875]} {
  %y = prim.sqrt %x : tensor<f64>
  return %y : tensor<f64>
}
func.func @half_power(%x: tensor<f64> {check.value = dense<4.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [2.0, 0.25, -0.03125, 0.01171875, -0.00732421875]} {
  %half = prim.constant dense<0.5> : tensor<f64>
  %y = prim.pow %x, %half : tensor<f64>
  return %y : tensor<f64>
}

// x^-2 at 2: (-1)^k (k + 1)! / 2^(k + 2).
func.func @negative_power(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [0.25, -0.25, 0.375, -0.75, 1.875]} {
  %exponent = prim.constant dense<-2.0> : tensor<f64>
  %y = prim.pow %x, %exponent : tensor<f64>
  return %y : tensor<f64>
}

// x^3 at 0: the series is there, though a recurrence that divides by x is not.
func.func @cube_at_zero(%x: tensor<f64> {check.value = dense<0.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [0.0, 0.0, 0.0, 6.0, 0.0, 0.0]} {
  %three = prim.constant dense<3.0> : tensor<f64>
  %y = prim.pow %x, %three : tensor<f64>
  return %y : tensor<f64>
}

// x^3.5 at 0 has three derivatives, all 0.
func.func @power_at_zero(%x: tensor<f64> {check.value = dense<0.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [0.0, 0.0, 0.0, 0.0]} {
  %exponent = prim.constant dense<3.5> : tensor<f64>
  %y = prim.pow %x, %exponent : tensor<f64>
  return %y : tensor<f64>
}

// The exponent is only known at run time: x^2 at 0.
func.func @square_at_zero(%x: tensor<f64> {check.value = dense<0.0> : tensor<f64>},
                          %n: tensor<f64> {check.value = dense<2.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [0.0, 0.0, 2.0, 0.0], check.smooth_only, check.order = 1} {
  %y = prim.pow %x, %n : tensor<f64>
  return %y : tensor<f64>
}

// 2^x at 0: powers of log 2.
func.func @exponent_varies(%x: tensor<f64> {check.value = dense<0.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [1.0, 0.69314718055994531, 0.48045301391820139,
                                     0.33302465198892944, 0.23083509858308343]} {
  %two = prim.constant dense<2.0> : tensor<f64>
  %y = prim.pow %two, %x : tensor<f64>
  return %y : tensor<f64>
}

// log(1 + e^x) at 0; its derivative is the logistic function: 1/2, 1/4, 0, -1/8, 0.
func.func @softplus(%x: tensor<f64> {check.value = dense<0.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [0.69314718055994531, 0.5, 0.25, 0.0, -0.125, 0.0]} {
  %y = composite.softplus %x : tensor<f64>
  return %y : tensor<f64>
}

// x / (1 + e^-x) at 0: k times the logistic function's derivative of order k - 1.
func.func @silu(%x: tensor<f64> {check.value = dense<0.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [0.0, 0.5, 0.5, 0.0, -0.5, 0.0]} {
  %y = composite.silu %x : tensor<f64>
  return %y : tensor<f64>
}

// A polynomial by Horner's rule, its coefficients in a tensor: 1 + 2x + 3x^2 + 4x^3 + 5x^4 at 2.
func.func @horner(%x: tensor<f64> {check.value = dense<2.0> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [129.0, 222.0, 294.0, 264.0, 120.0, 0.0]} {
  %coefficients = prim.constant dense<[5.0, 4.0, 3.0, 2.0, 1.0]> : tensor<5xf64>
  %start = prim.constant dense<0.0> : tensor<f64>
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %five = prim.constant dense<5> : tensor<i64>
  %r = flow.for %zero to %five step %one : tensor<i64> carry(%start) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %sum: tensor<f64>) {
    %c = prim.take %coefficients at %i axis 0 : tensor<5xf64>, tensor<i64>
    %product = prim.mul %sum, %x : tensor<f64>
    %next = prim.add %product, %c : tensor<f64>
    flow.yield %next : tensor<f64>
  }
  return %r : tensor<f64>
}

// Squares as long as the result is below 10: x^8 at 1.5, as the trip count depends on x. The branch
// adds x once: 8 7 6 5 x^4 and so on.
func.func @squares_until(%x: tensor<f64> {check.value = dense<1.5> : tensor<f64>}) -> tensor<f64>
    attributes {check.derivatives = [27.12890625, 137.6875, 637.875, 2551.5, 8505.0]} {
  %limit = prim.constant dense<10.0> : tensor<f64>
  %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %b = prim.square %a : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  %large = prim.gt %r, %limit : tensor<f64>
  %y = flow.if %large : tensor<i1> -> (tensor<f64>) {
    %sum = prim.add %r, %x : tensor<f64>
    flow.yield %sum : tensor<f64>
  } else {
    flow.yield %r : tensor<f64>
  }
  return %y : tensor<f64>
}

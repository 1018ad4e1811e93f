"""A `while` on scalars: x grows by c f(x), n times. The coefficient is so small that neither x nor the
derivative comes near the denormal numbers, which take processors ten times as long."""

import numpy as np

BODIES = {
    "sine": "%f = prim.sin %a : tensor<f64>",
    "logistic": """%rest = prim.sub %unit, %a : tensor<f64>
    %f = prim.mul %a, %rest : tensor<f64>""",
}


def forward(kind):
    return f"""func.func @main(%x: tensor<f64>, %c: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {{
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %unit = prim.constant dense<1.0> : tensor<f64>
  %r:2 = flow.while (%x, %zero) : (tensor<f64>, tensor<i64>) -> (tensor<f64>, tensor<i64>)
  cond(%a: tensor<f64>, %i: tensor<i64>) {{
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %a, %i : tensor<f64>, tensor<i64>
  }} body(%a: tensor<f64>, %i: tensor<i64>) {{
    {BODIES[kind]}
    %cf = prim.mul %c, %f : tensor<f64>
    %next = prim.add %a, %cf : tensor<f64>
    %j = prim.add %i, %one : tensor<i64>
    flow.yield %next, %j : tensor<f64>, tensor<i64>
  }}
  return %r#0 : tensor<f64>
}}
"""


def inputs(trips):
    return [np.float64(0.5), np.float64(1e-7), np.int64(trips)]

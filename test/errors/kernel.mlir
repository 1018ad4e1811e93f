// RUN: cotan-opt %s --split-input-file --verify-diagnostics

func.func @ends_in_nothing(%x: tensor<f32>) {
  // expected-error @+1 {{'code.kernel' op must end in 'code.yield'}}
  "code.kernel"(%x) ({
  ^bb0(%a: tensor<f32>):
    %b = prim.exp %a : tensor<f32>
  }) : (tensor<f32>) -> ()
  return
}

// -----

func.func @other_arguments(%x: tensor<f32>) {
  // expected-error @+1 {{'code.kernel' op arguments have types ('tensor<f64>'), expected ('tensor<f32>')}}
  code.kernel(%x) : (tensor<f32>) -> () {
  ^bb0(%a: tensor<f64>):
    code.yield
  }
  return
}

// -----

func.func @other_results(%x: tensor<f32>) {
  %y = code.kernel(%x) : (tensor<f32>) -> tensor<f64> {
  ^bb0(%a: tensor<f32>):
    // expected-error @+1 {{'code.yield' op values have types ('tensor<f32>'), expected ('tensor<f64>')}}
    code.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @no_formula(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = code.kernel(%x) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    // expected-error @+1 {{'prim.sort' op cannot be in 'code.kernel': it has no formula of one element}}
    %b = prim.sort %a axis 0 : tensor<8xf32>
    code.yield %b : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

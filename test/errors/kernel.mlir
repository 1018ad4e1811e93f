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

// -----

func.func @other_space(%x: tensor<8x4xf32>, %y: tensor<4xf32>) {
  %s, %t = code.kernel(%x, %y) : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<8xf32>, tensor<f32>) {
  ^bb0(%a: tensor<8x4xf32>, %b: tensor<4xf32>):
    %0 = prim.sum %a axes [1] : tensor<8x4xf32>
    // expected-error @+1 {{'prim.sum' op reduces [4], but the kernel's loops go through [8, 4]}}
    %1 = prim.sum %b axes [0] : tensor<4xf32>
    code.yield %0, %1 : tensor<8xf32>, tensor<f32>
  }
  return
}

// -----

func.func @neither_place_nor_row(%x: tensor<8x4xf32>, %y: tensor<4xf32>) {
  %s, %t = code.kernel(%x, %y) : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  ^bb0(%a: tensor<8x4xf32>, %b: tensor<4xf32>):
    %0 = prim.exp %b : tensor<4xf32>
    %1 = prim.broadcast %0 : tensor<4xf32> -> tensor<8x4xf32>
    %2 = prim.add %a, %1 : tensor<8x4xf32>
    %3 = prim.sum %2 axes [1] : tensor<8x4xf32>
    // expected-error @+1 {{'code.yield' op value 1 has shape [4], expected [8, 4], which the kernel's loops go through, or its rows}}
    code.yield %3, %0 : tensor<8xf32>, tensor<4xf32>
  }
  return
}

// -----

func.func @of_other_rows(%x: tensor<4x2xf32>) {
  %y = code.kernel by_rows(%x) : (tensor<4x2xf32>) -> tensor<4x2xf32> {
  ^bb0(%a: tensor<4x2xf32>):
    %b = prim.exp %a : tensor<4x2xf32>
    // expected-error @+1 {{'prim.flip' op reads other rows of operand 0, which the kernel computes}}
    %c = prim.flip %b axes [0] : tensor<4x2xf32>
    code.yield %c : tensor<4x2xf32>
  }
  return
}

// -----

func.func @more_rows(%x: tensor<4x2xf32>, %s: tensor<2xf32>) {
  %y = code.kernel by_rows(%x, %s) : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32> {
  ^bb0(%a: tensor<4x2xf32>, %b: tensor<2xf32>):
    // expected-error @+1 {{'prim.exp' op makes 'tensor<2xf32>', but the kernel's loop goes over 4 rows}}
    %c = prim.exp %b : tensor<2xf32>
    %d = prim.broadcast %c : tensor<2xf32> -> tensor<4x2xf32>
    code.yield %d : tensor<4x2xf32>
  }
  return
}

// -----

func.func @no_rows(%x: tensor<f32>) {
  %y = code.kernel by_rows(%x) : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    %b = prim.exp %a : tensor<f32>
    // expected-error @+1 {{'code.yield' op value of type 'tensor<f32>' has not the rows that the kernel's loop goes over}}
    code.yield %b : tensor<f32>
  }
  return
}

// RUN: cotan-opt %s --lower-scan | FileCheck %s
// Values and derivatives of lowered scans: test/programs/scans.mlir.

// What is stacked is carried as a tensor that is filled row by row.
// CHECK-LABEL: @stacked
func.func @stacked(%h: tensor<2xf64>, %xs: tensor<9x2xf64>) -> (tensor<2xf64>, tensor<9x2xf64>) {
  // CHECK: %[[ZERO:.*]] = prim.constant dense<0> : tensor<i64>
  // CHECK: %[[ONE:.*]] = prim.constant dense<1> : tensor<i64>
  // CHECK: %[[N:.*]] = prim.constant dense<9> : tensor<i64>
  // CHECK: %[[EMPTY:.*]] = prim.constant dense<0.000000e+00> : tensor<9x2xf64>
  // CHECK: %[[R:.*]]:2 = flow.for %[[ZERO]] to %[[N]] step %[[ONE]] : tensor<i64> carry(%arg0, %[[EMPTY]])
  // CHECK-NEXT: body(%[[I:.*]]: tensor<i64>, %[[A:.*]]: tensor<2xf64>, %[[FILLED:.*]]: tensor<9x2xf64>) {
  // CHECK-NEXT: %[[X:.*]] = prim.take %arg1 at %[[I]] axis 0
  // CHECK-NEXT: %[[B:.*]] = prim.add %[[A]], %[[X]]
  // CHECK-NEXT: %[[NEXT:.*]] = prim.scatter %[[FILLED]] at %[[I]] update %[[B]] axis 0
  // CHECK-NEXT: flow.yield %[[B]], %[[NEXT]]
  // CHECK: } attributes {tag}
  // CHECK: return %[[R]]#0, %[[R]]#1
  %r:2 = flow.scan carry(%h) over(%xs) : (tensor<2xf64>, tensor<9x2xf64>) -> (tensor<2xf64>, tensor<9x2xf64>)
  body(%a: tensor<2xf64>, %x: tensor<2xf64>) {
    %b = prim.add %a, %x : tensor<2xf64>
    flow.yield %b, %b : tensor<2xf64>, tensor<2xf64>
  } attributes {tag}
  return %r#0, %r#1 : tensor<2xf64>, tensor<9x2xf64>
}

// CHECK-LABEL: @reverse
func.func @reverse(%xs: tensor<9xf64>) {
  // CHECK: flow.for {{.*}} reverse carry()
  flow.scan carry() over(%xs) reverse : (tensor<9xf64>) -> ()
  body(%x: tensor<f64>) {
    flow.yield
  }
  return
}

// Lengths that are open are compared when the program runs.
// CHECK-LABEL: @open_lengths
func.func @open_lengths(%xs: tensor<?xf64>, %ys: tensor<?xf64>) {
  // CHECK: %[[N:.*]] = prim.shape %arg0
  // CHECK: %[[M:.*]] = prim.shape %arg1
  // CHECK: %[[BOTH:.*]] = prim.broadcast_shapes %[[N]], %[[M]]
  // CHECK: %[[LENGTH:.*]] = prim.reshape %[[BOTH]]
  // CHECK: flow.for %{{.*}} to %[[LENGTH]]
  flow.scan carry() over(%xs, %ys) : (tensor<?xf64>, tensor<?xf64>) -> ()
  body(%x: tensor<f64>, %y: tensor<f64>) {
    flow.yield
  }
  return
}

// The size of a row that is computed element by element is that of what it is computed from.
// CHECK-LABEL: @open_rows
func.func @open_rows(%xs: tensor<9x?xf64>) -> tensor<9x?xf64> {
  // CHECK-NOT: flow.if
  // CHECK: %[[SHAPE:.*]] = prim.shape %arg0
  // CHECK: %[[ROW:.*]] = prim.slice %[[SHAPE]] starts [1] limits [?]
  // CHECK: %[[WHOLE:.*]] = prim.concat %{{.*}}, %[[ROW]] axis 0
  // CHECK: prim.broadcast %{{.*}} to %[[WHOLE]]
  %r = flow.scan carry() over(%xs) : (tensor<9x?xf64>) -> tensor<9x?xf64>
  body(%x: tensor<?xf64>) {
    %y = prim.exp %x : tensor<?xf64>
    %z = prim.mul %y, %x : tensor<?xf64>
    flow.yield %z : tensor<?xf64>
  }
  return %r : tensor<9x?xf64>
}

// Any other size is found by running the first turn, if there is one.
// CHECK-LABEL: @rows_of_unknown_size
func.func @rows_of_unknown_size(%xs: tensor<9x?xf64>) -> tensor<9x?xf64> {
  // CHECK: %[[IS_ANY:.*]] = prim.constant dense<true>
  // CHECK: %[[ROW:.*]] = flow.if %[[IS_ANY]] : tensor<i1> -> tensor<1xi64> {
  // CHECK: %[[Y:.*]] = prim.concat
  // CHECK: prim.shape %[[Y]]
  // CHECK: } else {
  // CHECK: prim.constant dense<0> : tensor<1xi64>
  // CHECK: flow.for
  %r = flow.scan carry() over(%xs) : (tensor<9x?xf64>) -> tensor<9x?xf64>
  body(%x: tensor<?xf64>) {
    %y = prim.concat %x, %x axis 0 : tensor<?xf64>, tensor<?xf64>
    flow.yield %y : tensor<?xf64>
  }
  return %r : tensor<9x?xf64>
}

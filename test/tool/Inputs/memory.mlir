// A loop's memory does not grow with its turns.
func.func @turns(%x: tensor<100x50xf32>) -> tensor<100x50xf32> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %n = prim.constant dense<9> : tensor<i64>
  %y = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<100x50xf32>) -> (tensor<100x50xf32>)
  body(%i: tensor<i64>, %a: tensor<100x50xf32>) {
    %b = composite.softmax %a axis 0 : tensor<100x50xf32>
    %c = composite.softmax %b axis 1 : tensor<100x50xf32>
    flow.yield %c : tensor<100x50xf32>
  }
  return %y : tensor<100x50xf32>
}

func.func @ways(%x: tensor<100x50xf32>, %c: tensor<i1>) -> tensor<100x50xf32> {
  %y = flow.if %c : tensor<i1> -> (tensor<100x50xf32>) {
    %a = composite.softmax %x axis 0 : tensor<100x50xf32>
    %b = composite.softmax %a axis 1 : tensor<100x50xf32>
    flow.yield %b : tensor<100x50xf32>
  } else {
    flow.yield %x : tensor<100x50xf32>
  }
  return %y : tensor<100x50xf32>
}

func.func @small(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>) {
  %y = composite.softmax %x axis 0 : tensor<8xf32>
  %z = prim.max %y axes [0] : tensor<8xf32>
  return %y, %z : tensor<8xf32>, tensor<f32>
}

func.func @open(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = prim.exp %x : tensor<?xf32>
  return %y : tensor<?xf32>
}

// Two matrices of 40 kB at most: what is made of one alone takes its memory.
func.func @overwritten(%x: tensor<100x100xf32>) -> tensor<100x100xf32> {
  %a = prim.matmul %x, %x : tensor<100x100xf32>, tensor<100x100xf32>
  %b = composite.softmax %a axis 1 : tensor<100x100xf32>
  %c = prim.matmul %b, %x : tensor<100x100xf32>, tensor<100x100xf32>
  %d = composite.softmax %c axis 1 : tensor<100x100xf32>
  return %d : tensor<100x100xf32>
}

func.func @too_large(%x: tensor<f32>) -> tensor<2199023255552x2xf32> {
  %y = prim.fill %x : tensor<f32> -> tensor<2199023255552x2xf32>
  return %y : tensor<2199023255552x2xf32>
}

func.func @beyond_all(%x: tensor<f32>) -> tensor<f32> {
  %y = prim.fill %x : tensor<f32> -> tensor<4294967296x4294967296xf32>
  %z = prim.sum %y axes [0, 1] : tensor<4294967296x4294967296xf32>
  return %z : tensor<f32>
}

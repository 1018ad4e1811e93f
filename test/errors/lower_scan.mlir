// RUN: cotan-opt %s --lower-scan -split-input-file -verify-diagnostics

func.func @elements_without_zero(%xs: tensor<3xindex>) {
  // expected-error @+1 {{'flow.scan' op result #0 is 'tensor<3xindex>', whose elements cannot be stacked}}
  %r = flow.scan carry() over(%xs) : (tensor<3xindex>) -> tensor<3xindex>
  body(%x: tensor<index>) {
    flow.yield %x : tensor<index>
  }
  return
}

// -----

func.func @effects_and_unknown_sizes(%xs: tensor<3x?xf64>, %s: !flow.stack) {
  // expected-error @+1 {{'flow.scan' op stacks values whose sizes only its body knows, but the body has effects, so it cannot be run once more to find them; give result #0 static sizes beside the first}}
  %r = flow.scan carry() over(%xs) : (tensor<3x?xf64>) -> tensor<3x?xf64>
  body(%x: tensor<?xf64>) {
    flow.push_back %s, %x : tensor<?xf64>
    %y = prim.concat %x, %x axis 0 : tensor<?xf64>, tensor<?xf64>
    flow.yield %y : tensor<?xf64>
  }
  return
}

// RUN: cotan-opt %s --split-input-file --verify-diagnostics

func.func @unknown_reduction(%x: tensor<2xf32>) -> tensor<f32> {
  // expected-error @below {{reduction is 'best'; expected 'none', 'mean' or 'sum'}}
  %loss = composite.mse %x, %x reduction "best" : tensor<2xf32>
  return %loss : tensor<f32>
}

// -----

func.func @huber_of_no_width(%x: tensor<2xf32>) -> tensor<f32> {
  // expected-error @below {{delta is 0.000000e+00, but must be positive}}
  %loss = composite.huber %x, %x delta 0.0 : tensor<2xf32>
  return %loss : tensor<f32>
}

// -----

func.func @smooth_l1_loss_of_negative_width(%x: tensor<2xf32>) -> tensor<f32> {
  // expected-error @below {{beta is -1.000000e+00, but must not be negative}}
  %loss = composite.smooth_l1_loss %x, %x {beta = -1.0} : tensor<2xf32>
  return %loss : tensor<f32>
}

// -----

func.func @dice_loss_of_numbers(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{x is one number; give it an axis for the batch}}
  %loss = composite.dice_loss %x, %x : tensor<f32>
  return %loss : tensor<f32>
}

// -----

func.func @cosine_embedding_loss_of_too_many_labels(%x: tensor<2x3xf32>) -> tensor<f32> {
  // expected-error @below {{y has 2 axes, but must have 1, those of x without the last}}
  %loss = composite.cosine_embedding_loss %x, %x, %x : tensor<2x3xf32>, tensor<2x3xf32>
  return %loss : tensor<f32>
}

// -----

func.func @triplet_margin_loss_of_numbers(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{x is one number; vectors lie along its last axis}}
  %loss = composite.triplet_margin_loss %x, %x, %x : tensor<f32>
  return %loss : tensor<f32>
}

// -----

func.func @multi_margin_loss_of_a_third_power(%x: tensor<2x3xf32>, %l: tensor<2xi64>) -> tensor<f32> {
  // expected-error @below {{p is 3, but must be 1 or 2}}
  %loss = composite.multi_margin_loss %x, %l {p = 3} : tensor<2x3xf32>, tensor<2xi64>
  return %loss : tensor<f32>
}

// -----

func.func @multilabel_margin_loss_of_too_few_labels(%x: tensor<2x3xf32>, %l: tensor<2xi64>) -> tensor<f32> {
  // expected-error @below {{x has 2 axes, so that labels must have 2}}
  %loss = composite.multilabel_margin_loss %x, %l : tensor<2x3xf32>, tensor<2xi64>
  return %loss : tensor<f32>
}

// -----

func.func @cross_entropy_that_is_all_smooth(%x: tensor<2x3xf32>, %l: tensor<2xi64>) -> tensor<2xf32> {
  // expected-error @below {{label_smoothing 1.500000e+00 is outside [0, 1]}}
  %loss = composite.cross_entropy %x, %l axis 1 {label_smoothing = 1.5} : tensor<2x3xf32>, tensor<2xi64>
  return %loss : tensor<2xf32>
}

// RUN: cotan-opt %s --split-input-file --verify-diagnostics

func.func @weights_of_too_few_gates(%x: tensor<2x3xf32>, %h: tensor<2x4xf32>, %w: tensor<12x3xf32>, %u: tensor<12x4xf32>) -> tensor<2x4xf32> {
  // expected-error @below {{a weight has not a row for each unit of each gate; found shapes [2, 3] and [2, 4] and [2, 4] and [12, 3] and [12, 4]}}
  %y, %c = composite.lstm_cell %x, %h, %h, %w, %u : tensor<2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<12x3xf32>, tensor<12x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

func.func @unknown_nonlinearity(%x: tensor<2xf32>, %h: tensor<2xf32>, %w: tensor<2x2xf32>) -> tensor<2xf32> {
  // expected-error @below {{nonlinearity is 'sigmoid'; expected 'tanh' or 'relu'}}
  %y = composite.rnn_cell %x, %h, %w, %w nonlinearity "sigmoid" : tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @sequence_without_time(%x: tensor<2xf32>, %h: tensor<2xf32>, %w: tensor<2x2xf32>) -> tensor<2xf32> {
  // expected-error @below {{x, beside h and with an axis of time before all, is 'tensor<2xf32>', but must have 2 axes}}
  %y, %l = composite.rnn %x, %h, %w, %w : tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  return %l : tensor<2xf32>
}

// -----

func.func @ctc_loss_of_a_blank_that_is_no_class(%x: tensor<4x2x3xf32>, %l: tensor<2x2xi64>, %n: tensor<2xi64>) -> tensor<f32> {
  // expected-error @below {{blank is 3, but must be less than the number of classes; found shapes [4, 2, 3] and [2, 2] and [2] and [2]}}
  %loss = composite.ctc_loss %x, %l, %n, %n blank 3 : tensor<4x2x3xf32>, tensor<2x2xi64>, tensor<2xi64>, tensor<2xi64>
  return %loss : tensor<f32>
}

// -----

func.func @attention_in_a_window_of_less_than_no_keys(%q: tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32> {
  // expected-error @below {{left is -1, but must be a number of keys, or be left out for all of them}}
  %y, %sums = composite.attention %q, %q, %q scale 1.0 left -1 : tensor<1x2x1x2xf32>, tensor<1x2x1x2xf32>, tensor<1x2x1x2xf32>
  return %y : tensor<1x2x1x2xf32>
}

// -----

func.func @rotary_embedding_of_odd_features(%x: tensor<2x1x3xf32>, %p: tensor<2xi64>) -> tensor<2x1x3xf32> {
  // expected-error @below {{the number of features must be even; found shapes [2, 1, 3] and [2]}}
  %y = composite.rotary_embedding %x, %p : tensor<2x1x3xf32>, tensor<2xi64>
  return %y : tensor<2x1x3xf32>
}

// -----

func.func @cache_update_of_several_positions(%x: tensor<2x1xf32>, %p: tensor<2xi64>) -> tensor<2x1xf32> {
  // expected-error @below {{position is 'tensor<2xi64>', but must be one number; map the function over several}}
  %y = composite.cache_update %x, %x, %p axis 0 : tensor<2x1xf32>, tensor<2x1xf32>, tensor<2xi64>
  return %y : tensor<2x1xf32>
}

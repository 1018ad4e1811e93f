// Recurrent networks of several layers.
include "cotan/functions/function.td"

def RecurrentOptions : Fields<"nn::RecurrentOptions",
    (ins OptionalTensor:$lengths, KeywordOnly, Yes:$has_biases, No:$bidirectional, No:$batch_first)>;

let module = "nn" in {

def : Function<"rnn", (ins Tensor:$x, Tensor:$h, Tensors:$weights, RecurrentOptions:$options,
                           Default<String, "\"tanh\"">:$nonlinearity), "std::pair<Tensor, Tensor>"> {
  let summary = "All states of an Elman network of one layer or several along sequences, and the last ones.";
  let description = [{
    x is (time, batch, inputs), or with batch_first (batch, time, inputs), or without a batch (time, inputs);
    h has the first state of each layer: (layers, batch, units). weights are weight_ih, weight_hh, bias_ih and
    bias_hh of each layer, as those of ct.nn.rnn_cell, or weights alone if has_biases is False. The result is y,
    (time, batch, units), the states of the last layer, and the last state of each layer. If bidirectional, each
    layer has weights and a state for each direction, the way back second, and gives the states of both one
    behind the other. Of each sequence the first of its lengths entries count; y is 0 behind them. nonlinearity is
    "tanh" or "relu". ValueError: shapes do not go together.
  }];
  let example = [{
    >>> import cotan as ct
    >>> one, bias = ct.ones((1, 1)), ct.zeros(1)
    >>> y, last = ct.nn.rnn(ct.ones((3, 1)), one, [one, one, bias, bias], nonlinearity="relu")
    >>> y
    Tensor([[2.],
            [3.],
            [4.]], dtype=float32)
  }];
}

def : Function<"lstm", (ins Tensor:$x, Tensor:$h, Tensor:$c, Tensors:$weights, RecurrentOptions:$options),
               "std::tuple<Tensor, Tensor, Tensor>"> {
  let summary = "The same of a network with long short-term memory.";
  let description = [{
    Arguments as those of ct.nn.rnn; h and c have the first state and memory of each layer, and weights are as
    those of ct.nn.lstm_cell. The results are y, the last states and the last memories.
  }];
  let example = [{
    >>> import cotan as ct
    >>> weights = [ct.zeros((4, 2)), ct.zeros((4, 1)), ct.zeros(4), ct.zeros(4)]
    >>> y, h, c = ct.nn.lstm(ct.ones((3, 2)), ct.zeros((1, 1)), ct.ones((1, 1)), weights)
    >>> c
    Tensor([[0.125]], dtype=float32)
  }];
}

def : Function<"gru", (ins Tensor:$x, Tensor:$h, Tensors:$weights, RecurrentOptions:$options),
               "std::pair<Tensor, Tensor>"> {
  let summary = "The same of a network of gated recurrent units.";
  let description = [{
    Arguments and results as those of ct.nn.rnn; weights are as those of ct.nn.gru_cell.
  }];
  let example = [{
    >>> import cotan as ct
    >>> weights = [ct.zeros((3, 2)), ct.zeros((3, 1)), ct.zeros(3), ct.zeros(3)]
    >>> y, last = ct.nn.gru(ct.ones((3, 2)), ct.ones((1, 1)), weights)
    >>> last
    Tensor([[0.125]], dtype=float32)
  }];
}

}

// Windows: weights that fade out at both ends, for spectra of signals that are cut off.
include "cotan/functions/function.td"

def : Function<"bartlett", (ins Int:$M)> {
  let summary = "The Bartlett window: M weights that rise evenly from 0 to 1 and fall again.";
  let description = [{
    M is known when a function is traced. The result is float32, computed in float64; below 1 it has no
    elements, of 1 it is [1].
  }];
  let example = [{
    >>> ct.bartlett(5)
    Tensor([0. , 0.5, 1. , 0.5, 0. ], dtype=float32)
  }];
}

def : Function<"hanning", (ins Int:$M)> {
  let summary = "The Hann window: M weights, one period of a raised cosine from 0 to 1 and back.";
  let description = [{
    M and the result are as of bartlett.
  }];
  let example = [{
    >>> ct.hanning(5)
    Tensor([0. , 0.5, 1. , 0.5, 0. ], dtype=float32)
  }];
}

def : Function<"hamming", (ins Int:$M)> {
  let summary = "The Hamming window: M weights, one period of a raised cosine from 0.08 to 1 and back.";
  let description = [{
    M and the result are as of bartlett.
  }];
  let example = [{
    >>> ct.hamming(5)
    Tensor([0.08, 0.54, 1.  , 0.54, 0.08], dtype=float32)
  }];
}

def : Function<"blackman", (ins Int:$M)> {
  let summary = "The Blackman window: M weights, a raised cosine and one of half the period.";
  let description = [{
    M and the result are as of bartlett.
  }];
  let example = [{
    >>> ct.round(ct.blackman(5), 2)
    Tensor([-0.  ,  0.34,  1.  ,  0.34, -0.  ], dtype=float32)
  }];
}

def : Function<"kaiser", (ins Int:$M, Float:$beta)> {
  let summary = "The Kaiser window: M weights, i0 of a half circle of the size beta.";
  let description = [{
    M and the result are as of bartlett. The larger beta is, the narrower the window; at 0 all are 1.
  }];
  let example = [{
    >>> ct.kaiser(5, 2.0)
    Tensor([0.43867627, 0.83476144, 1.        , 0.83476144, 0.43867627], dtype=float32)
  }];
}

// Images: windows as rows, and other sizes.
include "cotan/functions/function.td"

def : Alias<"nn.upsample", "nn.interpolate">;

let module = "nn" in {

def : Function<"unfold",
               (ins Tensor:$x, Axes:$window_shape, AxesOrNone:$strides,
                    Default<Padding, "\"VALID\"">:$padding, AxesOrNone:$dilation)> {
  let summary = "What windows see, one row for each window (im2col).";
  let description = [{
    As torch.nn.functional.unfold, in any number of dimensions and with channels last: x is (..., spatial
    axes, channels), with as many spatial axes as the window, the result (..., windows, channels * elements),
    where each row has the elements of a window channel by channel. Strides and dilation, how far the
    elements of a window are apart, are 1 if left out.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.unfold(ct.array([[1, 5], [2, 6], [3, 7]]), (2,)).tolist()
    [[1, 2, 5, 6], [2, 3, 6, 7]]
  }];
}

def : Function<"fold",
               (ins Tensor:$x, Axes:$output_size, Axes:$window_shape, AxesOrNone:$strides,
                    Default<Padding, "\"VALID\"">:$padding, AxesOrNone:$dilation)> {
  let summary = "The sum of windows, each at its place (col2im): the adjoint of unfold.";
  let description = [{
    x is (..., windows, channels * elements), as unfold makes it of (..., output_size, channels), which is the
    shape of the result. ValueError: there are not as many windows, or elements, as unfold would make.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.fold(ct.array([[1, 2, 5, 6], [2, 3, 6, 7]]), (3,), (2,)).tolist()
    [[1, 5], [4, 12], [3, 7]]
  }];
}

def : Function<"interpolate",
               (ins Tensor:$x, OptionalAxes:$size, OptionalFloat:$scale_factor,
                    Default<String, "\"nearest\"">:$mode, No:$align_corners, No:$antialias)> {
  let summary = "Images of another size, or so many times as large.";
  let description = [{
    As torch.nn.functional.interpolate, with channels last: x is (..., spatial axes, channels), and size has
    one number for each spatial axis; one alone, and scale_factor, are for all axes between the first and the
    last. Modes are "nearest", "nearest-exact", "linear", "cubic" and "area", for any number of axes;
    "bilinear" and "bicubic" are for two, "trilinear" for three. With align_corners, elements at the ends
    stay there; with antialias, for "linear" and "cubic", axes that shrink are smoothed. An open size needs a
    scale_factor that is a fraction of 2^20, or the size of the result.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.interpolate(ct.array([[1.0], [3.0]]), 4, mode="linear").tolist()
    [[1.0], [1.5], [2.5], [3.0]]
    >>> ct.nn.interpolate(ct.array([[1.0], [3.0]]), scale_factor=2.0).tolist()
    [[1.0], [1.0], [3.0], [3.0]]
  }];
}

}

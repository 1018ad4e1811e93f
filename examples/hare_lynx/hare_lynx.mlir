// The predator-prey equations (Lotka 1925, Volterra 1926), solved with an adaptive step, and how far
// they are from a record.
//
//   hare' = birth * hare - predation * hare * lynx
//   lynx' = growth * hare * lynx - death * lynx
//
// theta = (birth, predation, death, growth, hare at the start, lynx at the start).

// The rates of change of (hare, lynx).
func.func private @slope(%y: tensor<2xf64>, %alone: tensor<2xf64>, %together: tensor<2xf64>)
    -> tensor<2xf64> {
  %other = prim.flip %y axes [0] : tensor<2xf64>
  %product = prim.mul %y, %other : tensor<2xf64>
  %a = prim.mul %alone, %y : tensor<2xf64>
  %b = prim.mul %together, %product : tensor<2xf64>
  %rate = prim.add %a, %b : tensor<2xf64>
  return %rate : tensor<2xf64>
}

// step * (weights . slopes), for one row of weights.
func.func private @mix(%weights: tensor<1x6xf64>, %slopes: tensor<6x2xf64>, %step: tensor<f64>)
    -> tensor<2xf64> {
  %mixed = prim.matmul %weights, %slopes : tensor<1x6xf64>, tensor<6x2xf64>
  %row = prim.squeeze %mixed axes [0] : tensor<1x2xf64>
  %steps = prim.broadcast %step : tensor<f64> -> tensor<2xf64>
  %moved = prim.mul %row, %steps : tensor<2xf64>
  return %moved : tensor<2xf64>
}

// Follows the equations for `duration` years from y, first trying `step`. Runge-Kutta-Fehlberg 4(5)
// (Fehlberg, NASA TR R-315, 1969): the difference of the two orders is the error that sets the step.
func.func private @advance(%start: tensor<2xf64>, %first: tensor<f64>, %duration: tensor<f64>,
    %alone: tensor<2xf64>, %together: tensor<2xf64>) -> (tensor<2xf64>, tensor<f64>) {
  %stages = prim.constant dense<[
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.25, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.09375, 0.28125, 0.0, 0.0, 0.0, 0.0],
    [0.8793809740555303, -3.277196176604461, 3.3208921256258535, 0.0, 0.0, 0.0],
    [2.0324074074074074, -8.0, 7.173489278752436, -0.20589668615984405, 0.0, 0.0],
    [-0.2962962962962963, 2.0, -1.3816764132553607, 0.4529727095516569, -0.275, 0.0]]> : tensor<6x6xf64>
  %fifth = prim.constant dense<[[0.11851851851851852, 0.0, 0.5189863547758285, 0.5061314903420167, -0.18, 0.03636363636363636]]> : tensor<1x6xf64>
  %difference = prim.constant dense<[[0.002777777777777778, 0.0, -0.02994152046783626, -0.029199893673577886, 0.02, 0.03636363636363636]]> : tensor<1x6xf64>
  %tolerance = prim.constant dense<1.0e-8> : tensor<2xf64>
  %tiny = prim.constant dense<1.0e-20> : tensor<f64>
  %half = prim.constant dense<0.5> : tensor<f64>
  %one = prim.constant dense<1.0> : tensor<f64>
  %exponent = prim.constant dense<-0.1> : tensor<f64>
  %safety = prim.constant dense<0.9> : tensor<f64>
  %shrink = prim.constant dense<0.2> : tensor<f64>
  %grow = prim.constant dense<5.0> : tensor<f64>
  %zero = prim.constant dense<0.0> : tensor<f64>
  %i0 = prim.constant dense<0> : tensor<i64>
  %i1 = prim.constant dense<1> : tensor<i64>
  %i6 = prim.constant dense<6> : tensor<i64>
  %column = prim.constant dense<0> : tensor<1xi64>
  %none = prim.constant dense<0.0> : tensor<6x2xf64>

  %end:3 = flow.while (%zero, %start, %first) : (tensor<f64>, tensor<2xf64>, tensor<f64>) -> (tensor<f64>, tensor<2xf64>, tensor<f64>)
  cond(%t: tensor<f64>, %y: tensor<2xf64>, %step: tensor<f64>) {
    %more = prim.lt %t, %duration : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %t, %y, %step : tensor<f64>, tensor<2xf64>, tensor<f64>
  } body(%t: tensor<f64>, %y: tensor<2xf64>, %step: tensor<f64>) {
    %left = prim.sub %duration, %t : tensor<f64>
    %last = prim.ge %step, %left : tensor<f64>
    %h = prim.minimum %step, %left : tensor<f64>

    %slopes = flow.for %i0 to %i6 step %i1 : tensor<i64> carry(%none) : (tensor<6x2xf64>) -> (tensor<6x2xf64>)
    body(%i: tensor<i64>, %k: tensor<6x2xf64>) {
      %i_ = prim.expand_dims %i axes [0] : tensor<i64>
      %at = prim.concat %i_, %column axis 0 : tensor<1xi64>, tensor<1xi64>
      %weights = prim.dynamic_slice %stages at %at : tensor<6x6xf64>, tensor<2xi64> -> tensor<1x6xf64>
      %moved = func.call @mix(%weights, %k, %h) : (tensor<1x6xf64>, tensor<6x2xf64>, tensor<f64>) -> tensor<2xf64>
      %stage = prim.add %y, %moved : tensor<2xf64>
      %rate = func.call @slope(%stage, %alone, %together) : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
      %row = prim.expand_dims %rate axes [0] : tensor<2xf64>
      %next = prim.dynamic_update_slice %k at %at update %row : tensor<6x2xf64>, tensor<2xi64>, tensor<1x2xf64>
      flow.yield %next : tensor<6x2xf64>
    }

    %moved = func.call @mix(%fifth, %slopes, %h) : (tensor<1x6xf64>, tensor<6x2xf64>, tensor<f64>) -> tensor<2xf64>
    %y5 = prim.add %y, %moved : tensor<2xf64>
    %error = func.call @mix(%difference, %slopes, %h) : (tensor<1x6xf64>, tensor<6x2xf64>, tensor<f64>) -> tensor<2xf64>
    %size = prim.maximum %y, %y5 : tensor<2xf64>
    %allowed = prim.mul %size, %tolerance : tensor<2xf64>
    %ratio = prim.div %error, %allowed : tensor<2xf64>
    %square = prim.mul %ratio, %ratio : tensor<2xf64>
    %sum = prim.sum %square axes [0] : tensor<2xf64>
    %mean = prim.mul %sum, %half : tensor<f64>
    %badness = prim.add %mean, %tiny : tensor<f64>
    %accepted = prim.le %badness, %one : tensor<f64>
    %after:2 = flow.if %accepted : tensor<i1> -> (tensor<f64>, tensor<2xf64>) {
      %sooner = prim.add %t, %h : tensor<f64>
      %later = prim.where %last, %duration, %sooner : tensor<f64>
      flow.yield %later, %y5 : tensor<f64>, tensor<2xf64>
    } else {
      flow.yield %t, %y : tensor<f64>, tensor<2xf64>
    }

    %power = prim.pow %badness, %exponent : tensor<f64>
    %wanted = prim.mul %power, %safety : tensor<f64>
    %bounded = prim.minimum %wanted, %grow : tensor<f64>
    %factor = prim.maximum %bounded, %shrink : tensor<f64>
    %try = prim.mul %h, %factor : tensor<f64>
    flow.yield %after#0, %after#1, %try : tensor<f64>, tensor<2xf64>, tensor<f64>
  }
  return %end#1, %end#2 : tensor<2xf64>, tensor<f64>
}

// theta as what the equations want: each animal alone, both together, and how many at the start.
func.func private @parameters(%theta: tensor<6xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %gain_loss = prim.constant dense<[1.0, -1.0]> : tensor<2xf64>
  %loss_gain = prim.constant dense<[-1.0, 1.0]> : tensor<2xf64>
  %birth_death = prim.slice %theta starts [0] limits [3] strides [2] : tensor<6xf64>
  %predation_growth = prim.slice %theta starts [1] limits [4] strides [2] : tensor<6xf64>
  %start = prim.slice %theta starts [4] limits [6] strides [1] : tensor<6xf64>
  %alone = prim.mul %birth_death, %gain_loss : tensor<2xf64>
  %together = prim.mul %predation_growth, %loss_gain : tensor<2xf64>
  return %alone, %together, %start : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}

// The sum of squared differences of logarithms between what theta predicts and the record, one row
// (hare, lynx) per year.
func.func @loss(%theta: tensor<6xf64>, %record: tensor<?x2xf64>) -> tensor<f64> {
  %alone, %together, %start = func.call @parameters(%theta) : (tensor<6xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  %year = prim.constant dense<1.0> : tensor<f64>
  %try = prim.constant dense<0.1> : tensor<f64>
  %none = prim.constant dense<0.0> : tensor<f64>
  %i0 = prim.constant dense<0> : tensor<i64>
  %i1 = prim.constant dense<1> : tensor<i64>
  %column = prim.constant dense<0> : tensor<1xi64>
  %sizes = prim.shape %record : tensor<?x2xf64>
  %rows = prim.slice %sizes starts [0] limits [1] strides [1] : tensor<2xi64>
  %years = prim.squeeze %rows axes [0] : tensor<1xi64>
  %r:3 = flow.for %i0 to %years step %i1 : tensor<i64> carry(%none, %start, %try) : (tensor<f64>, tensor<2xf64>, tensor<f64>) -> (tensor<f64>, tensor<2xf64>, tensor<f64>)
  body(%i: tensor<i64>, %sum: tensor<f64>, %y: tensor<2xf64>, %step: tensor<f64>) {
    %i_ = prim.expand_dims %i axes [0] : tensor<i64>
    %at = prim.concat %i_, %column axis 0 : tensor<1xi64>, tensor<1xi64>
    %row = prim.dynamic_slice %record at %at : tensor<?x2xf64>, tensor<2xi64> -> tensor<1x2xf64>
    %seen = prim.squeeze %row axes [0] : tensor<1x2xf64>
    %log_seen = prim.log %seen : tensor<2xf64>
    %log_y = prim.log %y : tensor<2xf64>
    %difference = prim.sub %log_y, %log_seen : tensor<2xf64>
    %square = prim.mul %difference, %difference : tensor<2xf64>
    %misfit = prim.sum %square axes [0] : tensor<2xf64>
    %next_sum = prim.add %sum, %misfit : tensor<f64>
    %next:2 = func.call @advance(%y, %step, %year, %alone, %together) : (tensor<2xf64>, tensor<f64>, tensor<f64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<f64>)
    flow.yield %next_sum, %next#0, %next#1 : tensor<f64>, tensor<2xf64>, tensor<f64>
  }
  return %r#0 : tensor<f64>
}

// The prediction itself, one row per element of `times`: each is that much after the one before.
func.func @curve(%theta: tensor<6xf64>, %times: tensor<?xf64>) -> tensor<?x2xf64> {
  %alone, %together, %start = func.call @parameters(%theta) : (tensor<6xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  %try = prim.constant dense<0.01> : tensor<f64>
  %last:2, %all = flow.scan carry(%start, %try) over(%times) : (tensor<2xf64>, tensor<f64>, tensor<?xf64>) -> (tensor<2xf64>, tensor<f64>, tensor<?x2xf64>)
  body(%y: tensor<2xf64>, %step: tensor<f64>, %time: tensor<f64>) {
    %next:2 = func.call @advance(%y, %step, %time, %alone, %together) : (tensor<2xf64>, tensor<f64>, tensor<f64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<f64>)
    flow.yield %next#0, %next#1, %next#0 : tensor<2xf64>, tensor<f64>, tensor<2xf64>
  }
  return %all : tensor<?x2xf64>
}

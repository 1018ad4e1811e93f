// Predators and prey: the equations of Lotka and Volterra, solved with a step size that adapts to
// the solution, and their misfit to a record. Nothing in here is about derivatives.
//
//   dhare/dt = birth * hare - predation * hare * lynx
//   dlynx/dt = growth * hare * lynx - death * lynx
//
// theta holds birth, predation, death, growth, and hare and lynx in the first year.

// The rates of change of both populations: own are birth and -death, shared -predation and growth.
func.func private @rates(%population: tensor<1x2xf64>, %own: tensor<1x2xf64>,
    %shared: tensor<1x2xf64>) -> tensor<1x2xf64> {
  %other = prim.flip %population axes [1] : tensor<1x2xf64>
  %meetings = prim.mul %shared, %other : tensor<1x2xf64>
  %relative = prim.add %own, %meetings : tensor<1x2xf64>
  %rates = prim.mul %population, %relative : tensor<1x2xf64>
  return %rates : tensor<1x2xf64>
}

// One step of Dormand and Prince's method: each stage adds its rates as a row to %k, and a row of the
// tableau says how the rows so far are mixed. The last rates are the first of the next step. The
// error is the mean square of the estimated errors in units of the tolerance: up to 1 is good.
func.func private @step(%y: tensor<1x2xf64>, %k1: tensor<1x2xf64>, %h: tensor<f64>,
    %own: tensor<1x2xf64>, %shared: tensor<1x2xf64>)
    -> (tensor<1x2xf64>, tensor<1x2xf64>, tensor<f64>) {
  %width = prim.broadcast %h : tensor<f64> -> tensor<1x2xf64>

  %a2 = prim.constant dense<0.2> : tensor<1x2xf64>
  %m2 = prim.mul %a2, %k1 : tensor<1x2xf64>
  %d2 = prim.mul %width, %m2 : tensor<1x2xf64>
  %y2 = prim.add %y, %d2 : tensor<1x2xf64>
  %r2 = func.call @rates(%y2, %own, %shared) : (tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<1x2xf64>
  %k2 = prim.concat %k1, %r2 axis 0 : tensor<1x2xf64>, tensor<1x2xf64>

  // 3/40, 9/40
  %a3 = prim.constant dense<[[0.075, 0.225]]> : tensor<1x2xf64>
  %m3 = prim.matmul %a3, %k2 : tensor<1x2xf64>, tensor<2x2xf64>
  %d3 = prim.mul %width, %m3 : tensor<1x2xf64>
  %y3 = prim.add %y, %d3 : tensor<1x2xf64>
  %r3 = func.call @rates(%y3, %own, %shared) : (tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<1x2xf64>
  %k3 = prim.concat %k2, %r3 axis 0 : tensor<2x2xf64>, tensor<1x2xf64>

  // 44/45, -56/15, 32/9
  %a4 = prim.constant dense<[[0.97777777777777777, -3.7333333333333334, 3.5555555555555554]]> : tensor<1x3xf64>
  %m4 = prim.matmul %a4, %k3 : tensor<1x3xf64>, tensor<3x2xf64>
  %d4 = prim.mul %width, %m4 : tensor<1x2xf64>
  %y4 = prim.add %y, %d4 : tensor<1x2xf64>
  %r4 = func.call @rates(%y4, %own, %shared) : (tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<1x2xf64>
  %k4 = prim.concat %k3, %r4 axis 0 : tensor<3x2xf64>, tensor<1x2xf64>

  // 19372/6561, -25360/2187, 64448/6561, -212/729
  %a5 = prim.constant dense<[[2.9525986892242035, -11.595793324188385, 9.8228928516994358,
      -0.29080932784636487]]> : tensor<1x4xf64>
  %m5 = prim.matmul %a5, %k4 : tensor<1x4xf64>, tensor<4x2xf64>
  %d5 = prim.mul %width, %m5 : tensor<1x2xf64>
  %y5 = prim.add %y, %d5 : tensor<1x2xf64>
  %r5 = func.call @rates(%y5, %own, %shared) : (tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<1x2xf64>
  %k5 = prim.concat %k4, %r5 axis 0 : tensor<4x2xf64>, tensor<1x2xf64>

  // 9017/3168, -355/33, 46732/5247, 49/176, -5103/18656
  %a6 = prim.constant dense<[[2.8462752525252526, -10.757575757575758, 8.9064227177434727,
      0.27840909090909088, -0.27353130360205829]]> : tensor<1x5xf64>
  %m6 = prim.matmul %a6, %k5 : tensor<1x5xf64>, tensor<5x2xf64>
  %d6 = prim.mul %width, %m6 : tensor<1x2xf64>
  %y6 = prim.add %y, %d6 : tensor<1x2xf64>
  %r6 = func.call @rates(%y6, %own, %shared) : (tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<1x2xf64>
  %k6 = prim.concat %k5, %r6 axis 0 : tensor<5x2xf64>, tensor<1x2xf64>

  // The solution of order five: 35/384, 0, 500/1113, 125/192, -2187/6784, 11/84
  %a7 = prim.constant dense<[[0.091145833333333329, 0.0, 0.44923629829290207, 0.65104166666666663,
      -0.322376179245283, 0.13095238095238096]]> : tensor<1x6xf64>
  %m7 = prim.matmul %a7, %k6 : tensor<1x6xf64>, tensor<6x2xf64>
  %d7 = prim.mul %width, %m7 : tensor<1x2xf64>
  %next = prim.add %y, %d7 : tensor<1x2xf64>
  %last = func.call @rates(%next, %own, %shared) : (tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<1x2xf64>
  %k7 = prim.concat %k6, %last axis 0 : tensor<6x2xf64>, tensor<1x2xf64>

  // Less that of order four: 71/57600, 0, -71/16695, 71/1920, -17253/339200, 22/525, -1/40
  %e = prim.constant dense<[[0.0012326388888888888, 0.0, -0.0042527702905061394,
      0.036979166666666667, -0.050863797169811322, 0.041904761904761904, -0.025]]> : tensor<1x7xf64>
  %mixed = prim.matmul %e, %k7 : tensor<1x7xf64>, tensor<7x2xf64>
  %difference = prim.mul %width, %mixed : tensor<1x2xf64>

  %tolerance = prim.constant dense<1.0e-9> : tensor<1x2xf64>
  %one = prim.constant dense<1.0> : tensor<1x2xf64>
  %size = prim.maximum %y, %next : tensor<1x2xf64> // populations are positive
  %room = prim.add %one, %size : tensor<1x2xf64>
  %unit = prim.mul %tolerance, %room : tensor<1x2xf64>
  %ratio = prim.div %difference, %unit : tensor<1x2xf64>
  %square = prim.mul %ratio, %ratio : tensor<1x2xf64>
  %error = composite.mean %square axes [0, 1] : tensor<1x2xf64>
  return %next, %last, %error : tensor<1x2xf64>, tensor<1x2xf64>, tensor<f64>
}

// Both populations at time %to, from those at time %from, and the step size that was good last.
func.func private @solve(%start: tensor<1x2xf64>, %from: tensor<f64>, %to: tensor<f64>,
    %width: tensor<f64>, %own: tensor<1x2xf64>, %shared: tensor<1x2xf64>)
    -> (tensor<1x2xf64>, tensor<f64>) {
  %one = prim.constant dense<1.0> : tensor<f64>
  %safety = prim.constant dense<0.9> : tensor<f64>
  %least = prim.constant dense<0.2> : tensor<f64>
  %most = prim.constant dense<5.0> : tensor<f64>
  %power = prim.constant dense<-0.1> : tensor<f64> // 1/5 for the order, 1/2 for the square
  %tiny = prim.constant dense<1.0e-12> : tensor<f64>
  %k0 = func.call @rates(%start, %own, %shared) : (tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<1x2xf64>

  // How often this turns depends on theta.
  %end:4 = flow.while (%from, %width, %start, %k0)
      : (tensor<f64>, tensor<f64>, tensor<1x2xf64>, tensor<1x2xf64>)
      -> (tensor<f64>, tensor<f64>, tensor<1x2xf64>, tensor<1x2xf64>)
  cond(%t: tensor<f64>, %h: tensor<f64>, %y: tensor<1x2xf64>, %k: tensor<1x2xf64>) {
    %more = prim.lt %t, %to : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %t, %h, %y, %k : tensor<f64>, tensor<f64>, tensor<1x2xf64>, tensor<1x2xf64>
  } body(%t: tensor<f64>, %h: tensor<f64>, %y: tensor<1x2xf64>, %k: tensor<1x2xf64>) {
    %left = prim.sub %to, %t : tensor<f64>
    %taken = prim.minimum %h, %left : tensor<f64>
    %next:3 = func.call @step(%y, %k, %taken, %own, %shared)
        : (tensor<1x2xf64>, tensor<1x2xf64>, tensor<f64>, tensor<1x2xf64>, tensor<1x2xf64>)
        -> (tensor<1x2xf64>, tensor<1x2xf64>, tensor<f64>)
    %positive = prim.maximum %next#2, %tiny : tensor<f64>
    %ideal = prim.pow %positive, %power : tensor<f64>
    %careful = prim.mul %safety, %ideal : tensor<f64>
    %factor = composite.clip %careful, %least, %most : tensor<f64>
    %proposed = prim.mul %taken, %factor : tensor<f64>

    // Written so that an error that is no number is not tried again for ever.
    %refused = prim.gt %next#2, %one : tensor<f64>
    %chosen:4 = flow.if %refused : tensor<i1> -> (tensor<f64>, tensor<f64>, tensor<1x2xf64>, tensor<1x2xf64>) {
      flow.yield %t, %proposed, %y, %k : tensor<f64>, tensor<f64>, tensor<1x2xf64>, tensor<1x2xf64>
    } else {
      %is_last = prim.ge %h, %left : tensor<f64>
      %sum = prim.add %t, %taken : tensor<f64>
      %time = prim.where %is_last, %to, %sum : tensor<f64>          // exactly the end
      %kept = prim.where %is_last, %h, %proposed : tensor<f64>      // a cut step says nothing
      flow.yield %time, %kept, %next#0, %next#1 : tensor<f64>, tensor<f64>, tensor<1x2xf64>, tensor<1x2xf64>
    }
    flow.yield %chosen#0, %chosen#1, %chosen#2, %chosen#3 : tensor<f64>, tensor<f64>, tensor<1x2xf64>, tensor<1x2xf64>
  }
  return %end#2, %end#1 : tensor<1x2xf64>, tensor<f64>
}

// theta as the populations in the first year and the coefficients of @rates.
func.func private @unpack(%theta: tensor<6xf64>) -> (tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>) {
  %birth, %predation, %death, %growth, %first = prim.split %theta axis 0 sizes [1, 1, 1, 1, 2] : tensor<6xf64>
  %minus_death = prim.neg %death : tensor<1xf64>
  %minus_predation = prim.neg %predation : tensor<1xf64>
  %own = prim.concat %birth, %minus_death axis 0 : tensor<1xf64>, tensor<1xf64>
  %shared = prim.concat %minus_predation, %growth axis 0 : tensor<1xf64>, tensor<1xf64>
  %first_row = prim.reshape %first : tensor<2xf64> -> tensor<1x2xf64>
  %own_row = prim.reshape %own : tensor<2xf64> -> tensor<1x2xf64>
  %shared_row = prim.reshape %shared : tensor<2xf64> -> tensor<1x2xf64>
  return %first_row, %own_row, %shared_row : tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>
}

// The squared difference of logarithms, summed over hare and lynx.
func.func private @misfit(%population: tensor<1x2xf64>, %record: tensor<1x2xf64>) -> tensor<f64> {
  %log = prim.log %population : tensor<1x2xf64>
  %log_record = prim.log %record : tensor<1x2xf64>
  %difference = prim.sub %log, %log_record : tensor<1x2xf64>
  %square = prim.mul %difference, %difference : tensor<1x2xf64>
  %sum = prim.sum %square axes [0, 1] : tensor<1x2xf64>
  return %sum : tensor<f64>
}

// The misfit of theta to the record, summed over the years.
func.func @loss(%theta: tensor<6xf64> {cotan.name = "theta"}, %years: tensor<21xf64> {cotan.name = "years"},
    %hare: tensor<21xf64> {cotan.name = "hare"}, %lynx: tensor<21xf64> {cotan.name = "lynx"})
    -> (tensor<f64> {cotan.name = "loss"}) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %last_year = prim.constant dense<20> : tensor<i64>
  %width = prim.constant dense<0.1> : tensor<f64>
  %hare_column = prim.expand_dims %hare axes [1] : tensor<21xf64>
  %lynx_column = prim.expand_dims %lynx axes [1] : tensor<21xf64>
  %record = prim.concat %hare_column, %lynx_column axis 1 : tensor<21x1xf64>, tensor<21x1xf64>

  %start:3 = func.call @unpack(%theta) : (tensor<6xf64>) -> (tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>)
  %first = prim.slice %record starts [0, 0] limits [1, 2] strides [1, 1] : tensor<21x2xf64>
  %first_loss = func.call @misfit(%start#0, %first) : (tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<f64>

  %end:3 = flow.for %zero to %last_year step %one : tensor<i64> carry(%start#0, %width, %first_loss)
      : (tensor<1x2xf64>, tensor<f64>, tensor<f64>) -> (tensor<1x2xf64>, tensor<f64>, tensor<f64>)
  body(%year: tensor<i64>, %population: tensor<1x2xf64>, %h: tensor<f64>, %sum: tensor<f64>) {
    %this = prim.reshape %year : tensor<i64> -> tensor<1xi64>
    %span = prim.dynamic_slice %years at %this : tensor<21xf64>, tensor<1xi64> -> tensor<2xf64>
    %from_1, %to_1 = prim.split %span axis 0 sizes [1, 1] : tensor<2xf64>
    %from = prim.reshape %from_1 : tensor<1xf64> -> tensor<f64>
    %to = prim.reshape %to_1 : tensor<1xf64> -> tensor<f64>
    %next:2 = func.call @solve(%population, %from, %to, %h, %start#1, %start#2)
        : (tensor<1x2xf64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<1x2xf64>, tensor<1x2xf64>)
        -> (tensor<1x2xf64>, tensor<f64>)

    %following = prim.add %year, %one : tensor<i64>
    %row = prim.reshape %following : tensor<i64> -> tensor<1xi64>
    %column = prim.constant dense<0> : tensor<1xi64>
    %place = prim.concat %row, %column axis 0 : tensor<1xi64>, tensor<1xi64>
    %recorded = prim.dynamic_slice %record at %place : tensor<21x2xf64>, tensor<2xi64> -> tensor<1x2xf64>
    %year_loss = func.call @misfit(%next#0, %recorded) : (tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<f64>
    %next_sum = prim.add %sum, %year_loss : tensor<f64>
    flow.yield %next#0, %next#1, %next_sum : tensor<1x2xf64>, tensor<f64>, tensor<f64>
  }
  return %end#2 : tensor<f64>
}

// Hare and lynx at each of the times, which increase; theta says what they are at the first.
func.func @trajectory(%theta: tensor<6xf64> {cotan.name = "theta"}, %times: tensor<?xf64> {cotan.name = "times"})
    -> (tensor<?x1x2xf64> {cotan.name = "populations"}) {
  %width = prim.constant dense<0.1> : tensor<f64>
  %start:3 = func.call @unpack(%theta) : (tensor<6xf64>) -> (tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>)
  %zero = prim.constant dense<0> : tensor<1xi64>
  %first_1 = prim.dynamic_slice %times at %zero : tensor<?xf64>, tensor<1xi64> -> tensor<1xf64>
  %first = prim.reshape %first_1 : tensor<1xf64> -> tensor<f64>
  %end:4 = flow.scan carry(%start#0, %first, %width) over(%times)
      : (tensor<1x2xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>)
      -> (tensor<1x2xf64>, tensor<f64>, tensor<f64>, tensor<?x1x2xf64>)
  body(%population: tensor<1x2xf64>, %from: tensor<f64>, %h: tensor<f64>, %to: tensor<f64>) {
    %next:2 = func.call @solve(%population, %from, %to, %h, %start#1, %start#2)
        : (tensor<1x2xf64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<1x2xf64>, tensor<1x2xf64>)
        -> (tensor<1x2xf64>, tensor<f64>)
    flow.yield %next#0, %to, %next#1, %next#0 : tensor<1x2xf64>, tensor<f64>, tensor<f64>, tensor<1x2xf64>
  }
  return %end#3 : tensor<?x1x2xf64>
}

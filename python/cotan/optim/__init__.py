"""Optimizers as pure functions, with the names and meanings of optax.

An optimizer is a pair of functions: `init(params)` gives a state, `update(gradients, state, params)` the updates,
which `apply_updates` adds to the parameters, and the next state. Those with names, such as `adam`, are made of
transformations, such as `scale_by_adam`, by `chain`.

>>> import cotan as ct
>>> optimizer = ct.optim.chain(ct.optim.clip_by_global_norm(10.0), ct.optim.sgd(0.1))
>>> params = {"w": ct.array([1.0, 2.0])}
>>> state = optimizer.init(params)
>>> gradients = ct.grad(lambda p: ct.sum(p["w"] ** 2))(params)
>>> updates, state = optimizer.update(gradients, state, params)
>>> ct.optim.apply_updates(params, updates)
{'w': Tensor([0.8, 1.6], dtype=float32)}

Learning rates are numbers, or schedules: functions of the number of the step, from 0. Updates have the types that
gradients have; sums of squares are of float32 at least.
"""

# The words "as" say that these are the package's own, to those who read the type hints.
from .._named import check_calls as _check_calls
from . import projections as projections
from ._arguments import ScalarOrSchedule as ScalarOrSchedule, Schedule as Schedule
from ._base import (EmptyState as EmptyState, GradientTransformation as GradientTransformation,
                    GradientTransformationExtraArgs as GradientTransformationExtraArgs,
                    apply_updates as apply_updates, identity as identity, incremental_update as incremental_update,
                    periodic_update as periodic_update, set_to_zero as set_to_zero, stateless as stateless,
                    stateless_with_tree_map as stateless_with_tree_map,
                    with_extra_args_support as with_extra_args_support)
from ._schedules import (constant_schedule as constant_schedule, cosine_decay as cosine_decay,
                         cosine_decay_schedule as cosine_decay_schedule,
                         cosine_onecycle_schedule as cosine_onecycle_schedule, exponential_decay as exponential_decay,
                         join_schedules as join_schedules, linear_onecycle_schedule as linear_onecycle_schedule,
                         linear_schedule as linear_schedule,
                         piecewise_constant_schedule as piecewise_constant_schedule,
                         piecewise_interpolate_schedule as piecewise_interpolate_schedule,
                         polynomial_schedule as polynomial_schedule, sgdr_schedule as sgdr_schedule,
                         warmup_constant_schedule as warmup_constant_schedule,
                         warmup_cosine_decay as warmup_cosine_decay,
                         warmup_cosine_decay_schedule as warmup_cosine_decay_schedule,
                         warmup_exponential_decay_schedule as warmup_exponential_decay_schedule)
from ._scaling import (ScaleByScheduleState as ScaleByScheduleState,
                       normalize_by_update_norm as normalize_by_update_norm, scale as scale,
                       scale_by_learning_rate as scale_by_learning_rate,
                       scale_by_param_block_norm as scale_by_param_block_norm,
                       scale_by_param_block_rms as scale_by_param_block_rms, scale_by_schedule as scale_by_schedule,
                       scale_by_sign as scale_by_sign, scale_by_trust_ratio as scale_by_trust_ratio)
from ._moments import (ScaleByAdamState as ScaleByAdamState, ScaleByAdanState as ScaleByAdanState,
                       ScaleByAmsgradState as ScaleByAmsgradState, ScaleByBeliefState as ScaleByBeliefState,
                       ScaleByLionState as ScaleByLionState, ScaleByNovogradState as ScaleByNovogradState,
                       scale_by_adam as scale_by_adam, scale_by_adamax as scale_by_adamax,
                       scale_by_adan as scale_by_adan, scale_by_amsgrad as scale_by_amsgrad,
                       scale_by_belief as scale_by_belief, scale_by_lion as scale_by_lion,
                       scale_by_novograd as scale_by_novograd, scale_by_radam as scale_by_radam,
                       scale_by_yogi as scale_by_yogi)
from ._squares import (FactoredState as FactoredState, ScaleByAdaDeltaState as ScaleByAdaDeltaState,
                       ScaleByRmsState as ScaleByRmsState, ScaleByRpropState as ScaleByRpropState,
                       ScaleByRssState as ScaleByRssState, ScaleBySM3State as ScaleBySM3State,
                       ScaleByStddevState as ScaleByStddevState, scale_by_adadelta as scale_by_adadelta,
                       scale_by_factored_rms as scale_by_factored_rms, scale_by_rms as scale_by_rms,
                       scale_by_rprop as scale_by_rprop, scale_by_rss as scale_by_rss, scale_by_sm3 as scale_by_sm3,
                       scale_by_stddev as scale_by_stddev)
from ._gradients import (AddNoiseState as AddNoiseState, ApplyEveryState as ApplyEveryState, EmaState as EmaState,
                         OptimisticGradientState as OptimisticGradientState, TraceState as TraceState,
                         WeightDecayState as WeightDecayState, ZeroNansState as ZeroNansState,
                         adaptive_grad_clip as adaptive_grad_clip, add_decayed_weights as add_decayed_weights,
                         add_noise as add_noise, apply_every as apply_every, centralize as centralize, clip as clip,
                         clip_by_block_rms as clip_by_block_rms, clip_by_global_norm as clip_by_global_norm,
                         ema as ema, keep_params_nonnegative as keep_params_nonnegative,
                         scale_by_optimistic_gradient as scale_by_optimistic_gradient,
                         scale_by_polyak as scale_by_polyak, trace as trace, zero_nans as zero_nans)
from ._combining import (MaskedState as MaskedState, PartitionState as PartitionState, chain as chain,
                         freeze as freeze, masked as masked, named_chain as named_chain, partition as partition,
                         selective_transform as selective_transform)
from ._conditions import (ApplyIfFiniteState as ApplyIfFiniteState,
                          ConditionallyTransformState as ConditionallyTransformState, MultiSteps as MultiSteps,
                          MultiStepsState as MultiStepsState, apply_if_finite as apply_if_finite,
                          conditionally_mask as conditionally_mask,
                          conditionally_transform as conditionally_transform,
                          skip_large_updates as skip_large_updates, skip_not_finite as skip_not_finite)
from ._wrappers import (InjectHyperparamsState as InjectHyperparamsState, LookaheadParams as LookaheadParams,
                        LookaheadState as LookaheadState, SplitRealAndImaginaryState as SplitRealAndImaginaryState,
                        flatten as flatten, inject_hyperparams as inject_hyperparams, lookahead as lookahead,
                        split_real_and_imaginary as split_real_and_imaginary)
from ._line_search import (BacktrackingLinesearchInfo as BacktrackingLinesearchInfo,
                           ScaleByBacktrackingLinesearchState as ScaleByBacktrackingLinesearchState,
                           ScaleByZoomLinesearchState as ScaleByZoomLinesearchState,
                           ZoomLinesearchInfo as ZoomLinesearchInfo,
                           scale_by_backtracking_linesearch as scale_by_backtracking_linesearch,
                           scale_by_zoom_linesearch as scale_by_zoom_linesearch,
                           value_and_grad_from_state as value_and_grad_from_state)
from ._lbfgs import ScaleByLBFGSState as ScaleByLBFGSState, lbfgs as lbfgs, scale_by_lbfgs as scale_by_lbfgs
from ._optimizers import (adadelta as adadelta, adafactor as adafactor, adagrad as adagrad, fromage as fromage,
                          lars as lars, noisy_sgd as noisy_sgd, novograd as novograd,
                          optimistic_gradient_descent as optimistic_gradient_descent, polyak_sgd as polyak_sgd,
                          rmsprop as rmsprop, rprop as rprop, sgd as sgd, sign_sgd as sign_sgd, signum as signum,
                          sm3 as sm3)
from ._adams import (adabelief as adabelief, adam as adam, adamax as adamax, adamaxw as adamaxw, adamw as adamw,
                     adan as adan, amsgrad as amsgrad, lamb as lamb, lion as lion, nadam as nadam, nadamw as nadamw,
                     optimistic_adam as optimistic_adam, radam as radam, yogi as yogi)
from ._numbers import global_norm as global_norm
from ._states import tree_get as tree_get, tree_set as tree_set

Optimizer = GradientTransformation
multi_transform = partition

_check_calls(globals(), "ct.optim.")


def __dir__() -> list[str]:
    return [name for name in globals() if name[0] != "_"]

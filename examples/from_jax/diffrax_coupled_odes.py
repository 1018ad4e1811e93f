"""After diffrax's "Coupled ODEs" and "Second-order sensitivities": prey and predators, and the Hessian through them."""

import cotan as ct


def vector_field(t, y, α, β, γ, δ):
    prey, predator = y
    return α * prey - β * prey * predator, -γ * predator + δ * prey * predator


args = (0.1, 0.02, 0.4, 0.02)
ts = ct.linspace(0, 140, 1000)
sol = ct.ode.solve_ivp(vector_field, (0, 140), (10.0, 10.0), t_eval=ts, args=args, first_step=0.1, rtol=1e-6, atol=1e-6)
print("prey and predators at the end:", sol.y[0][-1], sol.y[1][-1])


@ct.jit
@ct.hessian
def run(y0):
    end = ct.ode.solve_ivp(vector_field, (0, 140), y0, args=args, first_step=0.1, max_step=0.1, rtol=1.0, atol=1.0)
    return end.y[0][-1]


hessian = run((ct.array(10.0), ct.array(10.0)))
print("Hessian of the last prey by the first of both:", hessian)

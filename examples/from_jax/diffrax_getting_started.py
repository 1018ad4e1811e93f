"""After diffrax's "Getting started": y' = -y, and the ball of its page on events."""

import cotan as ct

sol = ct.ode.solve_ivp(lambda t, y: -y, (0.0, 3.0), ct.array(1.0), "Dopri5", ct.arange(4.0), first_step=0.1, rtol=1e-5,
                       atol=1e-5)
print(sol.t)
print(sol.y.round(4))


def vector_field(t, y):
    _, v = y
    return ct.stack([v, -8.0])


ground = ct.ode.Event(lambda t, y: y[0], terminal=True)
ball = ct.ode.solve_ivp(vector_field, (0.0, 100.0), ct.array([10.0, 0.0]), events=ground, first_step=0.1)
print(ball.t_events[0][0])

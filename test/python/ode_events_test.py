#!/usr/bin/python3
"""Events of ct.ode: where they are, in which direction, which ends the solution, and derivatives of their times."""

import unittest

import cotan as ct
import numpy as np
import scipy.integrate
from expected import Case

solve, Event = ct.ode.solve_ivp, ct.ode.Event
G = 9.81


def thrown(t, y, drag):
    """A body at the height y[0] with the speed y[1]."""
    return ct.stack([y[1], -G - drag * y[1]])


def circle(t, y):
    return ct.stack([y[1], -y[0]])


class Places(Case):
    def test_of_zeros_beside_closed_forms(self):
        """cos t crosses 0 at odd multiples of pi / 2: all, those where it falls, those where it rises; no more than there
        is room for; forwards and backwards, alone and in lanes."""
        events = [Event(lambda t, y: y[0]), Event(lambda t, y: y[0], direction=-1), Event(lambda t, y: y[0], direction=1),
                  lambda t, y: y[0] + 2.0]

        @ct.jit
        def found(end):
            return solve(circle, (0.0, end), ct.stack([ct.ones_like(end), 0.0]), "DOP853", events=events, max_events=3,
                         rtol=1e-9, atol=1e-9)

        zeros = np.pi / 2 * np.arange(1, 12, 2)
        for sign in (1, -1):  # backwards as forwards, as time goes
            run = found(np.float64(sign * 13.0))
            every, falling, rising, never = (t.numpy() for t in run.t_events)
            np.testing.assert_allclose(every, sign * zeros[:3], rtol=1e-7)
            np.testing.assert_allclose(falling, [*sign * zeros[:4:2], np.nan], rtol=1e-7)
            np.testing.assert_allclose(rising, [*sign * zeros[1:4:2], np.nan], rtol=1e-7)
            self.assertTrue(np.isnan(never).all())
            self.check(run.y_events[0][:, 1], [-1.0 * sign, sign, -sign], 1e-6)
            self.assertEqual(int(run.status), 0)
        lanes = ct.jit(ct.vmap(lambda end: found(end).t_events[0]))(np.array([1.0, 13.0, -13.0, 6.0]))
        self.check(lanes, [[np.nan] * 3, zeros[:3], -zeros[:3], [*zeros[:2], np.nan]], 1e-7)

    def test_that_end_the_solution(self):
        ground = Event(lambda t, y, drag: y[0], True, -1)
        top = Event(lambda t, y, drag: y[1])
        t_eval = np.linspace(0, 4, 9)

        def theirs(t, y):
            return [y[1], -G - 0.1 * y[1]]

        def on_ground(t, y):
            return y[0]

        on_ground.terminal, on_ground.direction = True, -1
        expected = scipy.integrate.solve_ivp(theirs, (0, 9), [5.0, 10.0], t_eval=t_eval, events=[on_ground, lambda t, y: y[1]],
                                             rtol=1e-10, atol=1e-12)
        found = solve(thrown, (0.0, 9.0), np.array([5.0, 10.0]), "Tsit5", t_eval, True, [ground, top], (0.1,), rtol=1e-9, atol=1e-9)
        self.assertEqual((int(found.status), found.message, bool(found.success)), (1, "An event ended it.", True))
        self.check(found.t_events[0], expected.t_events[0], 1e-7)
        self.check(found.t_events[1][0], expected.t_events[1][0], 1e-7)
        self.check(found.y_events[0], expected.y_events[0], 1e-6)
        count = len(expected.t)
        self.check(found.y[:count], expected.y.T, 1e-7)
        self.assertTrue(np.isnan(found.y[count:].numpy()).all() and np.isnan(found.t[count:].numpy()).all())
        self.check(found.sol(found.t_events[0][0]), expected.y_events[0][0], 1e-6)
        same = solve(thrown, (0.0, 9.0), np.array([5.0, 10.0]), events=[on_ground_of(on_ground)], args=(0.1,), rtol=1e-9, atol=1e-9)
        self.check(same.t, expected.t_events[0], 1e-7)

    def test_after_so_many(self):
        for count in (1, 2, 3):
            found = solve(circle, (0.0, 20.0), np.array([1.0, 0.0]), events=Event(lambda t, y: y[0], count), rtol=1e-8, atol=1e-8)
            self.check(found.t_events[0], np.pi / 2 * np.arange(1, 2 * count, 2), 1e-6)
            self.check(found.t, [np.pi / 2 * (2 * count - 1)], 1e-6)

    def test_what_comes_after_the_end_does_not_count(self):
        """Of two in one long step, the first ends it."""
        first, second = Event(lambda t, y: t - 0.5, True), Event(lambda t, y: t - 0.51)
        for events in ([first, second], [second, first]):
            found = solve(lambda t, y: 0.0 * y, (0.0, 10.0), np.float64(1.0), events=events)
            times = [float(t[0]) for t in found.t_events]
            self.assertEqual(sorted(times, key=np.isnan)[0], 0.5)
            self.assertTrue(np.isnan(times[events.index(second)]))

    def test_one_can_go_on_from_where_it_was(self):
        """A ball that bounces: each flight begins at height 0, which is no event."""
        ground = Event(lambda t, y, drag: y[0], True, -1)

        @ct.jit
        def heights(speed):
            t, times = 0.0 * speed, ct.zeros(4, "float64")
            for i in range(4):
                flight = solve(thrown, (t, t + 10.0), ct.stack([0.0 * speed, speed]), events=ground, args=(0.0,), rtol=1e-9, atol=1e-9)
                t = flight.t[0]
                times = times.at[i].set(t)
                speed = -0.5 * flight.y[0, 1]
            return times

        self.check(heights(np.float64(10.0)), np.cumsum(20 / G * 0.5 ** np.arange(4)), 1e-6)


def on_ground_of(event):
    """The same event for an equation with an argument."""
    def with_argument(t, y, drag):
        return event(t, y)

    with_argument.terminal, with_argument.direction = event.terminal, event.direction
    return with_argument


class Derivatives(Case):
    def test_of_times_and_states(self):
        """A body that falls from h with the speed v reaches the ground at (v + sqrt(v v + 2 g h)) / g."""
        def landing(v):
            found = solve(thrown, (0.0, 10.0), ct.stack([20.0 + 0.0 * v, v]), events=Event(lambda t, y, _: y[0], True, -1),
                          args=(0.0,), rtol=1e-9, atol=1e-9)
            return found.t_events[0][0], found.y[0, 1], found.y_events[0][0, 1]

        root = np.sqrt(1 + 2 * G * 20)
        slopes = ct.jit(ct.jacrev(landing))(1.0)
        self.check(slopes[0], (1 + 1 / root) / G, 1e-6)
        self.check(slopes[1], -1 / root, 1e-6)
        self.check(slopes[2], -1 / root, 1e-6)
        again = ct.jit(ct.grad(ct.grad(lambda v: landing(v)[0])))(1.0)
        self.check(again, (1 / root - 1 / root**3) / G, 1e-5)

    def test_of_what_an_event_reads(self):
        """Where exp(-t) falls to a level: -log(level), of which the slope is -1 / level; in lanes, too."""
        def falls_to(level):
            found = solve(lambda t, y: -y, (0.0, 5.0), np.float64(1.0), events=lambda t, y: y - level, max_events=1, rtol=1e-9)
            return found.t_events[0][0]

        levels = np.array([0.9, 0.5, 0.1])
        times, slopes = ct.jit(ct.vmap(ct.value_and_grad(falls_to)))(levels)
        self.check(times, -np.log(levels), 1e-6)
        self.check(slopes, -1 / levels, 3e-5)


if __name__ == "__main__":
    unittest.main()

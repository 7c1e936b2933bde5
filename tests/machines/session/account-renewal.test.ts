import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { accountRenewalMachine, selectScreenRenewalRef } from '#machines/session/account-renewal.ts'
import { inertActor } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'
import { admin, reader } from '../../support/content/sample-resources.ts'

const machine = accountRenewalMachine.provide({
  actors: { screenRenewal: inertActor as never, listener: inertActor as never },
})
const paths = pathsOf(machine, {
  input: undefined,
  events: [
    { type: 'session.started', user: admin },
    { type: 'session.started', user: reader },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → waiting",
      "accountRenewal | session.started [isAdmin] → ended",
      "waiting | startDelay elapsed → running",
    ]
  `)
  expect(unreachableStates(machine, paths)).toEqual([])
  expect(untakenTransitions(machine, paths)).toEqual([])
})

const start = () => {
  const clock = new SimulatedClock()
  const ref = createActor(machine, { clock }).start()
  return { ref, clock, renewalRef: () => selectScreenRenewalRef(ref.getSnapshot()) }
}

test('runs the actor under the id by which requests find it, for as long as it runs itself', () => {
  const { ref, clock, renewalRef } = start()
  clock.increment(0)
  const running = renewalRef()!
  expect(ref.system.get('screenRenewal')).toBe(running)
  ref.stop()
  expect(running.getSnapshot().status).toBe('stopped')
})

test('takes no id before it is started, as a screen may be rendered twice before it is shown', () => {
  const { ref, renewalRef } = start()
  expect(renewalRef()).toBeUndefined()
  expect(ref.system.get('screenRenewal')).toBeUndefined()
})

test('leaves the id to the editor once an administrator has signed in', () => {
  const { ref, clock } = start()
  clock.increment(0)
  ref.send({ type: 'session.started', user: reader })
  expect(ref.system.get('screenRenewal')).toBeDefined()
  ref.send({ type: 'session.started', user: admin })
  expect(ref.system.get('screenRenewal')).toBeUndefined()
})

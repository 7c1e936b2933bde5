import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { accountRenewalMachine, selectScreenRenewalRef } from '#machines/session/account-renewal.ts'
import { inertActor } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const machine = accountRenewalMachine.provide({ actors: { screenRenewal: inertActor as never } })
const paths = pathsOf(machine, { input: undefined, events: [] })

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → running",
    ]
  `)
  expect(unreachableStates(machine, paths)).toEqual([])
})

test('runs the actor under the id by which requests find it, for as long as it runs itself', () => {
  const ref = createActor(machine).start()
  const renewalRef = selectScreenRenewalRef(ref.getSnapshot())!
  expect(ref.system.get('screenRenewal')).toBe(renewalRef)
  ref.stop()
  expect(renewalRef.getSnapshot().status).toBe('stopped')
})

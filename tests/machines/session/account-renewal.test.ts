import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { accountRenewalMachine, selectScreenRenewalRef } from '#machines/session/account-renewal.ts'
import { inertActor, pathsOf, unreachableStates } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

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

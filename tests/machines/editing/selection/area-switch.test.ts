import { expect, test } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import { areaSwitchMachine } from '#machines/editing/selection/area-switch.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const link = '/component/navigation_links/1'
const draft = '/component/navigation_links/2'
const input: Selection = { stack: [link, '/_/component_positions/9'], area: 'layout' }

const paths = pathsOf(areaSwitchMachine, {
  input,
  events: [
    { type: 'iri.replaced', from: link, to: draft },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → confirming",
      "areaSwitch | iri.replaced {candidate}",
      "confirming | confirm done [isConfirmed] → done {confirmed}",
      "confirming | confirm done → done",
      "confirming | confirm failed → done",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(areaSwitchMachine, paths)).toEqual([])
  expect(untakenTransitions(areaSwitchMachine, paths)).toEqual([])
})

const run = () => {
  const confirming = controlledPromise<boolean, ConfirmOptions>()
  const machine = areaSwitchMachine.provide({ actors: { confirm: confirming.logic } })
  const ref = createActor(machine, { input }).start()
  const answer = (output: boolean) =>
    confirming.settle({ type: 'xstate.done.actor.confirm', output })
  return { ref, answer }
}

test('outputs the selection once it is confirmed, under the IRI that the resource has by then', async () => {
  const { ref, answer } = run()
  ref.send({ type: 'iri.replaced', from: link, to: draft })
  answer(true)
  expect(await toPromise(ref)).toEqual({ stack: [draft, input.stack[1]], area: 'layout' })
})

test('outputs null when it is declined', async () => {
  const { ref, answer } = run()
  answer(false)
  expect(await toPromise(ref)).toBeNull()
})

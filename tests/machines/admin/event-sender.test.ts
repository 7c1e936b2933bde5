import { expect, test } from 'vitest'
import { eventSenderMachine } from '#machines/admin/event-sender.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const written = { actor: 'x:1', event: { type: 'knocked' } }
const paths = pathsOf(eventSenderMachine, {
  input: undefined,
  events: [
    { type: 'send.requested', written, destroys: [] },
    { type: 'send.requested', written, destroys: ['It runs discard.'] },
    { type: 'send.confirmed' },
    { type: 'send.canceled' },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "idle | send.requested (sendWritten)",
      "idle | send.requested [isDestructive] → asking {destroys, written}",
      "asking | send.confirmed → idle {destroys, written} (sendWritten)",
      "asking | send.canceled → idle {destroys, written}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(eventSenderMachine, paths)).toEqual([])
  expect(untakenTransitions(eventSenderMachine, paths)).toEqual([])
})

import { expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { signInOfferMachine } from '#machines/session/sign-in-offer.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(signInOfferMachine, {
  input: undefined,
  events: [
    { type: 'session.started' },
    { type: 'offer.dismissed' },
    { type: 'xstate.done.actor.wasInterrupted', output: true },
    { type: 'xstate.done.actor.wasInterrupted', output: false },
    { type: 'xstate.error.actor.wasInterrupted', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "reading | wasInterrupted done [wasInterrupted] → offered",
      "reading | wasInterrupted done → settled",
      "reading | wasInterrupted failed → settled",
      "offered | session.started → settled",
      "offered | offer.dismissed → settled (clearEditingFlag)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(signInOfferMachine, paths)).toEqual([])
  expect(untakenTransitions(signInOfferMachine, paths)).toEqual([])
})

import { expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import {
  isOffered,
  isRefused,
  publicationEndFormMachine,
} from '#machines/editing/publication-end-form.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(publicationEndFormMachine, {
  input: undefined,
  events: [
    { type: 'xstate.done.actor.knowsPublicationEnd', output: true },
    { type: 'xstate.done.actor.knowsPublicationEnd', output: false },
    { type: 'xstate.error.actor.knowsPublicationEnd', error: new Failure('offline') },
    { type: 'end.submitted', publishedUntil: '2126-05-01T12:00:00.000Z' },
    { type: 'end.submitted', publishedUntil: null },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → checking",
      "checking | knowsPublicationEnd done [isKnown] → offered.filling",
      "checking | knowsPublicationEnd done → unavailable",
      "checking | knowsPublicationEnd failed → unavailable",
      "offered | end.submitted [isLater] → offered.filling",
      "offered | end.submitted → offered.refused",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(publicationEndFormMachine, paths)).toEqual([])
  expect(untakenTransitions(publicationEndFormMachine, paths)).toEqual([])
})

test('is offered once the API is known to end publications, and refuses only what was submitted', () => {
  const states = paths.map(({ next }) => [isOffered(next as never), isRefused(next as never)])
  expect(states).toContainEqual([false, false])
  expect(states).toContainEqual([true, true])
})

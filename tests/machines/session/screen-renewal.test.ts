import { expect, test } from 'vitest'
import { type EventFromLogic, initialTransition, transition } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'
import { screenRenewalMachine } from '#machines/session/screen-renewal.ts'
import { unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { screenRenewalPaths as paths } from '../../support/machines/screen-renewal-paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "screenRenewal | location.committed → idle (emits renewal.declined)",
      "idle | renewal.requested → prompting.checking",
      "prompting | proof.submitted → signingIn",
      "prompting | renewal.canceled → declined (emits renewal.declined)",
      "prompting.waiting | window.focused → prompting.checking",
      "prompting.checking | readSession done [isSameAccount] → idle (emits session.renewed)",
      "prompting.checking | readSession done → prompting.waiting {otherUser}",
      "prompting.checking | readSession failed → prompting.waiting {failure}",
      "signingIn | renewal.canceled → declined (emits renewal.declined)",
      "signingIn | signIn done [isSameAccount] → idle (emits session.renewed)",
      "signingIn | signIn done → prompting.waiting {otherUser}",
      "signingIn | signIn failed → prompting.waiting {failure}",
      "declined | renewal.requested → prompting.checking",
      "declined | signIn.requested → prompting.checking",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(screenRenewalMachine, paths)).toEqual([])
  expect(untakenTransitions(screenRenewalMachine, paths)).toEqual([])
})

type Sent = EventFromLogic<typeof screenRenewalMachine>

/** Returns why the session was not renewed, after these events. */
const failureAfter = (...events: (Sent | { type: string; error: Failure })[]) =>
  events.reduce(
    (at, event) => transition(screenRenewalMachine, at, event as Sent)[0],
    initialTransition(screenRenewalMachine)[0],
  ).context.failure

const request = { type: 'renewal.requested', isBackground: false } as const
const unread = { type: 'xstate.error.actor.readSession', error: new Failure('offline') }
const cancel = { type: 'renewal.canceled' } as const

test('asks anew without the failure of before', () => {
  expect(failureAfter(request, unread, cancel)?.kind).toBe('offline')
  expect(failureAfter(request, unread, cancel, request)).toBe(null)
  expect(failureAfter(request, unread, cancel, { type: 'signIn.requested' })).toBe(null)
  const opened = { type: 'location.committed', location: locationOf('/blog') } as Sent
  expect(failureAfter(request, unread, opened, request)).toBe(null)
  const submit = { type: 'proof.submitted', proof: { password: 'secret' } } as Sent
  expect(failureAfter(request, unread, submit)).toBe(null)
})

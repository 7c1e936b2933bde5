import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { type Failure, failureFromStatus } from '#content/model/failure.ts'
import type { SessionCheck } from '#content/model/session.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import {
  type SessionRenewalEvent,
  isBusy,
  isOpen,
  selectFailure,
  selectOtherUser,
  sessionRenewalMachine,
} from '#machines/session/session-renewal.ts'
import { admin } from '../../support/content/sample-resources.ts'
import {
  controlledCallback,
  controlledPromise,
  unreachableStates,
  untakenTransitions,
} from '../../support/machines/paths.ts'
import {
  checkOf,
  eva,
  sessionRenewalPaths as paths,
} from '../../support/machines/session-renewal-paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const same = checkOf(admin)
const none = checkOf(null)
const other = checkOf(eva)

test('has this transition table', () => {
  const table = transitionTable(paths)
  expect(table.length).toBeLessThanOrEqual(40)
  expect(table).toMatchInlineSnapshot(`
    [
      "start → viewing",
      "sessionRenewal | edit.exited → viewing (emits renewal.declined)",
      "viewing | edit.entered → verifying",
      "editing | renewal.requested → reading",
      "editing | signIn.requested → reading",
      "editing | window.focused → verifying",
      "verifying | renewal.requested → reading",
      "verifying | readSession done [isSameAccount] → editing",
      "verifying | readSession done → pausing",
      "verifying | readSession failed → editing",
      "reading | readSession done [isSameAccount] → editing (emits session.renewed)",
      "reading | readSession done → pausing",
      "reading | readSession failed → pausing {failure}",
      "pausing | text.typed → pausing",
      "pausing | typingPause elapsed → prompting.waiting",
      "prompting | password.submitted → signingIn",
      "prompting | renewal.canceled → declined (emits renewal.declined)",
      "prompting.waiting | window.focused → prompting.checking",
      "prompting.checking | readSession done [isSameAccount] → editing (emits session.renewed)",
      "prompting.checking | readSession done → prompting.waiting",
      "prompting.checking | readSession failed → prompting.waiting",
      "signingIn | renewal.canceled → declined (emits renewal.declined)",
      "signingIn | signIn done [isSameAccount] → editing (emits session.renewed)",
      "signingIn | signIn done → prompting.waiting {otherUser}",
      "signingIn | signIn failed → prompting.waiting {failure}",
      "declined | renewal.requested → rereading",
      "declined | renewal.requested [isInForeground] → reading",
      "declined | signIn.requested → reading",
      "declined | window.focused → rereading",
      "rereading | renewal.requested [isInForeground] → reading",
      "rereading | signIn.requested → reading",
      "rereading | readSession done [isSameAccount] → editing (emits session.renewed)",
      "rereading | readSession done → declined (emits renewal.declined)",
      "rereading | readSession failed → declined {failure} (emits renewal.declined)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(sessionRenewalMachine, paths)).toEqual([])
  expect(untakenTransitions(sessionRenewalMachine, paths)).toEqual([])
})

/** Runs the machine of somebody who edits, with answers of the test. */
const run = () => {
  const readSession = controlledPromise<SessionCheck, undefined>()
  const signIn = controlledPromise<SessionCheck, { password: string }>()
  const emitted: EmittedBy<'sessionRenewal'>['type'][] = []
  const clock = new SimulatedClock()
  const ref = createActor(
    sessionRenewalMachine.provide({
      actors: {
        readSession: readSession.logic,
        signIn: signIn.logic,
        watchWindow: controlledCallback<SessionRenewalEvent>().logic,
      },
    }),
    { clock },
  )
  ref.on('*', ({ type }) => emitted.push(type))
  ref.start()
  const turn = () => new Promise((resolve) => setTimeout(resolve))
  const answer = async (output: SessionCheck) => {
    readSession.settle({ type: 'xstate.done.actor.readSession', output })
    await turn()
    clock.increment(600)
  }
  const fail = async (error: Failure) => {
    signIn.settle({ type: 'xstate.error.actor.signIn', error })
    await turn()
  }
  const signedIn = async (output: SessionCheck) => {
    signIn.settle({ type: 'xstate.done.actor.signIn', output })
    await turn()
  }
  const edit = async () => {
    ref.send({ type: 'edit.entered' })
    await answer(same)
  }
  const refuse = (isBackground = false) => ref.send({ type: 'renewal.requested', isBackground })
  const submit = (password: string) => ref.send({ type: 'password.submitted', password })
  const open = () => isOpen(ref.getSnapshot())
  return {
    ref,
    clock,
    emitted,
    readSession,
    signIn,
    answer,
    fail,
    signedIn,
    edit,
    refuse,
    submit,
    open,
  }
}

test('goes on without asking when the same account has signed in again', async () => {
  const { edit, refuse, answer, open, emitted } = run()
  await edit()
  refuse()
  expect(open()).toBe(false)
  await answer(same)
  expect(open()).toBe(false)
  expect(emitted).toEqual(['session.renewed'])
})

test('asks for the password until it is right', async () => {
  const { ref, edit, refuse, answer, submit, fail, signedIn, signIn, open, emitted } = run()
  await edit()
  refuse(true)
  await answer(none)
  expect(open()).toBe(true)
  submit('wrong')
  expect(isBusy(ref.getSnapshot())).toBe(true)
  await fail(failureFromStatus(401))
  expect(selectFailure(ref.getSnapshot())?.status).toBe(401)
  submit('right')
  expect(selectFailure(ref.getSnapshot())).toBeNull()
  await signedIn(same)
  expect(signIn.calls.map(({ input }) => input.password)).toEqual(['wrong', 'right'])
  expect(open()).toBe(false)
  expect(emitted).toEqual(['session.renewed'])
})

test('asks nobody again while they type on after Cancel, but for every action', async () => {
  const { ref, edit, refuse, answer, open, emitted } = run()
  await edit()
  refuse()
  await answer(none)
  ref.send({ type: 'renewal.canceled' })
  expect(emitted).toEqual(['renewal.declined'])
  refuse(true)
  await answer(none)
  expect(open()).toBe(false)
  expect(emitted).toEqual(['renewal.declined', 'renewal.declined'])
  refuse(false)
  await answer(none)
  expect(open()).toBe(true)
})

test('finds out after Cancel that the session is back', async () => {
  const { ref, edit, refuse, answer, emitted } = run()
  await edit()
  refuse()
  await answer(none)
  ref.send({ type: 'renewal.canceled' })
  ref.send({ type: 'window.focused' })
  await answer(same)
  expect(emitted).toEqual(['renewal.declined', 'session.renewed'])
})

test('renews no session of another account, and says whose it is', async () => {
  const { ref, edit, refuse, answer, submit, signedIn, open, emitted } = run()
  await edit()
  refuse()
  await answer(other)
  expect(open()).toBe(true)
  expect(selectOtherUser(ref.getSnapshot())?.username).toBe('eva')
  submit('of another account')
  await signedIn(other)
  expect(emitted).toEqual([])
  submit('right')
  await signedIn(same)
  expect(emitted).toEqual(['session.renewed'])
})

test('asks as soon as editing begins, or goes on in this window, without a session', async () => {
  const { ref, answer, open } = run()
  ref.send({ type: 'edit.entered' })
  await answer(none)
  expect(open()).toBe(true)
  const next = run()
  await next.edit()
  next.ref.send({ type: 'window.focused' })
  await next.answer(other)
  expect(next.open()).toBe(true)
})

test('opens no dialog in the middle of a word, which would be taken for the password', async () => {
  const { ref, clock, edit, refuse, readSession, open } = run()
  await edit()
  refuse(true)
  readSession.settle({ type: 'xstate.done.actor.readSession', output: none })
  await new Promise((resolve) => setTimeout(resolve))
  for (let letter = 0; letter < 5; letter += 1) {
    clock.increment(400)
    ref.send({ type: 'text.typed' })
  }
  expect(open()).toBe(false)
  clock.increment(600)
  expect(open()).toBe(true)
})

import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { challengeEnded } from '#content/account/two-factor.ts'
import { type Failure, failureFromStatus } from '#content/model/failure.ts'
import type { RenewalProof, SessionCheck } from '#content/model/session.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import {
  type SessionRenewalEvent,
  isBusy,
  isOpen,
  isTold,
  selectFailure,
  selectOtherUser,
  selectTwoFactorToken,
  sessionRenewalMachine,
} from '#machines/session/session-renewal.ts'
import { admin } from '../../support/content/sample-resources.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import {
  checkOf,
  eva,
  sessionRenewalPaths as paths,
} from '../../support/machines/session-renewal-paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

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
      "editing | signIn.requested → prompting.checking",
      "editing | window.focused → verifying",
      "verifying | renewal.requested → reading",
      "verifying | readSession done [isSameAccount] → editing",
      "verifying | readSession done → telling.waiting",
      "verifying | readSession failed → editing",
      "reading | readSession done [isSameAccount] → editing (emits session.renewed)",
      "reading | readSession done → telling.waiting",
      "reading | readSession failed → telling.waiting {failure}",
      "telling | renewal.requested [isInForeground] → prompting.waiting",
      "telling | signIn.requested → prompting.waiting",
      "telling | text.left → prompting.waiting",
      "telling | save.requested → prompting.waiting",
      "telling.waiting | window.focused → telling.checking",
      "telling.checking | readSession done [isSameAccount] → editing (emits session.renewed)",
      "telling.checking | readSession done → telling.waiting",
      "telling.checking | readSession failed → telling.waiting {failure}",
      "prompting | proof.submitted → signingIn",
      "prompting | renewal.canceled → declined (emits renewal.declined)",
      "prompting.waiting | window.focused → prompting.checking",
      "prompting.checking | readSession done [isSameAccount] → editing (emits session.renewed)",
      "prompting.checking | readSession done → prompting.waiting",
      "prompting.checking | readSession failed → prompting.waiting {failure}",
      "signingIn | renewal.canceled → declined (emits renewal.declined)",
      "signingIn | signIn done [isSameAccount] → editing (emits session.renewed)",
      "signingIn | signIn done → prompting.waiting {otherUser}",
      "signingIn | signIn failed → prompting.waiting {failure}",
      "declined | renewal.requested → rereading",
      "declined | renewal.requested [isInForeground] → reading",
      "declined | signIn.requested → prompting.checking",
      "declined | window.focused → rereading",
      "rereading | renewal.requested [isInForeground] → reading",
      "rereading | signIn.requested → prompting.checking",
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
  const signIn = controlledPromise<SessionCheck, { proof: RenewalProof }>()
  const emitted: EmittedBy<'sessionRenewal'>['type'][] = []
  const ref = createActor(
    sessionRenewalMachine.provide({
      actors: {
        readSession: readSession.logic,
        signIn: signIn.logic,
        watchWindow: controlledCallback<SessionRenewalEvent>().logic,
        watchFocus: controlledCallback<SessionRenewalEvent>().logic,
      },
    }),
  )
  ref.on('*', ({ type }) => emitted.push(type))
  ref.start()
  const turn = () => new Promise((resolve) => setTimeout(resolve))
  /** Reads the session while a text has the focus. */
  const find = async (output: SessionCheck) => {
    readSession.settle({ type: 'xstate.done.actor.readSession', output })
    await turn()
  }
  const failRead = async (error: Failure) => {
    readSession.settle({ type: 'xstate.error.actor.readSession', error })
    await turn()
  }
  const leave = () => ref.send({ type: 'text.left' })
  const focus = () => ref.send({ type: 'window.focused' })
  /** Reads the session while no text has the focus. */
  const answer = async (output: SessionCheck) => {
    await find(output)
    leave()
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
  const submit = (password: string) => ref.send({ type: 'proof.submitted', proof: { password } })
  const open = () => isOpen(ref.getSnapshot())
  return {
    ref,
    emitted,
    signIn,
    find,
    failRead,
    focus,
    leave,
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
  expect(signIn.calls.map(({ input }) => input.proof)).toEqual([
    { password: 'wrong' },
    { password: 'right' },
  ])
  expect(open()).toBe(false)
  expect(emitted).toEqual(['session.renewed'])
})

const challenge = (twoFactorToken: string) => failureFromStatus(401, { cause: { twoFactorToken } })

test('asks for a code after the password, until it is right', async () => {
  const { ref, edit, refuse, answer, submit, fail, signedIn, signIn, open, emitted } = run()
  const asked = () => [
    selectTwoFactorToken(ref.getSnapshot()),
    selectFailure(ref.getSnapshot())?.status,
  ]
  const submitCode = (code: string) =>
    ref.send({ type: 'proof.submitted', proof: { twoFactorToken: 'first', code } })
  await edit()
  refuse()
  await answer(none)
  submit('right')
  await fail(challenge('first'))
  expect(asked()).toEqual(['first', undefined])
  submitCode('wrong')
  expect(asked()).toEqual(['first', undefined])
  await fail(failureFromStatus(422))
  expect(asked()).toEqual(['first', 422])
  submitCode('123456')
  await fail(failureFromStatus(401, { message: challengeEnded }))
  expect(asked(), 'the password again').toEqual([null, 401])
  submit('right')
  await fail(challenge('second'))
  submitCode('123456')
  await signedIn(same)
  expect(signIn.calls).toHaveLength(5)
  expect([open(), emitted]).toEqual([false, ['session.renewed']])
})

test('asks for the password first when it asks again after Cancel', async () => {
  const { ref, edit, refuse, answer, submit, fail } = run()
  await edit()
  refuse()
  await answer(none)
  submit('right')
  await fail(challenge('first'))
  ref.send({ type: 'renewal.canceled' })
  ref.send({ type: 'signIn.requested' })
  expect(selectTwoFactorToken(ref.getSnapshot())).toBeNull()
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

test('opens no dialog while a text has the focus, which would take its keys for the password', async () => {
  const { ref, edit, refuse, find, leave, open } = run()
  await edit()
  refuse(true)
  await find(none)
  refuse(true)
  expect([isTold(ref.getSnapshot()), open()]).toEqual([true, false])
  leave()
  expect([isTold(ref.getSnapshot()), open()]).toEqual([false, true])
})

test.each<SessionRenewalEvent>([
  { type: 'save.requested' },
  { type: 'signIn.requested' },
  { type: 'renewal.requested', isBackground: false },
])('asks for the password where a text has the focus, at %o', async (event) => {
  const { ref, edit, refuse, find, open } = run()
  await edit()
  refuse(true)
  await find(none)
  ref.send(event)
  expect(open()).toBe(true)
})

test('the notice goes once the same account has signed in in another window', async () => {
  const { ref, edit, refuse, find, emitted } = run()
  await edit()
  refuse(true)
  await find(none)
  ref.send({ type: 'window.focused' })
  expect(isTold(ref.getSnapshot())).toBe(true)
  await find(same)
  expect(isTold(ref.getSnapshot())).toBe(false)
  expect(emitted).toEqual(['session.renewed'])
})

test('says who else is signed in wherever the session is read', async () => {
  const { ref, find, leave, focus } = run()
  const who = () => selectOtherUser(ref.getSnapshot())?.username ?? null
  ref.send({ type: 'edit.entered' })
  await find(none)
  focus()
  await find(other)
  expect(who(), 'while typing goes on').toBe('eva')
  leave()
  focus()
  await find(none)
  expect(who(), 'in the dialog').toBeNull()
  ref.send({ type: 'renewal.canceled' })
  focus()
  await find(other)
  expect(who(), 'after declining').toBe('eva')
})

test.each<[string, (renewal: ReturnType<typeof run>) => void]>([
  ['is verified', ({ focus }) => focus()],
  ['is read because a request was refused', ({ refuse }) => refuse()],
  ['is asked for', ({ ref }) => ref.send({ type: 'signIn.requested' })],
])('forgets an earlier failure when the session %s', async (_, begin) => {
  const renewal = run()
  const { ref, edit, refuse, find, failRead, focus } = renewal
  await edit()
  refuse()
  await failRead(failureFromStatus(503))
  focus()
  await find(same)
  begin(renewal)
  expect(selectFailure(ref.getSnapshot())).toBeNull()
})

test('forgets a refused password when the session is read after declining', async () => {
  const { ref, edit, refuse, answer, submit, fail, focus } = run()
  await edit()
  refuse()
  await answer(none)
  submit('wrong')
  await fail(failureFromStatus(401))
  ref.send({ type: 'renewal.canceled' })
  focus()
  expect(selectFailure(ref.getSnapshot())).toBeNull()
})

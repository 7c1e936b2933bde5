import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Intent } from '#content/change/types.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import {
  isBusy,
  isOpen,
  isTold,
  selectFailure,
  sessionRenewalMachine,
} from '#machines/session/session-renewal.ts'
import {
  type EditorGestures,
  type OpenEditor,
  changeTitle,
  enterPassword,
  findSession,
  openEditor,
  sampleTitle,
  title,
  typeInto,
  leaveText,
  walkEditor,
} from '../../support/editor.tsx'
import { admin } from '../../support/content/sample-resources.ts'
import { cover } from '../../support/machines/coverage.ts'
import {
  checkOf,
  eva,
  sessionRenewalPaths as paths,
} from '../../support/machines/session-renewal-paths.ts'

const coverage = cover(sessionRenewalMachine)
afterEach(cleanup)

const iri = sampleTitle['@id']
const typed: Intent = { kind: 'set', iri, property: 'title', value: 'Mine' }
const deleted: Intent = { kind: 'delete', iri }

/** Makes a change that the server refuses. */
const refuseChange = async ({ happen, puppets, changeQueueRef }: OpenEditor, intent: Intent) => {
  const id = `${puppets.prepareChange.calls.length}`
  await happen(() =>
    changeQueueRef.send({ type: 'change.requested', id, intent, conflictKeys: [] }),
  )
  await happen(() =>
    puppets.prepareChange.settle({
      type: 'xstate.error.actor.prepareChange',
      error: failureFromStatus(401),
    }),
  )
}

/** Edits the title, which is not saved without a session. */
const failToSave = async (editor: OpenEditor) => {
  await changeTitle(editor, 'Mine')
  await editor.happen(() =>
    editor.puppets.field.settle({
      type: 'xstate.error.actor.saveChange',
      error: failureFromStatus(401),
    }),
  )
}

const settling =
  (effect: 'readSession' | 'signInAgain'): EditorGestures[string] =>
  ({ happen, puppets }, event) =>
    happen(() => puppets[effect].settle(event))

const gestures: EditorGestures = {
  'edit.entered': ({ press }) => press('Edit'),
  'edit.exited': async ({ press }) => {
    if (!screen.queryByRole('button', { name: 'Done' })) await press('Edit')
    if (screen.queryByRole('button', { name: 'Discard my change' }))
      await press('Discard my change')
    await press('Done')
  },
  'renewal.requested': (editor, { isBackground }: { isBackground: boolean }) =>
    refuseChange(editor, isBackground ? typed : deleted),
  'signIn.requested': async (editor) => {
    if (!screen.queryByRole('button', { name: 'Sign in again' })) await failToSave(editor)
    await editor.press('Sign in again')
  },
  'proof.submitted': (editor) => enterPassword(editor),
  'renewal.canceled': ({ press }) => press('Cancel'),
  'window.focused': ({ happen, puppets }, event) => happen(() => puppets.watchWindow.send(event)),
  'text.left': leaveText,
  'save.requested': async (editor) => {
    await changeTitle(editor, 'Mine')
    await editor.press('Done')
  },
  'xstate.done.actor.readSession': settling('readSession'),
  'xstate.error.actor.readSession': settling('readSession'),
  'xstate.done.actor.signIn': settling('signInAgain'),
  'xstate.error.actor.signIn': settling('signInAgain'),
}

const dialog = () => screen.queryByRole('dialog', { name: 'Sign in again' })
const alert = () => dialog()?.querySelector('[role="alert"]')?.textContent ?? null

for (const path of paths)
  test(path.name, async () => {
    const editor = await openEditor({ editing: false, inspect: coverage.inspect })
    await walkEditor(editor, editor.sessionRenewalRef, path, gestures)
    expect(editor.sessionRenewalRef.getSnapshot().context).toEqual(path.next.context)
    expect(dialog() !== null).toBe(isOpen(path.next))
    expect(screen.queryByText(/^You were signed out\./) !== null).toBe(isTold(path.next))
    if (!isOpen(path.next)) return
    const failure = selectFailure(path.next)
    expect(alert()).toBe(
      failure && (failure.status === 401 ? 'This is not the right password.' : failure.message),
    )
    const submit = screen.getByRole('button', { name: 'Sign in' })
    expect(submit.getAttribute('aria-busy')).toBe(isBusy(path.next) ? 'true' : null)
  })

/** Opens the dialog of a change that was refused. */
const openDialog = async () => {
  const editor = await openEditor({ savesByQueue: true, inspect: coverage.inspect })
  await findSession(editor, admin)
  title().focus()
  await changeTitle(editor, 'Mine')
  const answer = {
    type: 'xstate.error.actor.prepareChange',
    error: failureFromStatus(401),
  } as const
  await editor.happen(() => editor.puppets.prepareChange.settle(answer))
  await findSession(editor, null)
  await leaveText(editor)
  return editor
}

test('the dialog says that nothing is lost, and asks for the password of the account that edits', async () => {
  const editor = await openDialog()
  expect(dialog()?.textContent).toContain('Everything that you have typed is still here')
  const username = screen.getByLabelText<HTMLInputElement>('Username')
  expect([username.value, username.readOnly, username.autocomplete]).toEqual([
    admin.username,
    true,
    'username',
  ])
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  expect(password.autocomplete).toBe('current-password')
  expect(document.activeElement).toBe(password)
  await editor.user.keyboard('secret{Enter}')
  expect(editor.puppets.signInAgain.calls.map(({ input }) => input)).toEqual([
    { proof: { password: 'secret' } },
  ])
})

test('a notice keeps the focus in the text until its button asks for the password', async () => {
  const editor = await openEditor({ savesByQueue: true, inspect: coverage.inspect })
  await findSession(editor, null)
  title().focus()
  expect(dialog()).toBeNull()
  expect(screen.getByText(/What you type is kept here/).role).toBe('status')
  await editor.press('Sign in again')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
})

test('what is typed without a session is said not to be saved', async () => {
  const saveStatus = () => document.querySelector('[data-save-status]')?.textContent
  const editor = await openEditor({ savesByQueue: true, inspect: coverage.inspect })
  await findSession(editor, null)
  expect(saveStatus()).toBe('Saved')
  typeInto(title(), 'Mine')
  expect(saveStatus()).toBe('Not saved')
  await editor.wait(250)
  expect(saveStatus()).toBe('Not saved')
})

test('the change is planned again, the focus returns, and the page was never loaded again', async () => {
  const editor = await openDialog()
  await enterPassword(editor)
  await editor.happen(() =>
    editor.puppets.signInAgain.settle({
      type: 'xstate.done.actor.signIn',
      output: checkOf(admin),
    }),
  )
  expect(dialog()).toBeNull()
  expect(editor.puppets.prepareChange.calls).toHaveLength(2)
  expect(title().textContent).toBe('Mine')
  expect(editor.effects.fetchPayload.calls).toEqual([])
})

test.each([
  [failureFromStatus(429, { message: 'Try again in 5 minutes.' }), 'Try again in 5 minutes.'],
  [new Failure('offline'), new Failure('offline').message],
  [failureFromStatus(503, { message: 'SQLITE_BUSY' }), /^Signing in does not work right now/],
])('says why signing in has failed: %s', async (error, words) => {
  const editor = await openDialog()
  await enterPassword(editor)
  await editor.happen(() =>
    editor.puppets.signInAgain.settle({ type: 'xstate.error.actor.signIn', error }),
  )
  expect(alert()).toMatch(words)
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
})

test('says that another account is signed in by now, in whose name nothing is saved', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await findSession(editor, eva)
  await leaveText(editor)
  expect(dialog()?.textContent).toContain('signed in as eva')
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe(admin.username)
})

coverage.expectAll()

/** Somebody without the editor signs in again on a screen of the own account. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failureFromStatus } from '#content/model/failure.ts'
import { accountRenewalMachine } from '#machines/session/account-renewal.ts'
import { withRenewal } from '#src/app/effects/session-effects.ts'
import { bindServices } from '#src/app/services/services.ts'
import { ScreenRenewal } from '#src/app/shell/ScreenRenewal.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { pagePayload } from '../../support/content/page-payload.ts'
import { admin, reader } from '../../support/content/sample-resources.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'

const coverage = cover(accountRenewalMachine)
afterEach(cleanup)

/** Shows the screen of an account whose session ends: the first request is refused. */
const open = async () => {
  const { appRef, clock, effects } = startApp('/_cwa/users/2', {
    payload: pagePayload([]),
    input: { user: reader },
    inspect: coverage.inspect,
  })
  const proofs: unknown[] = []
  const signIn = async (proof: unknown) => {
    proofs.push(proof)
    return reader
  }
  const auth = { readSession: async () => null, signIn }
  bindServices(appRef.system, { loadApi: async () => ({ auth }) } as never)
  const { unmount } = render(
    <AppProvider value={appRef}>
      <ScreenRenewal />
    </AppProvider>,
  )
  await act(async () => clock.increment(0))
  const answers: (() => Promise<string>)[] = [
    () => Promise.reject(failureFromStatus(401)),
    async () => 'Saved',
  ]
  const outcomes: unknown[] = []
  const send = () =>
    act(async () => {
      const { signal } = new AbortController()
      withRenewal(appRef.system, signal, () => answers.shift()!()).then(
        (outcome) => outcomes.push(outcome),
        (error: { status: number }) => outcomes.push(error.status),
      )
    })
  await send()
  return { appRef, effects, proofs, outcomes, unmount }
}

const dialog = () => screen.queryByRole('dialog', { name: 'Sign in again' })
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('what was refused is sent again after the password', async () => {
  const { proofs, outcomes } = await open()
  expect(dialog()).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe(reader.username)
  const password = screen.getByLabelText('Password')
  await act(async () => fireEvent.change(password, { target: { value: 'secret' } }))
  await press('Sign in')
  expect(proofs).toEqual([{ username: reader.username, password: 'secret' }])
  expect([dialog(), outcomes]).toEqual([null, ['Saved']])
})

test('what was refused fails after Cancel, and a notice offers to sign in', async () => {
  const { outcomes } = await open()
  await press('Cancel')
  expect([dialog(), outcomes]).toEqual([null, [401]])
  expect(screen.getByText('You were signed out. What you type is kept here.')).toBeTruthy()
  await press('Sign in again')
  expect(dialog()).toBeTruthy()
})

test('is gone with the screen', async () => {
  const { appRef, unmount } = await open()
  expect(appRef.system.get('screenRenewal')).toBeTruthy()
  await act(async () => unmount())
  expect(appRef.system.get('screenRenewal')).toBeUndefined()
})

test('is gone once an administrator has signed in, whose editor has its own', async () => {
  const { appRef, effects } = await open()
  const credentials = { username: admin.username, password: 'secret' }
  await act(async () => {
    appRef.system.get('auth').send({ type: 'signIn.requested', credentials })
    effects.signIn.settle({ type: 'xstate.done.actor.signIn', output: admin })
  })
  expect(appRef.system.get('screenRenewal')).toBeUndefined()
})

coverage.expectAll()

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failureFromStatus } from '#content/model/failure.ts'
import type { RenewalProof, SessionCheck } from '#content/model/session.ts'
import { type ScreenRenewalEvent, screenRenewalMachine } from '#machines/session/screen-renewal.ts'
import { isBusy, isOpen, isTold, selectFailure } from '#machines/session/session-renewal.ts'
import { withRenewal } from '#src/app/effects/session-effects.ts'
import type { ActorSystem } from '#src/app/services/services.ts'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { SignInAgainDialog } from '#src/editor/dialogs/SignInAgainDialog.tsx'
import { SignedOutNotice } from '#src/editor/feedback/SignedOutNotice.tsx'
import { pagePayload } from '../../support/content/page-payload.ts'
import { admin } from '../../support/content/sample-resources.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths } from '#charts/paths/paths.ts'
import { screenRenewalPaths } from '../../support/machines/screen-renewal-paths.ts'
import { checkOf } from '../../support/machines/session-renewal-paths.ts'

const coverage = cover(screenRenewalMachine)
afterEach(cleanup)

/** Shows what renews the session of a screen. */
const openScreen = () => {
  const navigation = controlledCallback<ScreenRenewalEvent, object>()
  const watchWindow = controlledCallback<ScreenRenewalEvent>()
  const promises = {
    readSession: controlledPromise<SessionCheck, undefined>(),
    signIn: controlledPromise<SessionCheck, { proof: RenewalProof }>(),
  }
  const { appRef } = startApp('/blog', {
    payload: pagePayload([], { path: '/blog' }),
    input: { user: admin },
  })
  const renewalRef = createActor(
    screenRenewalMachine.provide({
      actors: {
        readSession: promises.readSession.logic,
        signIn: promises.signIn.logic,
        watchWindow: watchWindow.logic,
        listener: navigation.logic as never,
      },
    }),
    { inspect: coverage.inspect },
  ).start()
  const emitted: string[] = []
  renewalRef.on('*', ({ type }) => emitted.push(type))
  render(
    <AppProvider value={appRef}>
      <SignedOutNotice renewalRef={renewalRef} />
      <SignInAgainDialog renewalRef={renewalRef} />
    </AppProvider>,
  )
  const settle = (event: Answer) =>
    act(async () => {
      const name = event.type.split('.').at(-1) as keyof typeof promises
      promises[name].settle(event as never)
    })
  return { renewalRef, navigation, watchWindow, promises, emitted, settle }
}

type Opened = ReturnType<typeof openScreen>

const dialog = () => screen.queryByRole('dialog', { name: 'Sign in again' })
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

const enterPassword = async () => {
  await act(async () =>
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } }),
  )
  await press('Sign in')
}

/** Sends a request of the screen, which is refused. */
const refuse = ({ renewalRef }: Opened) => {
  const viewing = { getSnapshot: () => ({ matches: () => true }) }
  const get = (id: string) => (id === 'screenRenewal' ? renewalRef : viewing)
  const send = () => Promise.reject(failureFromStatus(401))
  const { signal } = new AbortController()
  return act(async () => {
    withRenewal({ get } as unknown as ActorSystem, signal, send).catch(() => {})
  })
}

const gestures: Record<string, (opened: Opened, event: never) => Promise<unknown>> = {
  'renewal.requested': refuse,
  'signIn.requested': () => press('Sign in again'),
  'proof.submitted': enterPassword,
  'renewal.canceled': () => press('Cancel'),
  'window.focused': ({ watchWindow }, event) => act(async () => watchWindow.send(event)),
  'location.committed': ({ navigation }, event) => act(async () => navigation.send(event)),
}

test.each(namedPaths(coveringPaths(screenRenewalPaths)))('%s', async (_, { events, next }) => {
  const opened = openScreen()
  for (const event of events)
    await (gestures[event.type]?.(opened, event as never) ?? opened.settle(event as Answer))
  expect(opened.renewalRef.getSnapshot().value).toEqual(next.value)
  expect(opened.renewalRef.getSnapshot().context).toEqual(next.context)
  expect(dialog() !== null).toBe(isOpen(next))
  expect(screen.queryByText(/^You were signed out\./) !== null).toBe(isTold(next))
  if (!isOpen(next)) return
  const failure = selectFailure(next)
  expect(dialog()!.querySelector('[role="alert"]')?.textContent ?? null).toBe(
    failure && (failure.status === 401 ? 'This is not the right password.' : failure.message),
  )
  const submit = screen.getByRole('button', { name: 'Sign in' })
  expect(submit.getAttribute('aria-busy')).toBe(isBusy(next) ? 'true' : null)
})

test('the password of the account is asked for, with which it goes on', async () => {
  const opened = openScreen()
  await refuse(opened)
  await opened.settle({ type: 'xstate.done.actor.readSession', output: checkOf(null) })
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  await enterPassword()
  expect(opened.promises.signIn.calls.map(({ input }) => input)).toEqual([
    { proof: { password: 'secret' } },
  ])
  expect(opened.emitted).toEqual([])
  await opened.settle({ type: 'xstate.done.actor.signIn', output: checkOf(admin) })
  expect(opened.emitted).toEqual(['session.renewed'])
  expect(dialog()).toBeNull()
})

coverage.expectAll()

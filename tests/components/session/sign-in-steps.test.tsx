import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { challengeEnded, codeNeeded, wrongCode } from '#content/account/two-factor.ts'
import { type Failure, failureFromStatus } from '#content/model/failure.ts'
import { signInStepsMachine } from '#machines/session/sign-in-steps.ts'
import { type OpenApp, openApp, settleEffect } from '../../support/app.tsx'
import { admin } from '../../support/content/sample-resources.ts'
import { signInSteps as walked } from '../../support/machines/account-paths.ts'
import { cover } from '../../support/machines/coverage.ts'
import { namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(signInStepsMachine)
const { inputs, ...options } = walked
const paths = inputs.flatMap((input) => pathsOf(signInStepsMachine, { input, ...options }))
afterEach(cleanup)

const code = () => screen.queryByLabelText<HTMLInputElement>('Code')
const challenge = failureFromStatus(401, {
  message: codeNeeded,
  cause: { twoFactorToken: 'a-token' },
})
const ended = failureFromStatus(401, { message: challengeEnded })

const open = (twoFactorToken: string | null = null) => {
  const signInAttempt = {
    username: 'ada',
    failure: null,
    ...(twoFactorToken && { twoFactorToken }),
  }
  return openApp('/login', { input: { signInAttempt }, inspect: coverage.inspect })
}

/** Sends the form as it is shown. */
const submit = async ({ user, press }: OpenApp) => {
  if (code()) await user.type(code()!, '123456')
  else {
    await user.clear(screen.getByLabelText('Username or email'))
    await user.type(screen.getByLabelText('Username or email'), 'ada')
    await user.type(screen.getByLabelText('Password'), 'secret')
  }
  await press('Sign in')
}
const refuse = (app: OpenApp, error: Failure) =>
  settleEffect('signIn')(app, { type: 'xstate.error.actor.signIn', error })

test.each(namedPaths(paths))('%s', async (_, { input, events, next }) => {
  const app = open(input.twoFactorToken)
  for (const { type } of events) {
    if (type === 'signIn.restarted') {
      await app.user.click(screen.getByRole('link', { name: 'Start again' }))
      continue
    }
    await submit(app)
    await refuse(app, type === 'code.needed' ? challenge : ended)
  }
  expect(code() !== null).toBe(next.context.twoFactorToken !== null)
  expect(screen.queryByLabelText('Password') !== null).toBe(next.context.twoFactorToken === null)
})

test('the code is asked for without an alert, and sent with the token', async () => {
  const app = open()
  await submit(app)
  await refuse(app, challenge)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(codeNeeded)).toBeTruthy()
  expect(document.activeElement).toBe(code())
  expect([code()!.autocomplete, code()!.name]).toEqual(['one-time-code', 'code'])
  await submit(app)
  expect(app.effects.signIn.calls.at(-1)!.input).toEqual({
    twoFactorToken: 'a-token',
    code: '123456',
  })
  await refuse(app, failureFromStatus(422, { message: wrongCode }))
  expect(screen.getByRole('alert').textContent).toBe(wrongCode)
  expect(code()).not.toBeNull()
  await submit(app)
  await settleEffect('signIn')(app, { type: 'xstate.done.actor.signIn', output: admin })
  expect(app.location().path).toBe('/')
})

test('a form that was sent without scripts goes on with the code', () => {
  open('a-token')
  expect(document.querySelector<HTMLInputElement>('[name="twoFactorToken"]')!.value).toBe('a-token')
})

coverage.expectAll()

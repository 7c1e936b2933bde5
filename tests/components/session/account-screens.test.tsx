import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { AnyStateMachine, InspectionEvent } from 'xstate'
import {
  emailConfirmationMachine,
  isBusy as isConfirming,
  selectFailure as selectConfirmationFailure,
} from '#machines/session/email-confirmation.ts'
import {
  isBusy as isRequesting,
  passwordResetRequestMachine,
  selectFailure as selectRequestFailure,
} from '#machines/session/password-reset-request.ts'
import {
  isBusy as isResetting,
  passwordResetMachine,
  selectErrors,
  selectFailure as selectResetFailure,
} from '#machines/session/password-reset.ts'
import { EmailConfirmationWithActor } from '#src/views/screens/account/EmailConfirmationView.tsx'
import { ForgotPasswordWithActor } from '#src/views/screens/account/ForgotPasswordView.tsx'
import { ResetPasswordWithActor } from '#src/views/screens/account/ResetPasswordView.tsx'
import * as walked from '../../support/machines/account-paths.ts'
import { startAsEnvironment } from '#charts/paths/causes.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

afterEach(cleanup)

/** Starts an actor with its effects in the hands of the test. */
const start = <Machine extends AnyStateMachine>(
  machine: Machine,
  input: object,
  effects: readonly string[],
  inspect: (event: InspectionEvent) => void,
) => {
  const puppets = Object.fromEntries(
    effects.map((name) => [name, controlledPromise<unknown, unknown>()]),
  )
  const actors = Object.fromEntries(
    Object.entries(puppets).map(([name, { logic }]) => [name, logic]),
  )
  const ref = startAsEnvironment(machine.provide({ actors } as never), { input, inspect } as never)
  const settle = (event: Answer) =>
    act(async () => puppets[event.type.split('.').at(-1)!]!.settle(event))
  return { ref: ref as never, settle }
}

type Started = ReturnType<typeof start>

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, text: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value: text } }))

type Gestures = Record<string, (event: never) => Promise<unknown>>

const walk = async (
  { settle }: Started,
  events: readonly { type: string }[],
  gestures: Gestures,
) => {
  for (const event of events)
    await (gestures[event.type]?.(event as never) ?? settle(event as Answer))
}

const alertText = () => screen.queryByRole('alert')?.textContent
const isFormBusy = () => document.querySelector('form')?.getAttribute('aria-busy') === 'true'

describe('forgotten password', () => {
  const coverage = cover(passwordResetRequestMachine)
  const { inputs, ...options } = walked.passwordResetRequest
  const cases = inputs.flatMap((input) =>
    namedPaths(coveringPaths(pathsOf(passwordResetRequestMachine, { input, ...options }))).map(
      ([name, path]) => [name, input, path] as const,
    ),
  )
  const gestures: Gestures = {
    'reset.requested': async ({ username }: { username: string }) => {
      await type('Username or email', username)
      await press('Send the mail')
    },
  }

  test.each(cases)('%s', async (_, input, { events, next }) => {
    const started = start(passwordResetRequestMachine, input, ['requestReset'], coverage.inspect)
    render(<ForgotPasswordWithActor title="Forgot password" resetRequestRef={started.ref} />)
    await walk(started, events, gestures)
    expect(isFormBusy()).toBe(isRequesting(next))
    expect(screen.queryByRole('status') !== null).toBe(next.matches('sent'))
    if (next.matches('sent')) expect(document.activeElement).toBe(screen.getByRole('status'))
    else expect(alertText()).toBe(selectRequestFailure(next)?.message)
  })

  coverage.expectAll()
})

describe('new password', () => {
  const coverage = cover(passwordResetMachine)
  const { inputs, ...options } = walked.passwordReset
  const cases = inputs.flatMap((input) =>
    namedPaths(coveringPaths(pathsOf(passwordResetMachine, { input, ...options }))).map(
      ([name, path]) => [name, input, path] as const,
    ),
  )
  const gestures: Gestures = {
    'password.submitted': async ({ password }: { password: { first: string; second: string } }) => {
      await type('New password', password.first)
      await type('Repeat the new password', password.second)
      await press('Set the password')
    },
    'password.changed': () => type('New password', 'another'),
  }

  test.each(cases)('%s', async (_, input, { events, next }) => {
    const started = start(passwordResetMachine, input, ['resetPassword'], coverage.inspect)
    render(<ResetPasswordWithActor title="Choose a new password" resetRef={started.ref} />)
    await walk(started, events, gestures)
    expect(isFormBusy()).toBe(isResetting(next))
    const isOver = next.matches('done') || next.matches('expired')
    expect(screen.queryByRole('status') !== null).toBe(isOver)
    expect(screen.queryByRole('link', { name: 'Send a new link' }) !== null).toBe(
      next.matches('expired'),
    )
    if (isOver) return
    const errors = selectErrors(next)
    const field = screen.getByLabelText('New password')
    expect(field.getAttribute('aria-invalid')).toBe(errors.length > 0 ? 'true' : null)
    expect(alertText()).toBe(errors.length > 0 ? undefined : selectResetFailure(next)?.message)
  })

  coverage.expectAll()
})

describe('confirmation of an address', () => {
  const coverage = cover(emailConfirmationMachine)
  const { inputs, ...options } = walked.emailConfirmation
  const cases = inputs.flatMap((input) =>
    namedPaths(coveringPaths(pathsOf(emailConfirmationMachine, { input, ...options }))).map(
      ([name, path]) => [name, input, path] as const,
    ),
  )
  const gestures: Gestures = {
    'retry.requested': () => press('Try again'),
    'resend.requested': () => press('Send a new link'),
  }
  const outcomes: Record<string, RegExp> = {
    confirmed: /is verified|is now ada@example.org/,
    taken: /Another account has this address/,
    resent: /a mail with a new link is on its way/,
    expired: /has expired or was used already/,
    resending: /has expired or was used already/,
    confirming: /Confirming…/,
  }

  test.each(cases)('%s', async (_, input, { events, next }) => {
    const effects = ['confirmEmail', 'resendMail']
    const started = start(emailConfirmationMachine, input, effects, coverage.inspect)
    const title = 'Verify your email address'
    render(<EmailConfirmationWithActor title={title} confirmationRef={started.ref} />)
    await walk(started, events, gestures)
    expect(isFormBusy()).toBe(isConfirming(next))
    const status = screen.queryByRole('status')?.textContent ?? ''
    expect(status).toMatch(outcomes[next.value as string] ?? /^$/)
    if (screen.queryByRole('button'))
      expect(alertText()).toBe(selectConfirmationFailure(next)?.message)
  })

  coverage.expectAll()
})

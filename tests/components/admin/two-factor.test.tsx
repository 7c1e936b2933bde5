import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type {
  TwoFactorAnswer,
  TwoFactorRequest,
  TwoFactorStatus,
} from '#content/account/two-factor.ts'
import { failureFromStatus } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import * as twoFactor from '#machines/session/two-factor.ts'
import { TwoFactorWithActor } from '#src/admin/account/TwoFactor.tsx'
import { twoFactor as walked } from '../../support/machines/account-paths.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const { twoFactorMachine } = twoFactor
const coverage = cover(twoFactorMachine)
const { inputs, ...options } = walked
const account = '/users/1'
afterEach(cleanup)

/** Shows the second factor of the own account, or that of somebody else. */
const open = ({ isOwn = true, isRequired = false } = {}) => {
  let opened = 0
  const promises = {
    readTwoFactor: controlledPromise<TwoFactorStatus | null, { account: Iri }>(),
    changeTwoFactor: controlledPromise<
      TwoFactorAnswer,
      { account: Iri; request: TwoFactorRequest }
    >(),
    renewSession: controlledPromise<RenewalOutcome, { isBackground: boolean }>(),
  }
  const twoFactorRef = createActor(
    twoFactorMachine.provide({
      actors: {
        readTwoFactor: promises.readTwoFactor.logic,
        changeTwoFactor: promises.changeTwoFactor.logic,
        renewSession: promises.renewSession.logic,
      },
      actions: { openSite: () => void (opened += 1) },
    }),
    { input: { account, isRequired }, inspect: coverage.inspect },
  ).start()
  const view = render(<TwoFactorWithActor isOwn={isOwn} twoFactorRef={twoFactorRef} />)
  const settle = (event: Answer) =>
    act(async () =>
      promises[event.type.split('.').at(-1) as keyof typeof promises].settle(event as never),
    )
  /** Shows the same to the owner or to a super admin. */
  const showTo = (owner: boolean) =>
    view.rerender(<TwoFactorWithActor isOwn={owner} twoFactorRef={twoFactorRef} />)
  return { twoFactorRef, promises, settle, showTo, openedSite: () => opened }
}

type Opened = ReturnType<typeof open>
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, text: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value: text } }))

const status = (isOn: boolean, recoveryCodesLeft = 10): Answer => ({
  type: 'xstate.done.actor.readTwoFactor',
  output: { isOn, recoveryCodesLeft },
})
const answer = (output: Partial<TwoFactorAnswer>): Answer => ({
  type: 'xstate.done.actor.changeTwoFactor',
  output: { key: null, recoveryCodes: [], ...output },
})
const refused = (propertyPath: string, message: string): Answer => ({
  type: 'xstate.error.actor.changeTwoFactor',
  error: failureFromStatus(422, { message, violations: [{ propertyPath, message }] }),
})

/** Sends the form or confirms the dialog that is shown. */
const submit = async () => {
  const dialog = screen.queryByRole('alertdialog')
  const form = document.querySelector('form')!
  await act(async () =>
    dialog
      ? fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
      : fireEvent.submit(form),
  )
}

const gestures: Record<string, (opened: Opened) => Promise<unknown>> = {
  'change.requested': submit,
  'proof.submitted': submit,
  'proof.requested': () => press('Turn off'),
  'removal.requested': async ({ showTo }) => {
    showTo(false)
    await press('Remove…')
  },
  'change.canceled': () => press('Cancel'),
  'codes.kept': () => press('I have kept them'),
  'retry.requested': () => press('Try again'),
}

const paths = inputs.flatMap((input) =>
  namedPaths(coveringPaths(pathsOf(twoFactorMachine, { input, ...options }))),
)

test.each(paths)('%s', async (_, { input, events, next }) => {
  const opened = open({ isRequired: input.isRequired })
  for (const event of events)
    await (gestures[event.type]?.(opened) ?? opened.settle(event as Answer))
  expect(opened.twoFactorRef.getSnapshot().value).toEqual(next.value)
  expect(screen.queryByRole('img') !== null).toBe(
    next.context.key !== null && next.context.recoveryCodes.length === 0,
  )
  expect(screen.queryAllByRole('listitem')).toHaveLength(
    next.matches('finished') ? 0 : next.context.recoveryCodes.length,
  )
  expect(screen.queryByText(/knows no two-factor/) !== null).toBe(twoFactor.isUnavailable(next))
})

const key = { secret: 'ABCDEFGH', uri: 'otpauth://totp/Site:ada?secret=ABCDEFGH' }

test('is set up with the QR code or the key, a code, and recovery codes to keep', async () => {
  const { promises, settle } = open()
  await settle(status(false))
  await press('Set up two-factor sign-in')
  await settle(refused('currentPassword', 'Enter your current password.'))
  expect(screen.getByText('Enter your current password.')).toBeTruthy()
  await type('Your current password', 'secret')
  await press('Set up two-factor sign-in')
  await settle(answer({ key }))
  expect(
    screen.getByRole('img', { name: 'QR code with the key' }).querySelectorAll('path'),
  ).toHaveLength(2)
  expect(screen.getByText('ABCD EFGH')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Add this site to your authenticator app')
  await type('Code', '000000')
  await press('Turn on')
  await settle(refused('code', 'This code is not right.'))
  const field = screen.getByLabelText<HTMLInputElement>('Code')
  expect([field.getAttribute('aria-invalid'), field.value]).toEqual(['true', '000000'])
  expect(screen.queryByRole('alert')).toBeNull()
  await type('Code', '123456')
  await press('Turn on')
  await settle(answer({ recoveryCodes: ['aaaa-1111', 'bbbb-2222'] }))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'aaaa-1111',
    'bbbb-2222',
  ])
  expect(screen.getByRole<HTMLAnchorElement>('link').href).toBe(
    'data:text/plain;charset=utf-8,aaaa-1111%0Abbbb-2222%0A',
  )
  await press('I have kept them')
  await settle(status(true))
  expect(screen.getByText('10 recovery codes are left.')).toBeTruthy()
  expect(promises.changeTwoFactor.calls.map(({ input }) => input.request)).toEqual([
    { action: 'begin', body: {} },
    { action: 'begin', body: { currentPassword: 'secret' } },
    { action: 'confirmation', body: { code: '000000' } },
    { action: 'confirmation', body: { code: '123456' } },
  ])
})

test.each([
  ['Turn off', 'removal', 'Turn off'],
  ['Get new recovery codes', 'recovery-codes', 'Get new codes'],
])('%s asks for the password and a code', async (button, action, submitLabel) => {
  const { promises, settle } = open()
  await settle(status(true, 2))
  expect(screen.getByText('2 recovery codes are left. Get new ones soon.')).toBeTruthy()
  await press(button)
  await type('Your current password', 'secret')
  await type('Code', '123456')
  await press(submitLabel)
  expect(promises.changeTwoFactor.calls.at(-1)!.input).toEqual({
    account,
    request: { action, body: { currentPassword: 'secret', code: '123456' } },
  })
  await settle(refused('currentPassword', 'This is not your password.'))
  expect(screen.getByText('This is not your password.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('123456')
})

test('that of somebody else is removed after a question, and set up by its owner alone', async () => {
  const { promises, settle } = open({ isOwn: false })
  await settle(status(true))
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
  await press('Remove…')
  await submit()
  expect(promises.changeTwoFactor.calls.at(-1)!.input.request.action).toBe('lost')
  await settle(answer({}))
  await settle(status(false))
  expect(screen.queryByRole('button')).toBeNull()
})

test('where it is required, keeping the codes leads on', async () => {
  const { settle, openedSite } = open({ isRequired: true })
  await settle(status(false))
  await press('Set up two-factor sign-in')
  await settle(answer({ key }))
  await type('Code', '123456')
  await press('Turn on')
  await settle(answer({ recoveryCodes: ['aaaa-1111'] }))
  await press('I have kept them')
  expect(openedSite()).toBe(1)
})

coverage.expectAll()

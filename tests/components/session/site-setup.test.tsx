import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type SetupAnswers, setupPath, tokenIn } from '#content/account/site-setup.ts'
import { isDone, isExpired, selectFailure, siteSetupMachine } from '#machines/session/site-setup.ts'
import { SetupWithActor } from '#src/views/screens/account/SetupView.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'
import { siteSetupPaths } from '../../support/machines/site-setup-paths.ts'

const coverage = cover(siteSetupMachine)
afterEach(cleanup)

const openSetup = () => {
  const promises = {
    readSetup: controlledPromise<{ username: string }, { token: string }>(),
    sendSetup: controlledPromise<void, { token: string; answers: SetupAnswers }>(),
  }
  const opened: string[] = []
  const siteSetupRef = createActor(
    siteSetupMachine.provide({
      actors: { readSetup: promises.readSetup.logic, sendSetup: promises.sendSetup.logic },
      actions: { openSite: () => void opened.push('/') },
    }),
    { input: { token: 'abc' }, inspect: coverage.inspect },
  ).start()
  render(<SetupWithActor title="Set up your site" siteSetupRef={siteSetupRef} />)
  const settle = (event: Answer) =>
    act(async () => {
      const name = event.type.split('.').at(-1) as keyof typeof promises
      promises[name].settle(event as never)
    })
  return { siteSetupRef, promises, opened, settle }
}

const enter = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

const gestures: Record<string, (event: never) => unknown> = {
  'retry.requested': () => press('Try again'),
  'answer.changed': () => enter('Your username', 'grace'),
  'setup.submitted': async ({
    answers: { password, ...answers },
  }: {
    answers: Omit<SetupAnswers, 'plainPassword'> & { password: { first: string; second: string } }
  }) => {
    const form = document.querySelector('form')!
    const values = { ...answers, plainPassword: password.first, repeated: password.second }
    // As a password manager would fill it in: the machine hears of the form alone.
    for (const [name, value] of Object.entries(values)) {
      const input = form.querySelector<HTMLInputElement>(`[name="${name}"]:not([type="radio"])`)
      if (input) input.value = value
    }
    await act(async () => fireEvent.submit(form))
  },
}

const paths = coveringPaths(pathsOf(siteSetupMachine, siteSetupPaths))

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const opened = openSetup()
  for (const event of events) {
    const gesture = gestures[event.type]
    if (gesture) await gesture(event as never)
    else await opened.settle(event as Answer)
  }
  expect(opened.siteSetupRef.getSnapshot().value).toEqual(next.value)
  expect(screen.queryByRole('alert')?.textContent).toBe(selectFailure(next)?.message)
  expect(screen.queryByText(/not valid any more/) !== null).toBe(isExpired(next))
  expect(opened.opened).toHaveLength(isDone(next) ? 1 : 0)
  const { errors } = next.context
  expect(screen.queryByLabelText('Your username')?.getAttribute('aria-invalid') === 'true').toBe(
    'username' in errors,
  )
})

test('sends the answers, an empty home page if that is chosen', async () => {
  const { promises, settle } = openSetup()
  await settle({ type: 'xstate.done.actor.readSetup', output: { username: 'admin' } })
  expect(screen.getByLabelText<HTMLInputElement>('Your username').value).toBe('admin')
  await enter('Name of the site', 'The Harbour')
  await enter('Your email address', 'ada@people.test')
  await enter('Your password', 'a long secret')
  await enter('Repeat the password', 'a long secret')
  await act(async () => screen.getByRole('radio', { name: 'An empty home page' }).click())
  await press('Set up the site')
  expect(promises.sendSetup.calls[0]?.input).toEqual({
    token: 'abc',
    answers: {
      siteName: 'The Harbour',
      username: 'admin',
      emailAddress: 'ada@people.test',
      plainPassword: 'a long secret',
      content: 'empty',
    },
  })
})

test('the address of the screen has the token', () => {
  expect(setupPath('a-b_c')).toBe('/set-up-site/a-b_c')
  expect(tokenIn('/set-up-site/a-b_c')).toBe('a-b_c')
  expect(tokenIn('/about')).toBe('')
})

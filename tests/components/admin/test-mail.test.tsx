import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { RenewalOutcome } from '#content/model/session.ts'
import type { TestMailResult } from '#content/settings/test-mail.ts'
import { isBusy, selectFailure, testMailMachine } from '#machines/admin/test-mail.ts'
import { MailSettingsWithActor } from '#src/admin/settings/MailSettings.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { pagePayload } from '../../support/content/page-payload.ts'
import { acceptedMail, testMail } from '../../support/machines/admin-paths.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(testMailMachine)
afterEach(cleanup)

const refused: TestMailResult = { ...acceptedMail, isSent: false, answer: '550 no such user' }

const openMail = () => {
  const promises = {
    sendTestMail: controlledPromise<TestMailResult, undefined>(),
    renewSession: controlledPromise<RenewalOutcome, { isBackground: boolean }>(),
  }
  const { appRef } = startApp('/blog', { payload: pagePayload([], { path: '/blog' }) })
  const testMailRef = createActor(
    testMailMachine.provide({
      actors: {
        sendTestMail: promises.sendTestMail.logic,
        renewSession: promises.renewSession.logic,
      },
    }),
    { inspect: coverage.inspect },
  ).start()
  render(
    <AppProvider value={appRef}>
      <MailSettingsWithActor testMailRef={testMailRef} />
    </AppProvider>,
  )
  const settle = (event: Answer) =>
    act(async () => {
      const name = event.type.split('.').at(-1) as keyof typeof promises
      promises[name].settle(event as never)
    })
  return { testMailRef, settle }
}

const button = () => screen.getByRole('button', { name: 'Send me a test mail' })
const press = () => act(async () => fireEvent.click(button()))

const paths = coveringPaths(pathsOf(testMailMachine, testMail))

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const opened = openMail()
  for (const event of events) {
    if (event.type === 'mail.requested') await press()
    else await opened.settle(event as Answer)
  }
  expect(opened.testMailRef.getSnapshot().value).toEqual(next.value)
  expect(button().getAttribute('aria-busy') === 'true').toBe(isBusy(next))
  expect(screen.queryByRole('alert')?.textContent).toBe(selectFailure(next)?.message)
  expect(screen.getByRole('status').textContent.includes(acceptedMail.answer)).toBe(
    next.context.result !== null,
  )
})

test('shows the words with which a mail server refuses', async () => {
  const { settle } = openMail()
  await press()
  await settle({ type: 'xstate.done.actor.sendTestMail', output: refused })
  expect(screen.getByRole('status').textContent).toMatch(
    /^The mail to ada@people.test was not sent\. .*550 no such user$/,
  )
})

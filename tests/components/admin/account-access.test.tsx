import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import type { PendingMail } from '#content/account/account-mails.ts'
import type { AccountSession } from '#content/account/account-sessions.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import * as accountMail from '#machines/session/account-mail.ts'
import * as accountSessions from '#machines/session/account-sessions.ts'
import { AccountMailWithActor } from '#src/admin/resources/AccountMail.tsx'
import { AccountSessionsWithActor } from '#src/admin/resources/AccountSessions.tsx'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { SiteConfigProvider } from '#src/views/hooks/use-site-config.ts'
import * as walked from '../../support/machines/admin-paths.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

afterEach(cleanup)

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

/** Settles the promise that an event names. */
const settleIn =
  (promises: Record<string, { settle: (event: Answer) => void }>) => (event: Answer) =>
    act(async () => promises[event.type.split('.').at(-1)!]!.settle(event))

describe('sessions', () => {
  const { accountSessionsMachine } = accountSessions
  const coverage = cover(accountSessionsMachine)
  const account = '/users/1'
  const { currentSession: current, otherSession: other } = walked
  const sessions = [current, other]

  const openSessions = () => {
    const promises = {
      readSessions: controlledPromise<AccountSession[] | null, { account: Iri }>(),
      endSessions: controlledPromise<void, { iri: Iri }>(),
      renewSession: controlledPromise<RenewalOutcome, { isBackground: boolean }>(),
    }
    const accountSessionsRef = createActor(
      accountSessionsMachine.provide({
        actors: {
          readSessions: promises.readSessions.logic,
          endSessions: promises.endSessions.logic,
          renewSession: promises.renewSession.logic,
        },
      }),
      { input: { account }, inspect: coverage.inspect },
    ).start()
    render(
      <div role="tabpanel" tabIndex={0}>
        <SiteConfigProvider value={defaultSiteConfig}>
          <AccountSessionsWithActor account={account} accountSessionsRef={accountSessionsRef} />
        </SiteConfigProvider>
      </div>,
    )
    return { accountSessionsRef, promises, settle: settleIn(promises as never) }
  }

  const paths = coveringPaths(pathsOf(accountSessionsMachine, walked.accountSessions))

  test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
    const opened = openSessions()
    for (const event of events) {
      if (event.type === 'end.requested') await press('Sign out Firefox on Linux')
      else if (event.type === 'retry.requested') await press('Try again')
      else await opened.settle(event as Answer)
    }
    expect(opened.accountSessionsRef.getSnapshot().value).toEqual(next.value)
    expect(screen.queryAllByRole('listitem')).toHaveLength(next.context.sessions?.length ?? 0)
    expect(screen.queryByRole('alert')?.textContent).toBe(
      accountSessions.selectFailure(next)?.message,
    )
    expect(screen.queryByText(/does not tell/) !== null).toBe(accountSessions.isUnavailable(next))
  })

  const read = ({ settle }: ReturnType<typeof openSessions>, output: AccountSession[]) =>
    settle({ type: 'xstate.done.actor.readSessions', output })

  test('the current one has no button, and all others are ended at once', async () => {
    const opened = openSessions()
    await read(opened, [...sessions, { ...other, iri: '/users/1/sessions/3' }])
    expect(screen.getByText('Chrome on Windows (this browser)')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Sign out Chrome on Windows' })).toBeNull()
    await press('Sign out everywhere else')
    expect(opened.promises.endSessions.calls[0]?.input).toEqual({ iri: '/users/1/sessions' })
    await opened.settle({ type: 'xstate.done.actor.endSessions' })
    await read(opened, [current])
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('One browser is signed in to this account.')
  })

  test('the panel has the focus once the session of the pressed button has ended', async () => {
    const opened = openSessions()
    await read(opened, sessions)
    const button = screen.getByRole('button', { name: 'Sign out Firefox on Linux' })
    button.focus()
    await press('Sign out Firefox on Linux')
    expect(document.activeElement).toBe(button)
    await opened.settle({ type: 'xstate.done.actor.endSessions' })
    await read(opened, [current])
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'))
  })
})

describe('a mail', () => {
  const { accountMailMachine } = accountMail
  const coverage = cover(accountMailMachine)
  const mail = walked.invitation

  const openMail = () => {
    const clock = new SimulatedClock()
    const promises = {
      sendMail: controlledPromise<void, { request: PendingMail['request'] }>(),
      renewSession: controlledPromise<RenewalOutcome, { isBackground: boolean }>(),
    }
    const accountMailRef = createActor(
      accountMailMachine.provide({
        actors: {
          sendMail: promises.sendMail.logic,
          renewSession: promises.renewSession.logic,
        },
      }),
      { inspect: coverage.inspect, clock },
    ).start()
    render(<AccountMailWithActor mail={mail} accountMailRef={accountMailRef} />)
    return { accountMailRef, clock, promises, settle: settleIn(promises as never) }
  }

  const paths = coveringPaths(pathsOf(accountMailMachine, walked.accountMail))

  test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
    const opened = openMail()
    for (const event of events) {
      if (event.type === 'mail.requested') await press('Send the invitation again')
      else if (event.type.startsWith('xstate.after'))
        await act(async () => opened.clock.increment(accountMail.sentNoticeTime))
      else await opened.settle(event as Answer)
    }
    expect(opened.accountMailRef.getSnapshot().value).toEqual(next.value)
    expect(screen.getByRole('status').textContent.trim()).toBe(
      accountMail.isSent(next) ? 'Sent' : '',
    )
    expect(screen.queryByRole('alert')?.textContent).toBe(accountMail.selectFailure(next)?.message)
  })
})

import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type SiteHealth, healthChecksOf } from '#content/admin/site-health.ts'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { isBusy, selectFailure, siteHealthMachine } from '#machines/admin/site-health.ts'
import { HealthWithActor } from '#src/admin/health/HealthScreen.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { AppRouter } from '#src/app/shell/router.tsx'
import { SiteConfigProvider } from '#src/views/hooks/use-site-config.ts'
import { pagePayload } from '../../support/content/page-payload.ts'
import { siteHealth } from '../../support/content/site-health.ts'
import { siteHealth as walked } from '../../support/machines/admin-paths.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(siteHealthMachine)
afterEach(cleanup)

const openScreen = () => {
  const reading = controlledPromise<SiteHealth, undefined>()
  const renewal = controlledPromise<RenewalOutcome, { isBackground: boolean }>()
  const payload = pagePayload([], { path: '/blog' })
  const { appRef } = startApp('/blog', { payload, inspect: coverage.inspect })
  const siteHealthRef = createActor(
    siteHealthMachine.provide({
      actors: { readHealth: reading.logic, renewSession: renewal.logic },
    }),
    { parent: appRef },
  ).start()
  render(
    <AppProvider value={appRef}>
      <SiteConfigProvider value={defaultSiteConfig}>
        <AppRouter>
          <HealthWithActor title="Health" siteHealthRef={siteHealthRef} />
        </AppRouter>
      </SiteConfigProvider>
    </AppProvider>,
  )
  return { siteHealthRef, reading, renewal }
}

const paths = coveringPaths(pathsOf(siteHealthMachine, walked))

const checkAgain = () => fireEvent.click(screen.getByRole('button', { name: 'Check again' }))

test.each(namedPaths(paths))('%s', async (_, { events: steps, next }) => {
  const { siteHealthRef, reading, renewal } = openScreen()
  for (const event of steps) {
    if (event.type === 'refresh.requested') await act(async () => checkAgain())
    else {
      const effect = event.type.endsWith('readHealth') ? reading : renewal
      await act(async () => effect.settle(event as Answer as never))
    }
  }
  expect(siteHealthRef.getSnapshot().value).toEqual(next.value)
  expect(screen.queryByText('Loading…') !== null).toBe(isBusy(next))
  expect(screen.queryByRole('alert')?.textContent).toBe(selectFailure(next)?.message)
})

const show = async (health: SiteHealth) => {
  const { reading } = openScreen()
  await act(async () =>
    reading.settle({ type: 'xstate.done.actor.readHealth', output: health } as never),
  )
}

test('says that everything works, and what runs', async () => {
  await show(siteHealth())
  expect(screen.getByRole('status').textContent).toBe('Everything works.')
  const items = ['Database', 'Disk space', 'Mail', 'Live updates'].map(
    (name) => screen.getByRole('listitem', { name }).textContent,
  )
  expect(items).toEqual([
    'DatabaseGoodSystemSQLite 3.45Answers in1 ms',
    'Disk spaceGoodFree5.0 GB of 10 GB',
    'MailGoodMails that wait to be sent0Of these, sent without success so far0',
    'Live updatesGoodConnected readers3Catching up1Events not sent yet0',
  ])
  expect(screen.getByText('build-1')).toBeDefined()
})

test('says what to do about each problem', async () => {
  const lastFailure = { at: '2026-08-01T12:00:00.000Z', reason: 'ECONNREFUSED' }
  await show(siteHealth({ mail: { waiting: 2, tried: 1, lastFailure } }))
  expect(screen.getByRole('status').textContent).toBe('One thing needs attention.')
  const mail = within(screen.getByRole('listitem', { name: 'Mail' }))
  expect(mail.getByText('Not delivered').dataset['tone']).toBe('bad')
  expect(mail.getByText(/^Check SMTP_URL/)).toBeDefined()
  expect(mail.getByText(/^ECONNREFUSED/)).toBeDefined()
  const time = mail.getByText(/^Aug(ust)? 1, 2026/)
  expect([time.tagName, time.getAttribute('datetime')]).toEqual(['TIME', lastFailure.at])
})

const ok = siteHealth()
test.each<[Partial<SiteHealth>, string, string, string]>([
  [{ database: { state: 'busy', latency: 1 } }, 'Database', 'attention', 'Busy'],
  [{ database: { state: 'unreachable', latency: 1 } }, 'Database', 'bad', 'Unreachable'],
  [{ database: { state: 'ok', latency: 900 } }, 'Database', 'attention', 'Slow'],
  [{ disk: { state: 'full', free: 0, total: 10 } }, 'Disk space', 'bad', 'Full'],
  [{ disk: { state: 'ok', free: 2 ** 20, total: 2 ** 40 } }, 'Disk space', 'attention', 'Low'],
  [{ disk: { state: 'ok', free: null, total: null } }, 'Disk space', 'good', 'Good'],
  [{ mail: { ...ok.mail, tried: 1 } }, 'Mail', 'attention', 'Not delivered'],
  [{ hub: { ...ok.hub, behind: 101 } }, 'Live updates', 'attention', 'Behind'],
  [
    { addresses: { siteUrl: null, trustedHosts: [], isLocal: false } },
    'Addresses',
    'attention',
    'Not set',
  ],
  [{ lastBackup: null }, 'Backup', 'attention', 'None yet'],
  [{ lastBackup: { at: '2020-01-01T00:00:00.000Z', bytes: 1 } }, 'Backup', 'attention', 'Old'],
])('%j is judged', (changes, name, state, label) => {
  const check = healthChecksOf(siteHealth(changes)).find((one) => one.name === name)
  expect(check).toMatchObject({ state, label })
  expect(check!.advice === null).toBe(state === 'good')
})

coverage.expectAll()

test('says which addresses are trusted, and how to change them', () => {
  const factsOf = (addresses: SiteHealth['addresses']) =>
    Object.fromEntries(
      healthChecksOf(siteHealth({ addresses })).find(({ name }) => name === 'Addresses')!.facts,
    )
  const trustedHosts = ['www.troupe.test', 'troupe.test:8080']
  const listed = factsOf({ siteUrl: null, trustedHosts, isLocal: false })
  expect(listed['Trusted hosts (TRUSTED_HOSTS)']).toBe(
    'names of this machine, www.troupe.test, troupe.test:8080',
  )
  const fixed = factsOf({ siteUrl: 'https://troupe.test', trustedHosts, isLocal: false })
  expect(fixed['Address (SITE_URL)']).toBe('https://troupe.test')
  expect(fixed['Trusted hosts (TRUSTED_HOSTS)']).toMatch(/^not used/)
  expect(fixed['To change them']).toMatch(/environment/)
})

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fromCallback } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import {
  type SettingGroup,
  settingGroups,
  settingLabels,
} from '#content/settings/setting-groups.ts'
import type { SettingChange, SettingKey } from '#content/settings/settings-draft.ts'
import type { SaveAnswer } from '#content/settings/setting-outcomes.ts'
import type { ReadSettings } from '#content/settings/site-facts.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { leaveGuardMachine } from '#machines/admin/leave-guard.ts'
import { type SettingsSaveEvent, settingsSaveMachine } from '#machines/admin/settings-save.ts'
import { type SettingsRef, canSave, settingsMachine } from '#machines/admin/settings.ts'
import type { HubStreamEvent } from '#machines/live/hub-connection.ts'
import { SettingsWithActor } from '#src/admin/settings/SettingsScreen.tsx'
import { trackRequest } from '#src/app/effects/shared.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { openApp, receiveFromHub } from '../../support/app.tsx'
import { admin } from '../../support/content/sample-resources.ts'
import { cover, inspectAll } from '../../support/machines/coverage.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths } from '#charts/paths/paths.ts'
import {
  readSettings,
  settingMessage,
  settingsPaths,
  settingsSavePaths,
} from '../../support/machines/settings-paths.ts'

const coverage = cover(settingsMachine)
const saveCoverage = cover(settingsSaveMachine)
afterEach(cleanup)

const openScreen = (href = '/_cwa/settings') => {
  const reading = controlledPromise<ReadSettings, undefined>()
  const renewal = controlledPromise<RenewalOutcome, { isBackground: boolean }>()
  const saving = controlledCallback<SettingsSaveEvent, { changes: readonly SettingChange[] }>()
  const logged: string[] = []
  const logic = settingsMachine.provide({
    actors: {
      readSettings: reading.logic,
      leaveGuard: leaveGuardMachine.provide({ actors: { guardLeaving: fromCallback(() => {}) } }),
      settingsSave: settingsSaveMachine.provide({
        actors: { saveSettings: saving.logic, renewSession: renewal.logic },
      }),
    },
    actions: { logNotSaved: (_, { messages }) => logged.push(...messages) },
  })
  const opened: { ref: SettingsRef | null } = { ref: null }
  const Screen = () => {
    opened.ref = useViewActor('settings', logic, undefined)
    return <SettingsWithActor title="Settings" settingsRef={opened.ref} />
  }
  const app = openApp(href, {
    input: { user: admin, hub: 'https://example.org/.well-known/mercure' },
    AppScreen: Screen,
    inspect: inspectAll(coverage, saveCoverage),
  })
  const requests: (() => void)[] = []
  return { app, ref: opened.ref!, reading, renewal, saving, logged, requests }
}

type OpenScreen = ReturnType<typeof openScreen>

const settle = (
  { app }: OpenScreen,
  effect: { settle: (answer: Answer) => void },
  answer: unknown,
) => app.happen(() => effect.settle(answer as Answer))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const addressField = () => screen.getByRole('textbox', { name: 'Canonical URL' })

const startRequest = ({ app, requests }: OpenScreen) =>
  app.happen(() => {
    const request = new Promise<void>((resolve) => requests.push(resolve))
    const { system } = app.appRef
    trackRequest({ system, self: { sessionId: 'request' } }, request).catch(() => {})
  })
const endRequest = async (opened: OpenScreen) => {
  if (opened.requests.length === 0) await startRequest(opened)
  await opened.app.happen(() => opened.requests.pop()!())
}

const gestures: Record<string, (opened: OpenScreen, event: never) => unknown> = {
  'requests.busy': startRequest,
  'requests.idle': endRequest,
  'retry.requested': () => press('Try again'),
  'setting.changed': (_, { value }: { value: string }) =>
    fireEvent.change(addressField(), { target: { value } }),
  'save.requested': () => press('Save Changes'),
  'discard.requested': () => press('Discard changes'),
  'discard.confirmed': () => press('Discard'),
  'discard.canceled': () => press('Keep editing'),
  'mine.kept': () => press('Keep mine: Canonical URL'),
  'theirs.taken': () => press('Take theirs: Canonical URL'),
  'message.received': async ({ app }, message: HubStreamEvent) => {
    await receiveFromHub(app, { type: 'connection.opened' })
    await receiveFromHub(app, message)
  },
  'setting.answered': ({ app, saving }, event: SettingsSaveEvent) =>
    app.happen(() => saving.send(event)),
  'xstate.done.actor.readSettings': (opened, event) => settle(opened, opened.reading, event),
  'xstate.error.actor.readSettings': (opened, event) => settle(opened, opened.reading, event),
  'xstate.done.actor.renewSession': (opened, event) => settle(opened, opened.renewal, event),
  'xstate.error.actor.renewSession': (opened, event) => settle(opened, opened.renewal, event),
  // The answer to the only request ends it.
  'xstate.done.actor.settingsSave': () => {},
}

const walk = async (opened: OpenScreen, events: readonly { type: string }[]) => {
  for (const event of events)
    await act(async () => gestures[event.type]!(opened, event as never) as void)
}

/**
 * A save ends with the answer to its only request, and the user decides only about what is shown to be changed by somebody
 * else.
 */
const isPossible = (types: readonly string[]) =>
  types.every((type, at) => {
    if (type === 'xstate.done.actor.settingsSave') return types[at - 1] === 'setting.answered'
    if (type === 'setting.answered' && at < types.length - 1)
      return types[at + 1] === 'xstate.done.actor.settingsSave'
    return !/^(mine|theirs)/.test(type) || types[at - 1] === 'message.received'
  })

const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type)
const possible = coveringPaths(settingsPaths.filter(({ events }) => isPossible(typesOf(events))))

test.each(namedPaths(possible))('%s', async (_, { events, next }) => {
  const opened = openScreen()
  await walk(opened, events)
  const isAnsweredLast = events.at(-1)?.type === 'setting.answered'
  if (!isAnsweredLast) expect(opened.ref.getSnapshot().value).toEqual(next.value)
  const snapshot = opened.ref.getSnapshot()
  expect(screen.queryByText('Loading…') !== null).toBe(next.matches({ form: 'reading' }))
  const button = screen.queryByRole('button', { name: 'Save Changes' })
  expect(button?.getAttribute('aria-disabled') ?? null).toBe(
    button && !canSave(snapshot) ? 'true' : null,
  )
  const decisions = screen.queryAllByText(/^Somebody else has changed this/)
  expect(decisions).toHaveLength(snapshot.context.draft?.conflicts.length ?? 0)
})

/** Opens the screen and changes the address. */
const change = async (value = 'https://mine.test') => {
  const opened = openScreen()
  const events = [
    { type: 'requests.idle' },
    { type: 'xstate.done.actor.readSettings', output: readSettings },
    { type: 'setting.changed', value },
  ]
  await walk(opened, events)
  return opened
}
const answer = (
  { app, saving }: OpenScreen,
  answered: SaveAnswer,
  key: SettingKey = 'canonicalUrl',
) => app.happen(() => saving.send({ type: 'setting.answered', key, answer: answered }))
const status = () => within(screen.getByRole('main')).getByRole('status').textContent

describe('a save', () => {
  test.each(namedPaths(coveringPaths(settingsSavePaths)))('%s', async (_, { events, next }) => {
    const opened = await change()
    await walk(opened, [{ type: 'save.requested' }])
    for (const event of events)
      if (event.type === 'xstate.error.actor.saveSettings') {
        const { settingsSave } = opened.ref.getSnapshot().children
        await opened.app.happen(() => settingsSave!.send(event as never))
      } else await walk(opened, [event])
    const isOver = next.status === 'done'
    expect(opened.ref.getSnapshot().hasTag('saving')).toBe(!isOver)
    expect(opened.renewal.calls).toHaveLength(
      events.some(({ type }) => /renewSession/.test(type)) || next.matches('renewing') ? 1 : 0,
    )
  })

  test('sends only what was changed, and what it replaces', async () => {
    const opened = await change()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Allow AI bots' }))
    press('Save Changes')
    expect(opened.saving.inputs).toEqual([
      {
        changes: [
          { key: 'robotsAllowAiBots', text: 'false', replaced: undefined },
          { key: 'canonicalUrl', text: 'https://mine.test', replaced: 'https://troupe.test' },
        ],
      },
    ])
    expect(status()).toBe('Saving 0 / 2')
    await answer(opened, { status: 'saved', text: 'https://mine.test' })
    expect(status()).toBe('Saving 1 / 2')
    const failure = new Failure('offline')
    await answer(opened, { status: 'failed', failure }, 'robotsAllowAiBots')
    expect(screen.getByText(`Not saved: ${failure.message}`)).not.toBeNull()
    expect(screen.getByRole('alert').textContent).toContain('Not everything was saved')
    expect(opened.logged).toEqual([failure.message])
    press('Discard changes')
    press('Keep editing')
    expect(screen.getByRole('alert').textContent).toContain('Not everything was saved')
    press('Save Changes')
    expect(opened.saving.inputs[1]!.changes.map(({ key }) => key)).toEqual(['robotsAllowAiBots'])
    await answer(opened, { status: 'saved', text: 'false' }, 'robotsAllowAiBots')
    expect(status()).toBe('All changes are saved')
  })

  test('keeps what is typed while it runs, and takes its own message for no change of others', async () => {
    const opened = await change()
    await opened.app.happen(
      () => void fireEvent.keyDown(document.body, { key: 's', ctrlKey: true }),
    )
    fireEvent.change(addressField(), { target: { value: 'https://more.test' } })
    await walk(opened, [settingMessage('https://mine.test')])
    await answer(opened, { status: 'saved', text: 'https://mine.test' })
    expect(screen.queryByText(/^Somebody else/)).toBeNull()
    expect(status()).toBe('1 change is not saved yet')
    expect((addressField() as HTMLInputElement).value).toBe('https://more.test')
  })

  test('overwrites nothing that somebody else has saved first, until the user decides so', async () => {
    const opened = await change()
    press('Save Changes')
    await answer(opened, { status: 'overtaken', text: 'https://theirs.test' })
    expect(screen.getByRole('alert').textContent).toContain('https://theirs.test')
    press('Save Changes')
    expect(opened.saving.inputs).toHaveLength(1)
    press('Keep mine: Canonical URL')
    press('Save Changes')
    expect(opened.saving.inputs[1]!.changes).toEqual([
      { key: 'canonicalUrl', text: 'https://mine.test', replaced: 'https://theirs.test' },
    ])
  })

  test('sends nothing while one of the values is not valid, which is said where it is', async () => {
    const opened = await change()
    const field = screen.getByRole('textbox', { name: 'Custom sitemap XML' })
    fireEvent.change(field, { target: { value: '<a>\n<b></a>' } })
    expect(screen.getByText(/^Line 1, column 3: Begin with <urlset/)).not.toBeNull()
    press('Save Changes')
    expect(screen.getByRole('alert').textContent).toContain('Nothing was saved')
    expect(opened.saving.inputs).toEqual([])
    expect(opened.logged).toEqual(['A value is not valid, so nothing was saved.'])
  })

  test('waits for other requests', async () => {
    const opened = await change()
    await startRequest(opened)
    await opened.app.happen(
      () => void fireEvent.keyDown(document.body, { key: 's', ctrlKey: true }),
    )
    expect(opened.saving.inputs).toEqual([])
    await endRequest(opened)
    press('Save Changes')
    expect(opened.saving.inputs).toHaveLength(1)
  })
})

test('the search finds each setting by its label, in a group that gets the focus by the hash of the URL', async () => {
  const opened = openScreen('/_cwa/settings#indexing')
  await settle(opened, opened.reading, {
    type: 'xstate.done.actor.readSettings',
    output: readSettings,
  })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'SEO indexing' }))
  const all: readonly SettingGroup[] = Object.values(settingGroups)
  const groups = all.filter(({ isForSuperAdmins }) => !isForSuperAdmins)
  const missing = groups.flatMap(({ id, title, settings }) => {
    const group = screen.getByRole('region', { name: title })
    expect(group.id).toBe(id)
    return settings.filter((key) => !within(group).queryByLabelText(settingLabels[key]))
  })
  expect(missing).toEqual([])
  expect(screen.queryByRole('region', { name: settingGroups.mail.title })).toBeNull()
})

test('shows the pictures that are chosen, which can be removed', async () => {
  const opened = openScreen()
  const address = '/_api/_/media_objects/stage.png/download/file/stage.png'
  const parameters = [{ key: 'favicon', value: address }]
  await settle(opened, opened.reading, {
    type: 'xstate.done.actor.readSettings',
    output: { ...readSettings, parameters },
  })
  await endRequest(opened)
  const icon = within(screen.getByRole('group', { name: 'Icon in tabs and bookmarks' }))
  const image = () => icon.queryByAltText('')
  expect(image()!.getAttribute('src')).toBe(address)
  fireEvent.click(icon.getByRole('button', { name: 'Remove' }))
  expect(image()).toBeNull()
  press('Save Changes')
  expect(opened.saving.inputs).toEqual([
    { changes: [{ key: 'favicon', text: '', replaced: address }] },
  ])
})

test('offers no pictures where there is no media library', async () => {
  const opened = openScreen()
  const facts = { ...readSettings.facts, hasLibrary: false }
  await settle(opened, opened.reading, {
    type: 'xstate.done.actor.readSettings',
    output: { ...readSettings, facts },
  })
  expect(screen.queryByRole('region', { name: settingGroups.pictures.title })).toBeNull()
})

test('shows what crawlers and search engines will see', async () => {
  await change('')
  const preview = (name: string) =>
    (screen.getByRole('textbox', { name }) as HTMLTextAreaElement).value
  expect(preview('Preview of robots.txt')).not.toContain('GPTBot')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Allow AI bots' }))
  expect(preview('Preview of robots.txt')).toContain('User-agent: GPTBot')
  fireEvent.change(screen.getByRole('textbox', { name: 'Site name' }), {
    target: { value: 'Lanterns' },
  })
  expect(screen.getByText('About us | Lanterns')).not.toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Smart fallback titles' }))
  expect(screen.getByText('Lanterns')).not.toBeNull()
  expect(screen.getByText(/^Pages without a title all have the same one/)).not.toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Indexable' }))
  expect(screen.queryByRole('checkbox', { name: 'Allow AI bots' })).toBeNull()
  expect(screen.getByText(/^Search engines are asked not to list/)).not.toBeNull()
})

test('shows dates in the language, the time zone and the format that are chosen', async () => {
  await change('https://troupe.test')
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
  const dates = () => screen.getByText('On a page').nextElementSibling!.textContent
  expect(dates()).toBe('31 December 2030')
  type('Language', 'de')
  type('Time zone', 'Asia/Tokyo')
  expect(dates()).toBe('1. Januar 2031')
  type('Date format', 'iso')
  expect(dates()).toBe('2031-01-01')
  type('Time zone', 'Atlantis')
  expect(screen.getByText(/^Enter the name of a time zone/)).not.toBeNull()
  press('Save Changes')
  expect(screen.getByText(/^Nothing was saved/)).not.toBeNull()
})

coverage.expectAll()
const broken = 'a callback fails only where its code is broken'
saveCoverage.expectAll({
  'settingsSave.sending xstate.error.actor.saveSettings': broken,
  'settingsSave.resending xstate.error.actor.saveSettings': broken,
})

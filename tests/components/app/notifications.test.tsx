import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import type { AppNotification } from '#machines/app/app-notification.ts'
import { notificationsMachine } from '#machines/app/notifications.ts'
import {
  type Gestures,
  openApp,
  openEditor,
  sendTo,
  settleEffect,
  walkPath,
} from '../../support/app.tsx'
import {
  type OpenEditor,
  changeTitle,
  openEditor as openRealEditor,
  requestDeletion,
  sampleDraft,
  sampleTitle,
  settleRun,
  title,
  typeInto,
} from '../../support/editor.tsx'
import { admin } from '../../support/content/sample-resources.ts'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { namedPaths, pathsOf } from '#charts/paths/paths.ts'
import { retryWaiting, waitingPublication } from '../../support/waiting-actions.ts'

const coverage = cover(notificationsMachine)
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])
const headings: Record<string, string> = { one: 'Not saved', two: 'Not published' }

const paths = pathsOf(notificationsMachine, {
  input: undefined,
  events: ['one', 'two'].flatMap((key) => [
    {
      type: 'notification.added' as const,
      key,
      tone: 'problem' as const,
      heading: headings[key]!,
      messages: ['Some of the values are not valid.'],
      action: `Repair ${key}`,
    },
    { type: 'notification.dismissed' as const, key },
    { type: 'notification.chosen' as const, key },
    { type: 'notification.paused' as const, key, by: 'pointer' as const },
    { type: 'notification.resumed' as const, key, by: 'pointer' as const },
  ]),
})

type WithKey = { key: string }
const headingElement = ({ key }: WithKey) => screen.getByText(headings[key]!)

const gestures: Gestures = {
  'notification.added': sendTo('notifications'),
  'notification.dismissed': ({ press }, { key }: WithKey) => press(`Dismiss: ${headings[key]}`),
  'notification.chosen': ({ press }, { key }: WithKey) => press(`Repair ${key}`),
  'notification.paused': ({ user }, event: WithKey) => user.hover(headingElement(event)),
  'notification.resumed': async ({ user }, event: WithKey) => {
    await user.hover(headingElement(event))
    await user.unhover(headingElement(event))
  },
}

const failure = new Failure('unexpected')
/** Saves a change of the first title, which can be undone then. */
const saveChange = async (editor: OpenEditor) => {
  await changeTitle(editor, 'Mine')
  const iri = sampleTitle['@id']
  const body = { title: 'Curtain' }
  const intent = { kind: 'set', iri, property: 'title', value: 'Mine' } as const
  const inverse = [{ method: 'PATCH', iri, body } as const]
  const resource = { ...sampleTitle, title: 'Mine' }
  const change = { id: '1', intent, steps: [], inverse, refetch: [] }
  await settleRun(editor, { change, result: { resource } })
  return change
}

const requestSignOut = async (editor: OpenEditor) => {
  await editor.press('Site menu')
  await editor.user.click(screen.getByRole('menuitem', { name: 'Sign out' }))
}

const failToSignOut = async (editor: OpenEditor) => {
  await requestSignOut(editor)
  const error = failure
  await settleEffect('signOut')(editor, { type: 'xstate.error.actor.signOut', error })
}

/** Each failure that no other place shows: the heading of its notification, and what fails. */
const failures: [string, (editor: OpenEditor) => Promise<unknown>][] = [
  ['You are still signed in', failToSignOut],
  [
    'Not published',
    async (editor) => {
      await editor.user.click(screen.getByText('Coda, rewritten'))
      await editor.press('Publish')
      await settleRun(editor, { failure })
    },
  ],
  [
    'Not deleted',
    async (editor) => {
      await editor.user.click(title())
      await requestDeletion(editor)
      await settleRun(editor, { failure })
    },
  ],
  [
    'Nothing was undone',
    async (editor) => {
      const change = await saveChange(editor)
      await editor.press('Undo')
      await settleRun(editor, { change, failure })
    },
  ],
]

const alertTexts = () => screen.queryAllByRole('alert').map((note) => note.textContent)
const textOf = ({ heading, messages }: AppNotification) => [heading, ...messages].join('')

const ringElement = () => document.querySelector<SVGElement>('[data-time-ring]')!
const ring = () => ringElement().dataset['timeRing']

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, input: { user: admin }, inspect: coverage.inspect })
  await openEditor(app)
  const notificationsRef = app.appRef.getSnapshot().children.notifications!
  await walkPath(app, notificationsRef, path, gestures)
  expect(notificationsRef.getSnapshot().context).toEqual(path.next.context)
  expect(alertTexts()).toEqual(path.next.context.notifications.map(textOf))
})

test('takes a failure back once the same is tried again', async () => {
  const editor = await openRealEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await editor.user.click(screen.getByText('Coda, rewritten'))
  await editor.press('Publish')
  await settleRun(editor, { failure })
  expect(alertTexts()).toHaveLength(1)
  await editor.press('Publish')
  expect(alertTexts()).toEqual([])
  await settleRun(editor, {})
  expect(alertTexts()).toEqual([])
})

test('takes back that one is still signed in once that is tried again', async () => {
  const editor = await openRealEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await failToSignOut(editor)
  expect(alertTexts()).toHaveLength(1)
  await requestSignOut(editor)
  expect(alertTexts()).toEqual([])
})

test('says that an action waits for the network, in place of its failure', async () => {
  const editor = await openRealEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await editor.user.click(screen.getByText('Coda, rewritten'))
  await editor.press('Publish')
  await settleRun(editor, { failure: new Failure('offline') })
  expect(screen.getByText('Waiting for the network')).toBeTruthy()
  expect(alertTexts()).not.toContainEqual(expect.stringContaining('Not published'))
})

test('says that there is nothing to undo', async () => {
  const editor = await openRealEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await editor.user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('There is nothing to undo')).toBeTruthy()
})

test('says that an action was not carried out because of a later edit', async () => {
  const editor = await openRealEditor({
    storage: { actions: waitingPublication },
    inspect: coverage.inspect,
  })
  typeInto(title(1), 'Later')
  await editor.wait(250)
  const resource = { ...sampleDraft, title: 'Later' }
  await editor.happen(() =>
    editor.puppets.field.settle({ type: 'xstate.done.actor.saveChange', output: { resource } }),
  )
  await retryWaiting(editor)
  expect(await screen.findByText('Not published')).toBeTruthy()
})

test.each(failures)('notifies about a failure: %s', async (heading, fail) => {
  const editor = await openRealEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await fail(editor)
  expect(alertTexts()).toEqual([`${heading}${failure.message}`])
})

test('names the fields that keep a component from being published by their labels', async () => {
  const editor = await openRealEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await editor.user.click(screen.getByText('Coda, rewritten'))
  await editor.press('Publish')
  const violations = [{ propertyPath: 'title', message: 'This value should not be blank.' }]
  await settleRun(editor, { failure: new Failure('invalid', { violations }) })
  expect(alertTexts()).toEqual(['Not publishedTitle: This value should not be blank.'])
})

test('does not repeat a failure that is shown where it happened', async () => {
  const editor = await openRealEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await changeTitle(editor, 'Mine')
  await settleRun(editor, { failure })
  const { notifications } = editor.appRef.getSnapshot().children
  expect(notifications!.getSnapshot().context.notifications).toEqual([])
})

test('a notification expires by itself, but not while it is hovered', async () => {
  const app = openApp('/', { payload, input: { user: admin }, inspect: coverage.inspect })
  await openEditor(app)
  const note: AppNotification = { key: 'one', tone: 'problem', heading: 'Not saved', messages: [] }
  await sendTo('notifications')(app, { type: 'notification.added', ...note })
  await app.user.hover(headingElement(note))
  await app.wait(60_000)
  expect(alertTexts()).toEqual(['Not saved'])
  expect(ring()).toBe('held')
  await app.user.unhover(headingElement(note))
  expect(ring()).toBe('running')
  await app.wait(5_999)
  expect(alertTexts()).toEqual(['Not saved'])
  await app.wait(1)
  expect(alertTexts()).toEqual([])
})

test('a notification that offers an action expires, too, but not while its button has the focus', async () => {
  const app = openApp('/', { payload, input: { user: admin }, inspect: coverage.inspect })
  await openEditor(app)
  const note = { key: 'one', tone: 'info', heading: 'Deleted', messages: [], action: 'Take back' }
  await sendTo('notifications')(app, { type: 'notification.added', ...note })
  await app.happen(async () => screen.getByRole('button', { name: 'Take back' }).focus())
  expect(ring()).toBe('held')
  await app.wait(60_000)
  expect(screen.getByText('Deleted')).toBeTruthy()
  await app.happen(async () => screen.getByRole('button', { name: 'Take back' }).blur())
  await app.wait(5_999)
  expect(screen.getByText('Deleted')).toBeTruthy()
  await app.wait(1)
  expect(screen.queryByText('Deleted')).toBeNull()
})

test('the ring of a notification that is shown again starts again', async () => {
  const app = openApp('/', { payload, input: { user: admin }, inspect: coverage.inspect })
  await openEditor(app)
  const note: AppNotification = { key: 'one', tone: 'problem', heading: 'Not saved', messages: [] }
  await sendTo('notifications')(app, { type: 'notification.added', ...note })
  const first = ringElement()
  await sendTo('notifications')(app, { type: 'notification.added', ...note })
  expect(ringElement()).not.toBe(first)
})

coverage.expectAll()

import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { type AppNotification, notificationsMachine } from '#machines/app/notifications.ts'
import { type Gestures, openApp, openEditor, sendTo, walkPath } from '../../support/app.tsx'
import { admin } from '../../support/content/sample-resources.ts'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { namedPaths, pathsOf } from '../../support/machines/paths.ts'

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
    },
    { type: 'notification.dismissed' as const, key },
    { type: 'notification.paused' as const, key },
    { type: 'notification.resumed' as const, key },
  ]),
})

type WithKey = { key: string }
const headingElement = ({ key }: WithKey) => screen.getByText(headings[key]!)

const gestures: Gestures = {
  'notification.added': sendTo('notifications'),
  'notification.dismissed': ({ press }, { key }: WithKey) => press(`Dismiss: ${headings[key]}`),
  'notification.paused': ({ user }, event: WithKey) => user.hover(headingElement(event)),
  'notification.resumed': async ({ user }, event: WithKey) => {
    await user.hover(headingElement(event))
    await user.unhover(headingElement(event))
  },
}

const failure = new Failure('offline')
/** Each failure that no other place shows, and the heading of its notification. */
const failures = [
  ['You are still signed in', { type: 'signOut.failed', failure }],
  ['Not published', { type: 'change.failed', intent: { kind: 'publish', iri: '/a' }, failure }],
  ['Not deleted', { type: 'change.failed', intent: { kind: 'delete', iri: '/a' }, failure }],
  ['Nothing was undone', { type: 'undo.failed', failure }],
] as const

const alertTexts = () => screen.queryAllByRole('alert').map((note) => note.textContent)
const textOf = ({ heading, messages }: AppNotification) => [heading, ...messages].join('')

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, input: { user: admin }, inspect: coverage.inspect })
  await openEditor(app)
  const notificationsRef = app.appRef.getSnapshot().children.notifications!
  await walkPath(app, notificationsRef, path, gestures)
  expect(notificationsRef.getSnapshot().context).toEqual(path.next.context)
  expect(alertTexts()).toEqual(path.next.context.notifications.map(textOf))
})

test.each(failures)('notifies about a failure: %s', async (heading, event) => {
  const app = openApp('/', { payload, input: { user: admin }, inspect: coverage.inspect })
  await openEditor(app)
  await sendTo('notifications')(app, event)
  expect(alertTexts()).toEqual([`${heading}${failure.message}`])
})

test('does not repeat a failure that is shown where it happened', async () => {
  const app = openApp('/', { payload, input: { user: admin }, inspect: coverage.inspect })
  await openEditor(app)
  const intent = { kind: 'set', iri: '/a', property: 'title', value: 'Hi' }
  await sendTo('notifications')(app, { type: 'change.failed', intent, failure })
  expect(alertTexts()).toEqual([])
})

test('a notification expires by itself, but not while it is hovered', async () => {
  const app = openApp('/', { payload, input: { user: admin }, inspect: coverage.inspect })
  await openEditor(app)
  const note: AppNotification = { key: 'one', tone: 'problem', heading: 'Not saved', messages: [] }
  await sendTo('notifications')(app, { type: 'notification.added', ...note })
  await app.user.hover(headingElement(note))
  await app.wait(60_000)
  expect(alertTexts()).toEqual(['Not saved'])
  await app.user.unhover(headingElement(note))
  await app.wait(5_999)
  expect(alertTexts()).toEqual(['Not saved'])
  await app.wait(1)
  expect(alertTexts()).toEqual([])
})

coverage.expectAll()

import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type AppNotification, notificationsMachine } from '#machines/app/notifications.ts'
import { type Gestures, openApp, sendTo, walkPath } from '../../support/app.tsx'
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
      messages: ['Some of this is not valid.'],
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

const alertTexts = () => screen.queryAllByRole('alert').map((note) => note.textContent)
const textOf = ({ heading, messages }: AppNotification) => [heading, ...messages].join('')

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  const notificationsRef = app.appRef.getSnapshot().children.notifications!
  await walkPath(app, notificationsRef, path, gestures)
  expect(notificationsRef.getSnapshot().context).toEqual(path.next.context)
  expect(alertTexts()).toEqual(path.next.context.notifications.map(textOf))
})

test('a notification expires by itself, but not while it is hovered', async () => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
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

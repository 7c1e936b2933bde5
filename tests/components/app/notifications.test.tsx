import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type AppNotification, notificationsMachine } from '#machines/app/notifications.ts'
import { type Gestures, openApp, told, walk } from '../../support/app.tsx'
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

type Keyed = { key: string }
const words = ({ key }: Keyed) => screen.getByText(headings[key]!)

const gestures: Gestures = {
  'notification.added': told('notifications'),
  'notification.dismissed': ({ press }, { key }: Keyed) => press(`Dismiss: ${headings[key]}`),
  'notification.paused': ({ user }, event: Keyed) => user.hover(words(event)),
  'notification.resumed': async ({ user }, event: Keyed) => {
    await user.hover(words(event))
    await user.unhover(words(event))
  },
}

const shown = () => screen.queryAllByRole('alert').map((note) => note.textContent)
const said = ({ heading, messages }: AppNotification) => [heading, ...messages].join('')

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  const notificationsRef = app.appRef.getSnapshot().children.notifications!
  await walk(app, notificationsRef, path, gestures)
  expect(notificationsRef.getSnapshot().context).toEqual(path.next.context)
  expect(shown()).toEqual(path.next.context.notifications.map(said))
})

test('a notification expires by itself, but not while it is hovered', async () => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  const note: AppNotification = { key: 'one', tone: 'problem', heading: 'Not saved', messages: [] }
  await told('notifications')(app, { type: 'notification.added', ...note })
  await app.user.hover(words(note))
  await app.wait(60_000)
  expect(shown()).toEqual(['Not saved'])
  await app.user.unhover(words(note))
  await app.wait(5_999)
  expect(shown()).toEqual(['Not saved'])
  await app.wait(1)
  expect(shown()).toEqual([])
})

coverage.expectAll()

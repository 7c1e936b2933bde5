import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Note, notificationsMachine } from '#machines/notifications.ts'
import { type Gestures, openApp, told, walk } from '../support/app.tsx'
import { cover } from '../support/coverage.ts'
import { component, pageOf } from '../support/page.ts'
import { named, pathsOf } from '../support/paths.ts'

const coverage = cover(notificationsMachine)
const payload = pageOf([component('Title', 'hello', { title: 'Hello' })])
const headings: Record<string, string> = { one: 'Not saved', two: 'Not published' }

const paths = pathsOf(notificationsMachine, {
  input: undefined,
  events: ['one', 'two'].flatMap((key) => [
    {
      type: 'note.raised' as const,
      key,
      tone: 'problem' as const,
      heading: headings[key]!,
      lines: ['Some of this is not valid.'],
    },
    { type: 'note.dismissed' as const, key },
    { type: 'note.held' as const, key },
    { type: 'note.released' as const, key },
  ]),
})

type Keyed = { key: string }
const words = ({ key }: Keyed) => screen.getByText(headings[key]!)

const gestures: Gestures = {
  'note.raised': told('notifications'),
  'note.dismissed': ({ press }, { key }: Keyed) => press(`Dismiss: ${headings[key]}`),
  'note.held': ({ user }, event: Keyed) => user.hover(words(event)),
  'note.released': async ({ user }, event: Keyed) => {
    await user.hover(words(event))
    await user.unhover(words(event))
  },
}

const shown = () => screen.queryAllByRole('alert').map((note) => note.textContent)
const said = ({ heading, lines }: Note) => [heading, ...lines].join('')

afterEach(cleanup)

test.each(named(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  const notificationsRef = app.appRef.getSnapshot().children.notifications!
  await walk(app, notificationsRef, path, gestures)
  expect(notificationsRef.getSnapshot().context).toEqual(path.next.context)
  expect(shown()).toEqual(path.next.context.notes.map(said))
})

test('a note goes by itself, but not while somebody reads it', async () => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  const note: Note = { key: 'one', tone: 'problem', heading: 'Not saved', lines: [] }
  await told('notifications')(app, { type: 'note.raised', ...note })
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

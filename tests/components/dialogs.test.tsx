import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { dialogsMachine, selectQuestion } from '#machines/dialogs.ts'
import { type Gestures, openApp, told, walk } from '../support/app.tsx'
import { cover } from '../support/coverage.ts'
import { component, pageOf } from '../support/page.ts'
import { named, pathsOf } from '../support/paths.ts'

const coverage = cover(dialogsMachine)
const payload = pageOf([component('Title', 'hello', { title: 'Hello' })])
const question = (id: string) => ({ title: `Question ${id}`, body: 'Really?' })

const paths = pathsOf(dialogsMachine, {
  input: undefined,
  events: [
    { type: 'dialog.asked', id: '1', question: question('1') },
    { type: 'dialog.asked', id: '2', question: question('2') },
    { type: 'dialog.withdrawn', id: '1' },
    { type: 'dialog.withdrawn', id: '2' },
    { type: 'dialog.confirmed' },
    { type: 'dialog.cancelled' },
  ],
})

const gestures: Gestures = {
  'dialog.asked': told('dialogs'),
  'dialog.withdrawn': told('dialogs'),
  'dialog.confirmed': ({ press }) => press('Ok'),
  'dialog.cancelled': ({ press }) => press('Cancel'),
  'xstate.after.farewell.dialogs.cancelling': ({ wait }) => wait(300),
}

afterEach(cleanup)

test.each(named(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  const dialogsRef = app.appRef.getSnapshot().children.dialogs!
  await walk(app, dialogsRef, path, gestures)
  expect(dialogsRef.getSnapshot().context).toEqual(path.next.context)
  const asked = selectQuestion(path.next)
  expect(screen.queryAllByRole('dialog', asked ? { name: asked.title } : {})).toHaveLength(
    asked ? 1 : 0,
  )
})

coverage.expectAll()

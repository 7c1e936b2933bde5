import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { dialogsMachine, selectOpenDialog } from '#machines/app/dialogs.ts'
import { type Gestures, openApp, openEditor, sendTo, walkPath } from '../../support/app.tsx'
import { openEditor as openRealEditor, stageTitle } from '../../support/editor.tsx'
import { admin } from '../../support/content/sample-resources.ts'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(dialogsMachine)
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])
const confirmOptions = (id: string) => ({ title: `Question ${id}`, body: 'Really?' })

const paths = pathsOf(dialogsMachine, {
  input: undefined,
  events: [
    { type: 'dialog.opened', id: '1', options: confirmOptions('1') },
    { type: 'dialog.opened', id: '2', options: confirmOptions('2') },
    { type: 'dialog.withdrawn', id: '1' },
    { type: 'dialog.withdrawn', id: '2' },
    { type: 'dialog.confirmed' },
    { type: 'dialog.canceled' },
  ],
})

const gestures: Gestures = {
  'dialog.opened': sendTo('dialogs'),
  'dialog.withdrawn': sendTo('dialogs'),
  'dialog.confirmed': ({ press }) => press('Ok'),
  'dialog.canceled': ({ press }) => press('Cancel'),
  'xstate.after.closeAnimation.dialogs.canceling': ({ wait }) => wait(300),
}

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, input: { user: admin }, inspect: coverage.inspect })
  await openEditor(app)
  const dialogsRef = app.appRef.getSnapshot().children.dialogs!
  await walkPath(app, dialogsRef, path, gestures)
  expect(dialogsRef.getSnapshot().context).toEqual(path.next.context)
  const openDialog = selectOpenDialog(path.next)
  expect(
    screen.queryAllByRole('dialog', openDialog ? { name: openDialog.title } : {}),
  ).toHaveLength(openDialog ? 1 : 0)
})

test('asks one question after the other, and withdraws those that are no longer needed', async () => {
  const editor = await openRealEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  const { pop, press, wait, appRef } = editor
  const queue = () => {
    const { context } = appRef.getSnapshot().children.dialogs!.getSnapshot()
    return context.queue.map(({ id }) => id)
  }
  await stageTitle(editor)
  await press('Discard')
  const [discard] = queue()
  await pop('/about')
  const [, leave] = queue()
  expect(queue()).toEqual([discard, leave])
  // Leaving for another page is another question, which waits as well.
  await pop('/elsewhere')
  const [, leaveForOther] = queue()
  expect(queue()).toEqual([discard, leaveForOther])
  expect(leaveForOther).not.toBe(leave)

  await press('Cancel')
  await wait(300)
  expect(queue()).toEqual([leaveForOther])
  await pop('/about')
  expect(queue()).toHaveLength(1)
  expect(queue()).not.toEqual([leaveForOther])
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test('a press beside the box dismisses, and so does Escape in a browser without `closedby`', async () => {
  const editor = await openRealEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await stageTitle(editor)
  await editor.press('Discard')
  const dialogEl = screen.getByRole<HTMLDialogElement>('dialog')
  const heading = screen.getByRole('heading', { name: /discard/i })
  /** Presses and releases; the click is on what contains both. */
  const press = async (from: Element, to: Element) => {
    fireEvent.mouseDown(from)
    fireEvent.mouseUp(to)
    fireEvent.click(from === to ? to : dialogEl)
    await editor.wait(300)
  }
  await press(heading, heading)
  await press(heading, dialogEl)
  await press(dialogEl, heading)
  expect(screen.queryAllByRole('dialog')).toHaveLength(1)
  await press(dialogEl, dialogEl)
  expect(screen.queryAllByRole('dialog')).toHaveLength(0)

  await editor.press('Discard')
  expect('closedBy' in screen.getByRole('dialog')).toBe(false)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await editor.wait(300)
  expect(screen.queryAllByRole('dialog')).toHaveLength(0)
})

coverage.expectAll()

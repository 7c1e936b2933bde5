import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Change } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { announcerMachine } from '#machines/app/announcer.ts'
import { cover } from '../../support/machines/coverage.ts'
import { dragLoaded, pickUpSelected, pressKey } from '../../support/drag.ts'
import { done, intent } from '../../support/sample-change.ts'
import {
  changeTitle,
  openEditor,
  requestDeletion,
  sampleTitle,
  selectTitleAndText,
  settleRun,
  title,
} from '../../support/editor.tsx'

const coverage = cover(announcerMachine)
afterEach(cleanup)

const iri = sampleTitle['@id']

/** The live regions, of which one belongs to the editor. */
const announced = (message: string | RegExp) =>
  screen.getByText(message, { selector: '[role="status"] *' }) as HTMLElement

test('tells when editing starts and ends', async () => {
  const { press } = await openEditor({ inspect: coverage.inspect })
  expect(announced('Editing. Select something on the page to change it.')).toBeTruthy()
  await press('Done')
  expect(announced('Done editing')).toBeTruthy()
})

test('tells that the editor is hidden and how it comes back', async () => {
  const { user } = await openEditor({ inspect: coverage.inspect })
  await user.keyboard('{Control>}\\{/Control}')
  expect(
    announced(
      'Editor hidden. The same keys bring it back, and so does a press or a key on the page.',
    ),
  ).toBeTruthy()
  await user.keyboard('{Control>}\\{/Control}')
  expect(announced('Editor shown')).toBeTruthy()
})

test('announces where a pressed link leads and how to open it', async () => {
  const { user } = await openEditor({ inspect: coverage.inspect })
  await user.click(screen.getByText('Elsewhere'))
  expect(announced('Link to /elsewhere. Press Alt+Enter for options to open it.')).toBeTruthy()
})

test('tells what was saved, undone and redone', async () => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsChangeRuns: true })
  const { happen, press, puppets, changeQueueRef } = editor
  await happen(() =>
    changeQueueRef.send({ type: 'change.requested', id: '1', intent, conflictKeys: [iri] }),
  )
  const settle = (id: string) =>
    happen(() => puppets.changeRun.settle({ type: `xstate.done.actor.${id}`, output: done }))
  await settle('changeRun 1')
  expect(announced('Saved')).toBeTruthy()
  await press('Undo')
  await settle('undo')
  expect(announced('Undone')).toBeTruthy()
  await press('Redo')
  await settle('redo')
  expect(announced('Redone')).toBeTruthy()
})

test('tells what is selected after a deletion, and after it is undone', async () => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsChangeRuns: true })
  const step = { method: 'DELETE' as const, iri }
  const deletion: Change = {
    id: '1',
    refetch: [],
    intent: { kind: 'delete', iri },
    steps: [{ ...step, creates: { iri } }],
    inverse: [step],
  }
  await editor.user.click(title())
  await requestDeletion(editor)
  await settleRun(editor, { change: deletion, removed: [iri] })
  expect(announced('Deleted')).toBeTruthy()
  expect(announced('Selected: Body Text')).toBeTruthy()
  await editor.press('Undo')
  await settleRun(editor, { change: deletion })
  expect(announced('Undone')).toBeTruthy()
  expect(announced('Selected: Title')).toBeTruthy()
  await editor.press('Close')
  expect(screen.queryByText(/^Selected: /)).toBeNull()
})

test('tells how many components are selected together', async () => {
  await selectTitleAndText(await openEditor({ inspect: coverage.inspect }))
  expect(announced('2 components selected')).toBeTruthy()
})

test('tells the new position of what was moved, each time', async () => {
  const { user } = await openEditor({ inspect: coverage.inspect })
  await user.click(title())
  await user.click(screen.getByRole('tab', { name: 'Order' }))
  await user.selectOptions(screen.getByLabelText('Place'), '2 of 3')
  const first = announced('Moved to 2 of 3')
  await user.selectOptions(screen.getByLabelText('Place'), '1 of 3')
  await user.selectOptions(screen.getByLabelText('Place'), '2 of 3')
  const second = announced('Moved to 2 of 3')
  // A new element is announced again, although the message is the same.
  expect(second).not.toBe(first)
})

test('tells where a dragged component is, and that it stays where it was', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await editor.user.click(title())
  await dragLoaded()
  await pickUpSelected(editor)
  expect(announced(/^Picked up Title, 1 of 3 in/)).toBeTruthy()
  await pressKey(editor, 'ArrowDown')
  expect(announced(/^2 of 3 in/)).toBeTruthy()
  await pressKey(editor, 'Escape')
  expect(announced('Not moved')).toBeTruthy()
})

test('tells that an edit could not be saved', async () => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsChangeRuns: true })
  await changeTitle(editor, 'Mine')
  await settleRun(editor, { failure: new Failure('offline') })
  expect(announced('Not saved')).toBeTruthy()
})

test('tells why Done does nothing while an edit is unsaved', async () => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsChangeRuns: true })
  await changeTitle(editor, 'Mine')
  await settleRun(editor, { failure: new Failure('invalid') })
  await editor.press('Done')
  expect(announced('Some changes are not saved. Decide what to do with them first.')).toBeTruthy()
})

coverage.expectAll()

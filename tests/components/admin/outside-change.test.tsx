import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { outsideChangeMachine } from '#machines/admin/outside-change.ts'
import { selectForm } from '#machines/admin/resource-item.ts'
import { cover } from '../../support/machines/coverage.ts'
import {
  type ItemScreen,
  enter,
  itemForm,
  openItemScreen,
  press,
} from '../../support/resource-item.tsx'

const coverage = cover(outsideChangeMachine)
afterEach(cleanup)

const openItem = async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read(itemForm('"1"', { reference: 'home', title: 'The old house' }))
  return opened
}

/** Has somebody else save values of the item. */
const change = async (opened: ItemScreen, values: Record<string, string>, etag = '"2"') => {
  await opened.receive({ '@id': '/_/layouts/1', ...values })
  await opened.wait(250)
  await opened.settle({
    type: 'xstate.done.actor.readTheirs',
    output: itemForm(etag, values),
  })
}

const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const conflict = () => screen.getByRole('group', { name: 'Title' })

test('shows at once what somebody else has saved, and says which value that is', async () => {
  const opened = await openItem()
  await enter('Name', 'mine')
  await change(opened, { reference: 'home', title: 'Start' })
  expect(value('Title')).toBe('Start')
  expect(value('Name')).toBe('mine')
  expect(screen.getByText(/Somebody else has just changed: Title/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows mine beside theirs before anything is saved, and has both merged by hand', async () => {
  const opened = await openItem()
  await enter('Title', 'The old house by the sea')
  await change(opened, { reference: 'home', title: 'The new house' })
  expect(
    within(conflict())
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['The old house by the sea', 'The new house'])
  await within(conflict()).findByRole('button', { name: 'Merge by hand' })
  await press('Save')
  expect(opened.promises.sendItem.calls).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  await press('Merge by hand', conflict())
  expect(value('Title')).toBe('The new house by the sea')
  expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  await press('Save')
  expect(opened.promises.sendItem.calls[0]?.input).toMatchObject({
    form: { version: { etag: '"2"' } },
    draft: { title: 'The new house by the sea' },
  })
})

test('says at once that it is deleted, and leaves what was entered', async () => {
  const opened = await openItem()
  await enter('Title', 'My words')
  await opened.receive({ '@id': '/_/layouts/1' })
  await opened.wait(250)
  await opened.settle({ type: 'xstate.error.actor.readTheirs', error: failureFromStatus(404) })
  expect(screen.getByRole('alert').textContent).toContain('somebody has deleted it')
  expect(value('Title')).toBe('My words')
})

test('reads it again after that has failed, and nothing after what was saved here', async () => {
  const opened = await openItem()
  await opened.receive({ '@id': '/_/layouts/1', title: 'Start' })
  await opened.wait(250)
  const { calls } = opened.promises.readTheirs
  await opened.settle({ type: 'xstate.error.actor.readTheirs', error: new Failure('offline') })
  await opened.wait(9_999)
  expect(calls).toHaveLength(1)
  await opened.wait(1)
  const output = itemForm('"2"', { reference: 'home', title: 'Start' })
  await opened.settle({ type: 'xstate.done.actor.readTheirs', output })
  expect(selectForm(opened.resourceItemRef.getSnapshot())).toEqual(output)
  await enter('Title', 'Mine')
  await press('Save')
  const saved = { reference: 'home', title: 'Mine' }
  await opened.receive({ '@id': '/_/layouts/1', ...saved })
  await opened.settle({
    type: 'xstate.done.actor.sendItem',
    output: itemForm('"3"', saved).version!,
  })
  await opened.wait(250)
  expect(calls).toHaveLength(2)
})

coverage.expectAll()

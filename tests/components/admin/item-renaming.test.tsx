import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { isOpen, itemRenamingMachine } from '#machines/admin/item-renaming.ts'
import { coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'
import { cover } from '../../support/machines/coverage.ts'
import { itemRenaming } from '../../support/machines/admin-paths.ts'
import {
  enter,
  itemForm,
  openItemScreen,
  openName,
  press,
  pressSave,
} from '../../support/resource-item.tsx'

const coverage = cover(itemRenamingMachine)
afterEach(cleanup)

const paths = coveringPaths(pathsOf(itemRenamingMachine, itemRenaming))

const gestures: Record<string, () => unknown> = {
  'rename.requested': openName,
  'rename.ended': () => press('Cancel'),
}

const openRead = async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read()
  return opened
}

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  await openRead()
  for (const event of events) await gestures[event.type]?.()
  expect(screen.queryByLabelText('Name') !== null).toBe(isOpen(next))
})

test('shows the name as a heading again once all is saved, and not before', async () => {
  const opened = await openRead()
  await enter('Name', 'mine')
  await pressSave()
  expect(screen.getByLabelText('Name')).toBeTruthy()
  const { version } = itemForm('"2"', { reference: 'mine', title: 'Home' })
  await opened.settle({ type: 'xstate.done.actor.sendItem', output: version })
  expect(screen.queryByLabelText('Name')).toBeNull()
})

test('closes the name with the changes that are discarded', async () => {
  await openRead()
  await enter('Name', 'mine')
  await press('Discard changes')
  await press('Discard', screen.getByRole('alertdialog'))
  expect(screen.queryByLabelText('Name')).toBeNull()
})

test('stays open while the name is typed as it was', async () => {
  await openRead()
  await enter('Name', 'mine')
  await enter('Name', 'home')
  expect(screen.getByLabelText('Name')).toBeTruthy()
})

coverage.expectAll()

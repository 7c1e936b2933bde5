import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recentKindsMachine } from '#machines/editing/changes/recent-kinds.ts'
import {
  type OpenEditor,
  openEditor,
  sampleTitle,
  selectMenuLink,
  title,
} from '../../../support/editor.tsx'
import { cover } from '../../../support/machines/coverage.ts'
import { forbiddenStorage } from '../../../support/web-storage.ts'

const coverage = cover(recentKindsMachine)
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const add = async ({ user, press }: OpenEditor, kind: string) => {
  await user.click(title())
  await press('Add after')
  await user.click(screen.getByRole('option', { name: kind }))
  await press('Insert')
}
const discard = async ({ press, happen, puppets }: OpenEditor) => {
  await press('Discard')
  await happen(() =>
    puppets.stagedResource.confirm.settle({ type: 'xstate.done.actor.confirm', output: true }),
  )
}
const openDialog = async ({ user, press }: OpenEditor) => {
  await user.click(title())
  await press('Add after')
}
const dialog = () => within(screen.getByRole('dialog', { name: 'Add component' }))
const offered = () =>
  dialog()
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const recent = () =>
  within(screen.getByRole('group', { name: 'Added recently' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('the kinds that were added last in this browser come first', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await openDialog(editor)
  expect(dialog().queryByRole('group')).toBeNull()
  expect(offered()[0]).toBe('Collection')
  await editor.press('Cancel')
  await add(editor, 'Title')
  await discard(editor)
  await add(editor, 'Link')
  await discard(editor)
  await openDialog(editor)
  expect(recent()).toEqual(['Link', 'Title'])
  expect(offered()).toEqual(['Link', 'Title', 'Collection', 'Form', 'Body Text', 'Image'])
  dialog().getByRole('combobox', { name: 'Search' }).focus()
  await editor.user.keyboard('{ArrowDown}')
  expect(dialog().getByRole('option', { selected: true }).textContent).toBe('Link')
  cleanup()

  await openDialog(await openEditor({ inspect: coverage.inspect }))
  expect(recent()).toEqual(['Link', 'Title'])
})

test('a kind that may not be added here, or is no longer on this site, is not offered', async () => {
  localStorage.setItem('recent-kinds', 'Gone NavigationLink Title')
  const editor = await openEditor({ inspect: coverage.inspect })
  await openDialog(editor)
  expect(recent()).toEqual(['Link', 'Title'])
  await editor.press('Cancel')
  await selectMenuLink(editor)
  await editor.happen(() =>
    editor.puppets.areaSwitch.settle({ type: 'xstate.done.actor.confirm', output: true }),
  )
  await editor.press('Add before')
  expect(offered()).toEqual(['Link'])
})

test('a kind that is added at once is remembered, too', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  const divider = { type: 'Divider', endpoint: '/component/dividers' }
  await openDialog(editor)
  await editor.happen(() => {
    const addRef = editor.editModeRef.getSnapshot().children.addResource!
    addRef.send({
      type: 'kind.selected',
      kind: { ...divider, publishable: false, instantAdd: true },
    })
    addRef.send({ type: 'insert.requested' })
  })
  await editor.happen(() =>
    editor.puppets.addResource.settle({
      type: 'xstate.done.actor.saveChange',
      output: { resource: sampleTitle },
    }),
  )
  expect(localStorage.getItem('recent-kinds')).toBe('Divider')
})

test('works in a browser that refuses its storage', async () => {
  vi.stubGlobal('localStorage', forbiddenStorage)
  const editor = await openEditor({ inspect: coverage.inspect })
  await add(editor, 'Title')
  await discard(editor)
  await openDialog(editor)
  expect(recent()).toEqual(['Title'])
})

coverage.expectAll()

import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as selectionToolbar from '#src/editor/tools/SelectionToolbar.tsx'
import { bodyText, manager, openEditor, title, typeInto } from '../../support/editor.tsx'

const broken = vi.hoisted(() => ({ toolbar: false }))
vi.mock('#src/editor/tools/SelectionToolbar.tsx', async (importOriginal) => {
  const original = await importOriginal<typeof selectionToolbar>()
  return {
    ...original,
    SelectionToolbar: (props: Parameters<typeof original.SelectionToolbar>[0]) => {
      if (broken.toolbar) throw new Error('A bug')
      return <original.SelectionToolbar {...props} />
    },
  }
})

beforeEach(() => {
  // React reports each error that a boundary has caught.
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  cleanup()
  broken.toolbar = false
  vi.restoreAllMocks()
})

test('an error in a tool takes neither the page nor what is typed with it, and the tool can be tried again', async () => {
  const { user, press } = await openEditor()
  await user.click(title())
  typeInto(title(), 'Typed before the error')
  broken.toolbar = true
  await user.click(bodyText())
  expect(screen.getByRole('alert').textContent).toContain('has stopped working')
  expect(title().textContent).toBe('Typed before the error')
  expect(manager()).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy()
  expect(screen.queryByRole('toolbar', { name: 'Tools' })).toBeNull()

  broken.toolbar = false
  await press('Try again')
  expect(screen.getByRole('toolbar', { name: 'Tools' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

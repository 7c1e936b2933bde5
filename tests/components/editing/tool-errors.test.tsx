import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { siteKinds } from '#site/editors.ts'
import type { KindEditor } from '#src/editor/site-kinds.ts'
import {
  bodyText,
  manager,
  openEditor,
  queryManager,
  title,
  typeInto,
} from '../../support/editor.tsx'

const editors = siteKinds.editors as Record<string, KindEditor>
const { HtmlContent } = editors
/** Makes the panel of a text throw, or no longer. */
const breakPanel = (isBroken: boolean) => {
  if (isBroken)
    editors['HtmlContent'] = {
      Tab: () => {
        throw new Error('A bug')
      },
    }
  else if (HtmlContent) editors['HtmlContent'] = HtmlContent
  else delete editors['HtmlContent']
}

afterEach(() => {
  cleanup()
  breakPanel(false)
  vi.restoreAllMocks()
})

test('an error in a tool takes neither the page nor what is typed with it, and the tool is tried again', async () => {
  // React reports each error that a boundary has caught.
  vi.spyOn(console, 'error').mockReturnValue()
  const { user, press } = await openEditor()
  await user.click(title())
  typeInto(title(), 'Typed before the error')
  breakPanel(true)
  await user.click(bodyText())
  const stopped = () => screen.queryByText(/^A tool of the editor has stopped working/)
  expect(stopped()).not.toBeNull()
  expect(queryManager()).toBeNull()
  expect(title().textContent).toBe('Typed before the error')
  expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy()

  await user.click(title())
  expect([stopped(), manager().isConnected]).toEqual([null, true])
  await user.click(bodyText())
  expect(stopped()).not.toBeNull()
  breakPanel(false)
  await press('Try again')
  expect([stopped(), manager().isConnected]).toEqual([null, true])
})

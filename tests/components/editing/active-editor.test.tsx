import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { activeEditorMachine } from '#machines/editing/active-editor.ts'
import { bodyText, manager, openEditor, title } from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'

const coverage = cover(activeEditorMachine)
afterEach(cleanup)

const formatButtons = () => within(manager()).queryAllByRole('button', { name: 'Bold' })

test('the panel formats the text that is being edited', async () => {
  const { user } = await openEditor({ inspect: coverage.inspect })
  await user.click(bodyText())
  expect(formatButtons()).toHaveLength(1)
  await user.click(title())
  expect(formatButtons()).toHaveLength(0)
  await user.click(bodyText())
  expect(formatButtons()).toHaveLength(1)
})

test('no button formats a text once editing has ended', async () => {
  const { user, press } = await openEditor({ inspect: coverage.inspect })
  await user.click(bodyText())
  await press('Done')
  expect(screen.queryByRole('button', { name: 'Bold' })).toBeNull()
})

coverage.expectAll()

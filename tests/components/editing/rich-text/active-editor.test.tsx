import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { string } from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { activeEditorMachine } from '#machines/editing/active-editor.ts'
import { HtmlControl } from '#src/editor/fields/HtmlControl.tsx'
import { createActiveEditorWrapper } from '../../../support/active-editor.tsx'
import { bodyText, manager, openEditor, title } from '../../../support/editor.tsx'
import { cover } from '../../../support/machines/coverage.ts'

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

test('of several texts in the panel, the one that was focused last has the format buttons', async () => {
  const control = (label: string) => (
    <HtmlControl
      field={{ label, format: 'html', schema: string() }}
      label={label}
      value={null}
      hint={undefined}
      error={undefined}
      required={false}
      onChange={() => {}}
      onBlur={() => {}}
    />
  )
  const controls = (
    <>
      {control('Body')}
      {control('Aside')}
    </>
  )
  render(controls, { wrapper: createActiveEditorWrapper(coverage.inspect) })
  const user = userEvent.setup()
  const text = (name: string) => screen.getByRole('textbox', { name })
  for (const [name, other] of [
    ['Body', 'Aside'],
    ['Aside', 'Body'],
    ['Body', 'Aside'],
  ] as const) {
    await user.click(text(name))
    expect(text(name).getAttribute('contenteditable')).toBe('true')
    expect(text(other).getAttribute('contenteditable')).toBeNull()
    expect(screen.getAllByRole('button', { name: 'Bold' })).toHaveLength(1)
  }
})

coverage.expectAll()

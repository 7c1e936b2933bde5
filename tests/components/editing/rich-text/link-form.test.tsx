import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { linkFormMachine } from '#machines/editing/rich-text/link-form.ts'
import { bodyText, openEditor } from '../../../support/editor.tsx'
import { cover } from '../../../support/machines/coverage.ts'

const coverage = cover(linkFormMachine)
afterEach(cleanup)

const linkButton = () => screen.queryByRole('button', { name: 'Link' })
const address = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Link address' })

const openForm = async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await editor.user.click(bodyText())
  await editor.user.click(linkButton()!)
  return editor
}

test('a link is set once its address is valid, and removed by an empty one', async () => {
  const { user, press } = await openForm()
  expect(document.activeElement).toBe(address())
  expect(screen.queryByRole('button', { name: 'Remove link' })).toBeNull()
  await user.type(address(), 'nowhere')
  await press('Set link')
  expect(screen.getByText(/^Enter a path on this site/)).toBeTruthy()
  await user.clear(address())
  await user.type(address(), '/about')
  await press('Set link')
  expect(linkButton()?.getAttribute('aria-pressed')).toBe('true')
  await user.click(linkButton()!)
  expect(address().value).toBe('/about')
  await user.clear(address())
  await press('Remove link')
  expect(linkButton()?.getAttribute('aria-pressed')).toBe('false')
})

test('its keys open the form, with the address of the link at the caret', async () => {
  const { user } = await openForm()
  await user.type(address(), '/about{Enter}')
  fireEvent.keyDown(bodyText(), { key: 'k', ctrlKey: true })
  expect(document.activeElement).toBe(address())
  expect(address().value).toBe('/about')
})

test('Escape closes the form alone, and the text has the focus again', async () => {
  const { user } = await openForm()
  await user.keyboard('{Escape}')
  expect(linkButton()).not.toBeNull()
  expect(document.activeElement).toBe(bodyText())
})

coverage.expectAll()

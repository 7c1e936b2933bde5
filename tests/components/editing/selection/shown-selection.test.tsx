/** The panel and the tools follow the selection of another component, in any case before the next gesture. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { bodyText, openEditor, title } from '../../../support/editor.tsx'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

afterEach(cleanup)
afterEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
})

const kindInPanel = () => screen.getAllByRole('tab')[0]!.textContent
const isSelected = (element: Element) => element.closest('[aria-current="true"]') !== null

/** Selects the text after the title, as React renders it outside of tests: what may wait is not rendered yet. */
const selectText = async () => {
  const { user } = await openEditor()
  await user.click(title())
  expect(kindInPanel()).toBe('Title')
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
  bodyText().click()
  // React renders in a microtask.
  await Promise.resolve()
}

test('the page shows first that another component is selected, and the panel follows', async () => {
  await selectText()
  expect(isSelected(bodyText())).toBe(true)
  expect(kindInPanel()).toBe('Title')
  await expect.poll(kindInPanel, { timeout: 15_000 }).toBe('Body Text')
})

test('a gesture meets the panel of what is selected, however soon it comes', async () => {
  await selectText()
  expect(kindInPanel()).toBe('Title')
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }))
  expect(kindInPanel()).toBe('Body Text')
})

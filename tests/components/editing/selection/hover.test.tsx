import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { hoverMachine } from '#machines/editing/selection/hover.ts'
import { bodyText, openEditor, title } from '../../../support/editor.tsx'
import { cover } from '../../../support/machines/coverage.ts'

const coverage = cover(hoverMachine)
afterEach(cleanup)

const open = () => openEditor({ inspect: coverage.inspect })

/** Returns the label of the highlight around what is hovered, or null. */
const hovered = () =>
  document.querySelector('[data-highlight="hover"]')?.textContent?.replace(/ · .*/, '') ?? null

const mouse = { pointerType: 'mouse', buttons: 0 }
/** Far from everything on the page. */
const beside = { ...mouse, clientX: -999, clientY: -999 }

test('the pointer highlights what a press would select, with its name', async () => {
  await open()
  fireEvent.pointerOver(title(), mouse)
  expect(hovered()).toBe('Title')
  fireEvent.pointerOver(bodyText(), mouse)
  expect(hovered()).toBe('Body Text')
  fireEvent.pointerOver(document.body, beside)
  expect(hovered()).toBeNull()
})

test('leaving the window ends it', async () => {
  await open()
  fireEvent.pointerOver(title(), mouse)
  fireEvent.pointerLeave(document.documentElement)
  expect(hovered()).toBeNull()
})

test.each([
  ['a key', () => fireEvent.keyDown(title(), { key: 'a' })],
  ['a press', () => fireEvent.pointerDown(title())],
])('%s hides it until the pointer moves again', async (_, suspend) => {
  await open()
  fireEvent.pointerOver(title(), mouse)
  suspend()
  expect(hovered()).toBeNull()
  fireEvent.pointerMove(title(), { ...mouse, buttons: 1 })
  expect(hovered()).toBeNull()
  fireEvent.pointerMove(title(), mouse)
  expect(hovered()).toBe('Title')
  suspend()
  fireEvent.pointerMove(document.body, beside)
  expect(hovered()).toBeNull()
  fireEvent.pointerOver(title(), mouse)
  suspend()
  fireEvent.pointerLeave(document.documentElement)
  expect(hovered()).toBeNull()
})

test('a finger does not hover', async () => {
  await open()
  fireEvent.pointerOver(title(), { pointerType: 'touch' })
  expect(hovered()).toBeNull()
})

test('the selection has its own highlight only', async () => {
  const { user } = await open()
  await user.click(title())
  fireEvent.pointerOver(title(), mouse)
  expect(hovered()).toBeNull()
  expect(document.querySelector('[data-highlight="selection"]')?.textContent).toBe('Title · Live')
})

coverage.expectAll()

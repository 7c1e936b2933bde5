import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { panelSizeMachine } from '#machines/editing/panel-size.ts'
import { manager, openEditor, queryManager, title } from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { forbiddenStorage } from '../../support/web-storage.ts'

const coverage = cover(panelSizeMachine)
const resizeWindow = (size: { width: number; height: number }) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    size,
  )
beforeEach(() => {
  localStorage.clear()
  resizeWindow({ width: 1280, height: 800 })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () => openEditor({ inspect: coverage.inspect })
const openPanel = async () => {
  const editor = await open()
  await editor.user.click(title())
  return editor
}
const separator = () => screen.getByRole('separator', { name: 'Resize panel' })
const now = () => Number(separator().getAttribute('aria-valuenow'))
const chosen = (dimension: 'width' | 'height') =>
  document.documentElement.style.getPropertyValue(`--chosen-panel-${dimension}`)
const pointer = { pointerId: 1, button: 0, isPrimary: true }
const grab = (clientX: number) => {
  // The DOM of the tests captures no pointers.
  separator().setPointerCapture = () => {}
  fireEvent.pointerDown(separator(), { ...pointer, clientX })
}
const drag = (clientX: number) => fireEvent.pointerMove(separator(), { ...pointer, clientX })

test('a hint is shown instead of the panel until something is selected', async () => {
  const { user, press } = await open()
  const hint = 'Select something on the page to edit it.'
  expect(screen.getByText(hint)).toBeTruthy()
  expect(queryManager()).toBeNull()
  await waitFor(() => expect(document.documentElement.dataset['panelSpace']).toBe(''))
  await user.click(title())
  expect(screen.queryByText(hint)).toBeNull()
  await press('Done')
  expect(document.documentElement.dataset['panelSpace']).toBeUndefined()
})

test('the separator tells the width beside the page, and the height below it', async () => {
  await openPanel()
  const values = () =>
    ['orientation', 'valuemin', 'valuenow', 'valuemax'].map((name) =>
      separator().getAttribute(`aria-${name}`),
    )
  expect(values()).toEqual(['vertical', '256', '320', '512'])
  expect(separator().getAttribute('aria-controls')).toBe(manager().id)
  resizeWindow({ width: 390, height: 600 })
  fireEvent(window, new Event('resize'))
  expect(values()).toEqual(['horizontal', '128', '300', '300'])
})

test('keys choose a width, which this browser remembers until it is reset', async () => {
  const { user } = await openPanel()
  separator().focus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}x{ArrowUp}')
  expect([now(), chosen('width')]).toEqual([336, '336px'])
  await user.keyboard('{Home}')
  expect(now()).toBe(256)
  await user.keyboard('{Enter}')
  expect([now(), chosen('width')]).toEqual([320, ''])
  await user.keyboard('{End}')
  expect(now()).toBe(512)
  expect(document.activeElement).toBe(separator())
  cleanup()

  const next = await openPanel()
  expect(now()).toBe(512)
  await next.user.dblClick(separator())
  expect([now(), chosen('width')]).toEqual([320, ''])
  cleanup()

  await openPanel()
  expect(now()).toBe(320)
})

test('keys choose a height below the page, apart from the width', async () => {
  resizeWindow({ width: 390, height: 800 })
  const { user } = await openPanel()
  separator().focus()
  await user.keyboard('{ArrowDown}{ArrowLeft}')
  expect([now(), chosen('height'), chosen('width')]).toEqual([304, '304px', ''])
})

test('a drag resizes, keeps the focus where one types, and is put back by Escape', async () => {
  const { user } = await openPanel()
  grab(960)
  drag(900)
  fireEvent.pointerUp(separator(), pointer)
  expect(now()).toBe(380)
  expect(document.activeElement).toBe(title())

  grab(900)
  drag(800)
  expect(chosen('width')).toBe('480px')
  await user.keyboard('{Escape}')
  expect(chosen('width')).toBe('380px')
  expect(queryManager()).not.toBeNull()
  drag(700)
  expect(now()).toBe(380)

  grab(900)
  drag(850)
  fireEvent.pointerCancel(separator(), pointer)
  expect(now()).toBe(380)
})

test('a second finger has no part in a drag', async () => {
  await openPanel()
  const second = { pointerId: 2, button: 0, isPrimary: false }
  grab(960)
  drag(900)
  fireEvent.pointerDown(separator(), { ...second, clientX: 500 })
  fireEvent.pointerMove(separator(), { ...second, clientX: 400 })
  fireEvent.pointerUp(separator(), second)
  drag(880)
  expect(now()).toBe(400)
  fireEvent.pointerUp(separator(), pointer)
  drag(700)
  expect(now()).toBe(400)
})

test('another button does not resize, and a panel that closes is let go', async () => {
  const { press, user } = await openPanel()
  fireEvent.pointerDown(separator(), { ...pointer, button: 2, clientX: 960 })
  drag(900)
  expect(now()).toBe(320)
  grab(960)
  await press('Close')
  await user.click(title())
  drag(900)
  expect(now()).toBe(320)
})

test('a browser that refuses its storage has the default size', async () => {
  vi.stubGlobal('localStorage', forbiddenStorage)
  await openPanel()
  expect(now()).toBe(320)
})

coverage.expectAll()

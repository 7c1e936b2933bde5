import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { editorChromeMachine } from '#machines/editing/editor-chrome.ts'
import { openEditor, title } from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'

const coverage = cover(editorChromeMachine)
afterEach(cleanup)

const isHidden = () => 'editorHidden' in document.documentElement.dataset

test.each(['Control', 'Meta'])('%s+\\ hides the editor and shows it again', async (modifier) => {
  const { user } = await openEditor({ inspect: coverage.inspect, editing: false })
  const toggle = () => user.keyboard(`{${modifier}>}\\{/${modifier}}`)
  await toggle()
  expect(isHidden()).toBe(true)
  expect(await screen.findByText(/^Editor hidden. The same keys bring it back/)).toBeTruthy()
  await toggle()
  expect(isHidden()).toBe(false)
  expect(await screen.findByText('Editor shown')).toBeTruthy()
})

test('the backslash alone hides nothing', async () => {
  const { user } = await openEditor({ editing: false })
  await user.keyboard('\\')
  expect(isHidden()).toBe(false)
})

test('what is pressed or typed on the page brings the editor back, but only while editing', async () => {
  const { user, press } = await openEditor({ inspect: coverage.inspect, editing: false })
  const hide = () => user.keyboard('{Control>}\\{/Control}')
  await hide()
  await user.click(screen.getByRole('heading', { name: 'Curtain' }))
  expect(isHidden()).toBe(true)
  await hide()
  await press('Edit')
  await hide()
  expect(isHidden()).toBe(true)
  fireEvent.pointerDown(title())
  expect(isHidden()).toBe(true)
  await user.click(title())
  expect(isHidden()).toBe(false)
  await hide()
  await user.keyboard('!')
  expect(isHidden()).toBe(false)
  expect(title().textContent).toContain('!')
})

test('unmounting the editor shows hidden controls again', async () => {
  const { user } = await openEditor({ editing: false })
  await user.keyboard('{Control>}\\{/Control}')
  cleanup()
  expect(isHidden()).toBe(false)
})

coverage.expectAll()

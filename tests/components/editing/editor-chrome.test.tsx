import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { editorChromeMachine } from '#machines/editing/editor-chrome.ts'
import { openEditor } from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'

const coverage = cover(editorChromeMachine)
afterEach(cleanup)

const isHidden = () => 'editorHidden' in document.documentElement.dataset

test.each(['Control', 'Meta'])('%s+\\ hides the editor and shows it again', async (modifier) => {
  const { user } = await openEditor({ inspect: coverage.inspect, editing: false })
  const toggle = () => user.keyboard(`{${modifier}>}\\{/${modifier}}`)
  await toggle()
  expect(isHidden()).toBe(true)
  expect(await screen.findByText('Editor hidden. The same keys bring it back.')).toBeTruthy()
  await toggle()
  expect(isHidden()).toBe(false)
  expect(await screen.findByText('Editor shown')).toBeTruthy()
})

test('the backslash alone hides nothing', async () => {
  const { user } = await openEditor({ editing: false })
  await user.keyboard('\\')
  expect(isHidden()).toBe(false)
})

test('unmounting the editor shows hidden controls again', async () => {
  const { user } = await openEditor({ editing: false })
  await user.keyboard('{Control>}\\{/Control}')
  cleanup()
  expect(isHidden()).toBe(false)
})

coverage.expectAll()

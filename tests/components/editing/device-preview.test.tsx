import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { devicePreviewMachine } from '#machines/editing/device-preview.ts'
import { openEditor } from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { forbiddenStorage } from '../../support/web-storage.ts'

const coverage = cover(devicePreviewMachine)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () => openEditor({ inspect: coverage.inspect })
type Editor = Awaited<ReturnType<typeof open>>

const trigger = () => screen.getByRole('button', { name: /^Preview: / })
const choose = async ({ user }: Editor, option: string) => {
  await user.click(trigger())
  await user.click(screen.getByRole('menuitemradio', { name: option }))
}
const shown = () => {
  const { device, colorScheme } = document.documentElement.dataset
  return { device, colorScheme }
}
const nothing = { device: undefined, colorScheme: undefined }

test('the page is shown as wide as on a device until editing ends', async () => {
  const editor = await open()
  expect(shown()).toEqual(nothing)
  expect(trigger().getAttribute('aria-label')).toBe('Preview: desktop')
  await choose(editor, 'Phone, 390 px')
  expect(shown()).toEqual({ ...nothing, device: 'phone' })
  expect(trigger().getAttribute('aria-label')).toBe('Preview: phone')
  await choose(editor, 'Tablet, 768 px')
  expect(shown()).toEqual({ ...nothing, device: 'tablet' })

  await editor.press('Done')
  expect(shown()).toEqual(nothing)
  expect(screen.queryByRole('button', { name: /^Preview/ })).toBeNull()
  await editor.press('Edit')
  expect(shown()).toEqual({ ...nothing, device: 'tablet' })
  await choose(editor, 'Desktop, this window')
  expect(shown()).toEqual(nothing)
})

test('the page is shown light and dark, whatever the system is', async () => {
  const editor = await open()
  await choose(editor, 'Dark')
  expect(shown()).toEqual({ ...nothing, colorScheme: 'dark' })
  await choose(editor, 'Phone, 390 px')
  expect(trigger().getAttribute('aria-label')).toBe('Preview: phone, dark')
  await choose(editor, 'Light')
  expect(shown()).toEqual({ device: 'phone', colorScheme: 'light' })
  await choose(editor, 'As the system')
  expect(shown()).toEqual({ ...nothing, device: 'phone' })
})

const reload = async () => {
  const editor = await openEditor({
    inspect: coverage.inspect,
    editing: false,
    controlsResumption: true,
  })
  const { happen, press, puppets } = editor
  await happen(() =>
    puppets.wasEditing.settle({ type: 'xstate.done.actor.wasEditing', output: false }),
  )
  await press('Edit')
  return {
    ...editor,
    settle: (event: Settled) => happen(() => puppets.readDevicePreview.settle(event)),
  }
}
type Settled = Parameters<Editor['puppets']['readDevicePreview']['settle']>[0]

test('a tab goes on with what it remembers', async () => {
  const { settle } = await reload()
  expect(shown()).toEqual(nothing)
  await settle({
    type: 'xstate.done.actor.readDevicePreview',
    output: { device: 'tablet', colorScheme: 'dark' },
  })
  expect(shown()).toEqual({ device: 'tablet', colorScheme: 'dark' })
})

test('a tab that cannot remember shows the page as the window does', async () => {
  const editor = await reload()
  await editor.settle({
    type: 'xstate.error.actor.readDevicePreview',
    error: new Failure('unexpected'),
  })
  expect(shown()).toEqual(nothing)
  await choose(editor, 'Phone, 390 px')
  expect(shown()).toEqual({ ...nothing, device: 'phone' })
})

test('a browser that refuses its storage previews, too', async () => {
  vi.stubGlobal('sessionStorage', { ...forbiddenStorage, clear: () => {} })
  await choose(await open(), 'Phone, 390 px')
  expect(shown()).toEqual({ ...nothing, device: 'phone' })
})

coverage.expectAll()

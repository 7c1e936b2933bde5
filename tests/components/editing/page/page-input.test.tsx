import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { pageInputMachine } from '#machines/editing/page-input.ts'
import { selectSelectedIri } from '#machines/editing/selection/selection.ts'
import { bodyText, openEditor, sampleTitle, title } from '../../../support/editor.tsx'
import { cover } from '../../../support/machines/coverage.ts'

const coverage = cover(pageInputMachine)
afterEach(cleanup)

const open = async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  const current = () =>
    selectSelectedIri(editor.editModeRef.getSnapshot().children.selection!.getSnapshot())
  return {
    ...editor,
    current,
    focus: (element: HTMLElement) => editor.happen(() => element.focus()),
  }
}

const bodyIri = () => bodyText().closest('[data-iri]')!.getAttribute('data-iri')

test('a press selects what it begins and ends on', async () => {
  const { user, current } = await open()
  await user.click(title())
  expect(current()).toBe(sampleTitle['@id'])
})

test('dragging from one component to another selects neither', async () => {
  const { current } = await open()
  fireEvent.pointerDown(title())
  fireEvent.click(bodyText())
  expect(current()).toBeUndefined()
})

test('a press that becomes scrolling is forgotten', async () => {
  const { current } = await open()
  fireEvent.pointerDown(title())
  fireEvent.pointerCancel(title())
  expect(current()).toBeUndefined()
  fireEvent.click(bodyText())
  expect(current()).toBe(bodyIri())
})

test('a click by the keyboard, which no press begins, selects', async () => {
  const { current } = await open()
  fireEvent.click(title())
  expect(current()).toBe(sampleTitle['@id'])
})

test('Tab selects the text that it leads to, in either direction', async () => {
  const { user, focus, current } = await open()
  await focus(title())
  await user.tab()
  expect(current()).toBe(bodyIri())
  await focus(title(1))
  await user.tab({ shift: true })
  expect(current()).toBe(bodyIri())
})

test.each([[false], [true]])(
  'Tab is forgotten with the next key or press (Shift: %s)',
  async (shift) => {
    const { user, focus, current } = await open()
    const leave = async () => {
      await focus(screen.getByRole('button', { name: 'Done' }))
      await user.tab({ shift })
    }
    await leave()
    await user.keyboard('{ArrowDown}')
    const before = current()
    await focus(bodyText())
    expect(current()).toBe(before)
    await leave()
    fireEvent.pointerDown(document.body)
    await focus(bodyText())
    expect(current()).not.toBe(bodyIri())
  },
)

coverage.expectAll()

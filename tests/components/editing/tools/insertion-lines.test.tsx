import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { isChoosing, selectInsertionPoint } from '#machines/editing/changes/add-resource.ts'
import {
  type OpenEditor,
  bodyText,
  openEditor,
  sampleGroup,
  stageTitle,
  title,
} from '../../../support/editor.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Lays the components of the page out one below the other, each 100 pixels high and 24 apart. */
const layOut = () =>
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const position = this.closest('[data-area="page"] [data-iri^="/_/component_positions/"]')
    if (!position) return new DOMRect()
    const index = [...position.parentElement!.children].indexOf(position)
    return new DOMRect(0, index * 124, 800, 100)
  })

const open = async () => {
  layOut()
  return openEditor()
}

const pointAt = (target: Element, clientY: number, init: PointerEventInit = {}) =>
  fireEvent.pointerMove(target, {
    pointerType: 'mouse',
    buttons: 0,
    clientX: 400,
    clientY,
    ...init,
  })

const linesShown = () =>
  [
    ...document.querySelectorAll<HTMLElement>(
      '[data-insertion-line="hovered"]:not([hidden]) > button',
    ),
  ].map((button) => button.title)

const addButton = (name: string) => screen.getByRole('button', { name })
const insertionPoint = ({ editModeRef }: OpenEditor) => {
  const snapshot = editModeRef.getSnapshot().children.addResource?.getSnapshot()
  return snapshot && isChoosing(snapshot) ? selectInsertionPoint(snapshot) : null
}

test('the line near the pointer says what is added where', async () => {
  await open()
  for (const [y, lines] of [
    [2, ['Add something before Title “Curtain”']],
    [50, []],
    [112, ['Add something after Title “Curtain”']],
    [230, ['Add something after Body Text “Words”']],
    [345, ['Add something after Title “Coda, rewritten”']],
    [390, []],
  ] as const) {
    pointAt(title(), y)
    expect(linesShown(), `${y}`).toEqual(lines)
  }
})

test('a finger, a press and a key show none', async () => {
  await open()
  pointAt(title(), 112, { pointerType: 'touch' })
  expect(linesShown()).toEqual([])
  pointAt(title(), 112, { buttons: 1 })
  expect(linesShown()).toEqual([])
  pointAt(title(), 112)
  fireEvent.keyDown(title(), { key: 'a' })
  expect(linesShown()).toEqual([])
  pointAt(title(), 112)
  expect(linesShown()).toHaveLength(1)
  fireEvent.pointerDown(title())
  expect(linesShown()).toEqual([])
})

test('a press on its button asks what to add there', async () => {
  const editor = await open()
  pointAt(bodyText(), 112)
  const button = addButton('Add something after Title “Curtain”')
  fireEvent.pointerOver(button, { pointerType: 'mouse', buttons: 0, clientX: 400, clientY: 112 })
  await editor.user.click(button)
  expect(screen.getByRole('dialog', { name: 'Add component' })).toBeTruthy()
  expect(insertionPoint(editor)).toMatchObject({ group: sampleGroup, index: 1 })
  expect(linesShown()).toEqual([])
})

test('the layout has lines once it is edited only', async () => {
  await open()
  const link = screen.getByText('Elsewhere')
  pointAt(link, 0, { clientX: 0 })
  expect(linesShown()).toEqual([])
})

test('the lines around the selected component are reached by the keyboard', async () => {
  const editor = await open()
  await editor.user.click(title(1))
  const before = addButton('Add something before Title “Coda, rewritten”')
  const after = addButton('Add something after Title “Coda, rewritten”')
  await editor.user.keyboard('{Alt>}{F10}{/Alt}{Tab}')
  expect(document.activeElement).toBe(before)
  await editor.user.keyboard('{Tab}')
  expect(document.activeElement).toBe(after)
  await editor.user.keyboard('{Shift>}{Tab}{/Shift}')
  expect(document.activeElement).toBe(before)
  await editor.user.keyboard('{Enter}')
  expect(insertionPoint(editor)).toMatchObject({ group: sampleGroup, index: 2 })
  await editor.press('Cancel')
  before.focus()
  await editor.user.keyboard('{Tab}{Enter}')
  expect(insertionPoint(editor)).toMatchObject({ group: sampleGroup, index: 3 })
  await editor.press('Cancel')
  after.focus()
  await editor.user.keyboard('{Tab}')
  expect(document.activeElement).toBe(title(1))
  after.focus()
  await editor.user.keyboard('{Escape}')
  expect(document.activeElement).toBe(title(1))
})

test('there are three lines in the document, however many components there are', async () => {
  const editor = await open()
  const lines = () => [...document.querySelectorAll('[data-insertion-line]')]
  const [line] = lines()
  expect(lines()).toHaveLength(1)
  await editor.user.click(title())
  for (const y of [230, 112, 345]) {
    pointAt(title(), y)
    expect(lines()).toHaveLength(3)
    expect(lines()).toContain(line)
    expect(linesShown()).toHaveLength(1)
  }
})

test('while something is being added none is shown', async () => {
  const editor = await open()
  await stageTitle(editor)
  pointAt(title(), 112)
  expect(linesShown()).toEqual([])
  expect(document.querySelector('[data-insertion-line][data-editor-tools]')).toBeNull()
})

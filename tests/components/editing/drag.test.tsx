import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import {
  dragMachine,
  isDragging,
  isPressed,
  selectCollapsedItem,
  selectStart,
} from '#machines/editing/drag.ts'
import type { Answer } from '#charts/paths/paths.ts'
import { cover } from '../../support/machines/coverage.ts'
import {
  clicksReceived,
  dragLoaded,
  dragOver,
  moveHandle,
  pickUpSelected,
  pressKey,
} from '../../support/drag.ts'
import {
  addFooter,
  footerGroup,
  manager,
  openEditor,
  sampleGroup,
  selectLink,
  selectTitleAndText,
  title,
} from '../../support/editor.tsx'

const coverage = cover(dragMachine)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const positions = ['one', 'two', 'three'].map((id) => `/_/component_positions/${id}`)
const layoutGroup = '/_/component_groups/top'
const linkPosition = '/_/component_positions/link'

const shownIn = (group: string) =>
  [...document.querySelectorAll(`[data-iri="${group}"] > [data-iri]`)].map((element) =>
    element.getAttribute('data-iri'),
  )
const isAnnounced = (text: string | RegExp) =>
  screen.queryAllByText(text).some((element) => element.closest('[role="status"]') !== null)
const line = () => document.querySelector<HTMLElement>('[data-drop-line]')

const open = async (select = async (editor: Editor) => editor.user.click(title())) => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await select(editor)
  await dragLoaded()
  const dragRef = editor.editModeRef.getSnapshot().children.drag!
  return {
    ...editor,
    dragRef,
    key: (code: string, name = code) => pressKey(editor, code, name),
    pickUp: async () => {
      await pickUpSelected(editor)
      expect(isDragging(dragRef.getSnapshot())).toBe(true)
    },
  }
}
type Editor = Awaited<ReturnType<typeof openEditor>>

test('keys pick a component up, move it among its drop targets and drop it, and each step is announced', async () => {
  const { pickUp, key, dragRef } = await open()
  await pickUp()
  expect(isAnnounced(/^Picked up Title, 1 of 3 in/)).toBe(true)
  expect(document.querySelector(`[data-iri="${positions[0]}"]`)!.matches('[data-dragged]')).toBe(
    true,
  )
  expect(line()!.hidden).toBe(true)
  await key('ArrowDown')
  expect(line()!.hidden).toBe(false)
  expect(isAnnounced(/^2 of 3 in/)).toBe(true)
  await key('ArrowDown')
  await key('ArrowUp')
  await key('End')
  expect(shownIn(sampleGroup)).toEqual(positions)
  await key('Space', ' ')
  expect(shownIn(sampleGroup)).toEqual([positions[1], positions[2], positions[0]])
  expect(isAnnounced('Moved to 3 of 3')).toBe(true)
  expect(isDragging(dragRef.getSnapshot())).toBe(false)
  expect([line(), document.querySelector('[data-dragged]')]).toEqual([null, null])
  expect(document.activeElement).toBe(moveHandle())
})

test('Escape puts it down where it was, and keeps the selection', async () => {
  const { pickUp, key } = await open()
  await pickUp()
  await key('ArrowDown')
  await key('Escape')
  expect(shownIn(sampleGroup)).toEqual(positions)
  expect(isAnnounced('Not moved')).toBe(true)
  expect(manager()).toBeTruthy()
  expect(document.activeElement).toBe(moveHandle())
})

test('a drop where it was moves nothing', async () => {
  const { pickUp, key } = await open()
  await pickUp()
  await key('ArrowDown')
  await key('ArrowUp')
  await key('Enter')
  expect(shownIn(sampleGroup)).toEqual(positions)
  expect(isAnnounced('Not moved')).toBe(true)
})

test('a section that takes no component of its kind is one drop target, says why, and refuses the drop', async () => {
  const { pickUp, key } = await open()
  await pickUp()
  await key('PageUp')
  const reason = 'Top takes no Title.'
  expect(isAnnounced(reason)).toBe(true)
  expect(line()!.matches('[data-refused]')).toBe(true)
  await key('Space', ' ')
  expect(isAnnounced(`Not moved. ${reason}`)).toBe(true)
  expect(shownIn(layoutGroup)).toEqual([linkPosition])
})

test('a drop in another section asks where more pages are changed, and moves it on yes', async () => {
  const { pickUp, key, happen, puppets } = await open(selectLink)
  const answer = (answered: Answer) => happen(() => puppets.drop.settle(answered))
  const drop = async () => {
    await pickUp()
    await key('PageDown')
    await key('Space', ' ')
  }
  await drop()
  expect(puppets.drop.calls[0]!.input.title).toBe('Take this off the other pages?')
  for (const refused of [
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
  ] as const) {
    await answer(refused)
    expect(isAnnounced('Not moved')).toBe(true)
    expect(shownIn(layoutGroup)).toEqual([linkPosition])
    await drop()
  }
  await answer({ type: 'xstate.done.actor.confirm', output: true })
  expect(shownIn(sampleGroup)).toEqual([linkPosition, ...positions])
  expect(shownIn(layoutGroup)).toEqual([])
  expect(isAnnounced(/^Moved to 1 of 4 in/)).toBe(true)
})

test('a drop in another section of the same kind moves it at once', async () => {
  const editor = await open(selectLink)
  await addFooter(editor)
  await editor.pickUp()
  await editor.key('PageDown')
  await editor.key('PageDown')
  expect(isAnnounced('1 of 1 in Bottom')).toBe(true)
  await editor.key('Space', ' ')
  expect(shownIn(footerGroup)).toEqual([linkPosition])
  expect(isAnnounced('Moved to 1 of 1 in Bottom')).toBe(true)
})

test('the selection follows a component to its new section', async () => {
  const { user, happen, puppets } = await open(selectLink)
  const path = () =>
    within(screen.getByRole('navigation', { name: 'Selection' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  const before = path()
  await user.click(screen.getByRole('tab', { name: 'Order' }))
  const section = screen.getByLabelText<HTMLSelectElement>('Section')
  await user.selectOptions(section, sampleGroup)
  await happen(() => puppets.drop.settle({ type: 'xstate.done.actor.confirm', output: true }))
  expect(path()).not.toEqual(before)
  expect(screen.getByLabelText<HTMLSelectElement>('Section').value).toBe(sampleGroup)
  expect(screen.getByLabelText<HTMLSelectElement>('Place').value).toBe('3')
})

test('the sections that a component can be moved to are listed, and those that refuse it say why', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('tab', { name: 'Order' }))
  const options = within(screen.getByLabelText('Section')).getAllByRole<HTMLOptionElement>('option')
  expect(options.map(({ value, disabled }) => [value, disabled])).toEqual([
    [sampleGroup, false],
    [layoutGroup, true],
  ])
  expect(options[1]!.textContent).toBe('Top (Top takes no Title.)')
})

test('a press on the handle is no drag until the pointer moves', async () => {
  const { dragRef } = await open()
  fireEvent.mouseDown(moveHandle(), { button: 0, clientX: 10, clientY: 10 })
  expect(isPressed(dragRef.getSnapshot())).toBe(true)
  expect(moveHandle().matches('[data-held]')).toBe(true)
  fireEvent.mouseUp(document, { clientX: 10, clientY: 10 })
  expect(dragRef.getSnapshot().value).toBe('idle')
})

test('a drop of the mouse counts after its click', async () => {
  const { dragRef, wait } = await open()
  const { drop } = dragOver(moveHandle(), document.querySelector(`[data-iri="${positions[1]}"]`)!)
  expect(selectStart(dragRef.getSnapshot())).toEqual({ x: 10, y: 10 })
  drop()
  expect(dragRef.getSnapshot().value).toEqual({ dragging: 'releasing' })
  expect(shownIn(sampleGroup)).toEqual(positions)
  await wait(0)
  expect(shownIn(sampleGroup)).toEqual([positions[1], positions[0], positions[2]])
  cleanup()
  await clicksReceived()
})

test('a collapsed item of the outline that it is held over is told to the outline', async () => {
  const { press, wait, dragRef } = await open()
  await press('Outline')
  const layout = screen.getByRole('treeitem', { name: 'Layout' })
  const { moveOver, drop } = dragOver(moveHandle(), layout)
  expect(selectCollapsedItem(dragRef.getSnapshot())).toBe('layout')
  await wait(600)
  expect(layout.getAttribute('aria-expanded')).toBe('true')
  moveOver(layout)
  expect(selectCollapsedItem(dragRef.getSnapshot())).toBeNull()
  drop()
  await wait(0)
  expect(isAnnounced('Not moved')).toBe(true)
  await clicksReceived()
})

test('a component is let go when its page is left, and when it is not selected any more', async () => {
  const left = await open()
  await left.pickUp()
  await left.pop('/elsewhere')
  expect(left.dragRef.getSnapshot().value).toBe('idle')
  cleanup()
  const { pickUp, press, dragRef } = await open()
  await pickUp()
  await press('Close')
  expect(isDragging(dragRef.getSnapshot())).toBe(false)
})

test('several that are selected together are moved as one change, and it is said how many', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await selectTitleAndText(editor)
  await dragLoaded()
  await pickUpSelected(editor)
  expect(isAnnounced(/^Picked up 2 components, 1 to 2 of 3 in/)).toBe(true)
  expect(document.querySelectorAll('[data-area] [data-dragged]').length).toBe(2)
  await pressKey(editor, 'PageUp')
  expect(isAnnounced('Title “Curtain”: Top takes no Title.')).toBe(true)
  await pressKey(editor, 'PageDown')
  await pressKey(editor, 'End')
  expect(isAnnounced(/^2 to 3 of 3 in/)).toBe(true)
  await pressKey(editor, 'Space', ' ')
  expect(editor.puppets.pendingAction.calls.map(({ input }) => input)).toEqual([
    {
      kind: 'moveAll',
      positions: positions.slice(0, 2),
      group: sampleGroup,
      before: null,
    },
  ])
})

coverage.expectAll()

/** The menu of what is selected, by the secondary button, a long press and keys. */
import { act, cleanup, createEvent, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  type OpenEditor,
  bodyText,
  manager,
  openEditor,
  selectTitleAndText,
  title,
} from '../../../support/editor.tsx'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const menu = () => screen.queryByRole('menu', { name: 'Actions' })
const names = () =>
  [...menu()!.querySelectorAll('[role^="menuitem"]')].map(({ textContent }) => textContent)
const item = (name: string | RegExp) => screen.getByRole('menuitem', { name })
const selected = () => within(manager()).getByText(/./, { selector: 'strong' }).textContent

/** Presses the secondary button. Returns false if the menu of the browser does not open. */
const press = (element: Element, options: MouseEventInit = {}) => {
  const at = { button: 2, clientX: 100, clientY: 200, ...options }
  fireEvent.pointerDown(element, at)
  return fireEvent.contextMenu(element, at)
}

/** The event of a long press by touch. */
const longPress = (element: Element) =>
  Object.assign(createEvent.contextMenu(element), { pointerType: 'touch' })

/** Selects the second title while the first one is edited, by its menu. */
const openMenu = async (): Promise<OpenEditor> => {
  const editor = await openEditor()
  await editor.user.click(title())
  expect(press(title(1))).toBe(false)
  return editor
}

test('the secondary button selects a component, and offers what it is in and what can be done', async () => {
  await openMenu()
  expect(selected()).toBe('Title')
  expect(names()).toEqual([
    ...['Page', 'Main content', 'Title', 'Default', 'Quiet', 'Move up', 'Move down'],
    ...['DuplicateCtrl+D', 'CopyCtrl+C', 'CutCtrl+X', 'PasteCtrl+V', 'Select several…'],
    ...['Add before', 'Add after', 'Publish', 'Discard draft…', 'Delete…'],
  ])
  const path = within(screen.getByRole('group', { name: 'Select' }))
  expect(path.getByRole('menuitemradio', { checked: true }).textContent).toBe('Title')
  expect(item('Move down').getAttribute('aria-disabled')).toBe('true')
})

test('its items act on what was pressed, and close it', async () => {
  const { user } = await openMenu()
  await user.click(item('Move up'))
  expect(screen.getByText('Moved to 2 of 3')).toBeTruthy()
  expect(menu()).toBe(null)
})

test('what was pressed is duplicated', async () => {
  const { user, puppets } = await openMenu()
  await user.click(item(/^Duplicate/))
  expect(puppets.pendingAction.calls.map(({ input }) => input.kind)).toEqual(['duplicate'])
})

test('an ancestor is selected', async () => {
  const { user } = await openMenu()
  await user.click(screen.getByRole('menuitemradio', { name: 'Main content' }))
  expect(selected()).toBe('Main content')
})

test('a look is chosen', async () => {
  const { user, puppets } = await openMenu()
  await user.click(screen.getByRole('menuitemradio', { name: 'Quiet' }))
  expect(puppets.field.calls.at(-1)?.input).toMatchObject({ value: 'AltTitle' })
})

test('Escape closes it, and the focus is where it was', async () => {
  const { user } = await openMenu()
  await user.keyboard('{Escape}')
  title().focus()
  press(bodyText())
  expect(document.activeElement).toBe(menu())
  await user.keyboard('{Escape}')
  expect(menu()).toBe(null)
  expect(document.activeElement).toBe(title())
  expect(selected()).toBe('Body Text')
})

test('a text that is edited, a press with Shift, and the editor itself keep the menu of the browser', async () => {
  const { user } = await openEditor()
  await user.click(title())
  expect(press(title())).toBe(true)
  expect(press(title(1), { shiftKey: true })).toBe(true)
  expect(press(manager())).toBe(true)
  expect(press(document.body)).toBe(true)
  expect(menu()).toBe(null)
})

test('a second press at the same point is for the menu of the browser', async () => {
  await openMenu()
  expect(press(menu()!, { clientX: 104, clientY: 208 })).toBe(true)
  expect(menu()).toBe(null)
  expect(press(bodyText())).toBe(false)
  expect(press(bodyText(), { clientX: 100, clientY: 212 })).toBe(true)
})

test('the key opens it again after a second press at the same point', async () => {
  await openMenu()
  const pressKey = () =>
    fireEvent.contextMenu(screen.getByRole('button', { name: 'More' }), { button: 0 })
  expect(press(menu()!)).toBe(true)
  expect(menu()).toBe(null)
  expect(pressKey()).toBe(false)
  expect(menu()).toBeTruthy()
  // The press may end without a menu of the browser.
  expect(press(bodyText())).toBe(false)
  fireEvent.pointerDown(menu()!, { button: 2, clientX: 100, clientY: 200 })
  expect(menu()).toBe(null)
  expect(pressKey()).toBe(false)
  expect(menu()).toBeTruthy()
})

test('keys open it for what is selected, outside of a text', async () => {
  const { user } = await openEditor()
  await user.keyboard('{Shift>}{F10}{/Shift}')
  expect(menu()).toBe(null)
  await user.click(title(1))
  await user.keyboard('{Shift>}{F10}{/Shift}')
  expect(menu()).toBe(null)
  const more = screen.getByRole('button', { name: 'More' })
  more.focus()
  await user.keyboard('{Shift>}{F10}{/Shift}')
  expect(document.activeElement?.textContent).toBe('Page')
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(more)
  // The key of its own is a press of no button.
  expect(fireEvent.contextMenu(more, { button: 0 })).toBe(false)
  expect(menu()).toBeTruthy()
  await user.keyboard('{Tab}')
  expect(menu()).toBe(null)
})

test('what is in the layout is offered, and selecting it asks first', async () => {
  const { user, happen, puppets } = await openEditor()
  await user.click(title())
  const link = screen.getByRole('link', { name: 'Elsewhere' })
  expect(press(link)).toBe(false)
  expect(names()).toEqual(['Top', 'Link'])
  expect(selected()).toBe('Title')
  await user.click(screen.getByRole('menuitemradio', { name: 'Link' }))
  await happen(() => puppets.areaSwitch.settle({ type: 'xstate.done.actor.confirm', output: true }))
  expect(selected()).toBe('Link')
})

test('several that are selected together have one menu', async () => {
  const editor = await openEditor()
  await selectTitleAndText(editor)
  expect(press(title())).toBe(false)
  expect(names()).toEqual([
    ...['Move up', 'Move down', 'DuplicateCtrl+D', 'CopyCtrl+C', 'CutCtrl+X', 'Delete…'],
  ])
  expect(within(menu()!).getByText('2 selected')).toBeTruthy()
  await editor.user.click(item('Delete…'))
  expect(editor.puppets.deletion.calls).toHaveLength(1)
})

test('the row of the outline is selected for its menu', async () => {
  const { user } = await openEditor()
  await user.click(screen.getByRole('button', { name: 'Outline' }))
  const row = await screen.findByRole('treeitem', { name: /Curtain/ })
  expect(press(row)).toBe(false)
  expect(selected()).toBe('Title')
  expect(names()).toContain('Delete…')
  await user.keyboard('{Escape}')
  const other = screen.getByRole('treeitem', { name: /Words/ })
  fireEvent(other, longPress(other))
  expect(menu()).toBe(null)
})

/** Replaces the timers of the browser until the test has ended. Returns a function that lets time pass. */
const fakeTimers = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return (ms: number) => act(() => void vi.advanceTimersByTime(ms))
}

test('where the browser tells nothing of a long press, a finger that rests opens it once', async () => {
  await openEditor()
  const wait = fakeTimers()
  const finger = { pointerType: 'touch', isPrimary: true, pointerId: 1, clientX: 50, clientY: 60 }
  const down = () => fireEvent.pointerDown(bodyText(), finger)
  const endings = [
    () => fireEvent.pointerMove(bodyText(), { ...finger, clientX: 61 }),
    () => fireEvent.pointerUp(bodyText(), finger),
    () => fireEvent.pointerCancel(bodyText(), finger),
    () => fireEvent.scroll(document),
    () => fireEvent.pointerDown(bodyText(), { ...finger, isPrimary: false, pointerId: 2 }),
  ]
  for (const end of endings) {
    down()
    wait(300)
    end()
    wait(600)
    expect(menu()).toBe(null)
  }
  fireEvent.pointerDown(bodyText(), { ...finger, pointerType: 'mouse' })
  wait(600)
  expect(menu()).toBe(null)

  down()
  fireEvent.pointerMove(bodyText(), { ...finger, clientX: 55 })
  wait(599)
  expect(menu()).toBe(null)
  wait(1)
  expect(selected()).toBe('Body Text')
  expect(names()).toContain('Move up')
  // The click that ends the press would press what has opened below the finger.
  expect(fireEvent.touchEnd(bodyText())).toBe(false)
  expect(fireEvent.touchEnd(bodyText())).toBe(true)
})

test('a long press on the page opens it, but not where it begins a drag', async () => {
  await openEditor()
  expect(fireEvent(bodyText(), longPress(bodyText()))).toBe(false)
  expect(selected()).toBe('Body Text')
  expect(names()).toContain('Move up')
  cleanup()
  const { user } = await openEditor()
  await user.click(title())
  const handle = screen.getByRole('button', { name: 'Move' })
  expect(fireEvent(handle, longPress(handle))).toBe(true)
  const wait = fakeTimers()
  fireEvent.pointerDown(handle, { pointerType: 'touch', isPrimary: true, pointerId: 1 })
  wait(600)
  expect(menu()).toBe(null)
})

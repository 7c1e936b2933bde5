/** Menus and tabs by pointer and keys, as the ARIA Authoring Practices describe them. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Menu } from '#src/editor/menu/Menu.tsx'
import { MenuItem, MenuLabel, MenuRadioGroup } from '#src/editor/menu/MenuItem.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'

afterEach(cleanup)

const copy = vi.fn()
const remove = vi.fn()

const Example = () => (
  <>
    <Menu trigger="Actions">
      <MenuLabel>Heading</MenuLabel>
      <MenuItem onSelect={copy}>Copy</MenuItem>
      <MenuItem disabledReason="Not now." onSelect={remove}>
        Cut
      </MenuItem>
      <MenuItem onSelect={remove}>Delete</MenuItem>
      <MenuItem onSelect={() => {}}>Duplicate</MenuItem>
    </Menu>
    <button type="button">Next</button>
  </>
)

const trigger = () => screen.getByRole('button', { name: 'Actions' })
const menu = () => screen.queryByRole('menu', { name: 'Actions' })
const focused = () => document.activeElement?.textContent

/** Renders the example, and presses the keys with its button focused. */
const openBy = async (keys: string) => {
  copy.mockClear()
  remove.mockClear()
  const user = userEvent.setup()
  render(<Example />)
  trigger().focus()
  await user.keyboard(keys)
  return user
}

test('the keyboard reaches a menu that is long enough to scroll', async () => {
  await openBy('{Enter}')
  expect(menu()!.tabIndex).toBe(0)
})

test('Enter, Space and the arrow keys open a menu at its first or last item', async () => {
  const user = await openBy('{Enter}')
  expect(focused()).toBe('Copy')
  expect(trigger().getAttribute('aria-expanded')).toBe('true')
  for (const [key, item] of [
    [' ', 'Copy'],
    ['{ArrowDown}', 'Copy'],
    ['{ArrowUp}', 'Duplicate'],
  ]) {
    await user.keyboard('{Escape}')
    expect(menu()).toBe(null)
    expect(document.activeElement).toBe(trigger())
    await user.keyboard(key!)
    expect(focused()).toBe(item)
  }
})

test('arrow keys, Home and End stop at both ends, and reach what is disabled, which says why', async () => {
  const user = await openBy('{Enter}{ArrowUp}')
  expect(focused()).toBe('Copy')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Cut')
  expect(document.activeElement!.getAttribute('aria-description')).toBe('Not now.')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Delete')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('Duplicate')
  await user.keyboard('{Home}')
  expect(focused()).toBe('Copy')
  await user.keyboard('{End}')
  expect(focused()).toBe('Duplicate')
})

test('a letter leads to the next item that begins with it', async () => {
  const user = await openBy('{Enter}d')
  expect(focused()).toBe('Delete')
  await user.keyboard('d')
  expect(focused()).toBe('Duplicate')
  await user.keyboard('d')
  expect(focused()).toBe('Delete')
  await user.keyboard('x')
  expect(focused()).toBe('Delete')
})

test('an item does what it is for, closes the menu, and leaves the focus to the button', async () => {
  await openBy('{Enter}{ArrowDown}{ArrowDown}{Enter}')
  expect(remove).toHaveBeenCalledTimes(1)
  expect(menu()).toBe(null)
  expect(document.activeElement).toBe(trigger())
})

test('a disabled item does nothing, and the menu stays open', async () => {
  const user = await openBy('{Enter}')
  await user.click(screen.getByRole('menuitem', { name: 'Cut' }))
  expect(remove).not.toHaveBeenCalled()
  expect(menu()).toBeTruthy()
})

test('Tab closes the menu, and leaves it to the browser to go on from the button', async () => {
  await openBy('{Enter}')
  expect(fireEvent.keyDown(document.activeElement!, { key: 'Tab' })).toBe(true)
  expect(menu()).toBe(null)
  expect(document.activeElement).toBe(trigger())
})

test('a press elsewhere closes the menu, and keeps the focus; one on the button does so, too', async () => {
  const user = await openBy('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(menu()).toBe(null)
  expect(focused()).toBe('Next')
  await user.click(trigger())
  expect(document.activeElement).toBe(menu())
  await user.click(trigger())
  expect(menu()).toBe(null)
})

test('the pointer moves the focus to the item under it, and the arrow keys go on from there', async () => {
  const user = await openBy('{Enter}')
  await user.hover(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(focused()).toBe('Delete')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Duplicate')
})

test('of the items of a group, one is checked', async () => {
  const user = userEvent.setup()
  const choose = vi.fn()
  const options = [
    { value: 'wide', label: 'Wide' },
    { value: 'narrow', label: 'Narrow' },
  ] as const
  render(
    <Menu trigger="Width">
      <MenuRadioGroup value="wide" options={options} onChoose={choose} />
    </Menu>,
  )
  await user.click(screen.getByRole('button', { name: 'Width' }))
  const checked = screen.getByRole('menuitemradio', { checked: true })
  expect(checked.textContent).toBe('Wide')
  await user.click(screen.getByRole('menuitemradio', { name: 'Narrow' }))
  expect(choose).toHaveBeenCalledExactlyOnceWith('narrow')
})

test('tabs are selected by presses and arrow keys, and name their panel', async () => {
  const user = userEvent.setup()
  const ExampleTabs = () => {
    const [value, select] = useState<'one' | 'two' | 'three'>('one')
    const tabs = (['one', 'two', 'three'] as const).map((name) => ({ value: name, label: name }))
    return (
      <Tabs label="Parts" tabs={tabs} value={value} onSelect={select}>
        The panel of {value}
      </Tabs>
    )
  }
  render(<ExampleTabs />)
  const panel = (name: string) => screen.getByRole('tabpanel', { name }).textContent
  expect(panel('one')).toBe('The panel of one')
  await user.click(screen.getByRole('tab', { name: 'two' }))
  expect(panel('two')).toBe('The panel of two')
  await user.keyboard('{ArrowRight}')
  expect(panel('three')).toBe('The panel of three')
  expect(focused()).toBe('three')
  await user.keyboard('{ArrowRight}')
  expect(panel('one')).toBe('The panel of one')
  await user.keyboard('{ArrowLeft}{Home}{End}')
  expect(panel('three')).toBe('The panel of three')
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
})

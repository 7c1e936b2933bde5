/** Moves the focus among the items of a menu: by the pointer, by arrow keys, and by the first letter of a name. */
import type { KeyboardEvent, PointerEvent } from 'react'

/** The part of a menu that gets the focus when it opens: the menu itself, without an item, or one of its items. */
export type InitialFocus = 'menu' | 'firstItem' | 'lastItem'

const itemSelector = '[role^="menuitem"]'

const itemsOf = (menuEl: Element) => [...menuEl.querySelectorAll<HTMLElement>(itemSelector)]

const focus = (element: HTMLElement | undefined) => element?.focus({ preventScroll: true })

/** Moves the focus into a menu that has been opened. */
export function focusFirst(menuEl: HTMLElement, initialFocus: InitialFocus) {
  focus(menuEl)
  if (initialFocus !== 'menu')
    itemsOf(menuEl)
      .at(initialFocus === 'firstItem' ? 0 : -1)
      ?.focus()
}

/** Moves the focus to the item under the mouse pointer, and to the menu itself where there is none. */
export function focusPointedItem({
  target,
  currentTarget,
  pointerType,
}: PointerEvent<HTMLElement>) {
  if (pointerType !== 'mouse') return
  const itemEl = (target as Element).closest<HTMLElement>(itemSelector) ?? currentTarget
  if (itemEl !== document.activeElement) focus(itemEl)
}

/** Handles a key pressed in an open menu, except those that close it. */
export function handleMenuKey(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget } = event
  const items = itemsOf(currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const target = itemByKey(items, at, key) ?? itemByLetter(items, at, event)
  if (!target) return
  event.preventDefault()
  target.focus()
}

/** Returns the item that an arrow key, Home or End leads to, with no item before the first and after the last one. */
function itemByKey(items: readonly HTMLElement[], at: number, key: string) {
  if (key === 'ArrowDown') return items[Math.min(at + 1, items.length - 1)]
  if (key === 'ArrowUp') return items[at < 0 ? items.length - 1 : Math.max(at - 1, 0)]
  if (key === 'Home' || key === 'PageUp') return items[0]
  return key === 'End' || key === 'PageDown' ? items.at(-1) : undefined
}

/** Returns the next item whose name begins with a typed letter. */
function itemByLetter(
  items: readonly HTMLElement[],
  at: number,
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
) {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(({ textContent }) =>
    textContent.trim().toLowerCase().startsWith(key.toLowerCase()),
  )
}

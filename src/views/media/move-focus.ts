import type { KeyboardEvent } from 'react'

/**
 * Moves the focus from a link or button of a grid to another one by the arrow keys, Home and End. The grid has as many
 * columns as fit. `selector` matches the links and buttons among which it moves.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector = 'a, button') {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const grid = event.currentTarget.closest('ul')!
  const items = [...grid.querySelectorAll<HTMLElement>(selector)]
  const at = items.indexOf(event.currentTarget)
  const next = items[nextIndex(event.key, at, items)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const nextIndex = (key: string, at: number, items: readonly HTMLElement[]) => {
  const columns = columnsOf(items)
  const indexes: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: items.length - 1,
  }
  return indexes[key] ?? -1
}

/** Returns the number of items in the first row. */
const columnsOf = (items: readonly HTMLElement[]) => {
  const top = items[0]?.getBoundingClientRect().top
  const below = items.findIndex((item) => item.getBoundingClientRect().top !== top)
  return below === -1 ? items.length : below
}

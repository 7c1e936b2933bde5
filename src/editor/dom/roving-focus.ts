import type { KeyboardEvent } from 'react'

/** Moves the focus among the buttons of a toolbar, or of the one that a group is part of, by the keys of the ARIA pattern. */
export function moveFocusWithin(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget, target } = event
  const toolbarEl = currentTarget.closest('[role="toolbar"]') ?? currentTarget
  const buttons = [...toolbarEl.querySelectorAll<HTMLElement>('button:not([hidden])')]
  // Events of a menu that belongs to the toolbar bubble through it, although the menu is elsewhere.
  const from = buttons.findIndex((button) => button === target)
  if (from < 0) return
  const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: -1 }[key]
  if (to === undefined) return
  event.preventDefault()
  buttons.at(to % buttons.length)!.focus({ preventScroll: true })
}

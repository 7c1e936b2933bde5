import type { KeyboardEvent } from 'react'

/** Moves the focus among the buttons of a toolbar by the keys of the ARIA toolbar pattern. */
export function moveFocusWithin(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget, target } = event
  const buttons = [...currentTarget.querySelectorAll('button')]
  // Events of a menu that belongs to the toolbar bubble through it, although the menu is elsewhere.
  const from = buttons.findIndex((button) => button === target)
  if (from < 0) return
  const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: -1 }[key]
  if (to === undefined) return
  event.preventDefault()
  buttons.at(to % buttons.length)!.focus({ preventScroll: true })
}

/** Lets Preact take over the elements that React has rendered on the server, where it does otherwise than React. */
import { type VNode, options } from 'preact'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** The ids that `useId` of Preact counts. */
const countedId = /P\d+-\d+/

/**
 * Gives an element the ids that Preact has counted in place of those of the server: it leaves attributes as they are, and what
 * is rendered later would refer to ids that no element has.
 */
const setCountedIds = ({ type, props, __e: element }: VNode & { __e?: Element }) => {
  if (typeof type !== 'string') return
  for (const [name, value] of Object.entries(props))
    if (typeof value === 'string' && countedId.test(value))
      element?.setAttribute(name === 'htmlFor' ? 'for' : name, value)
}

const isTyped = (element: HTMLTextAreaElement) => element.value !== element.defaultValue

/** Hydrates the page. Preact would undo what was typed into long texts before, and only in these. */
export const hydratePage = (root: HTMLElement, page: ReactNode) => {
  const typed = [...root.querySelectorAll('textarea')]
    .filter(isTyped)
    .map((element) => ({ element, text: element.value, caret: element.selectionEnd }))
  const { diffed } = options
  options.diffed = (vnode) => {
    diffed?.(vnode)
    setCountedIds(vnode)
  }
  hydrateRoot(root, page)
  Object.assign(options, { diffed })
  for (const { element, text, caret } of typed) {
    element.value = text
    element.setSelectionRange(caret, caret)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

import type { EditorView } from 'prosemirror-view'
import { followElement } from './follow-element.ts'
import { positionBelow } from './position-below.ts'

/** Keeps an element below the caret of a text, or above it where there is more room. Returns a function that stops this. */
export function positionAtCaret(view: EditorView, floatingEl: HTMLElement) {
  const { head } = view.state.selection
  const caret = {
    getBoundingClientRect() {
      const position = Math.min(head, view.state.doc.content.size)
      const { left, top, bottom } = view.coordsAtPos(position)
      return new DOMRect(left, top, 0, bottom - top)
    },
    contextElement: view.dom,
  }
  return followElement(view.dom, floatingEl, () =>
    positionBelow(caret, floatingEl, { gap: 0, padding: 8 }),
  )
}

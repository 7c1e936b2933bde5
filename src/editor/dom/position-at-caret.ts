import type { EditorView } from 'prosemirror-view'
import { coveredEdges } from './covered-edges.ts'
import { findPanel } from './find-panel.ts'
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
  }
  return followElement(view.dom, floatingEl, () => {
    // The text may be gone before what floats at it.
    if (!view.isDestroyed)
      positionBelow(caret, floatingEl, { gap: 0, padding: paddingFor(view.dom) })
  })
}

/** The distance from the edges of what is visible of the page, in pixels. */
const distance = 8

/** Returns the distances from the edges of the window: what belongs to a text of the page covers neither bar nor panel. */
const paddingFor = (textEl: HTMLElement) =>
  findPanel()?.contains(textEl) ? distance : coveredEdges(distance)

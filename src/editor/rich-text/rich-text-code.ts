/** The code that formats texts, which is loaded apart from the rest of the editor. */
import type { ComponentType, RefObject } from 'react'
import type { Html } from '#content/model/field.ts'
import { type EditModeRef, selectPageInputRef } from '#machines/editing/edit-mode.ts'
import { selectPressedPoints } from '#machines/editing/page-input.ts'

/** A text and its callbacks. */
export interface RichText {
  label: string
  html: Html | null
  onChange: (html: Html | null) => void
  onBlur: () => void
}

export interface FormattedTextProps extends RichText {
  /** The element that shows the text, which becomes the editor. */
  textRef: RefObject<HTMLElement | null>
  id: string
  /** The HTML from before something was typed without this code, into the element; null if nothing was. */
  htmlBeforeTypingRef: RefObject<{ html: Html | null } | null>
  /** True for the text that was focused last: only this one has the format buttons. */
  hasTools: boolean
  /** True for a control of the panel, which has the format buttons in its place. */
  inPanel: boolean
}

export interface RichTextCode {
  /** Edits a text with formats for as long as it is mounted. */
  FormattedText: ComponentType<FormattedTextProps>
}

/** Returns the attributes of the element of a text. */
export const textboxAttributes = (label: string) => ({
  role: 'textbox',
  tabindex: '0',
  'aria-label': label,
  'aria-multiline': 'true',
  spellcheck: 'true',
})

/** Returns the points between which the text with this id was pressed, or null when it was not pressed last. */
export function pressedPointsOf(id: string, editModeRef: EditModeRef) {
  const pageInputRef = selectPageInputRef(editModeRef.getSnapshot())
  return pageInputRef ? selectPressedPoints(pageInputRef.getSnapshot(), id) : null
}

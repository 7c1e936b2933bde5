import type { MouseEvent } from 'react'

/** True for a click without a modifier key, by the main button. The browser opens a link in its own way on any other. */
export const isUnmodifiedClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

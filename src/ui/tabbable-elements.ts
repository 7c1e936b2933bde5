const focusable =
  'a[href], area[href], button, input, select, textarea, summary, iframe, audio[controls], video[controls], [contenteditable="true"], [tabindex]'

/** Returns the elements within `root` that Tab reaches, in document order. */
export const tabbableElements = (root: Element) =>
  [...root.querySelectorAll<HTMLElement>(focusable)].filter(isTabbable)

const isTabbable = (element: HTMLElement) =>
  !element.getAttribute('tabindex')?.startsWith('-') &&
  !element.closest(':disabled, [inert]') &&
  // Links inside editable text are part of that text.
  !element.parentElement?.closest('[contenteditable="true"]') &&
  !isSkippedRadio(element) &&
  element.checkVisibility({ visibilityProperty: true })

/** True for a radio button that Tab skips, because another one of its group is checked. */
const isSkippedRadio = (element: HTMLElement) =>
  element instanceof HTMLInputElement &&
  element.type === 'radio' &&
  !element.checked &&
  element
    .closest('form, body')
    ?.querySelector(`[type="radio"][name="${CSS.escape(element.name)}"]:checked`) !== null

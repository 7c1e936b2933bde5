/** Returns the panel, or null while nothing is selected. */
export const findPanel = () => document.querySelector<HTMLElement>('[data-editor-panel]')

/** Focuses the panel. Returns false if there is none. */
export function focusPanel() {
  const panelEl = findPanel()
  panelEl?.focus({ preventScroll: true })
  return panelEl !== null
}

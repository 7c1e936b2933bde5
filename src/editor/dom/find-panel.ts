/** Returns the panel, or null while nothing is selected. */
export const findPanel = () => document.querySelector<HTMLElement>('[data-editor-panel]')

/** Remembers the size of the editor's panel in the local storage. */
import type { PanelSize } from '#content/page/geometry/panel-size.ts'

const key = 'panel-size'

/** Throws where the browser refuses its storage, or has something else in it. */
export function readPanelSize(): PanelSize {
  const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<
    Record<keyof PanelSize, unknown>
  >
  return { width: sizeOrNull(stored.width), height: sizeOrNull(stored.height) }
}

const sizeOrNull = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** A browser may refuse its storage; then the size lasts as long as the page. */
export const savePanelSize = (size: PanelSize) => {
  try {
    if (size.width === null && size.height === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(size))
  } catch {
    // Nothing is remembered.
  }
}

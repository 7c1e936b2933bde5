/** Saves the scroll positions of the history in the session storage for the next document of this tab. */
import type { ScrollPositions } from './history.ts'

const storageKey = 'scroll-positions'

/** Restores the saved positions, and saves them on every `pagehide` until the returned function is called. */
export const persistScrollPositions = (positions: ScrollPositions) => {
  for (const [index, top] of storedScrollPositions())
    if (!positions.has(index)) positions.set(index, top)
  const save = () => {
    const { index } = history.state as { index: number }
    sessionStorage.setItem(storageKey, JSON.stringify([...positions.set(index, scrollY)]))
  }
  addEventListener('pagehide', save)
  return () => removeEventListener('pagehide', save)
}

const storedScrollPositions = () =>
  JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [number, number][]

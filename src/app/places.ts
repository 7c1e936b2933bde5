/** Where each entry of the history was scrolled to, kept for the next document of this tab. */
import type { Places } from './history.ts'

const name = 'places'

/** Keeps them until the returned function is called. */
export const keepPlaces = (places: Places) => {
  for (const [index, top] of keptPlaces()) if (!places.has(index)) places.set(index, top)
  const keep = () => {
    const { index } = history.state as { index: number }
    sessionStorage.setItem(name, JSON.stringify([...places.set(index, scrollY)]))
  }
  addEventListener('pagehide', keep)
  return () => removeEventListener('pagehide', keep)
}

const keptPlaces = () => JSON.parse(sessionStorage.getItem(name) ?? '[]') as [number, number][]

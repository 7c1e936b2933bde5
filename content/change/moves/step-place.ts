/** Decides to which place a key moves a component that was picked up. */
import { type GroupPlace, isSamePlace } from './transfers.ts'

const steps: Readonly<Record<string, 1 | -1>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
}

/**
 * Returns the place that a key leads to, undefined for another key: the next one by an arrow, the ends of the section by Home
 * and End, and the next section by Page Up and Page Down. There is none behind the last place, so that one stays.
 */
export function stepPlace(
  key: string,
  places: readonly GroupPlace[],
  current: GroupPlace | null,
): GroupPlace | undefined {
  const group = current?.group
  const index = places.findIndex((place) => isSamePlace(place, current))
  const step = steps[key]
  if (step !== undefined) return places[clamp(index + step, places)] ?? places[0]
  const own = places.filter((place) => place.group === group)
  if (key === 'Home') return own[0]
  if (key === 'End') return own.at(-1)
  if (key !== 'PageDown' && key !== 'PageUp') return undefined
  const groups = [...new Set(places.map((place) => place.group))]
  const at = groups.findIndex((other) => other === group) + (key === 'PageDown' ? 1 : -1)
  const next = groups[clamp(at, groups)]
  return places.find((place) => place.group === next)
}

const clamp = (index: number, items: readonly unknown[]) =>
  Math.min(Math.max(index, 0), items.length - 1)

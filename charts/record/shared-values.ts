/** Restores the values of a file that are written once and used in several places. The file may have been made by anyone. */
import type { Json } from '../model/chart-model.ts'

/** The deepest nesting of values, which is far more than any machine has. */
const depthLimit = 200
/** The most values inside one value. As each place is counted that shows it, a small file cannot become an endless one. */
const sizeLimit = 1_000_000

interface Restored {
  value: Json
  depth: number
  size: number
}

/** Restores values. The same place becomes the same object. */
export class SharedValues {
  private readonly places: readonly Json[]
  private readonly restored = new Map<number, Restored>()
  private readonly open = new Set<number>()

  constructor(places: readonly Json[]) {
    this.places = places
  }

  restore = (value: Json): Json => this.any(value, 0).value

  private any(value: Json, depth: number): Restored {
    if (depth > depthLimit) throw new Error('This recording is nested too deeply.')
    if (value === null || typeof value !== 'object') return { value, depth: 0, size: 1 }
    if (Array.isArray(value)) {
      const items = value.map((item) => this.any(item, depth + 1))
      return measured(
        items.map((item) => item.value),
        items,
      )
    }
    const { $shared: place } = value
    if (typeof place === 'number') return this.shared(place, depth)
    const entries = Object.entries(value).map(
      ([name, item]) => [name, this.any(item, depth + 1)] as const,
    )
    return measured(
      Object.fromEntries(entries.map(([name, item]) => [name, item.value])),
      entries.map(([, item]) => item),
    )
  }

  private shared(place: number, depth: number): Restored {
    const known = this.restored.get(place)
    if (known) return known
    const value = this.places[place]
    if (value === undefined)
      throw new Error('This recording refers to a value that it does not have.')
    if (this.open.has(place))
      throw new Error('This recording contains a value that contains itself.')
    this.open.add(place)
    const restored = this.any(value, depth + 1)
    this.open.delete(place)
    this.restored.set(place, restored)
    return restored
  }
}

/** Returns a value with its size and its depth, unless these are too large. */
function measured(value: Json, parts: readonly Restored[]): Restored {
  const depth = 1 + parts.reduce((deepest, part) => Math.max(deepest, part.depth), 0)
  const size = 1 + parts.reduce((sum, part) => sum + part.size, 0)
  if (depth > depthLimit) throw new Error('This recording is nested too deeply.')
  if (size > sizeLimit) throw new Error('This recording contains a value that is too large.')
  return { value, depth, size }
}

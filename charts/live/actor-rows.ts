/** Lists the actors of a running system as a tree. */
import type { StateValue } from 'xstate'
import type { WatchedActor } from './watched.ts'

export interface ActorRow {
  actor: WatchedActor
  /** The number of actors above it. */
  depth: number
  /** Its place among the actors that are listed below the same one, from 1 on, and the number of these. */
  position: number
  siblings: number
  /** False if those below it are left out; null if there are none. */
  isExpanded: boolean | null
}

/**
 * Returns the actors in the order of a tree, without those below a collapsed one. With words, only those that have them in
 * their name, their machine or their state, and those above them, collapsed or not.
 */
export function actorRows(
  actors: readonly WatchedActor[],
  words = '',
  collapsed: ReadonlySet<string> = new Set(),
): ActorRow[] {
  const known = new Set(actors.map(({ id }) => id))
  const below = new Map<string | null, WatchedActor[]>()
  for (const actor of actors) {
    const parent = actor.parent !== null && known.has(actor.parent) ? actor.parent : null
    below.set(parent, [...(below.get(parent) ?? []), actor])
  }
  const isFound = matcherOf(words)
  const rowsBelow = (parent: string | null, depth: number): ActorRow[] => {
    const listed = (below.get(parent) ?? []).flatMap((actor) => {
      const rows = rowsBelow(actor.id, depth + 1)
      return rows.length > 0 || isFound(textOf(actor)) ? [{ actor, rows }] : []
    })
    return listed.flatMap(({ actor, rows }, index) => {
      const isExpanded = words.trim() !== '' || !collapsed.has(actor.id)
      const place = { depth, position: index + 1, siblings: listed.length }
      return [
        { actor, ...place, isExpanded: rows.length > 0 ? isExpanded : null },
        ...(isExpanded ? rows : []),
      ]
    })
  }
  return rowsBelow(null, 0)
}

/** Returns the names that have all of the words in them. */
export const foundNames = (names: readonly string[], words: string) => {
  const isFound = matcherOf(words)
  return names.filter(isFound)
}

const matcherOf = (words: string) => {
  const parts = words.toLowerCase().split(/\s+/)
  return (text: string) => parts.every((part) => text.toLowerCase().includes(part))
}

const textOf = (actor: WatchedActor) => `${actorTitle(actor)} ${stateText(actor.snapshot.value)}`

/** Returns the machine of an actor, with the name that its parent has given it if that says something else. */
export const actorTitle = ({ id, name, snapshot: { machine } }: WatchedActor) =>
  name === machine.id || name === id ? machine.id : `${machine.id} · ${name}`

/** Returns the value of a state as people read it: `open.idle`, `queue.idle and requests.busy`. */
export const stateText = (value: StateValue): string => pathsOf(value).join(' and ')

const pathsOf = (value: StateValue): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([key, inner]) => {
        const paths = pathsOf(inner!)
        return paths.length === 0 ? [key] : paths.map((path) => `${key}.${path}`)
      })

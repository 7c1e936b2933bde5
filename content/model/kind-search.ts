/** Finds the kinds of components to add by what is typed, and those that were added last. */

/** The number of kinds that are remembered as added last. */
const recentLimit = 3

/** Returns the kinds that were added last, by `@type`, with the given one as the latest. */
export const withRecent = (recent: readonly string[], type: string) =>
  [type, ...recent.filter((other) => other !== type)].slice(0, recentLimit)

interface FoundKind {
  type: string
  label: string
  description: string
}

export interface OfferedKinds<Kind> {
  /** Those that were added last, the latest first; none while something is searched. */
  recent: Kind[]
  others: Kind[]
}

/** Returns the kinds to offer: those that are found by the query, or all without one. `recent` are `@type`s. */
export const offeredKinds = <Kind extends FoundKind>(
  kinds: readonly Kind[],
  recent: readonly string[],
  query: string,
): OfferedKinds<Kind> =>
  query.trim()
    ? { recent: [], others: searchKinds(kinds, query) }
    : {
        recent: recent.flatMap((type) => kinds.filter((kind) => kind.type === type)),
        others: kinds.filter(({ type }) => !recent.includes(type)),
      }

/** Returns the kinds with all typed words in their label or description; those with them in their label come first. */
const searchKinds = <Kind extends FoundKind>(kinds: readonly Kind[], query: string) => {
  const words = query.toLowerCase().split(/\s+/)
  const isIn = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = kinds.filter(({ label, description }) => isIn(`${label} ${description}`))
  return [...found.filter(({ label }) => isIn(label)), ...found.filter(({ label }) => !isIn(label))]
}

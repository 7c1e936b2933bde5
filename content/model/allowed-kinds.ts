/** Says which kinds of components a group accepts, and why it refuses one. */
import type { Iri } from './iri.ts'
import type { ComponentKind } from './kind.ts'

interface AcceptingGroup {
  /** The collections of the accepted components; absent if any is accepted. */
  allowedComponents?: readonly Iri[]
}

type InsertedKind = Pick<ComponentKind, 'endpoint' | 'label' | 'explicitAllowOnly'>

/**
 * True when a kind may be added to the group: a group with a list of allowed components accepts those, any other group
 * accepts all kinds but those with `explicitAllowOnly`.
 */
export const isAllowedIn = (group: AcceptingGroup | undefined) => (kind: InsertedKind) =>
  group?.allowedComponents
    ? group.allowedComponents.includes(kind.endpoint)
    : !kind.explicitAllowOnly

/** Returns the reason why a group refuses a kind, which names those that it accepts; null if it accepts this one. */
export const insertionRefusal = (
  group: AcceptingGroup | undefined,
  kind: InsertedKind,
  kinds: readonly InsertedKind[],
) => {
  if (isAllowedIn(group)(kind)) return null
  const accepted = kinds.filter(isAllowedIn(group)).map(({ label }) => label)
  const instead = accepted.length > 0 ? ` Components allowed there: ${accepted.join(', ')}.` : ''
  return `“${kind.label}” cannot be placed there.${instead}`
}

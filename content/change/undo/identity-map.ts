/**
 * Maps the IRIs and versions that the changes made in this window have to share: recreated resources get new IRIs, and
 * each write gets a new ETag.
 */
import { type Iri, isIriOf } from '../../model/iri.ts'
import { type Resource, type Versioned, componentPositionsOf } from '../../model/resource.ts'
import { recreationId } from './recreation-id.ts'
import type { SaveResult, SortIndex, Step } from '../types.ts'

export interface IdentityMap {
  /** The IRI that has replaced each former IRI or placeholder. */
  aliases: Readonly<Record<Iri, Iri>>
  /** The ETag that this window saw last, by IRI; null once it has another one, which is not known. */
  etags: Readonly<Record<Iri, string | null>>
}

export const emptyIdentityMap: IdentityMap = { aliases: {}, etags: {} }

/** Follows aliases to the current IRI. */
export function resolveIri({ aliases }: IdentityMap, iri: Iri): Iri {
  const visited = new Set<Iri>()
  let current = iri
  // Undo and redo can lead back to a former IRI, so aliases may form a cycle.
  for (
    let next = aliasOf(current, aliases);
    next !== undefined && !visited.has(next);
    next = aliasOf(next, aliases)
  ) {
    visited.add(next)
    current = next
  }
  return current
}

/** Any text of a body is looked up, so inherited properties such as `constructor` are not. */
const aliasOf = (iri: Iri, aliases: IdentityMap['aliases']) =>
  Object.hasOwn(aliases, iri) ? aliases[iri] : undefined

/** Makes the IRI, and whatever it resolves to, resolve to another one. */
const withAlias = (identities: IdentityMap, iri: Iri, to: Iri): IdentityMap => {
  const current = resolveIri(identities, iri)
  const { [to]: _, ...aliases } = identities.aliases
  return current === to ? identities : { ...identities, aliases: { ...aliases, [current]: to } }
}

/** Returns the step with all its IRIs resolved. `initial` is the map from before the change began. */
export const resolveStep = (step: Step, identities: IdentityMap, initial: IdentityMap): Step => ({
  ...step,
  iri: step.exactIri ? step.iri : resolveIri(step.targetsOriginal ? initial : identities, step.iri),
  ...(step.sortIndex && {
    sortIndex: resolveSortIndex(step.sortIndex, identities),
  }),
  ...(step.removes && { removes: step.removes.map((iri) => resolveIri(identities, iri)) }),
  ...(step.reveals && { reveals: resolveIri(identities, step.reveals) }),
  ...(step.body && { body: resolveBody(step.body, identities) as Record<string, unknown> }),
  ...(step.id !== undefined && step.creates && { id: idOf(step.id, step.creates.iri, identities) }),
})

/** Returns the id of what a step creates: for what it recreates, the one that anybody else would send. */
const idOf = (id: string, creates: Iri, identities: IdentityMap) =>
  recreationId(resolveIri(identities, creates)) ?? id

const resolveSortIndex = (sortIndex: SortIndex, identities: IdentityMap): SortIndex => {
  const group = resolveIri(identities, sortIndex.group)
  return isIriOf('COMPONENT_GROUP', group) ? { ...sortIndex, group } : sortIndex
}

/**
 * True for a deletion whose draft was never created, because the edit changed nothing: it would delete the live version
 * that it is to reveal.
 */
export const isNoop = ({ method, iri, reveals }: Step) => method === 'DELETE' && iri === reveals

/** Adds the ETag that this window saw last as `If-Match`, for steps that are undone or redone. */
export const withIfMatch = (step: Step, { etags }: IdentityMap): Step => {
  const etag = etags[step.iri]
  const isOther = step.method === 'POST' || step.targetsOriginal || step.exactIri
  return etag == null || isOther || step.isShifted ? step : { ...step, ifMatch: etag }
}

const resolveBody = (value: unknown, identities: IdentityMap, key?: string): unknown => {
  if (typeof value === 'string')
    return key === 'reference' ? resolveReference(value, identities) : resolveIri(identities, value)
  if (Array.isArray(value)) return value.map((item) => resolveBody(item, identities))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, resolveBody(item, identities, name)]),
  )
}

/** Resolves the owner in a group's reference, which ends with the owner's IRI, or with the placeholder of a new owner. */
const resolveReference = (reference: string, identities: IdentityMap) => {
  const at = reference.search(/_(?=\/|new:)/)
  return at === -1
    ? reference
    : `${reference.slice(0, at + 1)}${resolveIri(identities, reference.slice(at + 1))}`
}

/** Records the response to a step; null for a deletion. */
export const recordResponse = (
  identities: IdentityMap,
  step: Step,
  response: Versioned | null,
): IdentityMap => {
  if (!response) return identities
  const updated = recordEtags(identities, [response])
  const iri = response.resource['@id']
  if (!step.creates) {
    const isFormerIri = resolveIri(identities, step.iri) !== step.iri
    return isFormerIri && createsDraft(step, response, identities)
      ? withDirectAlias(updated, step.iri, iri)
      : updated
  }
  const created = withAlias(updated, step.creates.iri, iri)
  const [position] = componentPositionsOf(response.resource)
  return step.creates.position && position
    ? withAlias(created, step.creates.position, position)
    : created
}

/** True if the step created a draft beside the live version. */
export const createsDraft = (
  step: Step,
  response: Versioned | null,
  identities = emptyIdentityMap,
) =>
  step.method === 'PATCH' &&
  response?.resource['publishedResource'] === resolveIri(identities, step.iri)

/** Redirects one former IRI; what it resolved to before keeps its own IRI. */
const withDirectAlias = (
  { aliases, ...identities }: IdentityMap,
  iri: Iri,
  to: Iri,
): IdentityMap => {
  const { [to]: _, ...others } = aliases
  return { ...identities, aliases: { ...others, [iri]: to } }
}

/**
 * Records the ETags of resources that were read right after writing: they are this window's own versions. One without an
 * ETag has another than before, which is not known.
 */
export const recordEtags = (
  identities: IdentityMap,
  items: readonly { resource: Pick<Resource, '@id'>; etag?: string | undefined }[],
): IdentityMap => {
  const etags = items.map(({ resource, etag }) => [resource['@id'], etag ?? null] as const)
  return { ...identities, etags: { ...identities.etags, ...Object.fromEntries(etags) } }
}

/** Joins the maps of two changes that were sent at the same time. */
export const mergeIdentityMaps = (one: IdentityMap, other: IdentityMap): IdentityMap => ({
  aliases: { ...one.aliases, ...other.aliases },
  etags: { ...one.etags, ...other.etags },
})

/**
 * Returns the resource that is now shown in place of another: a draft for its live version, or a recreated resource for
 * the deleted one.
 */
export const replacementFor = (
  step: Step,
  response: Versioned | null,
  { before, now }: { before: IdentityMap; now: IdentityMap },
): SaveResult['replaced'] => {
  const created = step.creates && resolveIri(before, step.creates.iri)
  const from = step.method === 'POST' ? created : step.iri
  const to = response?.resource['@id'] ?? (step.reveals && resolveIri(now, step.reveals))
  return from?.startsWith('/') && to !== undefined && to !== from ? { from, to } : undefined
}

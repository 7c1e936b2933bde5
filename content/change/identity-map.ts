/**
 * What a session's changes have to know of each other: how things are called now that were deleted and made again,
 * and in which version this session has last seen what it wrote.
 */
import type { ChangeResult, Step } from './plan-change.ts'
import type { Iri } from '../model/iri.ts'
import type { Component, Versioned } from '../model/resource.ts'

export interface IdentityMap {
  /** By an old name: the one that took its place. */
  aliases: Readonly<Record<Iri, Iri>>
  /** By IRI. */
  etags: Readonly<Record<Iri, string>>
}

export const emptyIdentityMap: IdentityMap = { aliases: {}, etags: {} }

export function resolveIri({ aliases }: IdentityMap, name: Iri): Iri {
  const passed = new Set<Iri>()
  let now = name
  // Undone and redone, a thing may get back a name that it had before.
  for (let next = aliases[now]; next !== undefined && !passed.has(next); next = aliases[next]) {
    passed.add(next)
    now = next
  }
  return now
}

/** From now on `name`, and whatever `name` stood for, is `to`. */
const withAlias = (ledger: IdentityMap, name: Iri, to: Iri): IdentityMap => {
  const before = resolveIri(ledger, name)
  const { [to]: _, ...names } = ledger.aliases
  return before === to ? ledger : { ...ledger, aliases: { ...names, [before]: to } }
}

/** A step with everything in it as it is called now; `start` is how things were before its change began. */
export const resolveStep = (step: Step, ledger: IdentityMap, start: IdentityMap): Step => ({
  ...step,
  iri: step.exactIri ? step.iri : resolveIri(step.targetsOriginal ? start : ledger, step.iri),
  ...(step.sortIndex && {
    sortIndex: { ...step.sortIndex, group: resolveIri(ledger, step.sortIndex.group) },
  }),
  ...(step.leaves && { leaves: resolveIri(ledger, step.leaves) }),
  ...(step.body && { body: resolveBody(step.body, ledger) as Record<string, unknown> }),
})

/** An edit that changed nothing has made no draft: what would be deleted is what should be left. */
export const isNoop = ({ method, iri, leaves }: Step) => method === 'DELETE' && iri === leaves

/** With the version this session has last seen, for what is done or taken back later. */
export const withIfMatch = (step: Step, { etags }: IdentityMap): Step => {
  const version = etags[step.iri]
  return version === undefined || step.method === 'POST' || step.targetsOriginal || step.exactIri
    ? step
    : { ...step, ifMatch: version }
}

const resolveBody = (value: unknown, ledger: IdentityMap, key?: string): unknown => {
  if (typeof value === 'string')
    return key === 'reference' ? resolveReference(value, ledger) : resolveIri(ledger, value)
  if (Array.isArray(value)) return value.map((item) => resolveBody(item, ledger))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, resolveBody(item, ledger, name)]),
  )
}

/** A group is found by a name that ends with its owner's IRI (api, section 1.4). */
const resolveReference = (reference: string, ledger: IdentityMap) => {
  const at = reference.indexOf('_/')
  return at === -1
    ? reference
    : `${reference.slice(0, at + 1)}${resolveIri(ledger, reference.slice(at + 1))}`
}

/** After a step was answered; null for what is gone. */
export const recordResponse = (
  ledger: IdentityMap,
  step: Step,
  answer: Versioned | null,
): IdentityMap => {
  if (!answer) return ledger
  const known = recordEtags(ledger, [answer])
  const iri = answer.resource['@id']
  if (!step.creates) {
    const isOldName = resolveIri(ledger, step.iri) !== step.iri
    return isOldName && createsDraft(step, answer, ledger)
      ? withDirectAlias(known, step.iri, iri)
      : known
  }
  const made = withAlias(known, step.creates.iri, iri)
  const [position] = (answer.resource as Component).componentPositions ?? []
  return step.creates.position && position ? withAlias(made, step.creates.position, position) : made
}

/** A draft was made beside what is live, which stays. */
export const createsDraft = (step: Step, answer: Versioned | null, ledger = emptyIdentityMap) =>
  step.method === 'PATCH' && answer?.resource['publishedResource'] === resolveIri(ledger, step.iri)

/** The name alone: what it has stood for keeps its own. */
const withDirectAlias = ({ aliases, ...ledger }: IdentityMap, name: Iri, to: Iri): IdentityMap => {
  const { [to]: _, ...others } = aliases
  return { ...ledger, aliases: { ...others, [name]: to } }
}

/** What was read again right after writing is what this session has made of it. */
export const recordEtags = (ledger: IdentityMap, items: readonly Versioned[]): IdentityMap => ({
  ...ledger,
  etags: {
    ...ledger.etags,
    ...Object.fromEntries(
      items.flatMap(({ resource, etag }) => (etag ? [[resource['@id'], etag]] : [])),
    ),
  },
})

/** Two changes on their way at once have each learnt something. */
export const mergeIdentityMaps = (one: IdentityMap, other: IdentityMap): IdentityMap => ({
  aliases: { ...one.aliases, ...other.aliases },
  etags: { ...one.etags, ...other.etags },
})

/** Who is seen now where another one was: a draft for its live twin, what was made again for what was deleted. */
export const replacementFor = (
  step: Step,
  answer: Versioned | null,
  { before, now }: { before: IdentityMap; now: IdentityMap },
): ChangeResult['replaced'] => {
  const made = step.creates && resolveIri(before, step.creates.iri)
  const from = step.method === 'POST' ? made : step.iri
  const to = answer?.resource['@id'] ?? (step.leaves && resolveIri(now, step.leaves))
  return from?.startsWith('/') && to !== undefined && to !== from ? { from, to } : undefined
}

/**
 * What a session's changes have to know of each other: how things are called now that were deleted and made again,
 * and in which version this session has last seen what it wrote.
 */
import type { Saved, Step } from './change.ts'
import type { Iri } from './iri.ts'
import type { Component, Versioned } from './resource.ts'

export interface Ledger {
  /** By an old name: the one that took its place. */
  names: Readonly<Record<Iri, Iri>>
  /** By IRI. */
  versions: Readonly<Record<Iri, string>>
}

export const emptyLedger: Ledger = { names: {}, versions: {} }

export function nameNow({ names }: Ledger, name: Iri): Iri {
  const passed = new Set<Iri>()
  let now = name
  // Undone and redone, a thing may get back a name that it had before.
  for (let next = names[now]; next !== undefined && !passed.has(next); next = names[next]) {
    passed.add(next)
    now = next
  }
  return now
}

/** From now on `name`, and whatever `name` stood for, is `to`. */
const renamed = (ledger: Ledger, name: Iri, to: Iri): Ledger => {
  const before = nameNow(ledger, name)
  const { [to]: _, ...names } = ledger.names
  return before === to ? ledger : { ...ledger, names: { ...names, [before]: to } }
}

/** A step with everything in it as it is called now; `start` is how things were before its change began. */
export const stepNow = (step: Step, ledger: Ledger, start: Ledger): Step => ({
  ...step,
  iri: step.literal ? step.iri : nameNow(step.former ? start : ledger, step.iri),
  ...(step.at && { at: { ...step.at, group: nameNow(ledger, step.at.group) } }),
  ...(step.leaves && { leaves: nameNow(ledger, step.leaves) }),
  ...(step.body && { body: bodyNow(step.body, ledger) as Record<string, unknown> }),
})

/** An edit that changed nothing has made no draft: what would be deleted is what should be left. */
export const isVoid = ({ method, iri, leaves }: Step) => method === 'DELETE' && iri === leaves

/** With the version this session has last seen, for what is done or taken back later. */
export const withVersion = (step: Step, { versions }: Ledger): Step => {
  const version = versions[step.iri]
  return version === undefined || step.method === 'POST' || step.former || step.literal
    ? step
    : { ...step, ifMatch: version }
}

const bodyNow = (value: unknown, ledger: Ledger, key?: string): unknown => {
  if (typeof value === 'string')
    return key === 'reference' ? referenceNow(value, ledger) : nameNow(ledger, value)
  if (Array.isArray(value)) return value.map((item) => bodyNow(item, ledger))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, bodyNow(item, ledger, name)]),
  )
}

/** A group is found by a name that ends with its owner's IRI (api, section 1.4). */
const referenceNow = (reference: string, ledger: Ledger) => {
  const at = reference.indexOf('_/')
  return at === -1
    ? reference
    : `${reference.slice(0, at + 1)}${nameNow(ledger, reference.slice(at + 1))}`
}

/** After a step was answered; null for what is gone. */
export const withAnswer = (ledger: Ledger, step: Step, answer: Versioned | null): Ledger => {
  if (!answer) return ledger
  const known = withSeen(ledger, [answer])
  const iri = answer.resource['@id']
  if (!step.makes) {
    const isOldName = nameNow(ledger, step.iri) !== step.iri
    return isOldName && isFork(step, answer, ledger) ? withName(known, step.iri, iri) : known
  }
  const made = renamed(known, step.makes.iri, iri)
  const [position] = (answer.resource as Component).componentPositions ?? []
  return step.makes.position && position ? renamed(made, step.makes.position, position) : made
}

/** A draft was made beside what is live, which stays. */
export const isFork = (step: Step, answer: Versioned | null, ledger = emptyLedger) =>
  step.method === 'PATCH' && answer?.resource['publishedResource'] === nameNow(ledger, step.iri)

/** The name alone: what it has stood for keeps its own. */
const withName = ({ names, ...ledger }: Ledger, name: Iri, to: Iri): Ledger => {
  const { [to]: _, ...others } = names
  return { ...ledger, names: { ...others, [name]: to } }
}

/** What was read again right after writing is what this session has made of it. */
export const withSeen = (ledger: Ledger, items: readonly Versioned[]): Ledger => ({
  ...ledger,
  versions: {
    ...ledger.versions,
    ...Object.fromEntries(
      items.flatMap(({ resource, etag }) => (etag ? [[resource['@id'], etag]] : [])),
    ),
  },
})

/** Two changes on their way at once have each learnt something. */
export const together = (one: Ledger, other: Ledger): Ledger => ({
  names: { ...one.names, ...other.names },
  versions: { ...one.versions, ...other.versions },
})

/** Who is seen now where another one was: a draft for its live twin, what was made again for what was deleted. */
export const replacementBy = (
  step: Step,
  answer: Versioned | null,
  { before, now }: { before: Ledger; now: Ledger },
): Saved['replaced'] => {
  const made = step.makes && nameNow(before, step.makes.iri)
  const from = step.method === 'POST' ? made : step.iri
  const to = answer?.resource['@id'] ?? (step.leaves && nameNow(now, step.leaves))
  return from?.startsWith('/') && to !== undefined && to !== from ? { from, to } : undefined
}

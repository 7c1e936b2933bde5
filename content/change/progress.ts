/** A change on its way: what is left to be sent, what there is already, and how everything is called by now. */
import {
  type Change,
  type Intent,
  type ChangeResult,
  type Step,
  publishedUrl,
} from './plan-change.ts'
import type { Iri } from '../model/iri.ts'
import {
  type IdentityMap,
  createsDraft,
  isNoop,
  resolveIri,
  replacementFor,
  resolveStep,
  recordResponse,
  recordEtags,
  withIfMatch,
} from './identity-map.ts'
import type { Versioned } from '../model/resource.ts'

/** Something new that was meant, or a change to be taken back or made again. */
export type ChangeJob =
  { kind: 'apply'; id: string; intent: Intent } | { kind: 'undo' | 'redo'; change: Change }

/** Who is seen now where another one was. */
interface Replacement {
  from: Iri
  to: Iri
}

/** What there is now, and what there is no more. */
export interface ResourceUpdates {
  items: Versioned[]
  gone: Iri[]
}

export interface ChangeProgress {
  job: ChangeJob
  /** Null until it is worked out. */
  change: Change | null
  /** How things were called when it began. */
  start: IdentityMap
  ledger: IdentityMap
  /** What is left to be sent. */
  steps: Step[]
  found: ResourceUpdates
  saved: ChangeResult
  replaced: Replacement[]
}

export const startProgress = (job: ChangeJob, ledger: IdentityMap): ChangeProgress => ({
  job,
  change: job.kind === 'apply' ? null : job.change,
  start: ledger,
  ledger,
  steps: job.kind === 'apply' ? [] : job.kind === 'undo' ? job.change.inverse : job.change.steps,
  found: { items: [], gone: [] },
  saved: { resource: null },
  replaced: [],
})

/** The next request. What is new relies on what was read for it, the rest on what this session saw last. */
export const nextStep = ({ job, steps, ledger, start }: ChangeProgress): Step => {
  const step = resolveStep(steps[0]!, ledger, start)
  return job.kind === 'apply' ? step : withIfMatch(step, ledger)
}

/** Whether the next request would delete what should be left. */
export const isNextNoop = (course: ChangeProgress) =>
  course.steps.length > 0 && isNoop(nextStep(course))

export const skipNext = ({ steps, ...course }: ChangeProgress): ChangeProgress => ({
  ...course,
  steps: steps.slice(1),
})

/** After the next request was answered; null for what is gone. */
export const afterResponse = (course: ChangeProgress, answer: Versioned | null): ChangeProgress => {
  const { steps, ledger, found, saved } = course
  const sent = nextStep(course)
  const now = recordResponse(ledger, steps[0]!, answer)
  const replacement = replacementFor(sent, answer, { before: ledger, now })
  const isGone =
    sent.method === 'DELETE' ||
    (sent.method === 'PATCH' && replacement !== undefined && !createsDraft(sent, answer))
  return {
    ...course,
    steps: steps.slice(1),
    ledger: now,
    replaced: replacement ? [...course.replaced, replacement] : course.replaced,
    saved: {
      resource: answer?.resource ?? saved.resource,
      ...(replacement ? { replaced: replacement } : saved.replaced && { replaced: saved.replaced }),
    },
    found: {
      items: answer ? [...found.items, answer] : found.items,
      gone: isGone ? [...found.gone, sent.iri] : found.gone,
    },
  }
}

/** What to read again; after a refusal also what refused, for a conflict is shown against it. */
export const refetchRequests = (course: ChangeProgress, isRefused: boolean): string[] => {
  const { job, change, ledger, steps, replaced, found } = course
  const refused = isRefused && steps.length > 0 ? [nextStep(course).iri] : []
  const planned = [
    ...(change?.refresh ?? []),
    ...(job.kind === 'undo' ? (change?.refreshBack ?? []) : []),
  ]
  const named = planned.map((request) =>
    request.replace(/^[^?]+/, (iri) => resolveIri(ledger, iri)),
  )
  // What is live says itself that there is a draft beside it now.
  const isForked = ({ from, to }: Replacement) =>
    found.items.some(
      ({ resource }) => resource['@id'] === to && resource['publishedResource'] === from,
    )
  const forked = replaced.filter(isForked).map(({ from }) => from)
  const requests = new Set([...refused, ...named, ...forked.map(publishedUrl)])
  // What has never got a name of its own was never made.
  return [...requests].filter((request) => request.startsWith('/'))
}

/** What was read later is newer. */
export const withUpdates = (
  course: ChangeProgress,
  { items, gone }: ResourceUpdates,
): ChangeProgress => ({
  ...course,
  found: { items: [...course.found.items, ...items], gone: [...course.found.gone, ...gone] },
  ledger: recordEtags(course.ledger, items),
})

/** Deleted, and nothing is seen in its place. */
export const removedIris = ({ found, replaced }: ChangeProgress): Iri[] => {
  const present = new Set([
    ...found.items.map(({ resource }) => resource['@id']),
    ...replaced.map(({ from }) => from),
  ])
  return found.gone.filter((iri) => !present.has(iri))
}

/** What is left to be sent another time. It still means what had a former name when all this began. */
export const remainingSteps = ({ steps, start }: ChangeProgress): Step[] =>
  steps.map(({ targetsOriginal, ...step }) =>
    targetsOriginal ? { ...step, iri: resolveIri(start, step.iri), exactIri: true } : step,
  )

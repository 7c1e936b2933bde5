/** A change on its way: what is left to be sent, what there is already, and how everything is called by now. */
import { type Change, type Intent, type Saved, type Step, asLive } from './change.ts'
import type { Iri } from './iri.ts'
import {
  type Ledger,
  isFork,
  isVoid,
  nameNow,
  replacementBy,
  stepNow,
  withAnswer,
  withSeen,
  withVersion,
} from './ledger.ts'
import type { Versioned } from './resource.ts'

/** Something new that was meant, or a change to be taken back or made again. */
export type Job =
  { kind: 'make'; id: string; intent: Intent } | { kind: 'undo' | 'redo'; change: Change }

/** Who is seen now where another one was. */
interface Replacement {
  from: Iri
  to: Iri
}

/** What there is now, and what there is no more. */
export interface Found {
  items: Versioned[]
  gone: Iri[]
}

export interface Course {
  job: Job
  /** Null until it is worked out. */
  change: Change | null
  /** How things were called when it began. */
  start: Ledger
  ledger: Ledger
  /** What is left to be sent. */
  steps: Step[]
  found: Found
  saved: Saved
  replaced: Replacement[]
}

export const courseOf = (job: Job, ledger: Ledger): Course => ({
  job,
  change: job.kind === 'make' ? null : job.change,
  start: ledger,
  ledger,
  steps: job.kind === 'make' ? [] : job.kind === 'undo' ? job.change.inverse : job.change.steps,
  found: { items: [], gone: [] },
  saved: { resource: null },
  replaced: [],
})

/** The next request. What is new relies on what was read for it, the rest on what this session saw last. */
export const nextStep = ({ job, steps, ledger, start }: Course): Step => {
  const step = stepNow(steps[0]!, ledger, start)
  return job.kind === 'make' ? step : withVersion(step, ledger)
}

/** Whether the next request would delete what should be left. */
export const isNextVoid = (course: Course) => course.steps.length > 0 && isVoid(nextStep(course))

export const withoutNext = ({ steps, ...course }: Course): Course => ({
  ...course,
  steps: steps.slice(1),
})

/** After the next request was answered; null for what is gone. */
export const answered = (course: Course, answer: Versioned | null): Course => {
  const { steps, ledger, found, saved } = course
  const sent = nextStep(course)
  const now = withAnswer(ledger, steps[0]!, answer)
  const replacement = replacementBy(sent, answer, { before: ledger, now })
  const isGone =
    sent.method === 'DELETE' ||
    (sent.method === 'PATCH' && replacement !== undefined && !isFork(sent, answer))
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
export const requestsAfter = (course: Course, isRefused: boolean): string[] => {
  const { job, change, ledger, steps, replaced, found } = course
  const refused = isRefused && steps.length > 0 ? [nextStep(course).iri] : []
  const planned = [
    ...(change?.refresh ?? []),
    ...(job.kind === 'undo' ? (change?.refreshBack ?? []) : []),
  ]
  const named = planned.map((request) => request.replace(/^[^?]+/, (iri) => nameNow(ledger, iri)))
  // What is live says itself that there is a draft beside it now.
  const isForked = ({ from, to }: Replacement) =>
    found.items.some(
      ({ resource }) => resource['@id'] === to && resource['publishedResource'] === from,
    )
  const forked = replaced.filter(isForked).map(({ from }) => from)
  const requests = new Set([...refused, ...named, ...forked.map(asLive)])
  // What has never got a name of its own was never made.
  return [...requests].filter((request) => request.startsWith('/'))
}

/** What was read later is newer. */
export const withFound = (course: Course, { items, gone }: Found): Course => ({
  ...course,
  found: { items: [...course.found.items, ...items], gone: [...course.found.gone, ...gone] },
  ledger: withSeen(course.ledger, items),
})

/** Deleted, and nothing is seen in its place. */
export const removedBy = ({ found, replaced }: Course): Iri[] => {
  const present = new Set([
    ...found.items.map(({ resource }) => resource['@id']),
    ...replaced.map(({ from }) => from),
  ])
  return found.gone.filter((iri) => !present.has(iri))
}

/** What is left to be sent another time. It still means what had a former name when all this began. */
export const stepsLeft = ({ steps, start }: Course): Step[] =>
  steps.map(({ former, ...step }) =>
    former ? { ...step, iri: nameNow(start, step.iri), literal: true } : step,
  )

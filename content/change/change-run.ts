/** Tracks one change while it is sent, undone or redone. All functions return a new state. */
import type { Failure } from '../model/failure.ts'
import type { Iri } from '../model/iri.ts'
import type { Versioned } from '../model/resource.ts'
import {
  type IdentityMap,
  createsDraft,
  isNoop,
  recordEtags,
  recordResponse,
  replacementFor,
  resolveStep,
  withIfMatch,
} from './undo/identity-map.ts'
import { originalFilesOf } from './changed-files.ts'
import { isAcceptance, isUndoneEdit } from './plan-change.ts'
import { isPlain } from './remembered-text.ts'
import type { Change, SaveResult, Intent, Step } from './types.ts'

/** A new intent to carry out, or a change to undo or redo. */
export type ChangeJob =
  { kind: 'apply'; id: string; intent: Intent } | { kind: 'undo' | 'redo'; change: Change }

/** A resource that is shown in place of another one. */
export interface Replacement {
  from: Iri
  to: Iri
}

/** Resources to store in the cache, and IRIs to remove from it. */
export interface ResourceUpdates {
  items: Versioned[]
  removed: Iri[]
  /** The drafts that somebody else has published, each with the live version in its place. */
  replaced?: Replacement[]
}

export interface ChangeProgress {
  job: ChangeJob
  /** Null until the change is planned. */
  change: Change | null
  /** The identity map from before the change began. */
  initialIdentities: IdentityMap
  identities: IdentityMap
  /** Steps that are still to be sent. */
  steps: Step[]
  updates: ResourceUpdates
  result: SaveResult
  replacements: Replacement[]
  /** True once a step was carried out. */
  hasEffect: boolean
  /** The resource that somebody else had changed since this window wrote it, and that this change has written again. */
  changedByOthers: Iri | null
}

/** Returns the progress of a change before its first request: a new change has no steps until it is planned. */
export const startProgress = (job: ChangeJob, identities: IdentityMap): ChangeProgress => ({
  job,
  change: job.kind === 'apply' ? null : job.change,
  initialIdentities: identities,
  identities,
  steps: job.kind === 'apply' ? [] : job.kind === 'undo' ? job.change.inverse : job.change.steps,
  updates: { items: [], removed: [] },
  result: { resource: null },
  replacements: [],
  hasEffect: false,
  changedByOthers: null,
})

/** True for a change that is saved while the user types or moves positions, rather than by an action of its own. */
export const isTyped = (job: ChangeJob) =>
  job.kind === 'apply' && ['set', 'move', 'transfer'].includes(job.intent.kind)

/**
 * Returns the progress of a change that goes on after signing in again. A visitor is not shown everything, so a new
 * change of which nothing was sent is planned again.
 */
export const resumed = (progress: ChangeProgress): ChangeProgress => {
  const { job, change, steps } = progress
  const isUnsent = job.kind === 'apply' && steps.length === change?.steps.length
  return isUnsent ? { ...progress, change: null, steps: [] } : progress
}

const plannedVersions = ({ steps }: Change) =>
  steps.map(({ iri, ifMatch: etag }) => ({ resource: { '@id': iri }, etag }))

/**
 * Returns the progress with its plan. Nothing is sent for what is accepted of somebody else, which is stored already, nor for
 * an edit that was undone before it was saved. From then on, what is stored is a version that undo and redo may overwrite.
 */
export const withPlan = (progress: ChangeProgress, change: Change): ChangeProgress =>
  isAcceptance(change.intent) || isUndoneEdit(change.intent)
    ? { ...progress, change, identities: recordEtags(progress.identities, plannedVersions(change)) }
    : { ...progress, change, steps: change.steps }

/** Returns the reason why an undo is impossible, as a message for the user, or null. */
export const whyIrreversible = ({ job }: Pick<ChangeProgress, 'job'>) =>
  (job.kind === 'undo' && job.change.irreversible) || null

/**
 * Returns the next request. A new change sends the versions it was planned with; undo and redo send the versions that
 * this window saw last.
 */
export const nextStep = (progress: ChangeProgress): Step => {
  const [step, ...others] = progress.steps
  const next = stepToSend(progress, step!)
  if (!next.isPublication || others.length === 0) return next
  return { ...next, alsoPublishes: others.map((other) => stepToSend(progress, other)) }
}

const stepToSend = ({ job, identities, initialIdentities }: ChangeProgress, planned: Step) => {
  const step = resolveStep(planned, identities, initialIdentities)
  if (job.kind !== 'apply') return withIfMatch(step, identities)
  const { intent } = job
  return intent.kind === 'add' && intent.id !== undefined && step.method === 'POST'
    ? { ...step, id: intent.id }
    : step
}

/** True if there is a next step and it has nothing to do. */
export const isNextNoop = (progress: ChangeProgress) =>
  progress.steps.length > 0 && isNoop(nextStep(progress))

/** Returns the progress without the next step, which is not sent. */
export const skipNext = ({ steps, ...progress }: ChangeProgress): ChangeProgress => ({
  ...progress,
  steps: steps.slice(1),
})

/** Returns the progress without the next step, whose resource is deleted already. */
export const passOver = (progress: ChangeProgress): ChangeProgress => ({
  ...(nextStep(progress).method === 'DELETE' ? afterResponse(progress, null) : skipNext(progress)),
  hasEffect: progress.hasEffect,
})

/** True if the next step was refused because it deletes what is deleted already. */
export const isDeleted = (progress: ChangeProgress, { kind }: Pick<Failure, 'kind'>) =>
  kind === 'notFound' && nextStep(progress).method === 'DELETE'

/** True if it may have been this change that has deleted the resource: a new one, or one of which an answer was lost. */
export const mayHaveDeleted = ({ job }: Pick<ChangeProgress, 'job'>) =>
  job.kind === 'apply' || job.change.isUnanswered === true

/**
 * True for a step of an undo or redo whose resource is deleted, where it is not all that is undone or redone, and no other
 * step needs what it creates.
 */
export const canPassOver = (
  { job, steps, hasEffect }: ChangeProgress,
  { kind }: Pick<Failure, 'kind'>,
) =>
  job.kind !== 'apply' &&
  kind === 'notFound' &&
  !steps[0]?.creates &&
  (hasEffect || steps.length > 1)

/**
 * True if the next step may have been carried out, although it was not answered, and can be sent again without a further
 * effect: a deletion, or the creation of what has an id.
 */
export const isUnanswered = ({ steps }: ChangeProgress, { kind }: Pick<Failure, 'kind'>) =>
  kind === 'offline' && (steps[0]?.method === 'DELETE' || steps[0]?.id !== undefined)

/** The response to a step, or to several publications that were sent together; null for a deletion. */
export type StepResponse = Versioned | Versioned[] | null

/** Records the response to the next step, or those to the next steps. */
export const afterResponses = (progress: ChangeProgress, response: StepResponse): ChangeProgress =>
  Array.isArray(response)
    ? response.reduce(afterResponse, progress)
    : afterResponse(progress, response)

const afterResponse = (progress: ChangeProgress, response: Versioned | null): ChangeProgress => {
  const { change, steps, identities, updates, result } = progress
  const sent = nextStep(progress)
  const now = recordResponse(identities, steps[0]!, response)
  const replacement = replacementFor(sent, response, { before: identities, now })
  const replaced = replacement ?? result.replaced
  const isRemoved =
    sent.method === 'DELETE' ||
    (sent.method === 'PATCH' && replacement !== undefined && !createsDraft(sent, response))
  return {
    ...progress,
    change: withUploads(change!, sent, response),
    steps: steps.slice(1),
    identities: now,
    hasEffect: true,
    changedByOthers: isChangedByOthers(progress, sent) ? sent.iri : progress.changedByOthers,
    replacements: replacement ? [...progress.replacements, replacement] : progress.replacements,
    result: {
      resource: isReference(progress) ? result.resource : (response?.resource ?? result.resource),
      ...(replaced && { replaced }),
    },
    updates: {
      items: response ? [...updates.items, response] : updates.items,
      removed: [
        ...updates.removed,
        ...(isRemoved ? [sent.iri, ...(sent.removes ?? [])] : formerIris(sent)),
      ],
    },
  }
}

/** Returns the change with the IRIs that the response to a step has for the files that it has sent. */
const withUploads = (change: Change, { body }: Step, response: Versioned | null): Change => {
  const uploads = Object.entries(originalFilesOf(response?.resource)).flatMap(([property, file]) =>
    file && !isPlain(body?.[property]) ? [[body?.[property], file['@id']] as const] : [],
  )
  return uploads.length > 0
    ? { ...change, files: new Map([...(change.files ?? []), ...uploads]) }
    : change
}

/** True for a step of a new change that was planned with another version than the last one by this window. */
const isChangedByOthers = ({ job, identities }: ChangeProgress, { iri, ifMatch }: Step) =>
  job.kind === 'apply' && ifMatch !== undefined && (identities.etags[iri] ?? ifMatch) !== ifMatch

/** Returns the resources that a step has recreated, which are still shown as they were where somebody else has deleted them. */
const formerIris = ({ creates }: Step): Iri[] =>
  [creates?.iri, creates?.position].flatMap((iri) => (iri?.startsWith('/') ? [iri] : []))

/** True if the next step lets something refer to what was added before: that is the result of the change. */
const isReference = ({ job, change, result }: ChangeProgress) =>
  job.kind !== 'undo' && change?.intent.kind === 'add' && result.resource !== null

/** Decides what is fetched again after a change, and adds that to its progress. */
import { publishedUrl } from '../model/component-versions.ts'
import type { Failure } from '../model/failure.ts'
import type { Iri } from '../model/iri.ts'
import { type Component, isResourceOf } from '../model/resource.ts'
import {
  type ChangeProgress,
  type Replacement,
  type ResourceUpdates,
  nextStep,
} from './change-run.ts'
import { isUndoneEdit } from './plan-change.ts'
import { recordEtags, resolveIri } from './undo/identity-map.ts'

/**
 * Returns the requests for the resources whose step was refused, if any. A refused POST names a collection, of which nothing is
 * shown.
 */
const refusedResources = (progress: ChangeProgress): string[] => {
  if (progress.steps.length === 0) return []
  const { method, iri, published, alsoPublishes = [] } = nextStep(progress)
  const refused = method === 'PATCH' && published ? publishedUrl(iri) : iri
  return method === 'POST' ? [] : [refused, ...alsoPublishes.map((step) => step.iri)]
}

/**
 * Returns the requests to repeat, as IRIs with their query. After a refused step its resource is among them, because a
 * conflict is shown against the stored version. If that was deleted, its position is kept until the user has decided.
 */
const refetchRequests = (
  progress: ChangeProgress,
  failure: Pick<Failure, 'kind'> | null,
): string[] => {
  const { job, change, identities, updates } = progress
  const refused = failure ? refusedResources(progress) : []
  if (failure?.kind === 'notFound' && updates.items.length === 0) return refused
  const planned = [
    ...(change?.refetch ?? []),
    ...((job.kind === 'undo' ? change?.refetchOnUndo : change?.refetchOnApply) ?? []),
    // Not all requests were carried out, so what has moved cannot be told.
    ...(failure ? followingOf(progress) : []),
  ]
  const resolved = planned.map((request) =>
    request.replace(/^[^?]+/, (iri) => resolveIri(identities, iri)),
  )
  // A live component that has got a draft says so in `draftResource`.
  const live = createdDrafts(progress).map(({ publishedResource }) =>
    publishedUrl(publishedResource!),
  )
  const requests = new Set([...refused, ...resolved, ...live])
  // A placeholder that was never replaced by an IRI stands for a resource that was never created.
  return [...requests].filter((request) => request.startsWith('/'))
}

/** Returns the drafts that a change has created beside their live versions. */
const createdDrafts = ({ replacements, updates }: ChangeProgress): Component[] => {
  const isCreated = ({ '@id': iri, publishedResource }: Component) =>
    replacements.some(({ from, to }: Replacement) => to === iri && from === publishedResource)
  return updates.items.flatMap(({ resource }) =>
    isResourceOf('COMPONENT', resource) && isCreated(resource) ? [resource] : [],
  )
}

/** The requests to repeat. */
export interface RefetchInput {
  requests: string[]
  /** The positions that may have made room for what was inserted. */
  following: Iri[]
  /** The drafts that were created, from which some answers are known. */
  drafts: Component[]
}

/** Returns what to fetch again after a change. */
export const refetchInput = (
  progress: ChangeProgress,
  failure: Pick<Failure, 'kind'> | null,
): RefetchInput => ({
  requests: refetchRequests(progress, failure),
  following: failure ? [] : followingOf(progress),
  drafts: failure ? [] : createdDrafts(progress),
})

const followingOf = ({ job, change, identities }: ChangeProgress): Iri[] =>
  ((job.kind === 'undo' ? change?.followingOnUndo : change?.following) ?? []).map((iri) =>
    resolveIri(identities, iri),
  )

/**
 * True if fetching again would be of no use, as where nothing was sent. Without a session it would even hide the drafts that the user has typed
 * into.
 */
export const canSkipRefetch = (
  { job, updates }: ChangeProgress,
  failure: Pick<Failure, 'kind' | 'status'> | null,
) =>
  (job.kind === 'apply' && isUndoneEdit(job.intent)) ||
  failure?.status === 401 ||
  (failure?.kind === 'offline' && updates.items.length === 0)

/** Adds resources that were fetched again; for the cache, later ones win. */
export const withUpdates = (
  progress: ChangeProgress,
  { items, removed, replaced = [] }: ResourceUpdates,
): ChangeProgress => ({
  ...progress,
  replacements: [...progress.replacements, ...replaced],
  updates: {
    items: [...progress.updates.items, ...items],
    removed: [...progress.updates.removed, ...removed],
  },
  // After a refused step they may be versions of somebody else, which undo must not overwrite.
  identities:
    progress.steps.length > 0 ? progress.identities : recordEtags(progress.identities, items),
})

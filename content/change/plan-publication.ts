/** Plans the publication of one draft or several. */
import { draftOf, liveOf, publishedUrl } from '../model/component-versions.ts'
import type { Iri } from '../model/iri.ts'
import { isDraft, isLive } from '../model/publish-state.ts'
import {
  type Component,
  type ReadResource,
  type Resource,
  isResourceOf,
} from '../model/resource.ts'
import { combinePlans } from './combine-plans.ts'
import { resourcesShowing } from './component-uses.ts'
import { recreateAsDraft, recreateDraft, rewriteBody } from './undo/recreate-version.ts'
import type { IntentOf, KnownContent, Plan, Step } from './types.ts'

interface PublishInput extends KnownContent {
  /** The time in ISO 8601, UTC. */
  now: string
}

/** Publishes several drafts, in one transaction where the API offers that. */
export const planPublications = (iris: readonly Iri[], input: PublishInput): Plan => {
  const drafts = new Set(iris.map((iri) => draftOf(iri, input.read) ?? iri))
  const plans = [...drafts].map((iri): Plan => {
    const plan = planPublication(iri, input)
    const live = liveOf(iri, input.read)
    const steps = plan.steps.map((step) => ({ ...step, isPublication: true }))
    // A response to several contains no ETags.
    return { ...plan, steps, refetch: [...plan.refetch, live === null ? iri : publishedUrl(live)] }
  })
  return combinePlans(plans)
}

/**
 * Publishes a draft. The API cannot unpublish, so undoing writes the previous live content back and makes a draft of
 * what was published. If nothing was live before, a new draft takes over the positions instead: of what was public until its
 * end, if there is that, with the draft beside it.
 */
export const planPublication = (componentIri: Iri, input: PublishInput): Plan => {
  const { read, now } = input
  const iri = draftOf(componentIri, read) ?? componentIri
  const live = liveOf(iri, read)
  const draft: Resource | undefined = read(iri)
  const liveComponent = live && live !== iri ? read(live) : undefined
  if (!draft || !isResourceOf('COMPONENT', draft) || isLive(draft))
    return { steps: [], inverse: [], refetch: [] }
  const steps: Step[] = [{ method: 'PATCH', iri, body: { publishedAt: now } }]
  const refetch = resourcesShowing(draft['@id'], input)
  if (!liveComponent || !isResourceOf('COMPONENT', liveComponent))
    return { steps, inverse: recreateAsDraft(draft['@id'], input), refetch }
  const inverse = undoOverLive(draft, liveComponent, input)
  return { steps, inverse, refetch: [publishedUrl(liveComponent['@id']), ...refetch] }
}

/** Returns the steps that bring back the version which a draft has replaced, and that draft. */
const undoOverLive = (draft: Component, live: Component, input: PublishInput): Step[] => {
  const { '@id': iri } = draft
  const { '@id': liveIri } = live
  if (isDraft(live))
    return [...recreateAsDraft(liveIri, input), ...recreateDraft(iri, liveIri, input)]
  return [
    {
      method: 'PATCH',
      iri: liveIri,
      published: true,
      body: rewriteBody(live, draft, input),
    },
    {
      method: 'PATCH',
      iri: liveIri,
      body: rewriteBody(draft, live, input),
      creates: { iri },
    },
  ]
}

/** Changes when a draft is published by itself, or until when. */
export const planSchedule = (
  { iri, ...schedule }: IntentOf<'schedule'>,
  { read }: KnownContent,
): Plan =>
  'publishedAt' in schedule
    ? planBeginning(iri, schedule.publishedAt, read)
    : planEnd(iri, schedule.publishedUntil, read)

const planBeginning = (componentIri: Iri, publishedAt: string | null, read: ReadResource): Plan => {
  const iri = draftOf(componentIri, read) ?? componentIri
  const draft: Resource | undefined = read(iri)
  if (!draft || isLive(draft)) return { steps: [], inverse: [], refetch: [] }
  const stepTo = (time: unknown): Step => ({ method: 'PATCH', iri, body: { publishedAt: time } })
  return {
    steps: [stepTo(publishedAt)],
    inverse: [stepTo(draft['publishedAt'] ?? null)],
    refetch: [],
  }
}

/** Changes it in the live version and in the draft that will take its place. */
const planEnd = (componentIri: Iri, publishedUntil: string | null, read: ReadResource): Plan => {
  const versions = [liveOf(componentIri, read), draftOf(componentIri, read) ?? componentIri]
  const resources = [...new Set(versions)].flatMap((iri): Resource[] => {
    const resource: Resource | undefined = iri === null ? undefined : read(iri)
    return resource ? [resource] : []
  })
  const stepTo = (resource: Resource, time: unknown): Step => ({
    method: 'PATCH',
    iri: resource['@id'],
    body: { publishedUntil: time },
    ...(isLive(resource) && { published: true }),
  })
  return {
    steps: resources.map((resource) => stepTo(resource, publishedUntil)),
    inverse: resources.map((resource) => stepTo(resource, resource['publishedUntil'] ?? null)),
    refetch: [],
  }
}

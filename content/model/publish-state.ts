/** Tells drafts from live components. */
import type { Iri } from './iri.ts'
import { type ReadResource, type Resource, isResourceOf } from './resource.ts'

/** Returns the state that outlines and badges show, or null for a resource without drafts. */
export const publishState = (resource: Resource): 'live' | 'draft' | null =>
  resource._metadata.publishable
    ? resource._metadata.publishable.published
      ? 'live'
      : 'draft'
    : null

interface Versions<I extends Iri> {
  live: I | Iri<'COMPONENT'> | null
  draft: I | Iri<'COMPONENT'> | null
}

/** Returns the IRIs of both versions of a component, given either of them. Other resources have no drafts. */
export const liveAndDraft = <I extends Iri>(iri: I, read: ReadResource): Versions<I> => {
  const component: Resource | undefined = read(iri)
  if (!component || !isResourceOf('COMPONENT', component)) return { live: iri, draft: null }
  return publishState(component) === 'draft'
    ? { live: component.publishedResource ?? null, draft: iri }
    : { live: iri, draft: component.draftResource ?? null }
}

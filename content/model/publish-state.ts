/** Tells drafts from published components. */
import type { Iri } from './iri.ts'
import type { Component, ReadResource, Resource } from './resource.ts'

/** Returns the state that outlines and badges show, or null for a resource without drafts. */
export const publishState = (resource: Resource): 'published' | 'draft' | null =>
  resource._metadata.publishable
    ? resource._metadata.publishable.published
      ? 'published'
      : 'draft'
    : null

/** Returns the IRIs of both versions of a component, given either of them. */
export const liveAndDraft = (
  iri: Iri,
  read: ReadResource,
): { live: Iri | null; draft: Iri | null } => {
  const component = read(iri) as Component | undefined
  if (!component) return { live: iri, draft: null }
  return publishState(component) === 'draft'
    ? { live: component.publishedResource ?? null, draft: iri }
    : { live: iri, draft: component.draftResource ?? null }
}

/** Draft or published: the one place that says which. */
import type { Iri } from './iri.ts'
import type { Component, ReadResource, Resource } from './resource.ts'

/** Published means a date that is not in the future; everything else is a draft (specification, section 4). */
export const isPublished = (publishedAt: unknown, now: number = Date.now()) =>
  typeof publishedAt === 'string' && Date.parse(publishedAt) <= now

/** What an outline and a badge say about a resource; null for what has no drafts. */
export const publishState = (resource: Resource): 'published' | 'draft' | null =>
  resource._metadata.publishable
    ? resource._metadata.publishable.published
      ? 'published'
      : 'draft'
    : null

/** The live row of a component: itself, the one its draft will replace, or none yet. */
export const liveIri = (component: Resource): Iri | null => {
  if (publishState(component) !== 'draft') return component['@id']
  return (component as Component).publishedResource ?? null
}

/** The live and the draft row of a component, whichever of the two is given. */
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

/**
 * The live version and the draft of a component, and its positions. A version whose publication has ended beside a draft
 * still counts as the live one, which that draft will replace.
 */
import type { Iri } from './iri.ts'
import type { MediaObject } from './media-object.ts'
import { isDraft } from './publish-state.ts'
import { type Component, type ReadResource, type Resource, isResourceOf } from './resource.ts'

interface Versions<I extends Iri> {
  live: I | Iri<'COMPONENT'> | null
  draft: I | Iri<'COMPONENT'> | null
}

/** Returns the IRIs of both versions of a component, given either of them. Other resources have no drafts. */
export const liveAndDraft = <I extends Iri>(iri: I, read: ReadResource): Versions<I> => {
  const component: Resource | undefined = read(iri)
  if (!component || !isResourceOf('COMPONENT', component)) return { live: iri, draft: null }
  return isDraft(component) && !component.draftResource
    ? { live: component.publishedResource ?? null, draft: iri }
    : { live: iri, draft: component.draftResource ?? null }
}

/** Returns the IRI of the live version that a draft names; undefined for any other resource. */
export const publishedIri = (resource: Resource | undefined) =>
  (resource && isResourceOf('COMPONENT', resource) && resource.publishedResource) || undefined

/** Returns the IRI of the live version, given either of them; null if there is none. */
export const liveOf = <I extends Iri>(iri: I, read: ReadResource) => liveAndDraft(iri, read).live
/** Returns the IRI of the draft, given either version; null if there is none. */
export const draftOf = <I extends Iri>(iri: I, read: ReadResource) => liveAndDraft(iri, read).draft

/** Returns the request for the live version; without the query, an editor would get its draft. */
export const publishedUrl = (iri: Iri) => `${iri}?published=true`

/** Returns the positions of a component. While there is a live version, it has those of its draft too. */
export const positionsOfComponent = (iri: Iri<'COMPONENT'>, read: ReadResource) => {
  const { live, draft } = liveAndDraft(iri, read)
  return [live, draft].flatMap((version) =>
    version ? (read(version)?.componentPositions ?? []) : [],
  )
}

/**
 * Returns a file's URL. `published` names the version, since an editor would otherwise get the draft's file for the
 * live one.
 */
export const fileUrlOf = (
  { contentUrl }: MediaObject,
  { _metadata: { publishable }, draftResource }: Pick<Component, '_metadata' | 'draftResource'>,
) =>
  publishable
    ? `${contentUrl}?published=${publishable.published || Boolean(draftResource)}`
    : contentUrl

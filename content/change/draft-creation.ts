/**
 * Tells what the first edit of a live component changes beside its draft, as our own API does it, so that it need not be read
 * again: the live version names its draft, and a static position shows it to editors.
 */
import { publishedUrl } from '../model/component-versions.ts'
import { isIriOf } from '../model/iri.ts'
import type { Component, ComponentPosition, ReadResource, Resource } from '../model/resource.ts'

/** Returns what a request would be answered with now that drafts were created, or null if that can't be told. */
export const afterDraftCreation = (
  request: string,
  drafts: readonly Component[],
  read: ReadResource,
): Resource | null => {
  for (const draft of drafts) {
    const live = draft.publishedResource
    if (!live) continue
    if (request === publishedUrl(live)) return withDraft(read(live), draft)
    const position = isIriOf('COMPONENT_POSITION', request) ? read(request) : undefined
    if (position?.component === live && isStatic(position)) return showing(position, draft)
  }
  return null
}

const withDraft = (live: Component | undefined, { '@id': draftResource }: Component) =>
  live ? { ...live, draftResource } : null

/** A dynamic position shows what the page's data has. */
const isStatic = ({ pageDataProperty, _metadata: { isDynamicPosition } }: ComponentPosition) =>
  pageDataProperty === undefined && isDynamicPosition === false

const showing = (position: ComponentPosition, { '@id': draft }: Component): Resource => ({
  ...position,
  component: draft,
  _metadata: { ...position._metadata, staticComponent: draft },
})

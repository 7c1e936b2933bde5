/** Plans the steps that recreate the live version or the draft of a component beside the other one. */
import { positionsOfComponent } from '../../model/component-versions.ts'
import { overwriteBody } from '../../model/editable-properties.ts'
import type { Iri } from '../../model/iri.ts'
import { isDraft } from '../../model/publish-state.ts'
import type { Resource } from '../../model/resource.ts'
import { changedFiles } from '../changed-files.ts'
import { adoptGroupStep, createComponentStep, refillPageDataSteps } from './recreation-steps.ts'
import type { KnownContent, Step } from '../types.ts'

/**
 * Recreates a live version that was deleted beside its draft. The API has moved what showed it to the draft, so this is
 * moved back before that draft is deleted, or the deletion would take it along.
 */
export const recreateLive = (
  live: Iri<'COMPONENT'>,
  draft: Iri<'COMPONENT'>,
  content: KnownContent,
): Step[] => [
  ...recreateInPlace(live, {}, content),
  ...recreateDraft(draft, live, content),
  { method: 'DELETE', iri: draft, published: false, targetsOriginal: true },
]

/** Replaces a live component by a new draft in the same positions, because the API cannot unpublish it. */
export const recreateAsDraft = (iri: Iri<'COMPONENT'>, content: KnownContent): Step[] => [
  ...recreateInPlace(iri, { publishedAt: null }, content),
  { method: 'DELETE', iri, published: true, targetsOriginal: true },
]

/** Creates a component again, in the positions, page data and with the nested groups that still exist. */
const recreateInPlace = (
  iri: Iri<'COMPONENT'>,
  body: Record<string, unknown>,
  content: KnownContent,
): Step[] => {
  const { read } = content
  const componentPositions = positionsOfComponent(iri, read)
  return [
    createComponentStep(iri, content, { body: { ...body, componentPositions } }),
    ...refillPageDataSteps(iri, content),
    ...(read(iri)?.componentGroups ?? []).flatMap((group) => adoptGroupStep(group, iri, read)),
  ]
}

/** Recreates a draft by editing its live component. */
export const recreateDraft = (
  draft: Iri<'COMPONENT'>,
  live: Iri<'COMPONENT'>,
  content: KnownContent,
): Step[] => {
  const { read } = content
  const draftResource = read(draft)
  const liveResource = read(live)
  return draftResource && liveResource
    ? [
        {
          method: 'PATCH',
          iri: live,
          body: {
            ...rewriteBody(draftResource, liveResource, content),
            // It would itself be changed.
            ...(isDraft(liveResource) && { publishedResource: live }),
          },
          creates: { iri: draft },
        },
      ]
    : []
}

/** Returns the body that makes `current` equal to `wanted`, with its files. */
export const rewriteBody = (wanted: Resource, current: Resource, content: KnownContent) => ({
  ...overwriteBody(wanted, current),
  ...changedFiles(wanted, current, content),
})

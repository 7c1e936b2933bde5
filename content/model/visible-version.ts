/** Decides which version of a component edit mode shows. */
import { liveAndDraft } from './component-versions.ts'
import type { Iri } from './iri.ts'
import { isLive } from './publish-state.ts'
import type { ReadResource } from './resource.ts'

/**
 * Returns the version of a component that edit mode shows, given either of them: the draft, unless the live one is asked
 * for and is still published, or else the other one. Returns null if neither is known: a draft that somebody else has
 * deleted is still named by the live version.
 */
export const visibleVersion = <I extends Iri>(iri: I, read: ReadResource, isLiveShown = false) => {
  const { live, draft } = liveAndDraft(iri, read)
  const versions =
    isLiveShown && live !== null && isLive(read(live)) ? [live, draft] : [draft, live]
  return versions.find((version) => version !== null && read(version) !== undefined) ?? null
}

/** Returns the component that a position shows in edit mode, or null for one that is not there. */
export const visibleVersionAt = (position: Iri<'COMPONENT_POSITION'>, read: ReadResource) => {
  const component = read(position)?.component
  return component === undefined ? null : visibleVersion(component, read)
}

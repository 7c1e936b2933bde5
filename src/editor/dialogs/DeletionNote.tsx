import { liveAndDraft } from '#content/model/component-versions.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { publishState } from '#content/model/publish-state.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { visibleVersionAt } from '#content/model/visible-version.ts'
import { deletionNote } from '#content/page/deletion-note.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { usePageCount } from '../hooks/use-page-count.ts'

/** Says whether visitors see at once that something is deleted, and on how many pages. */
export function DeletionNote({ deleted }: { deleted: readonly Iri[] }) {
  const pageCount = usePageCount(deleted[0] ?? null)
  const isPublic = useResourceSelector((read) => deleted.some((iri) => isSeen(iri, read)))
  const note = deletionNote({ count: deleted.length, isPublic, pageCount })
  return note === '' ? null : <p>{note}</p>
}

/** True if visitors see a component, or what a position shows: it is live, or of a kind without drafts. */
const isSeen = (iri: Iri, read: ReadResource): boolean => {
  const shown = isIriOf('COMPONENT_POSITION', iri) ? visibleVersionAt(iri, read) : iri
  const component = shown && read(shown)
  if (!component || !isIriOf('COMPONENT', shown)) return false
  return publishState(component) === null || liveAndDraft(shown, read).live !== null
}

import { useSelector } from '@xstate/react'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { publishState } from '#content/model/publish-state.ts'
import type { Resource } from '#content/model/resource.ts'
import {
  type PendingEditsRef,
  selectPendingMovesRef,
} from '#machines/editing/changes/pending-edits.ts'
import { isMoved } from '#machines/editing/changes/pending-moves.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { useTemplateLocks } from '../hooks/use-content-scope.ts'
import { useLiveAndDraft, useSelection } from '../hooks/use-selection.ts'
import styles from './SharedNotice.module.css'

interface LiveNoticeProps {
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
}

/**
 * Says that visitors see changes at once: of what has no drafts, of the live version of what is selected, with a way back to
 * its draft, and of a move, which is never a draft.
 */
export function LiveNotice({ selectionRef, pendingEditsRef }: LiveNoticeProps) {
  const { selectedIri = '', position } = useSelection(selectionRef)
  const { isLiveShown, live, draft } = useLiveAndDraft(selectedIri, selectionRef)
  const resource = useResource(selectedIri)
  const { isLocked } = useTemplateLocks(selectedIri, position)
  const isAlwaysPublic = !isLocked && hasNoDrafts(resource)
  const pendingMovesRef = useSelector(pendingEditsRef, selectPendingMovesRef)
  const moved = useSelector(pendingMovesRef, isMoved(position))
  return (
    <div role="status">
      {isLiveShown ? (
        <p className={styles.notice}>
          You are editing the live version. Visitors see each change at once.{' '}
          {draft ? <DraftButton draft={draft} selectionRef={selectionRef} /> : null}
        </p>
      ) : null}
      {isAlwaysPublic ? <p className={styles.notice}>Visitors see changes at once.</p> : null}
      {moved && live !== null ? (
        <p className={styles.notice}>Visitors see this move at once.</p>
      ) : null}
    </div>
  )
}

/** True for what visitors see, and what has no drafts: a layout, a page with an address, a component of such a kind. */
const hasNoDrafts = (resource: Resource | undefined) =>
  resource !== undefined &&
  (isIriOf('COMPONENT', resource['@id'])
    ? publishState(resource) === null
    : isIriOf('LAYOUT', resource['@id']) || isIriOf('ROUTE', resource['route']))

interface DraftButtonProps extends Pick<LiveNoticeProps, 'selectionRef'> {
  draft: Iri
}

const DraftButton = ({ draft, selectionRef }: DraftButtonProps) => (
  <Button
    variant="quiet"
    className={styles.link}
    onClick={() => selectionRef.send({ type: 'version.selected', live: false, iri: draft })}
  >
    Edit the draft
  </Button>
)

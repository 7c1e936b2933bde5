import { useSelector } from '@xstate/react'
import type { Iri } from '#content/model/iri.ts'
import { publishState } from '#content/model/publish-state.ts'
import {
  type PendingEditsRef,
  selectPendingMovesRef,
} from '#machines/editing/changes/pending-edits.ts'
import { isMoved } from '#machines/editing/changes/pending-moves.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { Button } from '#src/ui/Button.tsx'
import { useLiveAndDraft, useSelection } from '../hooks/use-selection.ts'
import styles from './SharedNotice.module.css'

interface LiveNoticeProps {
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
}

/**
 * Says that visitors see each change at once while the live version of what is selected is edited, and leads back to its
 * draft; and the same of a move, which is never a draft.
 */
export function LiveNotice({ selectionRef, pendingEditsRef }: LiveNoticeProps) {
  const { selectedIri = '', position } = useSelection(selectionRef)
  const { isLiveShown, live, draft, visible } = useLiveAndDraft(selectedIri, selectionRef)
  const isPublic = live !== null || (visible !== undefined && publishState(visible) === null)
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
      {moved && isPublic ? <p className={styles.notice}>Visitors see this move at once.</p> : null}
    </div>
  )
}

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

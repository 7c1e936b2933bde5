import type { Iri } from '#content/model/iri.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { Button } from '#src/ui/Button.tsx'
import { useLiveAndDraft, useSelection } from '../hooks/use-selection.ts'
import styles from './SharedNotice.module.css'

interface LiveNoticeProps {
  selectionRef: SelectionRef
}

/** Says, while the live version of what is selected is edited, that visitors see that at once, and leads back to its draft. */
export function LiveNotice({ selectionRef }: LiveNoticeProps) {
  const { selectedIri = '' } = useSelection(selectionRef)
  const { isLiveShown, draft } = useLiveAndDraft(selectedIri, selectionRef)
  return (
    <div role="status">
      {isLiveShown ? (
        <p className={styles.notice}>
          You are editing the live version. Visitors see each change at once.{' '}
          {draft ? <DraftButton draft={draft} selectionRef={selectionRef} /> : null}
        </p>
      ) : null}
    </div>
  )
}

const DraftButton = ({ draft, selectionRef }: LiveNoticeProps & { draft: Iri }) => (
  <Button
    variant="quiet"
    className={styles.link}
    onClick={() => selectionRef.send({ type: 'version.selected', live: false, iri: draft })}
  >
    Edit the draft
  </Button>
)

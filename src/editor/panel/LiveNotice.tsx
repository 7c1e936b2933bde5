import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { Button } from '#src/ui/Button.tsx'
import { useLiveAndDraft, useSelection } from '../hooks/use-selection.ts'
import styles from './SharedNotice.module.css'

/** Says, while the live version of what is selected is edited, that visitors see that at once, and leads back to its draft. */
export function LiveNotice({ selectionRef }: { selectionRef: SelectionRef }) {
  const { selectedIri = '' } = useSelection(selectionRef)
  const { isLiveShown } = useLiveAndDraft(selectedIri, selectionRef)
  return (
    <div role="status">
      {isLiveShown ? (
        <p className={styles.notice}>
          You are editing the live version. Visitors see each change at once.{' '}
          <Button
            variant="quiet"
            className={styles.link}
            onClick={() => selectionRef.send({ type: 'version.selected', live: false })}
          >
            Edit the draft
          </Button>
        </p>
      ) : null}
    </div>
  )
}

import type { LiveUpdatesRef } from '#machines/live/live-updates.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './UpdateNotice.module.css'

/** Tells that somebody has changed what is shown here. Nothing changes under a reader's eyes until they say so. */
export function UpdateNotice({ liveRef }: { liveRef: LiveUpdatesRef }) {
  const update = () => {
    liveRef.send({ type: 'update.requested' })
    // The button goes, so the focus needs another place: the page that has just changed.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <div className={styles.notice}>
      <span>This page has changed</span>
      <Button variant="solid" onClick={update}>
        Update
      </Button>
    </div>
  )
}

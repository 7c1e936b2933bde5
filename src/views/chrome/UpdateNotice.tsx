import type { LiveUpdatesRef } from '#machines/live/live-updates.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './UpdateNotice.module.css'

/** Says that the page has changed and applies the update on request, never by itself. */
export function UpdateNotice({ liveUpdatesRef }: { liveUpdatesRef: LiveUpdatesRef }) {
  const update = () => {
    liveUpdatesRef.send({ type: 'update.requested' })
    // The button unmounts, so focus moves to the page.
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

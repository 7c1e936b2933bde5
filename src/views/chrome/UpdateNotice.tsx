import { useRef } from 'react'
import type { LiveUpdatesRef } from '#machines/live/live-updates.ts'
import { Button } from '#src/ui/Button.tsx'
import { useEntrance } from '#src/ui/motion/use-entrance.ts'
import styles from './UpdateNotice.module.css'

/** Shows that the page has changed, and applies the update on request. */
export function UpdateNotice({ liveUpdatesRef }: { liveUpdatesRef: LiveUpdatesRef }) {
  const ref = useRef<HTMLDivElement>(null)
  useEntrance(ref, '0, -8px')
  const update = () => {
    liveUpdatesRef.send({ type: 'update.requested' })
    // The button unmounts, so focus moves to the page.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <div ref={ref} className={styles.notice}>
      <span>This page has changed</span>
      <Button variant="solid" onClick={update}>
        Update
      </Button>
    </div>
  )
}

import { useSelector } from '@xstate/react'
import { isVisible } from '#machines/app/write-tracker.ts'
import { useAppRef } from '#src/app/shell/app-context.tsx'
import styles from './WriteSweep.module.css'

/**
 * Draws a line along the lower edge of the header, or the upper edge of a dialog or panel, while something is being saved. It is
 * not announced: screen readers hear what is saved. Part of what is loaded for people who have signed in.
 */
export function WriteSweep({ edge = 'top' }: { edge?: 'top' | 'bottom' }) {
  const writeTrackerRef = useSelector(useAppRef(), ({ children }) => children.writeTracker)
  const visible = useSelector(
    writeTrackerRef,
    (snapshot) => snapshot !== undefined && isVisible(snapshot),
  )
  return visible ? (
    <div aria-hidden="true" className={styles.sweep} data-write-sweep={edge} />
  ) : null
}

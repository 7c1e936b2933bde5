import { useSelector } from '@xstate/react'
import { type ProgressRef, isVisible, isFinishing } from '#machines/page/progress.ts'
import { isPending, selectPercent } from '#machines/app/request-tracker.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import styles from './chrome.module.css'

/** Shows how much of a slow page has loaded. */
export function ProgressBar({ progressRef }: { progressRef: ProgressRef }) {
  const requestTrackerRef = useAppActor('requestTracker')
  const visible = useSelector(progressRef, isVisible)
  const finishing = useSelector(progressRef, isFinishing)
  const received = useSelector(requestTrackerRef, (snapshot) =>
    isPending(snapshot) ? selectPercent(snapshot) : 0,
  )
  if (!visible) return null
  const percent = finishing ? 100 : Math.max(received, minPercent)
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={styles.progress}
      style={{ inlineSize: `${percent}%` }}
    />
  )
}

/** The percentage that the bar shows at least, so that it is visible at once. */
const minPercent = 3

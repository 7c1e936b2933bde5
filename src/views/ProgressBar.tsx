import { useSelector } from '@xstate/react'
import { type ProgressRef, isDrawn, isFinishing } from '#machines/progress.ts'
import { isPending, selectPercent } from '#machines/requests.ts'
import { useAppActor } from '#src/app/actors.tsx'
import styles from './Comfort.module.css'

/** So that it is seen to have begun. */
const least = 3

/** How much of a page that takes its time has come. */
export function ProgressBar({ progressRef }: { progressRef: ProgressRef }) {
  const requestsRef = useAppActor('requests')
  const drawn = useSelector(progressRef, isDrawn)
  const finishing = useSelector(progressRef, isFinishing)
  const come = useSelector(requestsRef, (snapshot) =>
    isPending(snapshot) ? selectPercent(snapshot) : 0,
  )
  if (!drawn) return null
  const percent = finishing ? 100 : Math.max(come, least)
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

import { useSelector } from '@xstate/react'
import {
  type DraftsListRef,
  hasMore,
  isReading,
  selectFailure,
} from '#machines/editing/drafts-list.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { readableFailure } from '../messages.ts'
import styles from './DraftsDialog.module.css'

interface SiteListEndProps {
  draftsListRef: DraftsListRef
  isEmpty: boolean
}

/** Ends the list of the site: by what is still read, why it could not be read, or a button for more. */
export function SiteListEnd({ draftsListRef, isEmpty }: SiteListEndProps) {
  const reading = useSelector(draftsListRef, isReading)
  const failure = useSelector(draftsListRef, selectFailure)
  const more = useSelector(draftsListRef, hasMore)
  if (reading) return <p role="status">Looking for changes…</p>
  if (failure)
    return (
      <div className={styles.end}>
        <FailureAlert failure={readableFailure(failure)} />
        <Button onClick={() => draftsListRef.send({ type: 'retry.requested' })}>Try again</Button>
      </div>
    )
  if (more)
    return (
      <div className={styles.end}>
        <Button onClick={() => draftsListRef.send({ type: 'more.requested' })}>Show more</Button>
      </div>
    )
  return isEmpty ? <p className={styles.empty}>Everything on this site is published.</p> : null
}

import { useSelector } from '@xstate/react'
import {
  type ChangesListRef,
  hasMore,
  isReading,
  selectFailure,
} from '#machines/editing/changes/changes-list.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { readableFailure } from '../messages.ts'
import styles from './ChangesDialog.module.css'

interface SiteListEndProps {
  changesListRef: ChangesListRef
  isEmpty: boolean
}

/** Ends the list of the site: by what is still read, why it could not be read, or a button for more. */
export function SiteListEnd({ changesListRef, isEmpty }: SiteListEndProps) {
  const reading = useSelector(changesListRef, isReading)
  const failure = useSelector(changesListRef, selectFailure)
  const more = useSelector(changesListRef, hasMore)
  if (reading) return <p role="status">Looking for changes…</p>
  if (failure)
    return (
      <div className={styles.end}>
        <FailureAlert failure={readableFailure(failure)} />
        <Button onClick={() => changesListRef.send({ type: 'retry.requested' })}>Try again</Button>
      </div>
    )
  if (more)
    return (
      <div className={styles.end}>
        <Button onClick={() => changesListRef.send({ type: 'more.requested' })}>Show more</Button>
      </div>
    )
  return isEmpty ? <p className={styles.empty}>Everything on this site is published.</p> : null
}

import { useSelector } from '@xstate/react'
import {
  type FieldRef,
  canRetry,
  isConflicting,
  selectFailure,
  selectProperty,
  selectIri,
  selectRemoteValue,
  selectPendingValue,
} from '#machines/editing/field.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { getOwn } from '#src/views/registry/registry.ts'
import styles from './SaveError.module.css'
import { useKind } from '../site-kinds.ts'

/** Shows why a field was not saved, with the choice to retry, discard, or resolve a conflict. */
export function FieldSaveError({ fieldRef }: { fieldRef: FieldRef }) {
  const label = useFieldLabel(fieldRef)
  const conflicting = useSelector(fieldRef, isConflicting)
  const retryable = useSelector(fieldRef, canRetry)
  const failure = useSelector(fieldRef, selectFailure)
  if (!conflicting && !retryable) return null
  return (
    <section className={styles.error} aria-label={`Not saved: ${label}`}>
      <FailureAlert failure={failure} />
      {conflicting ? <ConflictVersions fieldRef={fieldRef} /> : null}
      <div className={styles.actions}>
        {conflicting ? (
          <>
            <Button variant="solid" onClick={() => fieldRef.send({ type: 'local.kept' })}>
              Keep mine
            </Button>
            <Button onClick={() => fieldRef.send({ type: 'remote.accepted' })}>Take theirs</Button>
          </>
        ) : (
          <>
            <Button variant="solid" onClick={() => fieldRef.send({ type: 'retry.requested' })}>
              Try again
            </Button>
            <Button onClick={() => fieldRef.send({ type: 'edits.discarded' })}>
              Discard my change
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

function useFieldLabel(fieldRef: FieldRef) {
  const property = useSelector(fieldRef, selectProperty)
  const resource = useResource(useSelector(fieldRef, selectIri))
  const { kind } = useKind(resource?.['@type'])
  return getOwn(kind?.fields, property)?.label ?? property
}

function ConflictVersions({ fieldRef }: { fieldRef: FieldRef }) {
  const local = useSelector(fieldRef, selectPendingValue)
  const remote = useSelector(fieldRef, selectRemoteValue)
  return (
    <dl className={styles.versions}>
      <div>
        <dt>Mine</dt>
        <dd>{plainTextOf(local)}</dd>
      </div>
      <div>
        <dt>Theirs</dt>
        <dd>{plainTextOf(remote)}</dd>
      </div>
    </dl>
  )
}

/** Returns a value as plain text. HTML is parsed in an inert document, where none of its scripts run. */
const plainTextOf = (value: unknown) => {
  const text = value === null || value === undefined ? '' : String(value)
  const plainText = new DOMParser().parseFromString(text, 'text/html').body.textContent?.trim()
  return plainText || '(empty)'
}

import { useSelector } from '@xstate/react'
import {
  type FieldRef,
  canRetry,
  isConflicting,
  isOrphaned,
  selectFailure,
  selectIri,
  selectLost,
  selectProperty,
  selectRemoteValue,
  selectPendingValue,
} from '#machines/editing/field.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { getOwn } from '#src/views/registry/registry.ts'
import styles from './SaveError.module.css'
import { useKind } from '../site-kinds.ts'
import { OrphanedEdits } from './OrphanedEdits.tsx'
import { RetryButton } from './RetryButton.tsx'
import { plainTextOf } from './plain-text.ts'

/** Shows why a field was not saved, with the choices that the editor has. */
export function FieldSaveError({ fieldRef }: { fieldRef: FieldRef }) {
  const { label, isHtml } = useField(fieldRef)
  const conflicting = useSelector(fieldRef, isConflicting)
  const retryable = useSelector(fieldRef, canRetry)
  const orphaned = useSelector(fieldRef, isOrphaned)
  if (!conflicting && !retryable && !orphaned) return null
  return (
    <section className={styles.error} aria-label={`Not saved: ${label}`} tabIndex={-1}>
      {conflicting ? <Conflict fieldRef={fieldRef} isHtml={isHtml} /> : null}
      {retryable ? <FailedSave fieldRef={fieldRef} /> : null}
      {orphaned ? <OrphanedEdits fieldRef={fieldRef} label={label} isHtml={isHtml} /> : null}
    </section>
  )
}

/** Returns the label of an edited field, and whether it holds HTML. */
function useField(fieldRef: FieldRef) {
  const property = useSelector(fieldRef, selectProperty)
  const iri = useSelector(fieldRef, selectIri)
  const lost = useSelector(fieldRef, selectLost)
  const resource = useResource(iri) ?? lost?.known.find((known) => known['@id'] === lost.iri)
  const { kind } = useKind(resource?.['@type'])
  const field = getOwn(kind?.fields, property)
  return { label: field?.label ?? property, isHtml: field?.format === 'html' }
}

function FailedSave({ fieldRef }: { fieldRef: FieldRef }) {
  const failure = useSelector(fieldRef, selectFailure)
  return (
    <>
      <FailureAlert failure={failure} />
      <div className={styles.actions}>
        <RetryButton failure={failure} onRetry={() => fieldRef.send({ type: 'retry.requested' })} />
        <Button onClick={() => fieldRef.send({ type: 'edits.discarded' })}>
          Discard my change
        </Button>
      </div>
    </>
  )
}

function Conflict({ fieldRef, isHtml }: { fieldRef: FieldRef; isHtml: boolean }) {
  const local = useSelector(fieldRef, selectPendingValue)
  const remote = useSelector(fieldRef, selectRemoteValue)
  return (
    <>
      <FailureAlert failure={useSelector(fieldRef, selectFailure)} />
      <dl className={styles.versions}>
        <div>
          <dt>Mine</dt>
          <dd>{plainTextOf({ value: local, isHtml }) || '(empty)'}</dd>
        </div>
        <div>
          <dt>Theirs</dt>
          <dd>{plainTextOf({ value: remote, isHtml }) || '(empty)'}</dd>
        </div>
      </dl>
      <div className={styles.actions}>
        <Button variant="solid" onClick={() => fieldRef.send({ type: 'local.kept' })}>
          Keep mine
        </Button>
        <Button onClick={() => fieldRef.send({ type: 'remote.accepted' })}>Take theirs</Button>
      </div>
    </>
  )
}

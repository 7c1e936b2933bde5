import { useSelector } from '@xstate/react'
import { type Field, isHtml } from '#content/model/field.ts'
import type { EditableKind } from '#content/model/kind.ts'
import {
  type FieldRef,
  selectIri,
  selectPendingValue,
  selectSaveRefusalRef,
} from '#machines/editing/changes/field.ts'
import {
  type SaveRefusalRef,
  canRetry,
  isConflicting,
  isOrphaned,
  selectFailure,
} from '#machines/editing/changes/save-refusal.ts'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import styles from './SaveError.module.css'
import { EditActions } from './SaveErrorActions.tsx'
import { useQuotedLabel } from '../hooks/use-quoted-label.ts'
import { readableFailure } from '../messages.ts'
import { Conflict } from './Conflict.tsx'
import { InterruptedEdit } from './InterruptedEdit.tsx'
import { OrphanedEdits } from './OrphanedEdits.tsx'
import { RetryButton } from './RetryButton.tsx'
import { useEditedField } from './use-edited-field.ts'

/** Shows why a field was not saved, with the choices that the editor has. */
export function FieldSaveError({ fieldRef }: { fieldRef: FieldRef }) {
  const refusalRef = useSelector(fieldRef, selectSaveRefusalRef)
  return refusalRef ? <Refusal fieldRef={fieldRef} refusalRef={refusalRef} /> : null
}

interface RefusalProps {
  fieldRef: FieldRef
  refusalRef: SaveRefusalRef
}

function Refusal({ fieldRef, refusalRef }: RefusalProps) {
  const { label, field, kind } = useEditedField(fieldRef)
  const subject = useQuotedLabel(useSelector(fieldRef, selectIri))
  const conflicting = useSelector(refusalRef, isConflicting)
  const retryable = useSelector(refusalRef, canRetry)
  const orphaned = useSelector(refusalRef, isOrphaned)
  const refs = { fieldRef, refusalRef }
  return (
    <section
      className={classNames(popoverStyles.popover, styles.error)}
      aria-label={`Not saved: ${label}`}
      tabIndex={-1}
      data-refusal={fieldRef.id}
    >
      <p className={styles.subject}>
        {subject}: {label}
      </p>
      {conflicting ? <Conflict {...refs} label={label} field={field} /> : null}
      {retryable ? <FailedSave {...refs} label={label} field={field} kind={kind} /> : null}
      {orphaned ? <OrphanedEdits {...refs} label={label} isHtml={isHtml(field)} /> : null}
    </section>
  )
}

interface FailedSaveProps extends RefusalProps {
  label: string
  field: Field | undefined
  kind: EditableKind | undefined
}

function FailedSave({ fieldRef, refusalRef, label, field, kind }: FailedSaveProps) {
  const failure = useSelector(refusalRef, selectFailure)
  const value = useSelector(fieldRef, selectPendingValue)
  const edited = { value, isHtml: isHtml(field) }
  return (
    <>
      {failure ? (
        <FailureAlert failure={readableFailure(failure, kind)} />
      ) : (
        <InterruptedEdit fieldRef={fieldRef} label={label} isHtml={isHtml(field)} />
      )}
      <EditActions {...{ fieldRef, refusalRef, edited }}>
        <RetryButton
          failure={failure}
          onRetry={() => refusalRef.send({ type: 'retry.requested' })}
        />
      </EditActions>
    </>
  )
}

import { useSelector } from '@xstate/react'
import { type Field, isHtml } from '#content/model/field.ts'
import { type EditableKind, kindOf } from '#content/model/kind.ts'
import {
  type FieldRef,
  selectIri,
  selectDeleted,
  selectProperty,
  selectSaveRefusalRef,
} from '#machines/editing/changes/field.ts'
import {
  type SaveRefusalRef,
  canRetry,
  isConflicting,
  isOrphaned,
  selectFailure,
} from '#machines/editing/changes/save-refusal.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { getOwn } from '#src/views/registry/registry.ts'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import styles from './SaveError.module.css'
import { SaveErrorActions } from './SaveErrorActions.tsx'
import { useSiteKinds } from '../site-kinds.ts'
import { settingsKindOf } from '../fields/settings-kind.ts'
import { readableFailure, fieldLabelOf } from '../messages.ts'
import { Conflict } from './Conflict.tsx'
import { InterruptedEdit } from './InterruptedEdit.tsx'
import { OrphanedEdits } from './OrphanedEdits.tsx'
import { RetryButton } from './RetryButton.tsx'

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
  const { label, field, kind } = useField(fieldRef)
  const conflicting = useSelector(refusalRef, isConflicting)
  const retryable = useSelector(refusalRef, canRetry)
  const orphaned = useSelector(refusalRef, isOrphaned)
  const refs = { fieldRef, refusalRef }
  return (
    <section
      className={classNames(popoverStyles.popover, styles.error)}
      aria-label={`Not saved: ${label}`}
      tabIndex={-1}
    >
      {conflicting ? <Conflict {...refs} label={label} field={field} /> : null}
      {retryable ? <FailedSave {...refs} label={label} field={field} kind={kind} /> : null}
      {orphaned ? <OrphanedEdits {...refs} label={label} isHtml={isHtml(field)} /> : null}
    </section>
  )
}

/** Returns an edited field with its label, and the kind of what it belongs to. */
function useField(fieldRef: FieldRef) {
  const property = useSelector(fieldRef, selectProperty)
  const iri = useSelector(fieldRef, selectIri)
  const deleted = useSelector(fieldRef, selectDeleted)
  const resource = useResource(iri) ?? deleted?.known.find((known) => known['@id'] === deleted.iri)
  const site = useSiteKinds()
  const kind = kindOf(site.kinds, resource?.['@type']) ?? settingsKindOf(resource, site)
  const field = getOwn(kind?.fields, property)
  return { label: fieldLabelOf(kind, property) || 'Change', field, kind }
}

interface FailedSaveProps extends RefusalProps {
  label: string
  field: Field | undefined
  kind: EditableKind | undefined
}

function FailedSave({ fieldRef, refusalRef, label, field, kind }: FailedSaveProps) {
  const failure = useSelector(refusalRef, selectFailure)
  return (
    <>
      {failure ? (
        <FailureAlert failure={readableFailure(failure, kind)} />
      ) : (
        <InterruptedEdit fieldRef={fieldRef} label={label} isHtml={isHtml(field)} />
      )}
      <SaveErrorActions>
        <RetryButton
          failure={failure}
          onRetry={() => refusalRef.send({ type: 'retry.requested' })}
        />
        <Button onClick={() => refusalRef.send({ type: 'edits.discarded' })}>
          Discard my change
        </Button>
      </SaveErrorActions>
    </>
  )
}

import { useSelector } from '@xstate/react'
import {
  type FieldRef,
  selectDeleted,
  selectPendingValue,
} from '#machines/editing/changes/field.ts'
import { type SaveRefusalRef, selectFailure } from '#machines/editing/changes/save-refusal.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { ChangeText } from './ChangeText.tsx'
import { EditActions } from './SaveErrorActions.tsx'
import { readableFailure } from '../messages.ts'

interface OrphanedEditsProps {
  fieldRef: FieldRef
  refusalRef: SaveRefusalRef
  label: string
  /** True for a field that holds HTML. */
  isHtml: boolean
}

/**
 * Shows the edit of a resource that was deleted, with buttons to restore the resource, copy the text or discard the
 * edit.
 */
export function OrphanedEdits({ fieldRef, refusalRef, label, isHtml }: OrphanedEditsProps) {
  const edited = { value: useSelector(fieldRef, selectPendingValue), isHtml }
  const failure = useSelector(refusalRef, selectFailure)
  const isDraft = useSelector(
    fieldRef,
    (snapshot) => typeof selectDeleted(snapshot)?.live === 'string',
  )
  return (
    <>
      <FailureAlert
        failure={{
          message: `This ${isDraft ? 'draft ' : ''}was deleted while you were editing it. Your change is not saved.`,
        }}
      />
      {failure && failure.kind !== 'notFound' ? (
        <FailureAlert failure={readableFailure(failure)} />
      ) : null}
      <ChangeText label={label} edited={edited} />
      <EditActions {...{ fieldRef, refusalRef, edited }}>
        <Button variant="solid" onClick={() => refusalRef.send({ type: 'restore.requested' })}>
          Put back
        </Button>
      </EditActions>
    </>
  )
}

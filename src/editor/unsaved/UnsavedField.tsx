import { useSelector } from '@xstate/react'
import { isHtml } from '#content/model/field.ts'
import type { ChangeQueueRef } from '#machines/editing/changes/change-queue.ts'
import {
  type FieldRef,
  hasPendingText,
  selectIri,
  selectPageBefore,
  selectPendingValue,
  selectSaveRefusalRef,
} from '#machines/editing/changes/field.ts'
import { type SaveRefusalRef, isConflicting } from '#machines/editing/changes/save-refusal.ts'
import { PageLink } from '../feedback/PageLink.tsx'
import { RetryButton } from '../feedback/RetryButton.tsx'
import { useEditedField } from '../feedback/use-edited-field.ts'
import { useQuotedLabel } from '../hooks/use-quoted-label.ts'
import { readableFailure } from '../messages.ts'
import { type RowActions, UnsavedRow } from './UnsavedRow.tsx'
import { useEditState } from './use-edit-state.ts'
import { useSelectionOf } from './use-selection-of.ts'

interface UnsavedFieldProps extends RowActions {
  fieldRef: FieldRef
  changeQueueRef: ChangeQueueRef
}

/** Shows an edited field while it is not saved. */
export function UnsavedField({ fieldRef, changeQueueRef, ...actions }: UnsavedFieldProps) {
  const { label, field, kind } = useEditedField(fieldRef)
  const iri = useSelector(fieldRef, selectIri)
  const subject = useQuotedLabel(iri)
  const selection = useSelectionOf((component) => component.iri === iri)
  const refusalRef = useSelector(fieldRef, selectSaveRefusalRef)
  const value = useSelector(fieldRef, selectPendingValue)
  const copyable = useSelector(fieldRef, hasPendingText)
  const pageBefore = useSelector(fieldRef, selectPageBefore)
  const { state, since, failure } = useEditState(fieldRef, changeQueueRef)
  if (state === 'saved') return null
  return (
    <UnsavedRow
      itemKey={fieldRef.id}
      label={`${subject}: ${label}`}
      state={state}
      since={since}
      reason={state === 'refused' ? reasonOf(readableFailure(failure, kind)) : undefined}
      selection={selection}
      onGiveUp={refusalRef && (() => giveUp(refusalRef, value))}
      onCopy={
        refusalRef && copyable && state !== 'conflict'
          ? () => refusalRef.send({ type: 'copy.requested', value, isHtml: isHtml(field) })
          : undefined
      }
      {...actions}
    >
      {pageBefore ? <PageLink page={pageBefore} /> : null}
      {refusalRef ? (
        <RetryButton
          failure={failure}
          onRetry={() => refusalRef.send({ type: 'retry.requested' })}
        />
      ) : null}
    </UnsavedRow>
  )
}

/** Gives up an edit: a conflict is resolved by what is stored. */
const giveUp = (refusalRef: SaveRefusalRef, value: unknown) =>
  refusalRef.send(
    isConflicting(refusalRef.getSnapshot())
      ? { type: 'remote.accepted', value }
      : { type: 'edits.discarded' },
  )

const reasonOf = (failure: ReturnType<typeof readableFailure>) =>
  failure?.violations.map(({ message }) => message).join(' ') || failure?.message

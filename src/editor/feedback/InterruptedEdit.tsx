import { useSelector } from '@xstate/react'
import {
  type FieldRef,
  selectPageBefore,
  selectPendingValue,
} from '#machines/editing/changes/field.ts'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { ChangeText } from './ChangeText.tsx'
import { PageLink } from './PageLink.tsx'

interface InterruptedEditProps {
  fieldRef: FieldRef
  label: string
  /** True for a field that holds HTML. */
  isHtml: boolean
}

/** Shows an edit from before the document was loaded, and leads to its page if that is another one. */
export function InterruptedEdit({ fieldRef, label, isHtml }: InterruptedEditProps) {
  const value = useSelector(fieldRef, selectPendingValue)
  const page = useSelector(fieldRef, selectPageBefore)
  return (
    <>
      <FailureAlert failure={{ message: 'The page was closed before this was saved.' }} />
      <ChangeText label={label} edited={{ value, isHtml }} />
      {page ? <PageLink page={page} /> : null}
    </>
  )
}

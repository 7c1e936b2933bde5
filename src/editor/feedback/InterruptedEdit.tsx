import { useSelector } from '@xstate/react'
import { forcedLocation } from '#content/links/link-target.ts'
import {
  type FieldRef,
  selectPageBefore,
  selectPendingValue,
} from '#machines/editing/changes/field.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { isUnmodifiedClick } from '#src/ui/is-unmodified-click.ts'
import { usePath } from '#src/views/hooks/use-path.ts'
import { ChangeText } from './ChangeText.tsx'

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
  const navigationRef = useAppActor('navigation')
  const isHere = usePath() === page?.path
  return (
    <>
      <FailureAlert failure={{ message: 'The page was closed before this was saved.' }} />
      <ChangeText label={label} edited={{ value, isHtml }} />
      {page && !isHere ? (
        <a
          href={page.path}
          onClick={(event) => {
            if (!isUnmodifiedClick(event)) return
            event.preventDefault()
            // The edit goes along to its page, so it need not be saved first.
            const to = forcedLocation(page.path)
            navigationRef.send({ type: 'navigation.requested', to, source: 'link' })
          }}
        >
          Open page “{page.title}”
        </a>
      ) : null}
    </>
  )
}

import { useSelector } from '@xstate/react'
import type { ComponentKind } from '#content/model/kind.ts'
import {
  type StagedResourceRef,
  canConfirm,
  isBusy,
  isResumed,
  isWaiting,
  selectFailure,
  selectKind,
} from '#machines/editing/changes/staged-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './ResourceToolbar.module.css'
import { focusSelectedText } from '../dom/keep-focus.ts'
import { useKind } from '../site-kinds.ts'
import { newId } from '#src/ui/new-id.ts'
import { publicNote, readableFailure } from '../messages.ts'

interface StagedAlertProps {
  stagedRef: StagedResourceRef
  kind: ComponentKind | undefined
}

const waitingMessage =
  'You seem to be offline. This is added as soon as the site can be reached, unless you change it before.'

/** Shows why a component could not be added, or that it was being added before the document was loaded. */
function StagedAlert({ stagedRef, kind }: StagedAlertProps) {
  const failure = useSelector(stagedRef, selectFailure)
  const resumed = useSelector(stagedRef, isResumed)
  const waiting = useSelector(stagedRef, isWaiting)
  const message = `The page was closed before this was added.${hasFile(kind) ? ' Choose its file again.' : ''}`
  if (waiting) return <FailureAlert failure={{ message: waitingMessage }} />
  return <FailureAlert failure={readableFailure(failure, kind) ?? (resumed ? { message } : null)} />
}

const hasFile = (kind: ComponentKind | undefined) =>
  Object.values(kind?.fields ?? {}).some(({ format }) => format === 'file')

/** Adds the component, and puts the focus into its text: what is typed while it is saved belongs to it. */
function confirmAddition(stagedRef: StagedResourceRef, publish: boolean) {
  stagedRef.send({ type: 'add.confirmed', publish, id: newId() })
  focusSelectedText()
}

/** Shows the actions for a staged component: add it, add and publish it, or discard it. */
export function StagedToolbar({ stagedRef }: { stagedRef: StagedResourceRef }) {
  const { type, publishable } = useSelector(stagedRef, selectKind)
  const { kind } = useKind(type)
  const confirmable = useSelector(stagedRef, canConfirm)
  const busy = useSelector(stagedRef, isBusy)
  const reason = confirmable ? null : 'Adding…'
  const add = (publish: boolean) => confirmAddition(stagedRef, publish)
  return (
    <>
      <div role="group" aria-label="New component" className={styles.toolbar}>
        {publishable ? null : <p className={styles.note}>{publicNote}</p>}
        <Button
          variant="solid"
          className={styles.primary}
          busy={busy}
          disabledReason={reason}
          onClick={() => add(false)}
        >
          {publishable ? 'Add draft' : 'Add'}
        </Button>
        {publishable ? (
          <Button disabledReason={reason} onClick={() => add(true)}>
            Add and publish
          </Button>
        ) : null}
        <Button
          variant="quiet"
          className={styles.last}
          disabledReason={reason}
          onClick={() => stagedRef.send({ type: 'discard.requested' })}
        >
          <Icon name="trash" />
          Discard
        </Button>
      </div>
      <StagedAlert stagedRef={stagedRef} kind={kind} />
    </>
  )
}

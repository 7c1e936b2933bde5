import { useSelector } from '@xstate/react'
import {
  type AddResourceRef,
  canConfirm,
  isBusy,
  selectFailure,
  selectKind,
} from '#machines/editing/add-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './ResourceToolbar.module.css'

/** Shows the actions for a staged component: add it, add and publish it, or discard it. */
export function StagedToolbar({ addRef }: { addRef: AddResourceRef }) {
  const publishable = useSelector(addRef, selectKind)?.publishable ?? false
  const confirmable = useSelector(addRef, canConfirm)
  const busy = useSelector(addRef, isBusy)
  const failure = useSelector(addRef, selectFailure)
  const add = (publish: boolean) => addRef.send({ type: 'add.confirmed', publish })
  return (
    <>
      <div role="group" aria-label="New component" className={styles.toolbar}>
        <Button variant="solid" busy={busy} unavailable={!confirmable} onClick={() => add(false)}>
          {publishable ? 'Add draft' : 'Add'}
        </Button>
        {publishable ? (
          <Button unavailable={!confirmable} onClick={() => add(true)}>
            Add and publish
          </Button>
        ) : null}
        <Button
          variant="danger"
          unavailable={!confirmable}
          onClick={() => addRef.send({ type: 'discard.requested' })}
        >
          <Icon name="trash" />
          Discard
        </Button>
      </div>
      <FailureAlert failure={failure} />
    </>
  )
}

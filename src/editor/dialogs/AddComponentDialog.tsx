import { useSelector } from '@xstate/react'
import { useId, useState } from 'react'
import { offeredKinds } from '#content/model/kind-search.ts'
import { type ComponentKind, kindOf, selectedKindOf } from '#content/model/kind.ts'
import {
  type AddResourceRef,
  isBusy,
  selectFailure,
  selectKind,
  selectInsertionPoint,
} from '#machines/editing/changes/add-resource.ts'
import { type RecentKindsRef, selectRecentKinds } from '#machines/editing/changes/recent-kinds.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import styles from './AddComponentDialog.module.css'
import { useInsertableKinds } from '../hooks/use-insertable-kinds.ts'
import { publicNote, readableFailure } from '../messages.ts'
import { KindListbox, KindSearch } from './KindListbox.tsx'
import { KindPicture } from './KindPicture.tsx'

const chooseFirst = 'Choose what to add.'

interface AddComponentDialogProps {
  addRef: AddResourceRef
  recentKindsRef: RecentKindsRef
}

/** Asks for the kind of component to add. An instant kind is saved at once, any other is inserted for editing first. */
export function AddComponentDialog({ addRef, recentKindsRef }: AddComponentDialogProps) {
  const { allowed, selected } = useKinds(addRef)
  const recentKinds = useSelector(recentKindsRef, selectRecentKinds)
  const [query, setQuery] = useState('')
  const offered = offeredKinds(allowed, recentKinds, query)
  const listId = useId()

  const select = (kind: ComponentKind | undefined) =>
    addRef.send({ type: 'kind.selected', kind: kind ? selectedKindOf(kind) : null })
  const search = (typed: string) => {
    setQuery(typed)
    select(typed.trim() ? offeredKinds(allowed, [], typed).others[0] : undefined)
  }
  const insert = () => addRef.send({ type: 'insert.requested' })
  const cancel = () => addRef.send({ type: 'discard.requested' })
  const choice = { listId, offered, selected, onSelect: select, onInsert: insert }

  return (
    <Dialog label="Add component" width="wide" onDismiss={cancel}>
      <KindSearch query={query} onSearch={search} {...choice} />
      <div className={styles.columns}>
        <KindListbox {...choice} />
        <KindDescription kind={selected} found={offered.others.length > 0 || !query.trim()} />
      </div>
      <FailureAlert failure={readableFailure(useSelector(addRef, selectFailure), selected)} />
      <DialogActions>
        <Button onClick={cancel}>Cancel</Button>
        <Button
          variant="solid"
          disabledReason={selected ? null : chooseFirst}
          busy={useSelector(addRef, isBusy)}
          onClick={insert}
        >
          {selected?.instantAdd ? 'Add now' : 'Insert'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Returns the kinds that may be added here, and the one that is selected. */
function useKinds(addRef: AddResourceRef) {
  const allowed = useInsertableKinds(useSelector(addRef, selectInsertionPoint))
  const type = useSelector(addRef, selectKind)?.type
  return { allowed, selected: kindOf(allowed, type) }
}

interface KindDescriptionProps {
  kind: ComponentKind | undefined
  /** False if nothing is offered for what was typed. */
  found: boolean
}

const KindDescription = ({ kind, found }: KindDescriptionProps) => (
  <div className={styles.description}>
    {kind ? <KindPicture kind={kind} /> : null}
    <p role="status">
      {kind?.description ?? (found ? chooseFirst : 'Nothing is called that. Try another word.')}
    </p>
    {kind && !kind.publishable ? <p>{publicNote}</p> : null}
  </div>
)

import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useId, useRef } from 'react'
import { isAllowedIn } from '#content/model/allowed-kinds.ts'
import { type ComponentKind, kindOf } from '#content/model/kind.ts'
import {
  type AddResourceRef,
  isBusy,
  selectFailure,
  selectKind,
  selectInsertionPoint,
} from '#machines/editing/changes/add-resource.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import styles from './AddComponentDialog.module.css'
import { useSiteKinds } from '../site-kinds.ts'
import { readableFailure } from '../messages.ts'

/** Asks for the kind of component to add. An instant kind is saved at once, any other is inserted for editing first. */
export function AddComponentDialog({ addRef }: { addRef: AddResourceRef }) {
  const insertionPoint = useSelector(addRef, selectInsertionPoint)
  const group = useResource(insertionPoint.group)
  const kinds = useSiteKinds().kinds.filter(isAllowedIn(group))
  const selectedKind = useSelector(addRef, selectKind)
  const busy = useSelector(addRef, isBusy)
  const failure = useSelector(addRef, selectFailure)
  const kind = kindOf(kinds, selectedKind?.type)
  const descriptionId = useId()

  const selectKindOption = ({ type, endpoint, publishable, instantAdd }: ComponentKind) =>
    addRef.send({ type: 'kind.selected', kind: { type, endpoint, publishable, instantAdd } })
  const insert = () => addRef.send({ type: 'insert.requested' })
  const cancel = () => addRef.send({ type: 'discard.requested' })

  return (
    <Dialog label="Add component" width="wide" onDismiss={cancel}>
      <div className={styles.columns}>
        <KindListbox
          kinds={kinds}
          selected={kind}
          describedBy={descriptionId}
          onSelect={selectKindOption}
          onInsert={insert}
        />
        <p id={descriptionId} className={styles.description}>
          {kind ? kind.description : 'Choose what to add.'}
        </p>
      </div>
      <FailureAlert failure={readableFailure(failure, kind)} />
      <DialogActions>
        <Button onClick={cancel}>Cancel</Button>
        <Button variant="solid" disabled={!kind} busy={busy} onClick={insert}>
          {kind?.instantAdd ? 'Add now' : 'Insert'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface KindListboxProps {
  kinds: readonly ComponentKind[]
  selected: ComponentKind | undefined
  describedBy: string
  onSelect: (kind: ComponentKind) => void
  onInsert: () => void
}

/**
 * Implements the ARIA listbox pattern with selection following focus:
 * https://www.w3.org/WAI/ARIA/apg/patterns/listbox/.
 */
function KindListbox({ kinds, selected, describedBy, onSelect, onInsert }: KindListboxProps) {
  const ref = useRef<HTMLDivElement>(null)
  const focused = selected ?? kinds[0]

  const handleKeyDown = (event: KeyboardEvent, kind: ComponentKind) => {
    if (event.key === 'Enter' && selected === kind) return onInsert()
    const next = kindForKey(event.key, kinds, kind)
    if (!next) return
    event.preventDefault()
    onSelect(next)
    ref.current?.querySelector<HTMLElement>(`[data-kind="${next.type}"]`)?.focus()
  }

  return (
    <div
      ref={ref}
      role="listbox"
      aria-label="Components"
      aria-describedby={describedBy}
      className={styles.listbox}
    >
      {kinds.map((kind) => (
        <div
          key={kind.type}
          role="option"
          aria-selected={kind === selected}
          tabIndex={kind === focused ? 0 : -1}
          data-kind={kind.type}
          className={styles.option}
          onClick={() => onSelect(kind)}
          onDoubleClick={onInsert}
          onKeyDown={(event) => handleKeyDown(event, kind)}
        >
          {kind.label}
        </div>
      ))}
    </div>
  )
}

const kindForKey = (key: string, kinds: readonly ComponentKind[], from: ComponentKind) => {
  const index = kinds.indexOf(from)
  const indexByKey: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: kinds.length - 1,
    ' ': index,
    Enter: index,
  }
  return kinds[indexByKey[key] ?? -1] ?? findByFirstLetter(key, kinds, index)
}

const findByFirstLetter = (key: string, kinds: readonly ComponentKind[], after: number) =>
  [...kinds.slice(after + 1), ...kinds.slice(0, after)].find(
    ({ label }) => key.length === 1 && label.toLowerCase().startsWith(key.toLowerCase()),
  )

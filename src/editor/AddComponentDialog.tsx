import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useId, useRef } from 'react'
import type { ComponentKind } from '#content/kind.ts'
import type { ComponentGroup } from '#content/resource.ts'
import {
  type AddResourceRef,
  isBusy,
  selectFailure,
  selectKind,
  selectSpot,
} from '#machines/add-resource.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { FailureNote } from '#src/ui/FailureNote.tsx'
import styles from './AddComponentDialog.module.css'
import { useSiteKinds } from './define-editor.ts'

/** What kind of component is to be added. */
export function AddComponentDialog({ addRef }: { addRef: AddResourceRef }) {
  const spot = useSelector(addRef, selectSpot)
  const group = useResource<ComponentGroup>(spot.group)
  const kinds = useSiteKinds().kinds.filter(isAllowedIn(group))
  const chosen = useSelector(addRef, selectKind)
  const busy = useSelector(addRef, isBusy)
  const failure = useSelector(addRef, selectFailure)
  const kind = kinds.find(({ type }) => type === chosen?.type)
  const descriptionId = useId()

  const choose = ({ type, endpoint, publishable, instantAdd }: ComponentKind) =>
    addRef.send({ type: 'kind.chosen', kind: { type, endpoint, publishable, instantAdd } })
  const insert = () => addRef.send({ type: 'insert.requested' })
  const cancel = () => addRef.send({ type: 'discard.requested' })

  return (
    <Dialog label="Add component" width="wide" onDismiss={cancel}>
      <div className={styles.choice}>
        <KindList
          kinds={kinds}
          chosen={kind}
          describedBy={descriptionId}
          onChoose={choose}
          onInsert={insert}
        />
        <p id={descriptionId} className={styles.description}>
          {kind ? kind.description : 'Choose what to add.'}
        </p>
      </div>
      <FailureNote failure={failure} />
      <DialogActions>
        <Button onClick={cancel}>Cancel</Button>
        <Button look="solid" disabled={!kind} busy={busy} onClick={insert}>
          {kind?.instantAdd ? 'Add now' : 'Insert'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** A group may name what it takes; some kinds go only where they are named. */
export const isAllowedIn = (group: ComponentGroup | undefined) => (kind: ComponentKind) =>
  group?.allowedComponents
    ? group.allowedComponents.includes(kind.endpoint)
    : !kind.explicitAllowOnly

interface KindListProps {
  kinds: readonly ComponentKind[]
  chosen: ComponentKind | undefined
  describedBy: string
  onChoose: (kind: ComponentKind) => void
  onInsert: () => void
}

/** https://www.w3.org/WAI/ARIA/apg/patterns/listbox/, its selection following the focus. */
function KindList({ kinds, chosen, describedBy, onChoose, onInsert }: KindListProps) {
  const ref = useRef<HTMLDivElement>(null)
  const focused = chosen ?? kinds[0]

  const press = (event: KeyboardEvent, kind: ComponentKind) => {
    if (event.key === 'Enter' && chosen === kind) return onInsert()
    const to = destination(event.key, kinds, kind)
    if (!to) return
    event.preventDefault()
    onChoose(to)
    ref.current?.querySelector<HTMLElement>(`[data-kind="${to.type}"]`)?.focus()
  }

  return (
    <div
      ref={ref}
      role="listbox"
      aria-label="Components"
      aria-describedby={describedBy}
      className={styles.kinds}
    >
      {kinds.map((kind) => (
        <div
          key={kind.type}
          role="option"
          aria-selected={kind === chosen}
          tabIndex={kind === focused ? 0 : -1}
          data-kind={kind.type}
          className={styles.kind}
          onClick={() => onChoose(kind)}
          onDoubleClick={onInsert}
          onKeyDown={(event) => press(event, kind)}
        >
          {kind.label}
        </div>
      ))}
    </div>
  )
}

const destination = (key: string, kinds: readonly ComponentKind[], from: ComponentKind) => {
  const at = kinds.indexOf(from)
  const places: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: kinds.length - 1,
    ' ': at,
    Enter: at,
  }
  return kinds[places[key] ?? -1] ?? byFirstLetter(key, kinds, at)
}

const byFirstLetter = (key: string, kinds: readonly ComponentKind[], after: number) =>
  [...kinds.slice(after + 1), ...kinds.slice(0, after)].find(
    ({ label }) => key.length === 1 && label.toLowerCase().startsWith(key.toLowerCase()),
  )

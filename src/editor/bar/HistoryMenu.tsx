import { dequal } from 'dequal/lite'
import { useSelector } from '@xstate/react'
import { changesOf, otherPageOf } from '#content/change/undo/history-states.ts'
import {
  type ChangeQueueRef,
  isBusy,
  selectHistory,
} from '#machines/editing/changes/change-queue.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { refusalOf } from '../action-refusal.ts'
import { changeLabelOf } from '../change-label.ts'
import { Menu } from '../menu/Menu.tsx'
import { MenuItem } from '../menu/MenuItem.tsx'
import { useSiteKinds } from '../site-kinds.ts'
import styles from './HistoryMenu.module.css'

interface HistoryProps {
  editModeRef: EditModeRef
  changeQueueRef: ChangeQueueRef
}

/** Shows a button that lists what can be undone and redone, to go to the state after any of these changes. */
export const HistoryMenu = (props: HistoryProps) => (
  <Menu label="History" trigger={<Icon name="history" />} triggerProps={{ title: 'History' }}>
    <HistoryItems {...props} />
  </Menu>
)

function HistoryItems({ editModeRef, changeQueueRef }: HistoryProps) {
  const states = useHistoryStates(changeQueueRef)
  const refusal = useSelector(editModeRef, refusalOf)
  const busy = useSelector(changeQueueRef, isBusy)
  if (states.length === 1)
    return (
      <MenuItem disabledReason="Nothing was changed yet." onSelect={() => {}}>
        Nothing to undo or redo yet
      </MenuItem>
    )
  return states.map(({ id, label, note, isCurrent, pageLink }) => [
    <MenuItem
      key={id}
      aria-current={isCurrent ? 'true' : undefined}
      disabledReason={refusal ?? (busy ? 'Saving…' : null)}
      onSelect={() => editModeRef.send({ type: 'jump.requested', to: id })}
    >
      <span className={styles.state}>
        {label}
        {note === '' ? null : <span className={styles.note}>{note}</span>}
      </span>
      {isCurrent ? <Icon name="check" /> : null}
    </MenuItem>,
    pageLink ? (
      <MenuItem
        key={`page of ${id}`}
        disabledReason={refusal}
        onSelect={() => editModeRef.send({ type: 'open.requested', href: pageLink.path })}
      >
        <span className={styles.page}>Open page “{pageLink.title}”</span>
      </MenuItem>
    ) : null,
  ])
}

/** Returns the states to which undo and redo lead, the newest first. Of neighboring changes on one page, only the oldest has its link. */
function useHistoryStates(changeQueueRef: ChangeQueueRef) {
  const history = useSelector(changeQueueRef, selectHistory)
  const path = usePath()
  const site = useSiteKinds()
  const changes = changesOf(history)
  const current = history.undoStack.at(-1)?.id ?? null
  const labels = useResourceSelector(
    (read) => changes.map((change) => changeLabelOf(change, read, site)),
    dequal,
  )
  const pages = changes.map((change) => otherPageOf(change, path))
  return [
    ...changes.map((change, at) => ({
      id: change.id as string | null,
      label: labels[at],
      note: [history.redoStack.includes(change) && 'Undone', pages[at] && `On “${pages[at].title}”`]
        .filter(Boolean)
        .join(' · '),
      isCurrent: change.id === current,
      pageLink: pages[at]?.path === pages[at + 1]?.path ? null : pages[at],
    })),
    {
      id: null,
      label: 'Before these changes',
      note: '',
      isCurrent: current === null,
      pageLink: null,
    },
  ]
}

import { useSelector } from '@xstate/react'
import { type ReactNode, useId, useRef } from 'react'
import type { ChangeRequest } from '#content/change/change-queue.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import {
  type ChangeQueueRef,
  selectInFlight,
  selectQueue,
} from '#machines/editing/changes/change-queue.ts'
import { type EditState, requestState } from '#machines/editing/changes/edit-state.ts'
import { type UnsavedListRef, selectAskedKey } from '#machines/editing/changes/unsaved-list.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import { changeLabelOf } from '../change-label.ts'
import { useSiteKinds } from '../site-kinds.ts'
import styles from './UnsavedDialog.module.css'

const stateLabels: Record<EditState, string> = {
  saved: 'Saved',
  soon: 'About to be sent',
  queued: 'Waiting for an earlier change',
  sending: 'Being sent',
  offline: 'Waiting for the network',
  signedOut: 'Waiting until you sign in',
  interrupted: 'Not sent before the page was closed',
  undecided: 'Waits until the edits before it are saved',
  conflict: 'Changed by somebody else, too',
  deleted: 'Deleted by somebody else',
  refused: 'Refused',
}

/** The actions of each row of the list. */
export interface RowActions {
  unsavedListRef: UnsavedListRef
  onShow: (selection: Selection) => void
  /** Leads to the message beside the page in which a refusal is decided. */
  onDecide: (key: string) => void
}

interface UnsavedRowProps extends RowActions {
  itemKey: string
  label: string
  state: EditState
  /** The reason why it was refused. */
  reason?: string | undefined
  /** Since when it is in its state, in milliseconds. */
  since?: number | undefined
  /** The selection that shows it on this page. */
  selection?: Selection | null
  /** Absent while it cannot be given up. */
  onGiveUp?: (() => void) | undefined
  onCopy?: (() => void) | undefined
  children?: ReactNode
}

/** Shows a change that is not saved yet: what it is, its state, and what can be done with it. */
export function UnsavedRow(props: UnsavedRowProps) {
  const { itemKey, label, state, reason, since, selection, onShow, unsavedListRef } = props
  const labelId = useId()
  const isAsked = useSelector(unsavedListRef, (snapshot) => selectAskedKey(snapshot) === itemKey)
  const ref = useRef<HTMLLIElement>(null)
  useFocusFallback(ref, () => null)
  return (
    <li ref={ref} tabIndex={-1} className={styles.row}>
      <h3 id={labelId} className={styles.label}>
        {selection ? (
          <button type="button" className={styles.link} onClick={() => onShow(selection)}>
            {label}
          </button>
        ) : (
          label
        )}
      </h3>
      <p className={styles.about} data-save-state={state}>
        <span>{stateLabels[state]}</span>
        {since === undefined ? null : <Since time={since} />}
        {reason ? <span>{reason}</span> : null}
      </p>
      {isAsked && props.onGiveUp ? (
        <GiveUpQuestion {...props} onGiveUp={props.onGiveUp} />
      ) : (
        <RowButtons {...props} labelId={labelId} />
      )}
    </li>
  )
}

function RowButtons(props: UnsavedRowProps & { labelId: string }) {
  const { itemKey, state, labelId, onGiveUp, onDecide, unsavedListRef, children } = props
  const isDecided = state === 'conflict' || state === 'deleted'
  if (!onGiveUp) return state === 'saved' ? null : <p className={styles.note}>{laterNote}</p>
  return (
    <div className={styles.actions} role="group" aria-labelledby={labelId}>
      {isDecided ? <Button onClick={() => onDecide(itemKey)}>Decide…</Button> : children}
      <Button
        variant="quiet"
        onClick={() => unsavedListRef.send({ type: 'giveUp.requested', key: itemKey })}
      >
        Give up…
      </Button>
    </div>
  )
}

const laterNote = 'It is on its way, and can be undone once it is saved.'

/** Asks whether a change is to be given up. What was typed can be copied first. */
function GiveUpQuestion({
  unsavedListRef,
  state,
  onGiveUp,
  onCopy,
}: UnsavedRowProps & { onGiveUp: () => void }) {
  const answer = () => unsavedListRef.send({ type: 'giveUp.answered' })
  return (
    <div className={styles.question} role="group" aria-label="Give up this change?">
      <p>
        Give up this change?{' '}
        {state === 'conflict' ? 'Undo brings it back.' : 'It cannot be undone.'}
        {state === 'offline'
          ? ' What has reached the site before the network was lost stays there.'
          : null}
      </p>
      <div className={styles.actions}>
        {onCopy ? <Button onClick={onCopy}>Copy my text</Button> : null}
        <Button onClick={answer}>Keep</Button>
        <Button
          variant="danger"
          onClick={() => {
            answer()
            onGiveUp()
          }}
        >
          Give up
        </Button>
      </div>
    </div>
  )
}

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

const Since = ({ time }: { time: number }) => (
  <span>
    since <time dateTime={new Date(time).toISOString()}>{timeFormat.format(time)}</time>
  </span>
)

interface UnsavedRequestProps extends RowActions {
  request: ChangeRequest
  changeQueueRef: ChangeQueueRef
}

/** Shows a change that is no edit, such as an addition. */
export function UnsavedRequest({ request, changeQueueRef, ...actions }: UnsavedRequestProps) {
  const { id, intent, requestedAt } = request
  const site = useSiteKinds()
  const label = useResourceSelector((read) =>
    changeLabelOf({ id, intent, steps: [], inverse: [], refetch: [] }, read, site),
  )
  const queue = {
    queue: useSelector(changeQueueRef, selectQueue),
    inFlight: useSelector(changeQueueRef, selectInFlight),
  }
  return (
    <UnsavedRow
      itemKey={id}
      label={label}
      state={requestState(request, queue)}
      since={requestedAt}
      {...actions}
    />
  )
}

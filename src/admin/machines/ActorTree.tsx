import { useSelector } from '@xstate/react'
import {
  type KeyboardEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { type ActorRow, actorRows, actorTitle, stateText } from '#charts/live/actor-rows.ts'
import { actorsAt } from '#charts/live/time-travel.ts'
import { treeStep } from '#content/admin/tree-steps.ts'
import {
  selectActors,
  selectCursor,
  selectShownActor,
  selectSteps,
} from '#machines/admin/machine-viewer.ts'
import { SearchedList } from './SearchedList.tsx'
import type { ViewerProps } from './viewer-props.ts'
import { useChoose } from './use-choose.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import styles from './lists.module.css'

/** The height of a row in pixels, as in the stylesheet. */
const rowHeight = 40
/** The width of what collapses a branch, as in the stylesheet. */
const toggleWidth = 24

/** Lists the actors that are alive as a tree. Only the rows in sight are rendered, since there may be thousands. */
export function ActorTree({ viewerRef }: ViewerProps) {
  const [words, setWords] = useState('')
  const actors = useActors(viewerRef)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => actorRows(actors, words, collapsed), [actors, words, collapsed])
  const onToggle = (id: string) =>
    setCollapsed((before) =>
      before.has(id)
        ? new Set([...before].filter((each) => each !== id))
        : new Set([...before, id]),
    )
  return (
    <SearchedList noun="actor" count={rows.length} words={words} onSearch={setWords}>
      <Tree viewerRef={viewerRef} rows={rows} onToggle={onToggle} />
    </SearchedList>
  )
}

/** Returns the actors that are alive, or were at the time that is shown. */
function useActors(viewerRef: ViewerProps['viewerRef']) {
  const actors = useSelector(viewerRef, selectActors)
  const steps = useSelector(viewerRef, selectSteps)
  const cursor = useSelector(viewerRef, selectCursor)
  // Nothing is computed while the tree follows.
  const then = cursor === null ? null : steps
  return useMemo(
    () => (then && cursor !== null ? actorsAt(actors, then, cursor) : actors),
    [actors, then, cursor],
  )
}

interface TreeProps extends ViewerProps {
  rows: readonly ActorRow[]
  /** Collapses a branch, or expands it. */
  onToggle: (id: string) => void
}

function Tree({ viewerRef, rows, onToggle }: TreeProps) {
  const id = useId()
  const chosen = useSelector(viewerRef, selectShownActor)
  const visible = useVisibleRows(rows.length, rowHeight)
  const { ref, onScroll, first, end } = visible
  const { at, chooseRow, onKeyDown } = useTreeCursor({ viewerRef, rows, onToggle }, visible)
  return (
    <div
      ref={ref}
      role="tree"
      aria-label="Actors that are alive"
      aria-activedescendant={at >= first && at < end ? `${id}${rows[at]!.actor.id}` : undefined}
      tabIndex={0}
      className={styles.rows}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ blockSize: rows.length * rowHeight }}>
        {rows.slice(first, end).map((row, index) => (
          <TreeRow
            key={row.actor.id}
            id={`${id}${row.actor.id}`}
            row={row}
            top={(first + index) * rowHeight}
            isChosen={row.actor.id === chosen}
            isCursor={first + index === at}
            onChoose={() => chooseRow(row)}
            onToggle={() => onToggle(row.actor.id)}
          />
        ))}
      </div>
    </div>
  )
}

/** Returns the number of the row that the keys have led to, and what chooses a row. */
function useTreeCursor(
  { viewerRef, rows, onToggle }: TreeProps,
  { ref, show }: ReturnType<typeof useVisibleRows>,
) {
  const chosen = useSelector(viewerRef, selectShownActor)
  const { choose } = useChoose(viewerRef)
  const [cursor, setCursor] = useState<string | null>(null)
  const at = rows.findIndex(({ actor }) => actor.id === (cursor ?? chosen))
  useRowInSight(
    rows.findIndex(({ actor }) => actor.id === chosen),
    chosen,
    { ref, show },
  )
  const chooseRow = ({ actor }: ActorRow) => {
    // The rows themselves come and go.
    ref.current!.focus({ preventScroll: true })
    setCursor(actor.id)
    choose({ machine: actor.snapshot.machine.id, actor: actor.id, state: null })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const current = rows[at]
    if (current && current.isExpanded === togglesFrom[event.key]) {
      event.preventDefault()
      onToggle(current.actor.id)
      return
    }
    const isChoice = event.key === 'Enter' || event.key === ' '
    const to = isChoice ? at : treeStep(rows, at, event.key)
    const row = to === undefined ? undefined : rows[to]
    if (!row) return
    event.preventDefault()
    if (isChoice) chooseRow(row)
    else setCursor(row.actor.id)
    show(to!)
  }
  return { at, chooseRow, onKeyDown }
}

/** The keys that collapse a branch that is expanded, and the other way round. */
const togglesFrom: Readonly<Record<string, boolean>> = { ArrowLeft: true, ArrowRight: false }

/** Scrolls to the row of the chosen actor each time another one is chosen. */
function useRowInSight(
  at: number,
  chosen: string | undefined,
  { ref, show }: Pick<ReturnType<typeof useVisibleRows>, 'ref' | 'show'>,
) {
  const isListed = at >= 0
  // It has no size while it is hidden.
  const showRow = useEffectEvent(() => ref.current!.clientHeight > 0 && show(at))
  useLayoutEffect(() => {
    if (chosen !== undefined && isListed) showRow()
  }, [chosen, isListed])
}

interface TreeRowProps {
  id: string
  row: ActorRow
  top: number
  isChosen: boolean
  isCursor: boolean
  onChoose: () => void
  onToggle: () => void
}

function TreeRow({ id, row, top, isChosen, isCursor, onChoose, onToggle }: TreeRowProps) {
  const { actor, depth, position, siblings, isExpanded } = row
  const indent = 12 * Math.min(depth, 6)
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isChosen}
      aria-expanded={isExpanded ?? undefined}
      data-cursor={isCursor || undefined}
      className={styles.row}
      style={{ insetBlockStart: top, paddingInlineStart: indent + toggleWidth }}
      onClick={onChoose}
    >
      {isExpanded === null ? null : (
        // The arrow keys do the same.
        <span
          aria-hidden="true"
          className={styles.toggle}
          style={{ insetInlineStart: indent }}
          data-toggle=""
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        >
          {isExpanded ? '▾' : '▸'}
        </span>
      )}
      <span className={styles.name}>{actorTitle(actor)}</span>
      <span className={styles.state}>{stateText(actor.snapshot.value)}</span>
    </div>
  )
}

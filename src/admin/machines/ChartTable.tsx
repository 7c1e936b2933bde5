import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { type StateRows, type TransitionRow, chartTable } from '#charts/live/chart-table.ts'
import type { Readiness } from '#charts/live/readiness.ts'
import type { ChartModel } from '#charts/model/chart-model.ts'
import { selectChoice } from '#machines/admin/machine-viewer.ts'
import type { ViewerProps } from './viewer-props.ts'
import { useChoose } from './use-choose.ts'
import type { LiveChart } from './use-live-chart.ts'
import styles from './ChartTable.module.css'

interface ChartTableProps extends ViewerProps {
  model: ChartModel
  live: LiveChart
}

/** The words for a transition of a state that the actor is in. */
const readinessLabels: Readonly<Record<Readiness, string>> = {
  open: 'Can be taken',
  refused: 'Refused by its guard',
  depends: 'Depends on the event',
  guarded: 'Depends on its guard',
}

/** Shows all that the drawing shows as a table. */
export function ChartTable({ viewerRef, model, live: { live } }: ChartTableProps) {
  const table = useMemo(() => chartTable(model), [model])
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>States and transitions of {model.id}</caption>
      <thead>
        <tr>
          {['State', 'Event', 'Guard', 'Actions', 'Leads to', 'Now'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {table.map((state) => (
        <StateBody key={state.id} viewerRef={viewerRef} state={state} live={live} />
      ))}
    </table>
  )
}

interface StateBodyProps extends ViewerProps {
  state: StateRows
  live: LiveChart['live']
}

function StateBody({ viewerRef, state, live }: StateBodyProps) {
  const { state: chosen } = useSelector(viewerRef, selectChoice)
  const { linkTo } = useChoose(viewerRef)
  const [first, ...others] = state.transitions
  const isActive = live?.active.has(state.id) ?? false
  return (
    <tbody data-active={isActive || undefined} data-chosen={state.id === chosen || undefined}>
      <tr>
        <th scope="rowgroup" rowSpan={Math.max(1, state.transitions.length)}>
          <a
            {...linkTo({ state: state.id })}
            aria-current={state.id === chosen ? 'location' : undefined}
          >
            {state.name}
          </a>
          {isActive ? <span className={styles.active}>Active</span> : null}
          {[...state.notes, state.description].map((note) =>
            note ? (
              <span key={note} className={styles.note}>
                {note}
              </span>
            ) : null,
          )}
        </th>
        {first ? <TransitionCells row={first} live={live} /> : <td colSpan={5}>No transitions</td>}
      </tr>
      {others.map((row) => (
        <tr key={row.key}>
          <TransitionCells row={row} live={live} />
        </tr>
      ))}
    </tbody>
  )
}

function TransitionCells({ row, live }: { row: TransitionRow; live: LiveChart['live'] }) {
  const readiness = live?.readiness.get(row.key)
  return (
    <>
      <td>
        {row.event}
        {row.description ? <span className={styles.note}>{row.description}</span> : null}
      </td>
      <td>
        {row.guard}
        {row.guardDescription ? <span className={styles.note}>{row.guardDescription}</span> : null}
      </td>
      <td>{row.actions}</td>
      <td>{row.targets.join(', ')}</td>
      <td data-readiness={readiness}>{readiness ? readinessLabels[readiness] : ''}</td>
    </>
  )
}

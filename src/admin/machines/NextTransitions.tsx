import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { type TransitionRow, chartTable } from '#charts/live/chart-table.ts'
import type { Readiness } from '#charts/live/readiness.ts'
import { stateText } from '#charts/live/actor-rows.ts'
import type { ChartModel } from '#charts/model/chart-model.ts'
import {
  isLive,
  isRecorded,
  selectChart,
  selectShown,
  selectShownActor,
} from '#machines/admin/machine-viewer.ts'
import type { ViewerProps } from './viewer-props.ts'
import { EventSender } from './EventSender.tsx'
import { ShownValues } from './ShownValues.tsx'
import { type LiveChart, useLiveChart } from './use-live-chart.ts'
import styles from './NextTransitions.module.css'

/** The groups of transitions, in the order in which they are shown. */
const groups = [
  ['open', 'Can be taken now'],
  ['depends', 'Depends on what the event says'],
  ['guarded', 'Has a guard, which cannot be asked here'],
  ['refused', 'Refused by a guard'],
] as const satisfies readonly (readonly [Readiness, string])[]

/** Says which state the chosen actor is in, and what it would do next. */
export function NextTransitions({ viewerRef }: ViewerProps) {
  const model = useSelector(viewerRef, selectChart)?.model
  const shown = useSelector(viewerRef, selectShown)
  const live = useLiveChart(viewerRef)
  return (
    <section className={styles.next} aria-label="Now">
      <h2>Now</h2>
      {model && shown ? (
        <>
          <p>
            In <strong>{stateText(shown.value)}</strong>
          </p>
          <Groups model={model} live={live} />
          <Sender viewerRef={viewerRef} model={model} live={live} />
          <ShownValues viewerRef={viewerRef} snapshot={shown} />
        </>
      ) : (
        <NotRunning viewerRef={viewerRef} />
      )}
    </section>
  )
}

/** Only what runs on this page, as it is now, can be sent an event. */
function Sender({ viewerRef, model, live: { live } }: ViewerProps & GroupsProps) {
  const actor = useSelector(viewerRef, selectShownActor)
  const isNow = useSelector(viewerRef, isLive)
  return live && isNow ? <EventSender key={actor} {...{ viewerRef, model, live }} /> : null
}

const NotRunning = ({ viewerRef }: ViewerProps) => (
  <p>
    {useSelector(viewerRef, isRecorded)
      ? 'No actor of this machine was running at this time of the recording.'
      : 'No actor of this machine is running. Once one starts, its active states and what it can do next are shown here.'}
  </p>
)

interface GroupsProps {
  model: ChartModel
  live: LiveChart
}

function Groups({ model, live: { live } }: GroupsProps) {
  const rows = useMemo(() => chartTable(model).flatMap(({ transitions }) => transitions), [model])
  return groups.map(([readiness, label]) => {
    const found = rows.filter(({ key }) => live?.readiness.get(key) === readiness)
    return found.length === 0 ? null : (
      <div key={readiness} className={styles.group} data-readiness={readiness}>
        <h3>{label}</h3>
        <ul>
          {found.map((row) => (
            <Transition key={row.key} row={row} />
          ))}
        </ul>
      </div>
    )
  })
}

const Transition = ({ row }: { row: TransitionRow }) => (
  <li>
    <span className={styles.event}>{row.event}</span>
    {row.targets.length > 0 ? ` → ${row.targets.join(', ')}` : ''}
    {row.guard ? <span className={styles.guard}>if {row.guard}</span> : null}
    {row.guardDescription ? <span className={styles.note}>{row.guardDescription}</span> : null}
    {row.description ? <span className={styles.note}>{row.description}</span> : null}
  </li>
)

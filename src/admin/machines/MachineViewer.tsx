import { useSelector } from '@xstate/react'
import { useRef, useState } from 'react'
import {
  isBusy,
  isFailed,
  isFollowing,
  isMissing,
  isPaused,
  isRecorded,
  selectChart,
  selectChoice,
  selectFailure,
  selectShown,
} from '#machines/admin/machine-viewer.ts'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { RetryButton } from '../RetryButton.tsx'
import { ActorTree } from './ActorTree.tsx'
import { ChartTable } from './ChartTable.tsx'
import { ChartView } from './ChartView.tsx'
import { EventLog } from './EventLog.tsx'
import { ExportButtons } from './ExportButtons.tsx'
import { MachineList } from './MachineList.tsx'
import { NextTransitions } from './NextTransitions.tsx'
import { Recordings } from './Recordings.tsx'
import { StatelyStream } from './StatelyStream.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useLiveChart } from './use-live-chart.ts'
import type { ViewerProps } from './viewer-props.ts'
import styles from './MachineViewer.module.css'

/** Shows the actors that are alive, the chart of one of them, what that can do next, and what all of them have done. */
export function MachineViewer({ viewerRef, machines }: ViewerProps & MachinesProps) {
  const ref = useRef<HTMLDivElement>(null)
  const recorded = useSelector(viewerRef, isRecorded)
  const following = useSelector(viewerRef, isFollowing)
  useFileDrop(ref, (file) => viewerRef.send({ type: 'file.chosen', file, isCompared: recorded }))
  return (
    <div ref={ref} className={styles.root}>
      <Recordings viewerRef={viewerRef} />
      {/* Only this window's own machines are sent, not those of another window or a recording. */}
      {recorded || following ? null : <StatelyStream />}
      <div className={styles.viewer}>
        <Sidebar viewerRef={viewerRef} machines={machines} />
        <section className={styles.chart} aria-label="Chart">
          <ChartHeading viewerRef={viewerRef} />
          <Chart viewerRef={viewerRef} />
        </section>
        <NextTransitions viewerRef={viewerRef} />
      </div>
      <EventLog viewerRef={viewerRef} />
    </div>
  )
}

interface MachinesProps {
  /** The ids of all machines. */
  machines: readonly string[]
}

const lists = [
  { value: 'running', label: 'Running' },
  { value: 'all', label: 'All machines' },
] as const

function Sidebar({ viewerRef, machines }: ViewerProps & MachinesProps) {
  const [list, setList] = useState<(typeof lists)[number]['value']>('running')
  return (
    <Tabs
      label="Machines"
      tabs={lists}
      value={list}
      onSelect={setList}
      className={styles.sidebar}
      panelClassName={styles.sidebarPanel}
    >
      {list === 'running' ? (
        <ActorTree viewerRef={viewerRef} />
      ) : (
        <MachineList viewerRef={viewerRef} machines={machines} />
      )}
    </Tabs>
  )
}

function ChartHeading({ viewerRef }: ViewerProps) {
  const { machine } = useSelector(viewerRef, selectChoice)
  const drawn = useSelector(viewerRef, selectChart)
  const description = drawn?.model.description
  const shown = useSelector(viewerRef, selectShown)
  const paused = useSelector(viewerRef, isPaused)
  const recorded = useSelector(viewerRef, isRecorded)
  const following = useSelector(viewerRef, isFollowing)
  return (
    <div className={styles.heading}>
      <h2>{machine}</h2>
      <span className={styles.status} data-alive={shown !== undefined}>
        {shown?.status === 'active' ? 'Running' : 'Not running'}
      </span>
      {following && !recorded ? <span className={styles.status}>In another window</span> : null}
      {recorded ? <span className={styles.status}>In the recording</span> : null}
      {paused && !recorded ? <span className={styles.status}>As it was, since paused</span> : null}
      {drawn ? <ExportButtons viewerRef={viewerRef} /> : null}
      {description ? <p>{description}</p> : null}
    </div>
  )
}

const views = [
  { value: 'drawing', label: 'Drawing' },
  { value: 'table', label: 'Table' },
] as const

function Chart({ viewerRef }: ViewerProps) {
  const chart = useSelector(viewerRef, selectChart)
  const busy = useSelector(viewerRef, isBusy)
  if (useSelector(viewerRef, isFailed)) return <Failed viewerRef={viewerRef} />
  if (!chart) return busy ? <p role="status">Drawing…</p> : null
  return <DrawnChartViews viewerRef={viewerRef} chart={chart} />
}

type Drawn = NonNullable<ReturnType<typeof selectChart>>

function DrawnChartViews({ viewerRef, chart }: ViewerProps & { chart: Drawn }) {
  const [view, setView] = useState<(typeof views)[number]['value']>('drawing')
  const live = useLiveChart(viewerRef)
  const failure = useSelector(viewerRef, selectFailure)
  return (
    <Tabs
      label="Views of the chart"
      tabs={views}
      value={view}
      onSelect={setView}
      className={styles.views}
      panelClassName={styles.view}
    >
      {/* The chart is there, and only what runs cannot be followed. */}
      <FailureAlert failure={failure} />
      {view === 'drawing' ? (
        // Another machine begins where its chart begins.
        <ChartView key={chart.model.id} viewerRef={viewerRef} layout={chart.layout} live={live} />
      ) : (
        <ChartTable viewerRef={viewerRef} model={chart.model} live={live} />
      )}
    </Tabs>
  )
}

function Failed({ viewerRef }: ViewerProps) {
  const failure = useSelector(viewerRef, selectFailure)
  const { machine } = useSelector(viewerRef, selectChoice)
  if (useSelector(viewerRef, isMissing))
    return <p role="alert">There is no machine named {machine}. Choose one of the list.</p>
  return (
    <>
      <FailureAlert failure={failure} />
      <RetryButton onRetry={() => viewerRef.send({ type: 'retry.requested' })} />
    </>
  )
}

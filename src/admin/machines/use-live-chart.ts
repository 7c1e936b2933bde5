import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { liveStateOf } from '#charts/live/live-state.ts'
import type { LiveState } from '#charts/live/readiness.ts'
import { liveMarks } from '#charts/live/live-marks.ts'
import type { MarksOf } from '#charts/drawing/ChartDrawing.tsx'
import {
  type MachineViewerRef,
  selectChart,
  selectChoice,
  selectLastTaken,
  selectShown,
} from '#machines/admin/machine-viewer.ts'

export interface LiveChart {
  /** Null where no actor of the machine is alive. */
  live: LiveState | null
  marksOf: MarksOf
}

/** Returns what the chart shows of the chosen actor, each time that changes. */
export function useLiveChart(viewerRef: MachineViewerRef): LiveChart {
  const snapshot = useSelector(viewerRef, selectShown)
  const last = useSelector(viewerRef, selectLastTaken)
  const { state: chosen } = useSelector(viewerRef, selectChoice)
  const model = useSelector(viewerRef, selectChart)?.model
  const live = useMemo(
    () => (snapshot && model ? liveStateOf(snapshot, model) : null),
    [snapshot, model],
  )
  return { live, marksOf: useMemo(() => liveMarks({ live, last, chosen }), [live, last, chosen]) }
}

/** Provides the effects of the viewer of machines. Loaded with it. */
import { fromCallback, fromPromise } from 'xstate'
import { layoutChart } from '#charts/layout/layout-chart.ts'
import { watchSystem } from '#charts/live/watch-system.ts'
import type { ShownSnapshot } from '#charts/live/watched.ts'
import { isMachine } from '#charts/model/is-machine.ts'
import { modelOf } from '#charts/model/model-of.ts'
import { type ExportFormat, exportFileName } from '#content/admin/export-formats.ts'
import { memoizeAsync } from '#content/memoize-async.ts'
import { Failure } from '#content/model/failure.ts'
import {
  type DrawnChart,
  type MachineViewerEvent,
  type ReadFile,
  machineViewerMachine,
} from '#machines/admin/machine-viewer.ts'
import { saveFile } from '../../browser/save-file.ts'
import { createLayoutWorker } from './chart-layout-engine.ts'
import { readChart } from './chart-files.ts'
import { followWindow } from './followed-window.ts'
import { recordingOf, rootOf } from './recorder.ts'

const loadEngine = memoizeAsync(async () => createLayoutWorker())

/** The time in which changes are told together, in milliseconds: shorter than people notice. */
const interval = 50

interface Watched {
  /** The id of another window; null for this one. */
  window: string | null
}

export const machineViewer = machineViewerMachine.provide({
  actors: {
    watchSystem: fromCallback<MachineViewerEvent, Watched>(({ self, sendBack, input }) => {
      if (input.window !== null) return followWindow(input.window, sendBack)
      let timer: ReturnType<typeof setTimeout> | undefined
      const tell = () => {
        timer = undefined
        sendBack({ type: 'system.changed', ...watch.take() })
      }
      const watch = watchSystem({
        root: rootOf(self),
        recorder: recordingOf(self).recorder,
        onChange: () => (timer ??= setTimeout(tell, interval)),
      })
      tell()
      return () => {
        clearTimeout(timer)
        watch.stop()
      }
    }),
    drawChart: fromPromise<DrawnChart, { machine: string; snapshot: ShownSnapshot | null }>(
      async ({ input: { machine, snapshot } }) => {
        const model = await readModel(machine, snapshot)
        return { model, layout: await layoutChart(model, await loadEngine()) }
      },
    ),
    saveExport: fromPromise<void, { chart: DrawnChart; format: ExportFormat }>(
      async ({ input: { chart, format } }) => {
        const { exportedFile } = await import('./chart-export.ts')
        saveFile(await exportedFile(chart, format), exportFileName(chart.model.id, format))
      },
    ),
    readFile: fromPromise<ReadFile, { file: File; isCompared: boolean }>(
      async ({ input: { file, isCompared } }) => {
        const { recordingIn } = await import('./recorded-file.ts')
        return { recording: await recordingIn(file), isCompared }
      },
    ),
  },
})

/** Returns the model of a machine: that of its chart where the code has no descriptions, and of the actor while developing. */
async function readModel(machine: string, snapshot: ShownSnapshot | null) {
  const logic = snapshot?.machine
  const isAtHand = isMachine(logic)
  const chart = import.meta.env.PROD || !isAtHand ? await readChart(machine) : undefined
  if (chart) return chart
  if (!isAtHand) throw new Failure('notFound')
  return modelOf(logic)
}

/** Lays out charts in a worker, whose code is loaded by it alone. */
import ELK from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { LayoutEngine } from '#charts/layout/layout-chart.ts'

/** Returns an engine with a worker of its own. */
export const createLayoutWorker = (): LayoutEngine =>
  new ELK({ workerFactory: () => new Worker(workerUrl) })

/** Measures how long it takes to lay out our largest chart, and to draw all of them. */
import { join } from 'node:path'
import { loadFolder } from '../charts/command/load-machines.ts'
import { chartFiles } from '../charts/command/write-charts.ts'
import { layoutChart } from '../charts/layout/layout-chart.ts'
import { createLayoutEngine } from '../charts/layout/layout-engine.ts'
import { transitionsOf } from '../charts/model/chart-model.ts'
import { modelOf } from '../charts/model/model-of.ts'
import { type Metric, percentile } from './support/metric.ts'

const repetitions = 10

export const measure = async (): Promise<Metric[]> => {
  const groups = await loadFolder(join(import.meta.dirname, '../machines'))
  const machines = [...groups.values()].flat()
  const largest = machines
    .map(modelOf)
    .reduce((one, other) => (transitionsOf(other).length > transitionsOf(one).length ? other : one))
  const engine = createLayoutEngine()
  const times: number[] = []
  for (let at = 0; at < repetitions; at += 1)
    times.push(await timeOf(() => layoutChart(largest, engine)))
  return [
    {
      name: `Layout of the largest chart (${largest.id}), p75`,
      value: percentile(times, 0.75),
      unit: 'ms',
      limit: { atMost: 300 },
    },
    {
      name: `Drawing all ${machines.length} charts`,
      value: (await timeOf(() => chartFiles(machines))) / 1000,
      unit: 's',
      limit: { atMost: 20 },
    },
  ]
}

const timeOf = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Reads the charts of the machines of this site. */
import type { ChartModel } from '#charts/model/chart-model.ts'

/** The models of all machines, each loaded when it is needed. */
const charts = import.meta.glob<ChartModel>('/docs/charts/*.json', { import: 'default' })

const fileOf = (machine: string) => `/docs/charts/${machine}.json`

/** The ids of all machines. */
export const machineIds = Object.keys(charts).map((file) => file.slice(fileOf('').length - 5, -5))

/** Returns the chart of a machine; undefined if this site has no such machine. */
export const readChart = (machine: string) => charts[fileOf(machine)]?.()

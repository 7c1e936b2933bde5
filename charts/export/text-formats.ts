/** The texts in which a machine is given to other tools. */
import type { ChartModel } from '../model/chart-model.ts'
import { mermaidOf } from './mermaid.ts'
import { xstateConfigOf } from './xstate-config.ts'

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Each returns the text of a file. `json` is the model itself. */
export const textFormats = {
  xstate: (chart: ChartModel) => jsonText(xstateConfigOf(chart)),
  mermaid: mermaidOf,
  json: (chart: ChartModel) => jsonText(chart),
}

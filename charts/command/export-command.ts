/** Writes a machine in the formats of other tools. */
import type { AnyStateMachine } from 'xstate'
import { chartSvg } from '../drawing/chart-svg.tsx'
import { textFormats } from '../export/text-formats.ts'
import { layoutChart } from '../layout/layout-chart.ts'
import { createLayoutEngine } from '../layout/layout-engine.ts'
import { modelOf } from '../model/model-of.ts'

/** Returns the text of a machine in a format. */
export const exportMachine = async (
  machine: AnyStateMachine,
  format: keyof typeof textFormats | 'svg',
): Promise<string> => {
  const chart = modelOf(machine)
  return format === 'svg'
    ? chartSvg(await layoutChart(chart, createLayoutEngine()))
    : textFormats[format](chart)
}

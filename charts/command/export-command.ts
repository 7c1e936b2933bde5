/** Writes a machine in the formats of other tools. */
import type { AnyStateMachine } from 'xstate'
import { chartSvg } from '../drawing/chart-svg.tsx'
import { mermaidOf } from '../export/mermaid.ts'
import { xstateConfigOf } from '../export/xstate-config.ts'
import { layoutChart } from '../layout/layout-chart.ts'
import { createLayoutEngine } from '../layout/layout-engine.ts'
import { modelOf } from '../model/model-of.ts'

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const formats = {
  mermaid: (machine: AnyStateMachine) => mermaidOf(modelOf(machine)),
  xstate: (machine: AnyStateMachine) => jsonText(xstateConfigOf(modelOf(machine))),
  json: (machine: AnyStateMachine) => jsonText(modelOf(machine)),
  svg: async (machine: AnyStateMachine) =>
    chartSvg(await layoutChart(modelOf(machine), createLayoutEngine())),
}

/** Returns the text of a machine in a format. */
export const exportMachine = async (
  machine: AnyStateMachine,
  format: keyof typeof formats,
): Promise<string> => formats[format](machine)

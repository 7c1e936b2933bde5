/** Prints what changed in the charts of machines, and draws it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { type PathsOver, affectedPathLines, possiblePathsOver } from '../diff/affected-paths.ts'
import { diffCharts } from '../diff/diff-charts.ts'
import { mergeCharts } from '../diff/merge-charts.ts'
import { differenceLines, marksOfDifferences } from '../diff/show-differences.ts'
import { chartSvg } from '../drawing/chart-svg.tsx'
import { layoutChart } from '../layout/layout-chart.ts'
import { createLayoutEngine } from '../layout/layout-engine.ts'
import { modelOf } from '../model/model-of.ts'

/**
 * Returns what changed between two versions of machines, as Markdown; null if nothing did. Writes a drawing of each machine
 * that both versions have, with what was added, removed and changed in colors, into a folder.
 */
export async function diffMachines(
  before: readonly AnyStateMachine[],
  after: readonly AnyStateMachine[],
  folder: string,
  pathsOver: (machine: AnyStateMachine) => Promise<PathsOver> = async (machine) =>
    possiblePathsOver(machine),
): Promise<string | null> {
  const [older, newer] = [byId(before), byId(after)]
  const sections = [
    ...[...older.keys()].filter((id) => !newer.has(id)).map((id) => `## ${id}\n\nremoved`),
    ...[...newer.keys()].filter((id) => !older.has(id)).map((id) => `## ${id}\n\nadded`),
  ]
  for (const [id, machine] of newer) {
    const former = older.get(id)
    const section = former && (await diffSection(former, machine, folder, pathsOver))
    if (section) sections.push(section)
  }
  return sections.length > 0 ? sections.join('\n\n') : null
}

async function diffSection(
  former: AnyStateMachine,
  machine: AnyStateMachine,
  folder: string,
  pathsOver: (machine: AnyStateMachine) => Promise<PathsOver>,
) {
  const [before, after] = [modelOf(former), modelOf(machine)]
  const differences = diffCharts(before, after)
  if (differences.length === 0) return null
  const layout = await layoutChart(mergeCharts(before, after), createLayoutEngine())
  const file = join(folder, `${after.id}.diff.svg`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, chartSvg(layout, marksOfDifferences(differences)))
  const paths = affectedPathLines(differences, possiblePathsOver(former), await pathsOver(machine))
  return [
    `## ${after.id}`,
    listed(differenceLines(differences)),
    ...(paths.length > 0 ? [`Affected paths:\n\n${listed(paths)}`] : []),
    `Drawing: ${file}`,
  ].join('\n\n')
}

const listed = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/^( *)/, '$1- ')).join('\n')

const byId = (machines: readonly AnyStateMachine[]) =>
  new Map(machines.map((machine) => [machine.id, machine]))

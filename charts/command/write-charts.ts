/** Writes the drawing and the model of machines as files, and compares these with what is there. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { chartSvg } from '../drawing/chart-svg.tsx'
import { layoutChart } from '../layout/layout-chart.ts'
import { createLayoutEngine } from '../layout/layout-engine.ts'
import { modelOf } from '../model/model-of.ts'
import { type HearsBy, overviewOf } from '../model/overview.ts'
import type { MachineGroups } from './load-machines.ts'

/** Returns the contents of the files of machines, by their names: a drawing and a model for each. */
export async function chartFiles(machines: readonly AnyStateMachine[]) {
  const engine = createLayoutEngine()
  const files = new Map<string, string>()
  for (const machine of machines) {
    const model = modelOf(machine)
    files.set(`${machine.id}.svg`, chartSvg(await layoutChart(model, engine)))
    files.set(`${machine.id}.json`, `${JSON.stringify(model, null, 1)}\n`)
  }
  return files
}

/** Returns the files of all machines of a system, with an overview of who starts and hears whom, and a list of all. */
export async function systemFiles(groups: MachineGroups, hearsBy: HearsBy) {
  const machines = [...groups.values()].flat()
  const files = await chartFiles(machines)
  const models = new Map([...groups].map(([group, members]) => [group, members.map(modelOf)]))
  const overview = await layoutChart(overviewOf(models, hearsBy), createLayoutEngine())
  files.set('overview.svg', chartSvg(overview))
  files.set('README.md', listOf(machines))
  return files
}

const listOf = (machines: readonly AnyStateMachine[]) =>
  [
    '# Charts',
    '',
    'The machines, drawn by `npm run charts`. Each has its model as JSON beside it.',
    'The [overview](overview.svg) shows who starts whom, and who hears what from whom.',
    '[Guards](guards.md) lists what asks before something is lost; `npm run charts -- prove` writes it.',
    '',
    ...machines.map(({ id }) => `- [${id}](${id}.svg) ([model](${id}.json))`),
    '',
  ].join('\n')

interface WriteOptions {
  /** True to remove the charts of machines that are gone. */
  removeOthers: boolean
}

/** Writes files into a folder. */
export function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  { removeOthers }: WriteOptions,
) {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  if (!removeOthers) return
  for (const name of chartsIn(folder)) if (!files.has(name)) rmSync(join(folder, name))
}

/** Returns the names of the files in a folder that are missing, have other contents, or belong to no machine. */
export const staleFiles = (folder: string, files: ReadonlyMap<string, string>) => [
  ...[...files].flatMap(([name, text]) => (readIfThere(join(folder, name)) === text ? [] : [name])),
  ...chartsIn(folder).filter((name) => !files.has(name)),
]

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)
/** Other commands write pages of their own beside these. */
const chartsIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder).filter((name) => /\.(svg|json)$|^README\.md$/.test(name))
    : []

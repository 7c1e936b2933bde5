/** Finds a machine by what people call it. */
import { readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyStateMachine, StateMachine } from 'xstate'

/** A machine, and the module that exports it under a name. */
export interface FoundMachine {
  machine: AnyStateMachine
  file: string
  exportName: string
}

/**
 * Returns the machine of this name: its id, its export, its file, or `path/to/file.ts#export`. Those without a path are
 * looked for in `folder`.
 */
export async function findMachine(name: string, folder: string): Promise<FoundMachine> {
  if (name.includes('#')) return machineOfModule(name)
  const all = await machinesIn(folder)
  const found = all.find((one) => namesOf(one, folder).includes(name))
  if (found) return found
  const similar = all
    .map(({ machine }) => machine.id)
    .filter((id) => id.toLowerCase().includes(name.toLowerCase().replaceAll('-', '')))
  const hint =
    similar.length > 0
      ? `Did you mean ${similar.join(', ')}?`
      : 'A machine of another module is named by its file: path/to/file.ts#export'
  throw new Error(`There is no machine named ${name}. ${hint}`)
}

const namesOf = ({ machine, file, exportName }: FoundMachine, folder: string) => [
  machine.id,
  exportName,
  file,
  file.slice(resolve(folder, '..').length + 1),
  basename(file).replace(/\.[jt]sx?$/, ''),
]

async function machineOfModule(reference: string): Promise<FoundMachine> {
  const [path, exportName] = reference.split('#') as [string, string]
  const file = resolve(path)
  const machine = (await importModule(file))[exportName]
  if (machine instanceof StateMachine) return { machine, file, exportName }
  throw new Error(`${path} exports no machine named ${exportName}.`)
}

async function machinesIn(folder: string): Promise<FoundMachine[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d|\.test)\.[jt]sx?$/.test(file))
    .toSorted()
  const found = new Map<AnyStateMachine, FoundMachine>()
  for (const path of files) {
    const file = resolve(join(folder, path))
    for (const [exportName, machine] of Object.entries(await importModule(file)))
      if (machine instanceof StateMachine && !found.has(machine))
        found.set(machine, { machine, file, exportName })
  }
  return [...found.values()]
}

/** Imports a module by the path of its file. */
export const importModule = async (file: string) =>
  (await import(pathToFileURL(file).href)) as Record<string, unknown>

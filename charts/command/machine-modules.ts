/** Finds the machines that modules export. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyStateMachine } from 'xstate'
import { isMachine } from '../model/is-machine.ts'

/** A machine, and the module that exports it under a name. */
export interface FoundMachine {
  machine: AnyStateMachine
  file: string
  exportName: string
}

/** Returns the machine that a module exports: `path/to/file.ts#export`. */
export async function machineOfModule(reference: string): Promise<FoundMachine> {
  const [path, exportName] = reference.split('#') as [string, string]
  const exported = await machinesOf(resolve(path))
  const found = exported.find((one) => one.exportName === exportName)
  if (found) return found
  const names = exported.map((one) => one.exportName).join(', ')
  const hint = names === '' ? '' : ` Its machines are: ${names}`
  throw new Error(`${path} exports no machine named ${exportName}.${hint}`)
}

/** Returns the machines that the modules of a folder export, each once. */
export async function machinesIn(folder: string): Promise<FoundMachine[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d|\.test)\.[jt]sx?$/.test(file))
    .toSorted()
  const found = new Map<AnyStateMachine, FoundMachine>()
  for (const file of files)
    for (const one of await machinesOf(resolve(join(folder, file))))
      if (!found.has(one.machine)) found.set(one.machine, one)
  return [...found.values()]
}

const machinesOf = async (file: string): Promise<FoundMachine[]> =>
  Object.entries(await importModule(file)).flatMap(([exportName, machine]) =>
    isMachine(machine) ? [{ machine, file, exportName }] : [],
  )

/** Imports a module by the path of its file. Returns its exports, also those of a CommonJS module. */
export async function importModule(file: string) {
  if (!existsSync(file)) throw new Error(`There is no file ${relative(process.cwd(), file)}.`)
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>
  const required = module['default'] as Record<string, unknown> | undefined
  return required?.['__esModule'] === true ? required : module
}

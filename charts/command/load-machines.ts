/** Loads the machines of modules. */
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyStateMachine, StateMachine } from 'xstate'

/**
 * Returns all machines that the modules of a folder export, each once, in the order of their ids. Fails if two have the same
 * id, since each id is the name of a file.
 */
export async function loadFolder(folder: string): Promise<AnyStateMachine[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d|\.test)\.[jt]sx?$/.test(file))
    .toSorted()
  const machines = new Map<string, AnyStateMachine>()
  for (const file of files)
    for (const value of Object.values(await importModule(join(folder, file)))) {
      if (!(value instanceof StateMachine)) continue
      const known = machines.get(value.id)
      if (known !== undefined && known !== value)
        throw new Error(`Two machines have the id ${value.id}. Give one of them another id.`)
      machines.set(value.id, value)
    }
  return [...machines.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** Returns the machine that a module exports: `path/to/file.ts#export`. */
export async function loadExport(reference: string): Promise<AnyStateMachine> {
  const [file, name] = reference.split('#') as [string, string]
  const exported = (await importModule(resolve(file)))[name]
  if (exported instanceof StateMachine) return exported
  throw new Error(`${file} exports no machine named ${name}.`)
}

const importModule = async (file: string) =>
  (await import(pathToFileURL(file).href)) as Record<string, unknown>

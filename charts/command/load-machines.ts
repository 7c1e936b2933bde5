/** Loads the machines of modules. */
import { readdirSync } from 'node:fs'
import { basename, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyStateMachine, StateMachine } from 'xstate'

/** Machines by the names of the groups that they are in. */
export type MachineGroups = ReadonlyMap<string, readonly AnyStateMachine[]>

/**
 * Returns all machines that the modules of a folder export, each once, grouped by the folders inside it and in the order of
 * their ids. Fails if two have the same id, since each id is the name of a file.
 */
export async function loadFolder(folder: string): Promise<MachineGroups> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d|\.test)\.[jt]sx?$/.test(file))
    .toSorted()
  const found = new Map<string, { group: string; machine: AnyStateMachine }>()
  for (const file of files)
    for (const machine of Object.values(await importModule(join(folder, file)))) {
      if (!(machine instanceof StateMachine)) continue
      const known = found.get(machine.id)
      if (known !== undefined && known.machine !== machine)
        throw new Error(`Two machines have the id ${machine.id}. Give one of them another id.`)
      if (!known)
        found.set(machine.id, { group: file.split(sep).at(-2) ?? basename(folder), machine })
    }
  const sorted = [...found.values()].toSorted(({ machine: one }, { machine: other }) =>
    one.id < other.id ? -1 : 1,
  )
  const groups = new Map<string, AnyStateMachine[]>()
  for (const { group, machine } of sorted)
    groups.set(group, [...(groups.get(group) ?? []), machine])
  return new Map([...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)))
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

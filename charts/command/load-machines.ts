/** Loads the machines of a folder. */
import { basename, dirname } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { machinesIn } from './machine-modules.ts'

/** Machines by the names of the groups that they are in. */
export type MachineGroups = ReadonlyMap<string, readonly AnyStateMachine[]>

/**
 * Returns all machines that the modules of a folder export, each once, grouped by the folders inside it and in the order of
 * their ids. Fails if two have the same id, since each id is the name of a file.
 */
export async function loadFolder(folder: string): Promise<MachineGroups> {
  const found = new Map<string, { group: string; machine: AnyStateMachine }>()
  for (const { machine, file } of await machinesIn(folder)) {
    if (found.has(machine.id))
      throw new Error(`Two machines have the id ${machine.id}. Give one of them another id.`)
    found.set(machine.id, { group: basename(dirname(file)), machine })
  }
  const sorted = [...found.values()].toSorted(({ machine: one }, { machine: other }) =>
    one.id < other.id ? -1 : 1,
  )
  const groups = new Map<string, AnyStateMachine[]>()
  for (const { group, machine } of sorted)
    groups.set(group, [...(groups.get(group) ?? []), machine])
  return new Map([...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

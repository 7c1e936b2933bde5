/** Finds a machine by what people call it. */
import { basename, resolve } from 'node:path'
import { type FoundMachine, machineOfModule, machinesIn } from './machine-modules.ts'

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

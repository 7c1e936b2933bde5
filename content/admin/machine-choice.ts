/** The machine that the viewer of machines shows, as the URL says it. */

export interface MachineChoice {
  /** The id of the machine. */
  machine: string
  /** The session id of an actor, where it is one of several of this machine that are alive. */
  actor: string | null
  /** The id of a state that is pointed out. */
  state: string | null
  /** The id of another window, whose machines are shown in place of those of this one. */
  window: string | null
}

/** The machine that is shown until another is chosen. */
const rootMachine = 'app'

/** The longest name that is taken from a URL. */
const nameLimit = 200

/** Returns the choice that a query string makes. */
export function machineChoiceIn(search: string): MachineChoice {
  const query = new URLSearchParams(search)
  const nameOf = (parameter: string) => query.get(parameter)?.slice(0, nameLimit) || null
  return {
    machine: nameOf('machine') ?? rootMachine,
    actor: nameOf('actor'),
    state: nameOf('state'),
    window: nameOf('window'),
  }
}

/** Returns the query string that makes a choice. */
export const machineSearch = ({ machine, actor, state, window }: MachineChoice) => {
  const chosen = Object.entries({ machine, actor, state, window }).filter(
    ([, name]) => name !== null,
  )
  return `?${new URLSearchParams(chosen as [string, string][])}`
}

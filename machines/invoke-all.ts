/** Starts several machines that run as long as the machine that invokes them. */
import type { AnyStateMachine } from 'xstate'

/** One entry of `invoke`. The id of the actor is also its `systemId` and the name of its logic. */
type Invocations<Machines> = {
  [Id in keyof Machines & string]: { id: Id; systemId: Id; src: Id }
}[keyof Machines & string][]

/** Returns an entry of `invoke` for each machine. Each gets `input`, which returns the input of all. */
export const invokeAll = <Machines extends Record<string, AnyStateMachine>, Input = undefined>(
  machines: Machines,
  input?: Input,
) =>
  Object.keys(machines).map((id) => ({
    id,
    systemId: id,
    src: id,
    ...(input && { input }),
  })) as (Invocations<Machines>[number] & { input: Input })[]

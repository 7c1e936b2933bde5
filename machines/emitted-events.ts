/**
 * The catalog of all facts that actors emit, by the id of the actor that emits them. Any other actor may listen to them
 * (`actor-listener.ts`). Each machine that emits adds its facts in its own file, by `declare module`: the types cannot be
 * inferred from the machines, because machines listen to one another.
 * @public Extended by the machines.
 */
export interface EmittedEvents {}

export type EmitterId = keyof EmittedEvents
export type EmittedBy<Id extends EmitterId> = EmittedEvents[Id]

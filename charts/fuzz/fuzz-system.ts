/** Describes a system of actors that is run at random. */
import type { Living } from './living-actors.ts'
import type { AnyActorRef, EventObject, InspectionEvent, SimulatedClock } from 'xstate'

/** One thing that happens to a system. */
export type Step =
  /** A machine gets an event: the sample with this index. */
  | { do: 'send'; to: string; event: string; sample: number }
  /** An effect of a machine answers, or fails: with the sample with this index. */
  | { do: 'resolve' | 'reject'; effect: string; sample: number }
  /** Time passes, in milliseconds. */
  | { do: 'wait'; time: number }

/** An event that is sent as it is, or by a function, if what sends it does more than that. */
export type Sample = EventObject | { type: string; perform: (ref: AnyActorRef) => void }

/** A rule that holds whenever all actors have come to rest. */
export interface Invariant {
  name: string
  /** Returns what is wrong with the actors that are running; null if nothing is. */
  check: (system: Living[]) => string | null
  /** Hears all that happens in the system. */
  inspect?: (event: InspectionEvent) => void
  /** Hears of each step before it is done, with the actor that it is about. */
  before?: (step: Step, ref: AnyActorRef) => void
}

export interface FuzzSystem {
  /** Starts the root actor, and does what each run begins with. */
  start: (inspect: (event: InspectionEvent) => void) => { root: AnyActorRef; clock: SimulatedClock }
  /** The events that machines get from outside, by the id of the machine: a person or a server sends them. */
  events: Readonly<Record<string, readonly Sample[]>>
  /** The answers of effects, by their source. Each knows what the effect was started with. */
  answers: Readonly<Record<string, readonly ((input: never) => unknown)[]>>
  /** The errors with which any effect may fail. */
  errors: readonly unknown[]
  /** Returns the rules, which begin anew with each run. */
  invariants: () => readonly Invariant[]
}

/** A run that has broken a rule. */
export interface Violation {
  invariant: string
  reason: string
  /** The steps up to the one after which it was broken. */
  steps: readonly Step[]
}

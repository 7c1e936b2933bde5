/** Records which transitions of a machine its tests take, by inspecting its running actors. */
import type { AnyStateMachine, InspectionEvent } from 'xstate'
import { transitionKey, transitionKeys } from '../model/transition-key.ts'
import type { Cause } from './causes.ts'
import { takenTransitions } from './step.ts'

/** The transitions that were taken, by their keys, each once and by what counts most. */
export interface Coverage {
  machine: string
  /** All that there are. */
  all: string[]
  /** Those that a gesture or a real message has caused. */
  taken: string[]
  /** Those that only replaced effects have caused. */
  fromReplaced: string[]
  /** Those that only events have caused that a test sent itself. */
  injected: string[]
  missing: string[]
}

/** Records the transitions that running actors of a machine take. `causeOf` tells what causes the event being processed. */
export function recordTransitions(machine: AnyStateMachine, causeOf: () => Cause) {
  const all = transitionKeys(machine)
  const causes: Record<Cause, Set<string>> = {
    product: new Set(),
    replacedEffect: new Set(),
    injected: new Set(),
  }
  const { product, replacedEffect, injected } = causes
  const onlyIn = (keys: ReadonlySet<string>, ...before: ReadonlySet<string>[]) =>
    all.filter((key) => keys.has(key) && before.every((others) => !others.has(key)))
  return {
    inspect: (event: InspectionEvent) => {
      const keys = takenTransitions(machine, event).map(transitionKey)
      const isNew = keys.some((key) => !product.has(key))
      if (isNew) for (const key of keys) causes[causeOf()].add(key)
    },
    read: (): Coverage => ({
      machine: machine.id,
      all,
      taken: onlyIn(product),
      fromReplaced: onlyIn(replacedEffect, product),
      injected: onlyIn(injected, product, replacedEffect),
      missing: onlyIn(new Set(all), product, replacedEffect, injected),
    }),
  }
}

/** Tells which events of a machine only other machines bring about, and what they do for that. */
import type { ActionModel, ChartModel, InvokeModel, Trigger } from '../model/chart-model.ts'
import { statesBelow, transitionsOf } from '../model/chart-model.ts'
import type { HearsBy } from '../model/overview.ts'

/** Something that a machine does and others wait for, as text: `emits dialogs dialog.answered`, `ends upload`. */
export type Signal = string

/** The rules of a system. */
export interface SystemRules {
  hearsBy: HearsBy
  /** True for an event that is also sent to machines from outside the system, by its interface for example. */
  isSentFromOutside: (event: string) => boolean
}

/** Returns the signals of which one is needed for a trigger; null if it may come at any time. */
export type NeedsOf = (trigger: Trigger) => readonly Signal[] | null

/** Returns the ids of the machines that a machine may wait for, as far as they are known. */
export function suppliersOf(chart: ChartModel, rules: SystemRules, known: ReadonlySet<string>) {
  const needs = needsOf(chart, rules, known)
  const needed = transitionsOf(chart).flatMap(({ trigger }) => needs(trigger) ?? [])
  return [...new Set(needed.map((signal) => signal.split(' ')[1]!))]
}

/** Returns what a machine waits for. `known` has the ids of all machines of the system. */
export function needsOf(
  chart: ChartModel,
  { hearsBy, isSentFromOutside }: SystemRules,
  known: ReadonlySet<string>,
): NeedsOf {
  const invokes = statesBelow(chart.root).flatMap((state) => state.invokes)
  const emitters = emittersOf(invokes, hearsBy)
  return (trigger) => {
    if (trigger.type === 'done') {
      const child = machineOf(chart, invokes, trigger.actor)
      return child !== null && known.has(child) ? [`ends ${child}`] : null
    }
    if (trigger.type !== 'event' || isSentFromOutside(trigger.name)) return null
    const from = emitters.get(trigger.name)
    // An actor that is no machine of the system may emit whatever it wants.
    if (from === undefined || from.some((id) => !known.has(id))) return null
    return [
      ...from.flatMap((id) => [`emits ${id} ${trigger.name}`, `emits ${id} ?`]),
      `raises ${chart.id} ${trigger.name}`,
    ]
  }
}

function emittersOf(invokes: readonly InvokeModel[], hearsBy: HearsBy) {
  const emitters = new Map<string, string[]>()
  for (const invoke of invokes)
    for (const [emitter, events] of Object.entries(hearsBy(invoke)))
      for (const event of events) emitters.set(event, [...(emitters.get(event) ?? []), emitter])
  return emitters
}

/** Returns the id of the machine that runs as an actor of this id; null for other logic. */
const machineOf = ({ actors }: ChartModel, invokes: readonly InvokeModel[], actor: string) => {
  const { src } = invokes.find(({ id }) => id === actor) ?? { src: actor }
  return actors.find(({ name }) => name === src)?.machine ?? null
}

/** Returns the signals of actions of a machine. An event that only running the machine would tell is not among them. */
export const signalsOf = (machine: string, actions: readonly ActionModel[]): Signal[] =>
  actions.flatMap(({ does }) => {
    if (does?.type === 'emit') return [`emits ${machine} ${does.event ?? '?'}`]
    if (does?.type === 'raise') return [`raises ${machine} ${does.event ?? '?'}`]
    // Any of its events.
    return does?.type === 'enqueueActions' ? [`emits ${machine} ?`] : []
  })

/** Describes a system of actors as one chart: who starts whom, and who hears what from whom. */
import type { ChartModel, InvokeModel, StateModel, TransitionModel } from './chart-model.ts'
import { statesBelow } from './chart-model.ts'

/** Returns what an invoked actor makes its parent hear: the types of the events by the id of the actor that emits them. */
export type HearsBy = (invoke: InvokeModel) => Readonly<Record<string, readonly string[]>>

interface Heard {
  /** The id of the actor that emits the events. */
  from: string
  events: readonly string[]
}

/**
 * Returns what a machine hears from others through the actors that it invokes.
 * @internal Exported for tests.
 */
export const heardBy = ({ root }: ChartModel, hearsBy: HearsBy): Heard[] => {
  const heard = new Map<string, Set<string>>()
  for (const invoke of statesBelow(root).flatMap(({ invokes }) => invokes))
    for (const [from, events] of Object.entries(hearsBy(invoke)))
      heard.set(from, new Set([...(heard.get(from) ?? []), ...events]))
  return [...heard].map(([from, events]) => ({ from, events: [...events] }))
}

/**
 * Returns the ids of the machines that a machine may start itself.
 * @internal Exported for tests.
 */
export const startedBy = ({ actors }: ChartModel) => [
  ...new Set(actors.flatMap(({ machine }) => machine ?? [])),
]

/**
 * Returns a chart with a box for each machine, arrows to those that it starts, and what it hears from whom. Machines are
 * grouped as given, by the names of the groups.
 */
export function overviewOf(
  groups: ReadonlyMap<string, readonly ChartModel[]>,
  hearsBy: HearsBy,
): ChartModel {
  const known = new Map(
    [...groups].flatMap(([group, charts]) => charts.map(({ id }) => [id, `${group}.${id}`])),
  )
  const states = [...groups].map(([group, charts]) => ({
    ...emptyState(group),
    type: 'compound' as const,
    states: charts.map((chart) => ({
      ...emptyState(`${group}.${chart.id}`, chart.id),
      description: chart.description,
      transitions: [
        ...heardBy(chart, hearsBy).map(({ from, events }) =>
          row(`${chart.id} hears ${from}`, `hears ${from}: ${events.join(', ')}`, []),
        ),
        ...startedBy(chart).flatMap((id) =>
          known.has(id) ? row(`${chart.id} starts ${id}`, `starts ${id}`, [known.get(id)!]) : [],
        ),
      ],
    })),
  }))
  const root = { ...emptyState('actors'), type: 'compound' as const, states }
  return { id: 'actors', description: null, root, hears: [], emits: [], actors: [] }
}

const emptyState = (id: string, key = id): StateModel => ({
  id,
  key,
  type: 'atomic',
  history: null,
  description: null,
  tags: [],
  meta: null,
  initial: null,
  entry: [],
  exit: [],
  invokes: [],
  transitions: [],
  states: [],
})

const row = (key: string, name: string, targets: string[]): TransitionModel => ({
  key,
  trigger: { type: 'event', name },
  guard: null,
  targets,
  actions: [],
  reenter: false,
  description: null,
})

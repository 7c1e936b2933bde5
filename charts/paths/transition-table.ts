/** Writes the transitions of a machine as a table that a reviewer can approve. */
import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { eventLabel } from './labels.ts'
import type { Path } from './paths.ts'

/** A table with more rows is not reviewed any more. Give a behavior of the machine to a child. */
const maxRows = 40

interface Row {
  /** The position of the owner in the chart. */
  order: number
  /** The owner, the event, its guards and where it leads. */
  head: string
  /** The properties of the context that change. */
  changes: Set<string>
  effects: string
}

/**
 * Returns one row for each handler, to be approved as an inline snapshot: `state | event [guards] → state {changed
 * properties of the context} (effects)`. The state is the one that owns the handler, so that a handler of a parent is
 * one row. A row without an arrow stays where it is.
 */
export function transitionTable(paths: readonly Path[]): string[] {
  const rows = new Map<string, Row>()
  for (const path of paths) {
    const head = headOf(path)
    const effects = path.effects.length > 0 ? ` (${path.effects.join(', ')})` : ''
    const order = path.events.length > 0 ? path.microsteps[0]![0]!.source.order : -1
    const row = rows.get(head + effects) ?? { order, head, changes: new Set(), effects }
    for (const key of path.events.length > 0 ? changedKeys(path) : []) row.changes.add(key)
    rows.set(head + effects, row)
  }
  if (rows.size > maxRows) throw new Error(`The table has ${rows.size} rows, more than ${maxRows}.`)
  return [...rows.values()]
    .toSorted((one, other) => one.order - other.order)
    .map(({ head, changes, effects }) => {
      const context = changes.size > 0 ? ` {${[...changes].toSorted().join(', ')}}` : ''
      return head + context + effects
    })
}

const headOf = ({ events, next, microsteps }: Path) => {
  const event = events.at(-1)
  if (!event) return `start → ${leavesOf(next, [next.machine.root])}`
  const [selected = []] = microsteps
  const taken = microsteps.flat()
  const owners = [...new Set(selected.map(({ source }) => labelOf(source)))].join(' and ')
  const guards = taken.flatMap(({ guard }) => (guard ? [guardLabel(guard)] : []))
  const why = guards.length > 0 ? ` [${guards.join(', ')}]` : ''
  const domains = taken.flatMap((transition) => domainOf(transition))
  const to = domains.length > 0 ? ` → ${leavesOf(next, domains)}` : ''
  return `${owners} | ${eventLabel(event)}${why}${to}`
}

const labelOf = ({ path, machine }: AnyStateNode) => path.join('.') || machine.id

/** Returns the names of a guard: `isNew and not isEmpty`. */
const guardLabel = (guard: unknown): string => {
  if (typeof guard === 'string') return guard
  if (typeof guard === 'object') {
    const { type, params } = guard as { type: string; params?: unknown }
    return typeof params === 'object' ? `${type} ${Object.values(params ?? {}).join(' ')}` : type
  }
  const { name, guards } = guard as { name: string; guards?: readonly unknown[] }
  if (!guards) return 'unnamed guard'
  const labels = guards.map(guardLabel)
  return name === 'not' ? `not ${labels.join()}` : labels.join(` ${name} `)
}

const isInside = (node: AnyStateNode, other: AnyStateNode): boolean =>
  node.parent !== undefined && (node.parent.id === other.id || isInside(node.parent, other))

/** Returns the state in which a transition exits and enters states; none for one without a target. */
const domainOf = ({ source, target, reenter }: AnyTransitionDefinition): AnyStateNode[] => {
  if (!target) return []
  const holdsTargets = (node: AnyStateNode) =>
    node.type === 'compound' && target.every((one: AnyStateNode) => isInside(one, node))
  if (!reenter && holdsTargets(source)) return [source]
  for (let node = source.parent; node; node = node.parent) if (holdsTargets(node)) return [node]
  return [source.machine.root]
}

/** Returns the active states without children, within the given states. */
const leavesOf = ({ _nodes }: AnyMachineSnapshot, within: readonly AnyStateNode[]) =>
  _nodes
    .filter(({ states }) => Object.keys(states).length === 0)
    .filter((node) => within.some((one) => isInside(node, one)))
    .map(labelOf)
    .join(' ')

const changedKeys = ({ from, next }: Path) =>
  Object.keys(next.context).filter(
    // Actors are written as their ids.
    (key) => JSON.stringify(from.context[key]) !== JSON.stringify(next.context[key]),
  )

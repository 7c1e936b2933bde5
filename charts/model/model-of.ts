/** Reads the model of any XState machine. */
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { actionModelOf, isDelayAction } from './action-model.ts'
import type { ActionModel, ActorModel, ChartModel, InvokeModel, StateModel } from './chart-model.ts'
import { statesBelow, transitionsOf } from './chart-model.ts'
import { jsonOf } from './json-of.ts'
import { logicName, machineIdOf } from './logic-name.ts'
import { transitionModelsOf } from './transition-model.ts'

/**
 * Returns the model of a machine: the same one for the same source, whatever order it was loaded in. It shows everything
 * of XState v5 that a machine declares. What a function decides while it runs is not shown: the event types of some
 * `emit`, `raise` and `sendTo`, the actions of `enqueueActions`, and actors that `assign` spawns.
 */
export function modelOf(machine: AnyStateMachine): ChartModel {
  const root = stateModelOf(machine.root)
  const chart = { id: machine.id, description: root.description, root, hears: [], emits: [] }
  return { ...chart, hears: hearsOf(root), emits: emitsOf(chart), actors: actorsOf(machine) }
}

function stateModelOf(node: AnyStateNode): StateModel {
  const actions = (list: readonly unknown[]) =>
    list
      .filter((action) => !isDelayAction(action))
      .map((action) => actionModelOf(action, node.machine))
  return {
    id: node.id,
    key: node.key,
    type: node.type,
    history: node.type === 'history' ? (node.history === 'deep' ? 'deep' : 'shallow') : null,
    description: node.description ?? null,
    tags: [...node.tags],
    meta: metaOf(node),
    initial: node.type === 'compound' ? (node.initial.target[0]?.id ?? null) : null,
    entry: actions(node.entry),
    exit: actions(node.exit),
    invokes: node.invoke.map(invokeModelOf(node.machine)),
    transitions: transitionModelsOf(node),
    states: Object.values(node.states).map(stateModelOf),
  }
}

/** The descriptions of guards stand at the guards. */
function metaOf(node: AnyStateNode) {
  const meta = jsonOf(node.meta)
  if (node.parent || meta === null || typeof meta !== 'object' || Array.isArray(meta)) return meta
  const { guards: _, ...others } = meta
  return Object.keys(others).length > 0 ? others : null
}

const invokeModelOf =
  (machine: AnyStateMachine) =>
  ({ id, src, systemId, input }: AnyStateNode['invoke'][number]): InvokeModel => ({
    id,
    src: logicName(src, machine),
    systemId: systemId ?? null,
    input: jsonOf(input),
  })

/** The events of XState itself are no messages that a machine hears. */
const hearsOf = (root: StateModel) => [
  ...new Set(
    statesBelow(root).flatMap(({ transitions }) =>
      transitions.flatMap(({ trigger }) => (trigger.type === 'event' ? trigger.name : [])),
    ),
  ),
]

const emitsOf = (chart: Pick<ChartModel, 'root'>) => {
  const actions: ActionModel[] = [
    ...statesBelow(chart.root).flatMap(({ entry, exit }) => [...entry, ...exit]),
    ...transitionsOf(chart).flatMap((transition) => transition.actions),
  ]
  return [
    ...new Set(
      actions.flatMap(({ does }) => (does?.type === 'emit' && does.event ? does.event : [])),
    ),
  ].toSorted()
}

const actorsOf = (machine: AnyStateMachine): ActorModel[] =>
  Object.entries(machine.implementations.actors)
    .map(([name, logic]) => ({ name, machine: machineIdOf(logic) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))

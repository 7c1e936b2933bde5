/** Reads what a chart shows of a running machine: where it is, and what it would do next. */
import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate'
import { isEffective, transitionKey } from '../model/transition-key.ts'
import type { ChartModel } from '../model/chart-model.ts'
import { isMachine } from '../model/is-machine.ts'
import type { LiveState, Readiness } from './readiness.ts'
import { recordedStateOf } from './recorded-state.ts'
import type { ShownSnapshot } from './watched.ts'

/** Returns where a machine is and what it would do next. The guards of one that runs are asked, and nothing is sent. */
export function liveStateOf(shown: ShownSnapshot, { root }: Pick<ChartModel, 'root'>): LiveState {
  const { machine } = shown
  if (!isMachine(machine)) return recordedStateOf(shown, root)
  const snapshot = '_nodes' in shown ? (shown as AnyMachineSnapshot) : machine.resolveState(shown)
  const nodes: readonly AnyStateNode[] = snapshot._nodes
  const readiness =
    snapshot.status === 'active' ? nodes.flatMap((node) => readinessOf(node, snapshot)) : []
  return { active: new Set(nodes.map(({ id }) => id)), readiness: new Map(readiness) }
}

type KeyedReadiness = [key: string, readiness: Readiness]

const readinessOf = (node: AnyStateNode, snapshot: AnyMachineSnapshot): KeyedReadiness[] => [
  ...[...node.transitions].flatMap(([type, candidates]) =>
    eventReadiness(node, type, candidates, snapshot),
  ),
  // One that nothing holds back would have been taken.
  ...(node.always ?? []).map((each): KeyedReadiness => [transitionKey(each), 'refused']),
]

function eventReadiness(
  node: AnyStateNode,
  type: string,
  candidates: readonly AnyTransitionDefinition[],
  snapshot: AnyMachineSnapshot,
): KeyedReadiness[] {
  const named = (list: readonly AnyTransitionDefinition[], readiness: Readiness) =>
    list.filter(isEffective).map((each): KeyedReadiness => [transitionKey(each), readiness])
  const chosen = chosenFor(type, snapshot)
  if (chosen === 'depends') return named(candidates, 'depends')
  const index = candidates.findIndex((each) => chosen.includes(each))
  if (index >= 0)
    return [
      ...named(candidates.slice(0, index), 'refused'),
      ...named(candidates.slice(index, index + 1), 'open'),
    ]
  // A state inside this one takes the event in its place.
  return chosen.some(({ source }) => isInside(source, node)) ? [] : named(candidates, 'refused')
}

/** Returns the transitions that an event takes which says nothing but its type. */
function chosenFor(type: string, snapshot: AnyMachineSnapshot) {
  const { event, isRead } = createProbe(type)
  try {
    const chosen: AnyTransitionDefinition[] =
      snapshot.machine.getTransitionData(snapshot, event) ?? []
    return isRead() ? 'depends' : chosen
  } catch {
    return 'depends'
  }
}

/** Returns an event that notices when anything but its type is read. */
function createProbe(type: string) {
  let read = false
  const noticed = <Value>(value: Value) => {
    read = true
    return value
  }
  const event = new Proxy<AnyEventObject>(
    { type },
    {
      get: (_, property) => (property === 'type' ? type : noticed(undefined)),
      has: (target, property) => noticed(property in target),
      ownKeys: (target) => noticed(Reflect.ownKeys(target)),
    },
  )
  return { event, isRead: () => read }
}

const isInside = (node: AnyStateNode, ancestor: AnyStateNode): boolean =>
  node.parent !== undefined && (node.parent === ancestor || isInside(node.parent, ancestor))

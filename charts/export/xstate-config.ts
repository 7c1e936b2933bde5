/** Writes a chart as the JSON from which XState, and the editor of Stately, make a machine. */
import { actionText } from '../model/action-text.ts'
import {
  type ActionModel,
  type ChartModel,
  type GuardModel,
  type InvokeModel,
  type Json,
  type StateModel,
  type TransitionModel,
  type Trigger,
  includesState,
} from '../model/chart-model.ts'
import { guardText } from '../model/guard-model.ts'

type JsonObject = Record<string, Json>

/**
 * Returns the configuration of a machine with the same states, transitions and names, for `createMachine`. JSON holds no
 * functions: a guard that combines others, and a guard or an action without a name, is named by its text.
 */
export const xstateConfigOf = ({ id, root }: ChartModel): JsonObject => ({
  id,
  ...stateConfigOf(root, null),
})

function stateConfigOf(state: StateModel, parent: StateModel | null): JsonObject {
  const { id, key, type, history, description, tags, meta, states } = state
  const hasOwnId = parent !== null && id !== `${parent.id}.${key}`
  return given({
    id: hasOwnId ? id : null,
    type: type === 'atomic' || type === 'compound' ? null : type,
    ...{ history, description, meta },
    tags: listOf(tags),
    initial: initialKeyOf(state),
    entry: listOf(state.entry.map(actionConfigOf)),
    exit: listOf(state.exit.map(actionConfigOf)),
    invoke: listOf(state.invokes.map((invoke) => invokeConfigOf(invoke, state))),
    ...transitionConfigsOf(state),
    states:
      states.length === 0
        ? null
        : Object.fromEntries(states.map((child) => [child.key, stateConfigOf(child, state)])),
  })
}

/** Returns the properties that have a value. */
const given = (properties: Record<string, Json | null>): JsonObject =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null))

const listOf = (items: Json[]) => (items.length === 0 ? null : items)

/** Returns the key of the child that is entered first, or that contains the state which is. */
const initialKeyOf = ({ initial, states }: StateModel) =>
  initial === null ? null : (states.find((child) => includesState(child, initial))?.key ?? null)

const invokeConfigOf = ({ id, src, systemId, input }: InvokeModel, state: StateModel) =>
  given({
    ...{ id, systemId, input },
    src: src ?? '(a function)',
    onDone: transitionsBy(state, { type: 'done', actor: id }),
    onError: transitionsBy(state, { type: 'error', actor: id }),
    onSnapshot: transitionsBy(state, { type: 'snapshot', actor: id }),
  })

const isSameTrigger = (one: Trigger, other: Trigger) =>
  JSON.stringify(one) === JSON.stringify(other)

const transitionsBy = ({ transitions }: StateModel, trigger: Trigger) =>
  listOf(
    transitions
      .filter((transition) => isSameTrigger(transition.trigger, trigger))
      .map(transitionConfigOf),
  )

/** Returns the transitions that do not belong to an invoked actor, by what they wait for. */
function transitionConfigsOf(state: StateModel) {
  const by: Record<'on' | 'after', Record<string, Json[]>> = { on: {}, after: {} }
  for (const transition of state.transitions) {
    const [property, name] = placeOf(transition.trigger, state) ?? []
    if (property && name !== undefined)
      (by[property][name] ??= []).push(transitionConfigOf(transition))
  }
  return {
    on: objectOf(by.on),
    after: objectOf(by.after),
    always: transitionsBy(state, { type: 'always' }),
    onDone: transitionsBy(state, { type: 'stateDone' }),
  }
}

const objectOf = (object: JsonObject) => (Object.keys(object).length === 0 ? null : object)

/** Returns where a transition stands that waits for an event or a delay, and under which name; null for others. */
function placeOf(trigger: Trigger, { invokes }: StateModel): ['on' | 'after', name: string] | null {
  if (trigger.type === 'event') return ['on', trigger.name]
  if (trigger.type === 'after') return ['after', trigger.delay]
  if (!('actor' in trigger) || invokes.some(({ id }) => id === trigger.actor)) return null
  // Of an actor that an action has started.
  const type = trigger.type === 'snapshot' ? 'snapshot' : `${trigger.type}.actor`
  return ['on', `xstate.${type}.${trigger.actor}`]
}

const transitionConfigOf = ({
  targets,
  guard,
  actions,
  reenter,
  description,
}: TransitionModel): JsonObject =>
  given({
    target: listOf(targets.map((id) => `#${id}`)),
    guard: guard && guardConfigOf(guard),
    actions: listOf(actions.map(actionConfigOf)),
    reenter: reenter || null,
    description,
  })

const guardConfigOf = (guard: GuardModel): Json =>
  guard.type === 'name'
    ? given({ type: guard.name, params: guard.params })
    : { type: guardText(guard) }

const actionConfigOf = (action: ActionModel): Json =>
  action.type === 'name'
    ? given({ type: action.name, params: action.params })
    : { type: actionText(action) }

/** Changes a machine in one place at a time, as a mistake would: where no test notices, one is missing. */
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { actionText } from '../model/action-text.ts'
import { actionModelOf } from '../model/action-model.ts'
import { copyConfig } from './copy-config.ts'

/** A part of a configuration, as it is written: names, objects, functions and lists of these. */
type Part = Record<string, unknown>

/** A machine that is changed in one place. */
export interface Mutant {
  /** The place and the change: `door.closed opened: guard removed`. */
  name: string
  config: AnyStateMachine['config']
}

/** A change of a copied configuration. */
interface Change {
  name: string
  apply: (root: Part) => void
}

/**
 * Returns a machine with each guard removed, each transition deleted and led to another state, and each action dropped, one
 * at a time.
 */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  return changesBelow(machine.root, []).map(({ name, apply }) => {
    const config = copyConfig(machine.config)
    apply(config as Part)
    return { name, config }
  })
}

function changesBelow(node: AnyStateNode, path: readonly string[]): Change[] {
  const own = (apply: (state: Part) => void) => (root: Part) => apply(partAt(root, path))
  const changes = [
    ...handlersOf(node).flatMap((handler) => handlerChanges(node, handler)),
    ...['entry', 'exit'].flatMap((key) =>
      actionChanges(node, (state) => [state, key], `${node.id} ${key}`),
    ),
  ]
  return [
    ...changes.map(({ name, apply }) => ({ name, apply: own(apply) })),
    ...Object.values(node.states).flatMap((child) =>
      changesBelow(child, [...path, 'states', child.key]),
    ),
  ]
}

const partAt = (part: Part, path: readonly (string | number)[]): Part =>
  path.reduce<Part>((found, key) => found[key] as Part, part)

/** The place of the transitions for one event: the property of an object inside the configuration of a state. */
interface Handler {
  /** The event, as it is read: `saved`, `saveItem done`. */
  label: string
  eventType: string
  /** Returns the object and its property in a configuration of the state. */
  place: (state: Part) => [holder: Part, key: string]
}

/** Returns where a state has its transitions. */
function handlersOf(node: AnyStateNode): Handler[] {
  const { config, id } = node
  const raw = config as Part
  const inside = (
    group: string,
    handlerOf: (key: string) => Pick<Handler, 'label' | 'eventType'>,
  ) =>
    Object.keys((raw[group] as Part | undefined) ?? {}).map((key): Handler => ({
      ...handlerOf(key),
      place: (state) => [state[group] as Part, key],
    }))
  const own = (key: string, eventType: string): Handler[] =>
    raw[key] === undefined ? [] : [{ label: key, eventType, place: (state) => [state, key] }]
  return [
    ...inside('on', (key) => ({ label: key, eventType: key })),
    ...inside('after', (key) => ({
      label: `after ${key}`,
      eventType: `xstate.after.${key}.${id}`,
    })),
    ...own('always', ''),
    ...own('onDone', `xstate.done.state.${id}`),
    ...invokeHandlersOf(node),
  ]
}

const answersOfInvoke = {
  onDone: 'xstate.done.actor',
  onError: 'xstate.error.actor',
  onSnapshot: 'xstate.snapshot',
}

/** Returns where a state answers the actors that it starts. */
const invokeHandlersOf = ({ config, invoke }: AnyStateNode) =>
  invoke.flatMap((definition, index) =>
    Object.entries(answersOfInvoke)
      .filter(([key]) => key in invokeAt(config as Part, index))
      .map(([key, prefix]): Handler => ({
        label: `${definition.id} ${key}`,
        eventType: `${prefix}.${definition.id}`,
        place: (state) => [invokeAt(state, index), key],
      })),
  )

const invokeAt = (state: Part, index: number) => listOf(state['invoke'])[index] as Part

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as unknown[]) : [value]

/** Returns a transition as an object; a target alone is short for one. */
const asTransition = (value: unknown): Part =>
  typeof value === 'string' ? { target: value } : (value as Part)

/** True for a transition with a target, an action or a guard. */
const isEffective = (transition: Part | undefined) =>
  ['target', 'actions', 'guard'].some((key) => transition?.[key] !== undefined)

function handlerChanges(node: AnyStateNode, handler: Handler): Change[] {
  const [holder, key] = handler.place(node.config as Part)
  const transitions = listOf(holder[key]).map(asTransition)
  return transitions.flatMap((transition, index) =>
    // One without all of these only says that nothing happens.
    isEffective(transition)
      ? transitionChanges(node, handler, { transition, index, count: transitions.length })
      : [],
  )
}

interface Listed {
  transition: Part
  /** Its index among those for the same event, and the number of these. */
  index: number
  count: number
}

function transitionChanges(node: AnyStateNode, handler: Handler, listed: Listed): Change[] {
  const { transition, index, count } = listed
  const at = `${node.id} ${handler.label}${count > 1 ? ` [${index}]` : ''}`
  const other = otherTarget(node, handler.eventType, index)
  const change = (what: string, edit: (transition: Part) => Part | null): Change => ({
    name: `${at}: ${what}`,
    apply: (state) => editTransition(handler.place(state), index, edit),
  })
  const placeActions = (state: Part): [Part, string] => {
    const [own, ownKey] = handler.place(state)
    const list = listOf(own[ownKey]).map(asTransition)
    own[ownKey] = list
    return [list[index]!, 'actions']
  }
  return [
    change('deleted', () => null),
    ...(transition['guard'] === undefined
      ? []
      : [change('guard removed', ({ guard: _, ...rest }) => rest)]),
    ...(other === null
      ? []
      : [change(`leads to ${other}`, (rest) => ({ ...rest, target: `#${other}` }))]),
    ...actionChanges(node, placeActions, at),
  ]
}

/** Puts another transition in the place of one, or none for null. */
function editTransition(
  [own, key]: [Part, string],
  index: number,
  edit: (transition: Part) => Part | null,
) {
  const list = listOf(own[key]).map(asTransition)
  const edited = edit({ ...list[index] })
  own[key] = edited ? list.with(index, edited) : list.toSpliced(index, 1)
  if (edited === null && list.length === 1) delete own[key]
}

/** Returns a state beside the target of a transition; null if it has none, or there is none. */
function otherTarget(node: AnyStateNode, eventType: string, index: number): string | null {
  const definitions = eventType === '' ? node.always : node.transitions.get(eventType)
  const target = definitions?.[index]?.target?.[0]
  if (!target?.parent) return null
  const siblings = Object.values(target.parent.states)
  const next = siblings[(siblings.indexOf(target) + 1) % siblings.length]!
  return next === target ? null : next.id
}

function actionChanges(
  node: AnyStateNode,
  placeIn: (state: Part) => [holder: Part, key: string],
  at: string,
): Change[] {
  const [holder, key] = placeIn(copyConfig(node.config as Part))
  return listOf(holder[key]).map((action, index) => ({
    name: `${at}: without ${actionText(actionModelOf(action, node.machine))}`,
    apply: (state) => {
      const [own, ownKey] = placeIn(state)
      own[ownKey] = listOf(own[ownKey]).toSpliced(index, 1)
    },
  }))
}

/** Reads what an action of a machine is called and what it does. */
import type { AnyStateMachine } from 'xstate'
import type { ActionModel, BuiltInAction } from './chart-model.ts'
import { evaluated } from './evaluated.ts'
import { jsonOf } from './json-of.ts'
import { logicName } from './logic-name.ts'

/** The properties that XState's action creators write on the function that they return. */
interface CreatedAction {
  type?: string
  params?: unknown
  id?: unknown
  event?: unknown
  to?: unknown
  src?: unknown
  delay?: unknown
  sendId?: unknown
  actorRef?: unknown
}

/** Returns the model of an action as it stands in a machine: by name, or as a function. */
export function actionModelOf(action: unknown, machine: AnyStateMachine): ActionModel {
  const name = nameOf(action)
  if (name === null) return { type: 'inline', does: builtInOf(action, machine) }
  const { params } = asCreated(action)
  const does = builtInOf(machine.implementations.actions[name], machine)
  return { type: 'name', name, params: jsonOf(params), does }
}

/** True for the actions by which XState starts and ends the timers of `after`, which nobody has written. */
export const isDelayAction = (action: unknown) => {
  const { event, sendId } = asCreated(action)
  return [typeOf(event), sendId].some(
    (id) => typeof id === 'string' && id.startsWith('xstate.after.'),
  )
}

/** An action is a name, an object with a name and parameters, or a function, which has a type if XState made it. */
const nameOf = (action: unknown) => {
  if (typeof action === 'string') return action
  return typeof action === 'function' ? null : String(asCreated(action).type)
}

function builtInOf(action: unknown, machine: AnyStateMachine): BuiltInAction | null {
  if (typeof action !== 'function') return null
  const created = asCreated(action)
  const { event, delay, id } = created
  switch (created.type) {
    case 'xstate.assign':
    case 'xstate.log':
    case 'xstate.enqueueActions':
      return { type: created.type.slice('xstate.'.length) as 'assign' | 'log' | 'enqueueActions' }
    case 'xstate.emit':
      return { type: 'emit', event: typeOf(event) }
    case 'xstate.raise':
      return { type: 'raise', event: typeOf(event), delay: delayOf(delay) }
    case 'xstate.sendTo':
      return { type: 'sendTo', event: typeOf(event), actor: actorIdOf(created.to) }
    case 'xstate.spawnChild':
      return {
        type: 'spawnChild',
        src: logicName(created.src, machine) ?? '(inline)',
        id: textOf(id),
      }
    case 'xstate.stopChild':
      return { type: 'stopChild', id: actorIdOf(created.actorRef) }
    case 'xstate.cancel':
      return { type: 'cancel', id: textOf(created.sendId) }
    default:
      return null
  }
}

/** Returns the type of an event, also of one that a function makes, if it is the same for any context. */
const typeOf = (event: unknown): string | null => {
  const made = typeof event === 'function' ? evaluated(event) : event
  if (typeof made === 'string') return made
  return textOf((made as { type?: unknown } | null | undefined)?.type)
}

const actorIdOf = (to: unknown) => {
  const found = typeof to === 'function' ? evaluated(to) : to
  return textOf(found) ?? textOf((found as { id?: unknown } | null | undefined)?.id)
}

const delayOf = (delay: unknown) => (typeof delay === 'number' ? `${delay}` : textOf(delay))
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
/** Any value may be asked for the properties of a created action; a name has none of them. */
const asCreated = (action: unknown) => Object(action) as CreatedAction

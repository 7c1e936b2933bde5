/** Names events, states and actions of machines as people read them. */
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, EventObject } from 'xstate'
import type { StepAction } from './step.ts'

/** Returns the name of an event, with those of effects and delays in words. */
export const eventLabel = ({ type }: AnyEventObject) =>
  type
    .replace(/^xstate\.done\.actor\.(.+)/, '$1 done')
    .replace(/^xstate\.error\.actor\.(.+)/, '$1 failed')
    .replace(/^xstate\.after\.([^.]+).*/, '$1 elapsed')

/** Returns the names of the states of a snapshot: `open.idle`. */
export const stateLabel = ({ value }: AnyMachineSnapshot) =>
  JSON.stringify(value).replace(/["{}]/g, '').replaceAll(':', '.').replaceAll(',', ' ')

/** Returns what an action does, in words; nothing for those that only change the machine itself. */
export const actionLabels = ({ type, params }: StepAction): string[] => {
  if (type === 'xstate.emit') return [`emits ${(params as { event: EventObject }).event.type}`]
  if (type === 'xstate.sendTo') {
    const { to, targetId, event } = params as {
      to: AnyActorRef
      targetId?: string
      event: EventObject
    }
    return [`sends ${event.type} to ${targetId ?? to.id}`]
  }
  return type.startsWith('xstate.') || type === '(anonymous)' ? [] : [type]
}

/** Says what an action does, as people read it. */
import type { ActionModel, BuiltInAction } from './chart-model.ts'
import { jsonText } from './json-of.ts'

/** Returns the name of an action, or what it does if it has none; the event that it emits or sends in any case. */
export function actionText(action: ActionModel): string {
  const does = action.does && doesText(action.does)
  if (action.type === 'inline') return does ?? '(a function)'
  const name = action.params === null ? action.name : `${action.name}(${jsonText(action.params)})`
  return does && hasEvent(action.does!) ? `${name}: ${does}` : name
}

const hasEvent = (does: BuiltInAction) => 'event' in does && does.event !== null

function doesText(does: BuiltInAction): string {
  switch (does.type) {
    case 'emit':
      return `emit ${does.event ?? 'an event'}`
    case 'raise':
      return `raise ${does.event ?? 'an event'}${does.delay === null ? '' : ` after ${does.delay}`}`
    case 'sendTo':
      return `send ${does.event ?? 'an event'} to ${does.actor ?? 'an actor'}`
    case 'spawnChild':
      return `start ${does.src}`
    case 'stopChild':
      return `stop ${does.id ?? 'an actor'}`
    case 'cancel':
      return `cancel ${does.id ?? 'an event'}`
    default:
      return does.type
  }
}

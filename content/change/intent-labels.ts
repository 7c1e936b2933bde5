/** Names what each kind of change has done, such as “Edited”. */
import type { Intent, IntentOf } from './types.ts'

const intentLabels: Record<Intent['kind'], string> = {
  set: 'Edited',
  restore: 'Put back',
  publish: 'Published',
  publishAll: 'Published',
  schedule: 'Scheduled',
  delete: 'Deleted',
  deleteAll: 'Deleted',
  move: 'Moved',
  moveAll: 'Moved',
  transfer: 'Moved',
  add: 'Added',
  bind: 'Edited',
  paste: 'Pasted',
  duplicate: 'Duplicated',
}

/** Returns what a change has done. */
export const intentLabelOf = (intent: Intent) => {
  if (isDiscard(intent)) return 'Discarded draft'
  if (intent.kind !== 'schedule') return intentLabels[intent.kind]
  if ('publishedUntil' in intent)
    return intent.publishedUntil === null ? 'Removed the end of' : 'Set the end of'
  return intent.publishedAt === null ? 'Unscheduled' : intentLabels.schedule
}

/** True if only the draft of a component is deleted, and its live version stays. */
export const isDiscard = (intent: Intent): intent is IntentOf<'delete'> =>
  intent.kind === 'delete' && intent.isDraft === true

/** True for the name of a kind of change. */
export const isIntentKind = (kind: string) => Object.hasOwn(intentLabels, kind)

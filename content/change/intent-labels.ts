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

const setEnd = 'Set the end of the publication'
const removedEnd = 'Removed the end of the publication'

/** Returns what a change has done. */
export const intentLabelOf = (intent: Intent) => {
  if (isDiscard(intent)) return 'Discarded draft'
  if (intent.kind !== 'schedule') return intentLabels[intent.kind]
  if ('publishedUntil' in intent) return intent.publishedUntil === null ? removedEnd : setEnd
  return intent.publishedAt === null ? 'Unscheduled' : intentLabels.schedule
}

/** Returns what a change has done to something that is named after it, such as “Discarded draft of”. */
export const intentLabelBefore = (intent: Intent) => {
  const label = intentLabelOf(intent)
  return isDiscard(intent) || label === setEnd || label === removedEnd ? `${label} of` : label
}

/** True if only the draft of a component is deleted, and its live version stays. */
export const isDiscard = (intent: Intent): intent is IntentOf<'delete'> =>
  intent.kind === 'delete' && intent.isDraft === true

/** True for the name of a kind of change. */
export const isIntentKind = (kind: string) => Object.hasOwn(intentLabels, kind)

/** Names what each kind of change has done, such as “Edited”. */
import type { Intent } from './types.ts'

export const intentLabels: Record<Intent['kind'], string> = {
  set: 'Edited',
  restore: 'Put back',
  publish: 'Published',
  publishAll: 'Published',
  schedule: 'Rescheduled',
  delete: 'Deleted',
  deleteAll: 'Deleted',
  move: 'Moved',
  moveAll: 'Moved',
  transfer: 'Moved',
  add: 'Added',
  paste: 'Pasted',
  duplicate: 'Duplicated',
}

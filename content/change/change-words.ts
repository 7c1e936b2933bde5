/** What was done by a change, in the words of an editor. */
import type { Intent } from './types.ts'

export const changeWords: Record<Intent['kind'], string> = {
  set: 'Edited',
  restore: 'Put back',
  publish: 'Published',
  delete: 'Deleted',
  move: 'Moved',
  transfer: 'Moved',
  add: 'Added',
  paste: 'Pasted',
  duplicate: 'Duplicated',
}

/** Tells whether everything that was edited is saved. */
import type { FieldRef } from './field.ts'
import { type PendingEditsRef, selectFieldRefs, selectPendingMovesRef } from './pending-edits.ts'
import { moveRefsOf } from './pending-moves.ts'
import type { ReorderRef } from './reorder.ts'
import type { TransferRef } from './transfer.ts'

/** `unsaved`: an edit failed to save. `saving`: one is being saved or will be. */
type EditsStatus = 'saved' | 'saving' | 'unsaved'

/** `staged`: a new component is being filled in, or was and is not added. */
export type SaveStatus = EditsStatus | 'staged'

export type EditRef = FieldRef | ReorderRef | TransferRef

/** Returns the page on which an edit was made before the document was loaded; undefined for one of this document. */
export const pageBefore = (ref: EditRef) => {
  const { context } = ref.getSnapshot()
  return 'value' in context ? context.interruption?.page : context.page
}

/** Returns the status of the given edits. */
export const editsStatusOf = (refs: readonly EditRef[]): EditsStatus => {
  const anyHasTag = (tag: 'busy' | 'unsaved') => refs.some((ref) => ref.getSnapshot().hasTag(tag))
  return anyHasTag('unsaved') ? 'unsaved' : anyHasTag('busy') ? 'saving' : 'saved'
}

interface Unsaved {
  edits: EditsStatus
  /** True while an action waits for the network. */
  isWaiting: boolean
  /** True while a change is in the queue. */
  isQueueBusy: boolean
  /** True while a new component is being filled in. */
  isStaged: boolean
  /** True while an addition that was interrupted is offered again. */
  isOffered: boolean
  /** True once the session has ended, without which nothing can be saved. */
  isSignedOut: boolean
}

/** Returns the status of everything. Whatever is not `saved` would be lost if the page were closed now. */
export const saveStatusOf = (unsaved: Unsaved): SaveStatus => {
  const { edits, isWaiting, isQueueBusy, isStaged, isOffered, isSignedOut } = unsaved
  if (isWaiting || edits === 'unsaved') return 'unsaved'
  if (edits === 'saving' || isQueueBusy) return isSignedOut ? 'unsaved' : 'saving'
  return isStaged || isOffered ? 'staged' : 'saved'
}

/** Returns the actors of all edits that may be unsaved: of fields, of the order of groups, and of transfers. */
export const editRefsOf = (pendingEditsRef: PendingEditsRef): EditRef[] => {
  const snapshot = pendingEditsRef.getSnapshot()
  const moves = moveRefsOf(selectPendingMovesRef(snapshot).getSnapshot())
  return [...Object.values(selectFieldRefs(snapshot)), ...moves]
}

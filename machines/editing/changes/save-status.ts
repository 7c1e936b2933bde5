/** Tells whether everything that was edited is saved. */
import type { FieldRef } from './field.ts'
import { type PendingEditsRef, selectFieldRefs, selectPendingMovesRef } from './pending-edits.ts'
import { selectReorderRefs } from './pending-moves.ts'
import type { ReorderRef } from './reorder.ts'

/** `unsaved`: an edit failed to save. `saving`: one is being saved or will be. */
export type SaveStatus = 'saved' | 'saving' | 'unsaved'

type EditRef = FieldRef | ReorderRef

/** Returns the status of the given edits. */
export const saveStatusOf = (refs: readonly EditRef[]): SaveStatus => {
  const anyHasTag = (tag: 'busy' | 'unsaved') => refs.some((ref) => ref.getSnapshot().hasTag(tag))
  return anyHasTag('unsaved') ? 'unsaved' : anyHasTag('busy') ? 'saving' : 'saved'
}

/** Returns the actors of all edits that may be unsaved: of fields, and of the order of groups. */
export const editRefsOf = (pendingEditsRef: PendingEditsRef): EditRef[] => {
  const snapshot = pendingEditsRef.getSnapshot()
  const reorders = selectReorderRefs(selectPendingMovesRef(snapshot).getSnapshot())
  return [...Object.values(selectFieldRefs(snapshot)), ...Object.values(reorders)]
}

/** Provides the effects that remember in this tab that it is editing, and what is unsaved. */
import { type EventObject, fromCallback, fromPromise } from 'xstate'
import type { FieldChange } from '#content/change/fields/field-value.ts'
import {
  type RememberedEdit,
  parseRememberedEdits,
  rememberedEditsText,
  resumeEdit,
} from '#content/change/fields/remembered-edits.ts'
import type { ChangePage } from '#content/change/types.ts'
import { type FieldRef, selectPendingValue } from '#machines/editing/changes/field.ts'
import { type PendingEditsRef, selectFieldRefs } from '#machines/editing/changes/pending-edits.ts'
import { editModeMemoryMachine } from '#machines/editing/edit-mode-memory.ts'
import { editingFlag, editsText } from '../../browser/tab-storage.ts'
import { servicesOf } from '../../services/services.ts'
import { editingAccount } from '../session-effects.ts'
import { changePage } from './other-page-effects.ts'

/** Returns the edit of a field as it is remembered; null while it is saved. */
const rememberedEdit = (ref: FieldRef, page: ChangePage): RememberedEdit | null => {
  const snapshot = ref.getSnapshot()
  if (selectPendingValue(snapshot) === undefined) return null
  const { iri, deleted, property, isChoice, value, stored, inFlight } = snapshot.context
  // The edit of a deleted draft is shown in its live version.
  return { iri: deleted?.live ?? iri, property, isChoice, value, stored, inFlight, page }
}

/** Follows each edited field. Forgets the edits when editing ends, but not when the document is unloaded. */
const rememberEdits = fromCallback<EventObject, undefined>(({ system }) => {
  const pendingEditsRef: PendingEditsRef = system.get('pendingEdits')
  const account = editingAccount(system)['@id']
  /** The page of each edited field. */
  const pages = new Map<FieldRef, ChangePage>()
  const subscriptions = [pendingEditsRef.subscribe(() => watch())]
  const save = () => {
    const edits = [...pages].map(([ref, page]) => rememberedEdit(ref, page))
    const unsaved = edits.filter((edit) => edit !== null)
    editsText.save(rememberedEditsText(account, unsaved))
  }
  const watch = () => {
    const refs = Object.values(selectFieldRefs(pendingEditsRef.getSnapshot()))
    for (const ref of refs) {
      if (pages.has(ref)) continue
      pages.set(ref, ref.getSnapshot().context.interruption?.page ?? changePage(system))
      subscriptions.push(ref.subscribe(save))
    }
    for (const ref of pages.keys()) if (!refs.includes(ref)) pages.delete(ref)
    save()
  }
  watch()
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
    editsText.clear()
  }
})

export const editModeMemory = editModeMemoryMachine.provide({
  actors: {
    wasEditing: fromPromise<boolean, undefined>(async () => editingFlag.isSet()),
    // Runs also when the session ends, which stops the editor, but not when the document is unloaded.
    rememberEditing: fromCallback(() => {
      editingFlag.set()
      return editingFlag.clear
    }),
    readEdits: fromPromise<readonly FieldChange[], undefined>(async ({ system }) => {
      const { read } = servicesOf(system).cache
      const account = editingAccount(system)['@id']
      return parseRememberedEdits(editsText.read() ?? '', account)
        .map((edit) => resumeEdit(edit, read))
        .filter((edit) => edit !== null)
    }),
    rememberEdits,
  },
})

/** Provides the effects that remember in this tab that it is editing, what is selected, being added and unsaved. */
import { type EventObject, fromCallback, fromPromise } from 'xstate'
import {
  type RememberedEdit,
  parseRememberedEdits,
  rememberedEditsText,
  resumeEdit,
} from '#content/change/fields/remembered-edits.ts'
import {
  parseRememberedAddition,
  rememberedAdditionText,
} from '#content/change/remembered-addition.ts'
import type { ChangePage } from '#content/change/types.ts'
import {
  parseRememberedSelection,
  rememberedSelectionText,
} from '#content/page/selection/remembered-selection.ts'
import { type FieldRef, selectPendingValue } from '#machines/editing/changes/field.ts'
import { type PendingEditsRef, selectFieldRefs } from '#machines/editing/changes/pending-edits.ts'
import { type RememberedWork, editModeMemoryMachine } from '#machines/editing/edit-mode-memory.ts'
import {
  type MultipleSelectionRef,
  selectComponents,
} from '#machines/editing/selection/multiple-selection.ts'
import { type SelectionRef, selectStack } from '#machines/editing/selection/selection.ts'
import { additionText, editingFlag, editsText, selectionText } from '../../browser/tab-storage.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { editingAccount } from '../session-effects.ts'
import { changePage } from './other-page-effects.ts'

/** Returns the edit of a field as it is remembered; null while it is saved. */
const rememberedEdit = (ref: FieldRef, page: ChangePage): RememberedEdit | null => {
  const snapshot = ref.getSnapshot()
  if (selectPendingValue(snapshot) === undefined) return null
  const { iri, deleted, property, isChoice, isLive, value, stored, inFlight } = snapshot.context
  // The edit of a deleted draft is shown in its live version.
  const field = { iri: deleted?.live ?? iri, property, isChoice, ...(isLive && { isLive }) }
  return { ...field, value, stored, inFlight, page }
}

/** Follows each edited field. Forgets all that when editing ends, but not when the document is unloaded. */
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
    for (const text of [editsText, selectionText, additionText]) text.clear()
  }
})

/** Returns what is selected, with all its ancestors: several components, one resource, or nothing. */
const selectedStacks = (system: ActorSystem) => {
  const multipleSelectionRef: MultipleSelectionRef = system.get('multipleSelection')
  const selectionRef: SelectionRef = system.get('selection')
  const components = selectComponents(multipleSelectionRef.getSnapshot())
  return components.length > 0
    ? components.map(({ stack }) => stack)
    : [selectStack(selectionRef.getSnapshot())]
}

export const editModeMemory = editModeMemoryMachine.provide({
  actors: {
    wasEditing: fromPromise<boolean, undefined>(async () => editingFlag.isSet()),
    // Runs also when the session ends, which stops the editor, but not when the document is unloaded.
    rememberEditing: fromCallback(() => {
      editingFlag.set()
      return editingFlag.clear
    }),
    readWork: fromPromise<RememberedWork, undefined>(async ({ system }) => {
      const { read } = servicesOf(system).cache
      const account = editingAccount(system)['@id']
      return {
        edits: parseRememberedEdits(editsText.read() ?? '', account)
          .map((edit) => resumeEdit(edit, read))
          .filter((edit) => edit !== null),
        iris: parseRememberedSelection(selectionText.read() ?? '', account),
        addition: parseRememberedAddition(additionText.read() ?? '', account),
      }
    }),
    rememberEdits,
  },
  actions: {
    saveAddition: ({ system }, { kind: { type }, insertionPoint, data, id }) => {
      const addition = { type, insertionPoint, data, id, page: changePage(system) }
      additionText.save(rememberedAdditionText(editingAccount(system)['@id'], addition))
    },
    clearAddition: additionText.clear,
    saveSelection: ({ system }) => {
      const stacks = selectedStacks(system)
      selectionText.save(rememberedSelectionText(editingAccount(system)['@id'], stacks))
    },
  },
})

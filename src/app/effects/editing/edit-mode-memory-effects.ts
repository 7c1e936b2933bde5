/** Provides the effects that remember in this tab that it is editing, what is selected, being added and unsaved. */
import {
  type AnyActorRef,
  type EventObject,
  type Subscription,
  fromCallback,
  fromPromise,
} from 'xstate'
import {
  type RememberedEdit,
  parseRememberedEdits,
  rememberedEditsText,
  rememberedResources,
  resumeEdit,
} from '#content/change/fields/remembered-edits.ts'
import { rememberMove, resumeMove } from '#content/change/moves/remembered-moves.ts'
import {
  parseRememberedAddition,
  rememberedAdditionText,
} from '#content/change/remembered-addition.ts'
import type { FieldEdit } from '#content/change/fields/field-edit.ts'
import { knownResources } from '#content/change/undo/plan-restoration.ts'
import { publishedIri } from '#content/model/component-versions.ts'
import type { ChangePage } from '#content/change/types.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource, Resource } from '#content/model/resource.ts'
import {
  parseRememberedSelection,
  rememberedSelectionText,
} from '#content/page/selection/remembered-selection.ts'
import { type FieldRef, selectPendingValue } from '#machines/editing/changes/field.ts'
import {
  type PendingEditsRef,
  selectPendingMovesRef,
} from '#machines/editing/changes/pending-edits.ts'
import { type EditRef, editRefsOf, pageBefore } from '#machines/editing/changes/save-status.ts'
import { type RememberedWork, editModeMemoryMachine } from '#machines/editing/edit-mode-memory.ts'
import {
  type MultipleSelectionRef,
  selectComponents,
} from '#machines/editing/selection/multiple-selection.ts'
import { type SelectionRef, selectStack } from '#machines/editing/selection/selection.ts'
import { resourcesOf } from '#src/resources/cache-snapshot.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'
import { keepFiles, logNotKept, pastedFiles } from '../../browser/kept-uploads.ts'
import { editingFlag, selectionText } from '../../browser/tab-storage.ts'
import { additionText, editsText } from '../../browser/kept-work.ts'
import { type ResourceReader, createMissingReader, isStored } from '../../services/read-missing.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { editingAccount } from '../session-effects.ts'
import { createContentKeeper, withKeptContents } from './kept-contents.ts'
import { changePage } from './other-page-effects.ts'
import { resourceReaderOf } from './resource-reader.ts'

/** Returns an unsaved move as it is remembered; null while it is saved. */
const rememberedMove = (ref: Exclude<EditRef, FieldRef>, page: ChangePage, read: ReadResource) => {
  const { context } = ref.getSnapshot()
  if ('transfer' in context) return rememberMove(context.transfer, page, read)
  const { group, order, moves } = context
  return moves.length > 0 ? rememberMove({ group, order, moves }, page, read) : null
}

/** Returns what else is remembered of how a field is saved. */
const rulesOf = ({ isLive, clears }: FieldEdit) => ({
  ...(isLive && { isLive }),
  ...(clears !== undefined && { clears }),
})

/**
 * Returns a function that returns the edit of a field as it is remembered, or null while it is saved. The resource is read
 * when an edit begins, and not at every keystroke.
 */
const createEditReader = (cache: ResourceCache) => {
  const content = { read: cache.read, resources: () => resourcesOf(cache) }
  const known = new Map<FieldRef, { of: unknown; resources: readonly Resource[] }>()
  const knownOf = (ref: FieldRef, { iri, deleted, interruption }: FieldEdit) => {
    const of = deleted ?? iri
    const before = known.get(ref)
    if (before?.of === of) return before.resources
    const now = deleted?.known ?? knownResources(iri, content)
    const resources = rememberedResources(now.length > 0 ? now : (interruption?.known ?? []))
    known.set(ref, { of, resources })
    return resources
  }
  return (ref: FieldRef, page: ChangePage): RememberedEdit | null => {
    const snapshot = ref.getSnapshot()
    // In place of a value that must not be removed, what is stored comes back, after a reload, too.
    if (selectPendingValue(snapshot) === undefined || snapshot.matches('lacking')) {
      known.delete(ref)
      return null
    }
    const { context } = snapshot
    const { iri, deleted, property, isChoice, value, stored, inFlight } = context
    // The edit of a deleted draft is shown in its live version.
    const field = { iri: deleted?.live ?? iri, property, isChoice, ...rulesOf(context) }
    return { ...field, value, stored, inFlight, known: knownOf(ref, context), page }
  }
}

const isField = (ref: EditRef): ref is FieldRef => 'value' in ref.getSnapshot().context

/** Returns an edit from before the document was loaded. That of a draft that is gone is one of its live version. */
const resume = async (edit: RememberedEdit, reader: ResourceReader) => {
  const { read } = reader.cache
  const live = publishedIri(edit.known?.[0])
  try {
    if (await isStored(edit.iri, reader)) return resumeEdit(edit, read)
    if (!live || !(await isStored(live, reader))) return resumeEdit(edit, read, true)
    return resumeEdit({ ...edit, iri: live }, read)
  } catch {
    // Without a network it is not known.
    return resumeEdit(edit, read)
  }
}

/** Returns a function that remembers edits and moves, with the pages on which they were made, in place of those before. */
const createSaver = (system: ActorSystem, account: Iri) => {
  const { cache } = servicesOf(system)
  const keepContents = createContentKeeper(account)
  const readEdit = createEditReader(cache)
  return (pages: ReadonlyMap<EditRef, ChangePage>) => {
    const changes = [...pages].flatMap(
      ([ref, page]) =>
        (isField(ref) ? readEdit(ref, page) : rememberedMove(ref, page, cache.read)) ?? [],
    )
    const edits = keepContents(changes.filter((change) => 'iri' in change))
    const moves = changes.filter((change) => !('iri' in change))
    editsText.save(rememberedEditsText(account, [...edits, ...moves]))
  }
}

/** Follows each edit and move. Forgets all that when editing ends, but not when the document is unloaded. */
const rememberEdits = fromCallback<EventObject, undefined>(({ system }) => {
  const pendingEditsRef: PendingEditsRef = system.get('pendingEdits')
  /** The page of each edit. */
  const pages = new Map<EditRef, ChangePage>()
  const pendingMovesRef = selectPendingMovesRef(pendingEditsRef.getSnapshot())
  const account = editingAccount(system)['@id']
  const saveChanges = createSaver(system, account)
  const save = () => saveChanges(pages)
  const subscriptions: Subscription[] = []
  const watch = () => {
    const refs = editRefsOf(pendingEditsRef)
    for (const ref of refs) {
      if (pages.has(ref)) continue
      pages.set(ref, pageBefore(ref) ?? changePage(system))
      subscriptions.push((ref as AnyActorRef).subscribe(save))
    }
    for (const ref of pages.keys()) if (!refs.includes(ref)) pages.delete(ref)
    save()
  }
  for (const ref of [pendingEditsRef, pendingMovesRef] as AnyActorRef[])
    subscriptions.push(ref.subscribe(watch))
  watch()
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
    saveChanges(new Map())
    keepFiles(account, [], pastedFiles).catch(logNotKept)
    for (const text of [selectionText, additionText]) text.clear()
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
    readWork: fromPromise<RememberedWork, undefined>(async ({ system, signal }) => {
      const { read } = servicesOf(system).cache
      const account = editingAccount(system)['@id']
      const changes = parseRememberedEdits(await editsText.readFor(account), account)
      const resumeMoves = (reader: ReadResource) =>
        changes.flatMap((change) => ('iri' in change ? [] : (resumeMove(change, reader) ?? [])))
      const reader = resourceReaderOf(system, signal)
      const readMissing = createMissingReader(reader)
      // The order of another page is read, too. Without a network it is not known.
      const moves = await readMissing(resumeMoves).catch(() => resumeMoves(read))
      const kept = await withKeptContents(
        system,
        changes.filter((change) => 'iri' in change),
      )
      const edits = await Promise.all(kept.map((edit) => resume(edit, reader)))
      return {
        edits: edits.filter((edit) => edit !== null),
        moves,
        iris: parseRememberedSelection(selectionText.read() ?? '', account),
        addition: parseRememberedAddition(await additionText.readFor(account), account),
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

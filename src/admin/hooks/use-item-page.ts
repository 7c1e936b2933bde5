import { useSelector } from '@xstate/react'
import { type ItemField, shownFields, shownValue } from '#content/admin/item-form.ts'
import type { ItemValue } from '#content/admin/item-values.ts'
import { isItemPath, itemIriIn, listAt } from '#content/admin/resource-lists.ts'
import { itemStanding, rowOf } from '#content/admin/resource-rows.ts'
import {
  type ResourceItemRef,
  isBusy,
  isChanged,
  isDeleting,
  isFailed,
  isMissing,
  isSaved,
  isSaving,
  selectDraft,
  selectErrors,
  selectFailure,
  selectForm,
  selectItemDeletionRef,
  selectLeaveGuardRef,
} from '#machines/admin/resource-item.ts'
import { resourceItem } from '#src/app/effects/admin/resource-item-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'

/**
 * Reads one page, layout, user or item of data as a form, or begins a new one, and saves and deletes it, as its screen in the
 * admin area does. `path` is the path of that screen, such as `/_cwa/layouts/%2F_%2Flayouts%2F1` or `/_cwa/layouts/add`; give
 * the component a `key` to show another item. Throws for any other path, which has no endpoint. Leaving is asked about while
 * something is unsaved: render a `LeaveDialog` for `leaveGuardRef`.
 *
 * @example
 * const { fields, valueOf, change, save } = useItemPage('/_cwa/layouts/add')
 */
export function useItemPage(path: string) {
  if (!isItemPath(path)) throw new Error(`useItemPage needs the path of an item, not "${path}".`)
  return useItemPageOf(path, useViewActor('resourceItem', resourceItem, { path }))
}

/** Returns what `useItemPage` does, for an item whose actor is already running. */
export function useItemPageOf(path: string, resourceItemRef: ResourceItemRef) {
  const list = listAt(path)
  const form = useSelector(resourceItemRef, selectForm)
  const draft = useSelector(resourceItemRef, selectDraft)
  const resource = form?.version?.resource ?? null
  return {
    list,
    isNew: itemIriIn(path) === null,
    /** Null until it is read, and for a new item. */
    resource,
    name: resource ? rowOf(list, resource, {}).name : '',
    /** The standing in the site, which the color below its name says; null until it is read. */
    standing: resource && (itemStanding(list, resource) ?? ('plain' as const)),
    /** Null until it is read. */
    form,
    /** Null until it is read. */
    fields: form && shownFields(form, draft),
    /** Returns the value that a field shows: the entered one, or else the stored one. */
    valueOf: (field: ItemField): ItemValue => (form ? shownValue(form, draft, field) : ''),
    /** The messages about single values, by the names of their fields. */
    errors: useSelector(resourceItemRef, selectErrors),
    ...useItemState(resourceItemRef),
    change: (name: string, value: ItemValue) =>
      resourceItemRef.send({ type: 'value.changed', name, value }),
    save: () => resourceItemRef.send({ type: 'save.requested' }),
    /** Saves it, too, and goes back to its list unless something is left to be saved. */
    saveAndClose: () => resourceItemRef.send({ type: 'save.requested', closes: true }),
    discard: () => resourceItemRef.send({ type: 'discard.requested' }),
    /** Reads it again after that has failed. */
    retry: () => resourceItemRef.send({ type: 'retry.requested' }),
    /** Finds out what else would be deleted. The actor of that then asks. */
    requestDeletion: () => resourceItemRef.send({ type: 'deletion.requested' }),
    leaveGuardRef: useSelector(resourceItemRef, selectLeaveGuardRef),
    /** Undefined unless it is being deleted. */
    itemDeletionRef: useSelector(resourceItemRef, selectItemDeletionRef),
  }
}

/** Returns what goes on with an item. */
const useItemState = (resourceItemRef: ResourceItemRef) => ({
  isBusy: useSelector(resourceItemRef, isBusy),
  /** True where it could not be read. */
  isFailed: useSelector(resourceItemRef, isFailed),
  /** True if it does not exist, or not any more. */
  isMissing: useSelector(resourceItemRef, isMissing),
  /** True while something is entered that is not saved. */
  isChanged: useSelector(resourceItemRef, isChanged),
  isSaving: useSelector(resourceItemRef, isSaving),
  isSaved: useSelector(resourceItemRef, isSaved),
  isDeleting: useSelector(resourceItemRef, isDeleting),
  /** The failure of the last request, or null. */
  failure: useSelector(resourceItemRef, selectFailure),
})

export type ItemPage = ReturnType<typeof useItemPageOf>

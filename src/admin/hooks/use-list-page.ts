import { useSelector } from '@xstate/react'
import {
  itemPath,
  listAt,
  listSummary,
  resourceLists,
  withSearch,
} from '#content/admin/resource-lists.ts'
import { type ResourceRow, rowOf } from '#content/admin/resource-rows.ts'
import { selectableIn } from '#content/admin/row-selection.ts'
import type { BulkAction } from '#content/admin/bulk-change.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type ResourceListRef,
  canUndo,
  isBusy,
  isConfirming,
  isFailed,
  selectBulkChangeRef,
  selectBulkFailure,
  selectDeleted,
  selectFailure,
  selectList,
  selectListPath,
  selectSearch,
  selectSelected,
} from '#machines/admin/resource-list.ts'
import { resourceList } from '#src/app/effects/admin/resource-list-effects.ts'
import { readUndoable } from '#src/app/effects/admin/undoable-changes.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { usePath } from '#src/views/hooks/use-path.ts'
import { useSearch } from '#src/views/hooks/use-search.ts'
import { useOpenList } from '../use-open-list.ts'

/**
 * Lists the pages, layouts, routes, users or data of the site, a page of the list at a time, as the admin area does. The query
 * string of the current screen says what is searched, sorted and shown; `openList` changes it. `listPath` is the path of the
 * list in the admin area, such as `/_cwa/layouts`. It is that with which the component is mounted: give the component a `key`
 * to show another list.
 *
 * @example
 * const { rows, summary, failure, reload } = useListPage('/_cwa/layouts')
 */
export function useListPage(listPath: string) {
  const path = usePath()
  const search = useSearch()
  const undoable = readUndoable(listPath)
  return useListPageOf(
    useViewActor('resourceList', resourceList, { path, search, listPath, undoable }),
  )
}

/** Lists what a fixed query finds, whatever the URL is, like `useListPage`. */
export const useFixedList = (listPath: string, search: string) =>
  useListPageOf(useViewActor('resourceList', resourceList, { path: null, search, listPath }))

/**
 * Returns what `useListPage` does, for a list whose actor is already running.
 * @internal Exported for tests.
 */
export function useListPageOf(resourceListRef: ResourceListRef) {
  const listed = useListed(resourceListRef)
  const confirming = useSelector(resourceListRef, isConfirming)
  const deleted = useSelector(resourceListRef, selectDeleted)
  return {
    ...listed,
    /** The row that is to be deleted, while that is asked; null otherwise. */
    deleted: confirming ? (listed.rows?.find(({ iri }) => iri === deleted) ?? null) : null,
    requestDeletion: (iri: Iri) => resourceListRef.send({ type: 'deletion.requested', iri }),
    confirmDeletion: () => resourceListRef.send({ type: 'deletion.confirmed' }),
    cancelDeletion: () => resourceListRef.send({ type: 'deletion.canceled' }),
    ...useBulkChange(resourceListRef),
  }
}

/** Returns the selection of rows, and what is done with all of these at once. */
function useBulkChange(resourceListRef: ResourceListRef) {
  const list = useSelector(resourceListRef, selectList)
  const failure = useSelector(resourceListRef, selectBulkFailure)
  const { send } = resourceListRef
  return {
    /** The IRIs of the selected rows. */
    selected: useSelector(resourceListRef, selectSelected),
    /** The IRIs of the rows that can be selected. */
    selectable: list ? selectableIn(list) : [],
    /** The changes that can be made of several rows at once. */
    actions: list?.actions ?? [],
    /** The question whether to make a change, or its progress; undefined while there is none. */
    bulkChangeRef: useSelector(resourceListRef, selectBulkChangeRef),
    /** The failure of the last change of several rows, or of its undoing. */
    bulkFailure: failure,
    /** Selects a row or not any more; with a row from which a range begins, all rows between the two. */
    selectRow: (iri: Iri, rangeFrom: Iri | null) => send({ type: 'row.selected', iri, rangeFrom }),
    /** Selects all rows; none where all are selected. */
    selectAll: () => send({ type: 'rows.selected' }),
    clearSelection: () => send({ type: 'selection.cleared' }),
    requestChange: (action: BulkAction) => send({ type: 'bulk.requested', action }),
    /** True while the last change can be undone. */
    canUndo: useSelector(resourceListRef, canUndo),
    undo: () => send({ type: 'undo.requested' }),
  }
}

/** Returns the rows of a list, and what is done about the list. */
function useListed(resourceListRef: ResourceListRef) {
  const shown = listAt(useSelector(resourceListRef, selectListPath))
  const list = useSelector(resourceListRef, selectList)
  const search = useSelector(resourceListRef, selectSearch)
  const failed = useSelector(resourceListRef, isFailed)
  const rows =
    list?.members.map((resource) => ({ resource, ...rowOf(shown, resource, list.labels) })) ?? null
  return {
    /** The list, and the type of data that it shows. */
    shown,
    /** The name of what is listed, once it is read; null where that of the screen says it. */
    title: list?.title ?? null,
    /** The resources of this page of the list, with the words that people see; null until it is read. */
    rows,
    /** The number of all that are found. */
    total: list?.total ?? 0,
    /** The number of pages that these are cut into. */
    pages: list?.pages ?? 0,
    /** The query string by which it is searched. */
    search,
    /** Says how many there are, or what to do where there are none. */
    summary: list ? listSummary(shown.name, list.total, search) : '',
    isBusy: useSelector(resourceListRef, isBusy),
    /** True where nothing can be shown until it is read again. */
    isFailed: failed,
    /** The failure of the last request, or null. */
    failure: useSelector(resourceListRef, selectFailure),
    /** The path of the screen that adds an item; null where none can be added. */
    addHref: resourceLists[shown.name].isExtensible ? itemPath(shown, null) : null,
    /** Returns the path of the screen of an item, which leads back to the list as it is now. */
    itemHref: ({ itemHref }: ResourceRow) => itemHref && withSearch(itemHref, search),
    /** Changes parameters of the query string of the screen; null removes one. */
    openList: useOpenList(search),
    /** Reads the list again. The answer to an earlier request is given up. */
    reload: () => resourceListRef.send({ type: failed ? 'retry.requested' : 'reload.requested' }),
  }
}

export type ListPage = ReturnType<typeof useListPageOf>

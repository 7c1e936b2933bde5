/** Provides the effects of changing several resources of a list, and of undoing that. Loaded with the first list. */
import { fromPromise } from 'xstate'
import {
  type BulkPreview,
  type BulkRequest,
  type UndoableChange,
  bulkConsequences,
  bulkNotification,
  emptyPreview,
  isWithoutEffect,
} from '#content/admin/bulk-change.ts'
import { doneLabel } from '#content/admin/bulk-words.ts'
import { listAt } from '#content/admin/resource-lists.ts'
import { Failure } from '#content/model/failure.ts'
import { type BulkChangeInput, bulkChangeMachine } from '#machines/admin/bulk-change.ts'
import { makeBulkChange, previewBulkChange, undoBulkChange } from '#src/api/bulk-changes.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { editingAccount, renewSession, withRenewal, withSession } from '../session-effects.ts'
import { readLayouts } from './resource-endpoints.ts'
import { sendOnce } from './send-once.ts'
import { announceChange, announceUndone, forgetUndoable } from './undoable-changes.ts'
import { withdrawNotice } from './withdraw-notice.ts'

const preview = async (
  api: ContentApi,
  request: BulkRequest,
  options: { account: string; signal: AbortSignal },
): Promise<BulkPreview> => {
  // It cannot be rehearsed before the layout is chosen, and changes one relation of each page, which is little.
  if (request.action === 'layout') {
    const { options: layouts, total } = await readLayouts(api, options.signal)
    return { ...emptyPreview, layouts, areLayoutsSearched: total > layouts.length }
  }
  const { action, members } = request
  const { consequences, isUndoable } = await previewBulkChange(api, request, options)
  return {
    ...emptyPreview,
    consequences: bulkConsequences(action, consequences, members.length),
    isUndoable,
    isEmpty: isWithoutEffect(action, consequences),
  }
}

/** Makes a change, notifies of it, and returns it if it can be undone. */
export const makeAndAnnounce = async (
  system: ActorSystem,
  { listPath, request }: BulkChangeInput,
): Promise<UndoableChange | null> => {
  withdrawNotice(system, bulkNotification)
  const api = await servicesOf(system).loadApi()
  const account = editingAccount(system)['@id']
  const iri = await sendOnce({ account, request }, (key) =>
    withSession(system, () => makeBulkChange(api, request, { account, key })),
  )
  const label = doneLabel(listAt(listPath).name, request)
  const undoable = iri === null ? null : { iri, label }
  announceChange(system, { listPath, label, undoable })
  return undoable
}

export const bulkChange = bulkChangeMachine.provide({
  actors: {
    previewChange: fromPromise<BulkPreview, BulkChangeInput>(
      async ({ system, input: { request }, signal }) => {
        const api = await servicesOf(system).loadApi()
        const account = editingAccount(system)['@id']
        return withSession(system, () => preview(api, request, { account, signal }))
      },
    ),
    makeChange: fromPromise<UndoableChange | null, BulkChangeInput>(({ system, input }) =>
      makeAndAnnounce(system, input),
    ),
    renewSession,
  },
})

interface Undo {
  listPath: string
  change: UndoableChange
}

/** Undoes a change, and notifies of that. */
export const undoAndAnnounce = async (
  system: ActorSystem,
  { listPath, change }: Undo,
  signal: AbortSignal,
) => {
  withdrawNotice(system, bulkNotification)
  const api = await servicesOf(system).loadApi()
  const account = editingAccount(system)['@id']
  const undo = () => withSession(system, () => undoBulkChange(api, change.iri, { account }))
  await withRenewal(system, signal, undo).catch((error: unknown) => {
    if (Failure.from(error).kind === 'notFound') forgetUndoable(listPath)
    throw error
  })
  announceUndone(system, { listPath, change })
}

export const undoChange = fromPromise<void, Undo>(({ system, input, signal }) =>
  undoAndAnnounce(system, input, signal),
)

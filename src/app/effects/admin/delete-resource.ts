import { fromPromise } from 'xstate'
import type { UndoableChange } from '#content/admin/bulk-change.ts'
import type { Iri } from '#content/model/iri.ts'
import { offersBulkChanges } from '#src/api/bulk-changes.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { withSession } from '../session-effects.ts'
import { makeAndAnnounce } from './bulk-change-effects.ts'

interface Deletion {
  iri: Iri
  /** The path of the list in which it is. */
  listPath: string
}

/** Deletes a resource of a list, and returns the deletion if it can be undone, of which the user is notified. */
export const deleteResource = async (
  system: ActorSystem,
  { iri, listPath }: Deletion,
): Promise<UndoableChange | null> => {
  const api = await servicesOf(system).loadApi()
  if (await offersBulkChanges(api))
    return makeAndAnnounce(system, { listPath, request: { action: 'delete', members: [{ iri }] } })
  await withSession(system, () => api.resources.send({ method: 'DELETE', iri }))
  return null
}

/** Deletes a resource of a list. */
export const deleteListed = fromPromise<UndoableChange | null, Deletion>(({ system, input }) =>
  deleteResource(system, input),
)

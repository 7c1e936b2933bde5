import { fromPromise } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { servicesOf } from '../../services/services.ts'
import { withSession } from '../session-effects.ts'

/** Deletes a resource of a list. */
export const deleteListed = fromPromise<void, { iri: Iri }>(
  async ({ system, input: { iri }, signal }) => {
    const { resources } = await servicesOf(system).loadApi()
    await withSession(system, () => resources.send({ method: 'DELETE', iri }, { signal }))
  },
)

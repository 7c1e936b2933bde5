/** Provides the effect of page counts. Loaded with the editor. */
import { fromPromise } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { pageCountMachine } from '#machines/editing/page-count.ts'
import { servicesOf } from '../../services/services.ts'

export const pageCount = pageCountMachine.provide({
  actors: {
    readPageCount: fromPromise<number, { iri: Iri }>(async ({ system, input: { iri }, signal }) => {
      const { resources } = await servicesOf(system).loadApi()
      return resources.pageCount(iri, signal)
    }),
  },
})

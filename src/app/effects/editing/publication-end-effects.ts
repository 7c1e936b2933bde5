/** Provides the effect of the form for the end of a publication. Loaded with the editor. */
import { fromPromise } from 'xstate'
import { publicationEndFormMachine } from '#machines/editing/publication-end-form.ts'
import { servicesOf } from '../../services/services.ts'

export const publicationEndForm = publicationEndFormMachine.provide({
  actors: {
    // The contract has no end, so only the embedded API knows one.
    knowsPublicationEnd: fromPromise<boolean, undefined>(
      async ({ system }) => (await servicesOf(system).loadApi()).isEmbedded,
    ),
  },
})

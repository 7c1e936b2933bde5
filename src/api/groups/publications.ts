/** Publishes several drafts in one transaction, where the API offers that. */
import { memoizeAsync } from '#content/memoize-async.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Versioned } from '#content/model/resource.ts'
import type { Client } from '../client.ts'
import { type SendOptions, type ResourcesOptions, toVersioned } from './resources.ts'

declare module '../content-api.ts' {
  interface ApiGroups {
    publications: ReturnType<typeof createRequests>
  }
}

interface Draft {
  iri: Iri
  /** The version that is expected. */
  ifMatch: string | undefined
}

export const createRequests = (
  client: Client,
  { log, isEmbedded = false }: ResourcesOptions = {},
) => {
  /** Reads the endpoint that the entry point names; null if it names none. */
  const findEndpoint = memoizeAsync(async () => {
    const { body } = await client.get('/')
    return (body as { publication?: Iri }).publication ?? null
  })

  return {
    /** Publishes drafts, all of them or none, and returns the live resources. Null if the API does not offer that. */
    publish: async (
      drafts: readonly Draft[],
      { path, signal, account }: SendOptions = {},
    ): Promise<Versioned[] | null> => {
      const iri = await findEndpoint()
      if (iri === null) return null
      const resources = drafts.map((draft) =>
        draft.ifMatch === undefined ? draft.iri : { '@id': draft.iri, ifMatch: draft.ifMatch },
      )
      const headers = { path, ...(isEmbedded && { account }) }
      const { body } = await client.send('POST', iri, { resources }, { signal, headers })
      return (body as { member: unknown[] }).member.map((member) =>
        toVersioned({ body: member, etag: undefined }, log),
      )
    },
  }
}

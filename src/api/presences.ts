/** Tells other editors where this tab is, where the API offers that. Part of the editor; the other requests are in `groups/`. */
import type { Iri } from '#content/model/iri.ts'
import type { Presence } from '#content/presence/presence.ts'
import type { ContentApi } from './content-api.ts'

interface TabOptions {
  /** The account that edits. Nothing is announced when another one is signed in by now. */
  account: Iri
  signal?: AbortSignal
}

/** Creates the requests of the tab with this id. */
export const createPresenceRequests = (
  { client, isEmbedded, readEntryPoint }: ContentApi,
  id: string,
) => {
  /** Returns the endpoint that the entry point names; null if it names none. */
  const findEndpoint = async () => ((await readEntryPoint()) as { presence?: Iri }).presence ?? null
  const headersOf = ({ account }: TabOptions) => (isEmbedded ? { account } : {})

  return {
    /** Tells where the tab is, and returns the tabs of all editors. Null if the API does not offer that. */
    announce: async (
      whereabouts: Pick<Presence, 'path' | 'resource' | 'isTyping'>,
      options: TabOptions,
    ): Promise<Presence[] | null> => {
      const endpoint = await findEndpoint()
      if (endpoint === null) return null
      const { body } = await client.send('PUT', `${endpoint}/${id}`, whereabouts, {
        signal: options.signal,
        headers: headersOf(options),
      })
      return (body as { member: Presence[] }).member
    },

    /** Tells that the tab has left. The request outlives the document. */
    leave: async (options: TabOptions) => {
      const endpoint = await findEndpoint()
      if (endpoint === null) return
      const headers = headersOf(options)
      await client.send('DELETE', `${endpoint}/${id}`, undefined, { headers, keepalive: true })
    },
  }
}

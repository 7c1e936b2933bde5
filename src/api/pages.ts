/** What a page is made of: in one answer from its own host, or piece by piece from the content API. */
import { Failure } from '#content/failure.ts'
import { type Iri, routeIri } from '#content/iri.ts'
import type { Location } from '#content/location.ts'
import { isDirect, preloadFor } from '#content/page.ts'
import { type PagePayload, type PayloadAnswer, payloadUrl } from '#content/payload.ts'
import type { Versioned } from '#content/resource.ts'
import type { Client } from './client.ts'
import { versioned } from './resources.ts'

/** One tree of a manifest: the newer form; the older one is a flat list. */
interface Listed {
  iri: Iri
  children?: Listed[]
}

export const createPages = (client: Client) => ({
  /** The route, or the page or page data whose IRI the path is. */
  root: async ({ path, search }: Location, signal?: AbortSignal): Promise<Versioned> => {
    const iri = isDirect(path) ? path : routeIri(path)
    return versioned(
      await client.get(iri + search, { signal, headers: { path, preload: preloadFor(iri) } }),
    )
  },

  /** Everything on the page as far as the server knows; a page without a manifest is found link by link. */
  manifest: async ({ path }: Location, signal?: AbortSignal): Promise<Iri[]> => {
    if (isDirect(path)) return []
    try {
      const { body } = await client.get(`/_/routes_manifest/${path}`, {
        signal,
        headers: { path },
        retry: false,
      })
      return listed((body as { resource_iris?: (Iri | Listed)[] } | null)?.resource_iris ?? [])
    } catch {
      return []
    }
  },
})

const listed = (entries: (Iri | Listed)[]): Iri[] =>
  entries.flatMap((entry) =>
    typeof entry === 'string' ? [entry] : [entry.iri, ...listed(entry.children ?? [])],
  )

/** Asks this site's own host; null where it answers only resource by resource. */
export const createPayload =
  (host: Client, build: string) =>
  async ({ path }: Location, signal?: AbortSignal): Promise<PagePayload | null> => {
    try {
      const { body } = await host.get(payloadUrl(path, build), { signal })
      return isPayload(body) ? body : null
    } catch (error) {
      const failure = Failure.from(error)
      if (failure.status === 404 || failure.cause instanceof SyntaxError) return null
      throw failure
    }
  }

const isPayload = (body: unknown): body is PayloadAnswer =>
  typeof body === 'object' && body !== null && 'build' in body && 'entries' in body

/** What a page is made of: in one answer from its own host, or piece by piece from the content API. */
import { Failure, failureOf } from '#content/failure.ts'
import { type Iri, routeIri } from '#content/iri.ts'
import type { Location } from '#content/location.ts'
import { isDirect, preloadFor } from '#content/page.ts'
import { type PagePayload, type PayloadAnswer, payloadUrl } from '#content/payload.ts'
import { pageQuery } from '#content/query.ts'
import type { Versioned } from '#content/resource.ts'
import type { Client } from './client.ts'
import { versioned } from './resources.ts'

/** One tree of a manifest: the newer form; the older one is a flat list. */
interface Listed {
  iri: Iri
  children?: Listed[]
}

/** It was called by the first name once, and is by the second now; one server may know both. */
const manifestNames = ['routes_manifest', 'resource_manifest']

/** With what this server calls a manifest, where that is known. */
export const createPages = (client: Client, called: string | null = null) => {
  /** Once it has answered. */
  let known = called

  const manifestCalled = async (name: string, path: string, signal?: AbortSignal) => {
    const headers = { path }
    const { body } = await client.get(`/_/${name}/${path}`, { signal, headers, retry: false })
    known = name
    return listed((body as { resource_iris?: (Iri | Listed)[] } | null)?.resource_iris ?? [])
  }

  return {
    manifestName: () => known,

    /** The route, or the page or page data whose IRI the path is. */
    root: async ({ path, search }: Location, signal?: AbortSignal): Promise<Versioned> => {
      const iri = isDirect(path) ? path : routeIri(path)
      const headers = { path, preload: preloadFor(iri) }
      const asked = client.get(iri + pageQuery(search), { signal, headers })
      return versioned(await asked.catch(inWordsAbout(path)))
    },

    /** Everything on the page as far as the server knows; a page without a manifest is found link by link. */
    manifest: async ({ path }: Location, signal?: AbortSignal): Promise<Iri[]> => {
      if (isDirect(path)) return []
      for (const name of known ? [known] : manifestNames) {
        try {
          return await manifestCalled(name, path, signal)
        } catch (error) {
          if (Failure.from(error).status !== 404) return []
        }
      }
      return []
    },
  }
}

/** A server says no more than that something is not there. */
const inWordsAbout = (path: string) => (error: unknown) => {
  const failure = Failure.from(error)
  if (failure.status !== 404) throw failure
  const message = isDirect(path)
    ? `The resource '${path}' does not exist.`
    : `Page not found: ${path}`
  throw failureOf(404, { message })
}

const listed = (entries: (Iri | Listed)[]): Iri[] =>
  entries.flatMap((entry) =>
    typeof entry === 'string' ? [entry] : [entry.iri, ...listed(entry.children ?? [])],
  )

/** Asks this site's own host; null where it answers only resource by resource. */
export const createPayload =
  (host: Client, build: string) =>
  async ({ path, search }: Location, signal?: AbortSignal): Promise<PagePayload | null> => {
    try {
      const { body } = await host.get(payloadUrl(path, build, pageQuery(search)), { signal })
      return isPayload(body) ? body : null
    } catch (error) {
      const failure = Failure.from(error)
      if (failure.status === 404 || failure.cause instanceof SyntaxError) return null
      throw failure
    }
  }

const isPayload = (body: unknown): body is PayloadAnswer =>
  typeof body === 'object' && body !== null && 'build' in body && 'entries' in body

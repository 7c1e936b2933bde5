/** What a page is made of: in one answer from its own host, or piece by piece from the content API. */
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { type Iri, routeIri } from '#content/model/iri.ts'
import type { Location } from '#content/page/location.ts'
import { isIriPath, preloadFor } from '#content/page/page.ts'
import { type PagePayload, type PayloadResponse, payloadUrl } from '#content/page/payload.ts'
import { pageQuery } from '#content/page/page-query.ts'
import type { Versioned } from '#content/model/resource.ts'
import type { Client } from './client.ts'
import { toVersioned } from './resources.ts'

/** One tree of a manifest: the newer form; the older one is a flat list. */
interface ManifestNode {
  iri: Iri
  children?: ManifestNode[]
}

/** It was called by the first name once, and is by the second now; one server may know both. */
const manifestNames = ['routes_manifest', 'resource_manifest']

/** With what this server calls a manifest, where that is known. */
export const createPages = (client: Client, initialName: string | null = null) => {
  /** Once it has answered. */
  let knownName = initialName

  const fetchManifest = async (name: string, path: string, signal?: AbortSignal) => {
    const headers = { path }
    const { body } = await client.get(`/_/${name}/${path}`, { signal, headers, retry: false })
    knownName = name
    return flattenManifest(
      (body as { resource_iris?: (Iri | ManifestNode)[] } | null)?.resource_iris ?? [],
    )
  }

  return {
    manifestName: () => knownName,

    /** The route, or the page or page data whose IRI the path is. */
    root: async ({ path, search }: Location, signal?: AbortSignal): Promise<Versioned> => {
      const iri = isIriPath(path) ? path : routeIri(path)
      const headers = { path, preload: preloadFor(iri) }
      const asked = client.get(iri + pageQuery(search), { signal, headers })
      return toVersioned(await asked.catch(describeNotFound(path)))
    },

    /** Everything on the page as far as the server knows; a page without a manifest is found link by link. */
    manifest: async ({ path }: Location, signal?: AbortSignal): Promise<Iri[]> => {
      if (isIriPath(path)) return []
      for (const name of knownName ? [knownName] : manifestNames) {
        try {
          return await fetchManifest(name, path, signal)
        } catch (error) {
          if (Failure.from(error).status !== 404) return []
        }
      }
      return []
    },
  }
}

/** A server says no more than that something is not there. */
const describeNotFound = (path: string) => (error: unknown) => {
  const failure = Failure.from(error)
  if (failure.status !== 404) throw failure
  const message = isIriPath(path)
    ? `The resource '${path}' does not exist.`
    : `Page not found: ${path}`
  throw failureFromStatus(404, { message })
}

const flattenManifest = (entries: (Iri | ManifestNode)[]): Iri[] =>
  entries.flatMap((entry) =>
    typeof entry === 'string' ? [entry] : [entry.iri, ...flattenManifest(entry.children ?? [])],
  )

/** Asks this site's own host; null where it answers only resource by resource. */
export const createPayloadReader =
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

const isPayload = (body: unknown): body is PayloadResponse =>
  typeof body === 'object' && body !== null && 'build' in body && 'entries' in body

/** Reads the resources of a page: all in one payload from this site's host, or one by one from the content API. */
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { type Iri, routeIri } from '#content/model/iri.ts'
import type { Location } from '#content/navigation/location.ts'
import { notFoundMessage } from '#content/page/fetching/not-found-message.ts'
import { isIriPath, preloadFor } from '#content/page/page.ts'
import {
  type PagePayload,
  type PayloadResponse,
  payloadUrl,
} from '#content/page/fetching/payload.ts'
import { pageQuery } from '#content/page/fetching/page-query.ts'
import type { Versioned } from '#content/model/resource.ts'
import type { Client, Log } from '../client.ts'
import { toVersioned } from './resources.ts'

declare module '../content-api.ts' {
  interface ApiGroups {
    pages: ReturnType<typeof createRequests>
  }
}

/** A node of a manifest in its newer form, a tree; the older form is a flat list of IRIs. */
interface ManifestNode {
  iri: Iri
  children?: ManifestNode[]
}

/** The older and the newer path segment of manifests; a server may serve both. */
const manifestNames = ['routes_manifest', 'resource_manifest']

interface PagesOptions {
  /** The path segment of the API's manifests, if it is known. */
  manifestName?: string | null | undefined
  log?: Log | undefined
}

/** Fetches the route at a path, or the page or page data when the path is its IRI. */
const fetchRoot = ({ get }: Client, { path, search }: Location, signal?: AbortSignal) => {
  const iri = isIriPath(path) ? path : routeIri(path)
  const headers = { path, preload: preloadFor(iri) }
  const response = get(iri + pageQuery(search), { signal, headers })
  return response.catch(describeNotFound({ path, search }))
}

/** Returns the readers of a page's root and manifest. */
export const createRequests = (client: Client, { manifestName = null, log }: PagesOptions = {}) => {
  /** The path segment that has worked; null until a manifest has been read. */
  let knownName = manifestName

  const fetchManifest = async (name: string, path: string, signal?: AbortSignal) => {
    const headers = { path }
    const { body } = await client.get(`/_/${name}/${path}`, { signal, headers, retry: false })
    knownName = name
    return irisIn(body)
  }

  return {
    manifestName: () => knownName,

    root: async (location: Location, signal?: AbortSignal): Promise<Versioned> =>
      toVersioned(await fetchRoot(client, location, signal), log),

    /** Returns the IRIs of all resources on a page; empty when there is no manifest and relations must be followed. */
    manifest: async ({ path }: Location, signal?: AbortSignal): Promise<Iri[]> => {
      if (isIriPath(path)) return []
      for (const name of knownName ? [knownName] : manifestNames) {
        try {
          return await fetchManifest(name, path, signal)
        } catch (error) {
          const { status, message } = Failure.from(error)
          if (status === 404) continue
          if (status !== 403 && !signal?.aborted) log?.(`Manifest fetch error: ${message}`)
          return []
        }
      }
      return []
    },
  }
}

/** Replaces the message of a 404, which says only "Not Found", by one that names the address. */
const describeNotFound = (location: Pick<Location, 'path' | 'search'>) => (error: unknown) => {
  const failure = Failure.from(error)
  if (failure.status !== 404) throw failure
  const { statusMessage } = failure
  throw failureFromStatus(404, { message: notFoundMessage(location), statusMessage })
}

/** Returns all IRIs in the body of a manifest; none when it is not one. */
const irisIn = (manifest: unknown) =>
  flattenManifest(
    (manifest as { resource_iris?: (Iri | ManifestNode)[] } | null)?.resource_iris ?? [],
  )

const flattenManifest = (entries: (Iri | ManifestNode)[]): Iri[] =>
  entries.flatMap((entry) =>
    typeof entry === 'string' ? [entry] : [entry.iri, ...flattenManifest(entry.children ?? [])],
  )

/** Returns a reader of page payloads from this site's host; it returns null when the host serves none. */
export const createPayloadReader =
  (host: Client, build: string) =>
  async ({ path, search }: Location, signal?: AbortSignal): Promise<PagePayload | null> => {
    try {
      const { body } = await host.get(payloadUrl(path, build, pageQuery(search)), { signal })
      if (!isPayload(body)) return null
      // The host gets only a part of the query.
      return body.status === 404
        ? { ...body, failure: { status: 404, message: notFoundMessage({ path, search }) } }
        : body
    } catch (error) {
      const failure = Failure.from(error)
      if (failure.status === 404 || failure.cause instanceof SyntaxError) return null
      throw failure
    }
  }

const isPayload = (body: unknown): body is PayloadResponse =>
  typeof body === 'object' && body !== null && 'build' in body && 'entries' in body

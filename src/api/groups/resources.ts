/** Reads and writes resources by their IRI. */
import type { Step } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { preloadFor } from '#content/page/page.ts'
import { type Versioned, isResource } from '#content/model/resource.ts'
import type { ApiResponse, Client, Log } from '../client.ts'

declare module '../content-api.ts' {
  interface ApiGroups {
    resources: ReturnType<typeof createRequests>
  }
}

export interface ReadOptions {
  /** The path of the current page, sent as the `path` header: dynamic positions depend on it. */
  path?: string | undefined
  signal?: AbortSignal | undefined
}

export interface SendOptions extends ReadOptions {
  /** The account that the change is made for. Nothing is saved when another one is signed in by now. */
  account?: Iri | undefined
}

export interface ResourcesOptions {
  log?: Log | undefined
  isEmbedded?: boolean
}

interface ListOptions {
  /** Counted from 1. */
  page?: number
  /** Further parameters, which come before the defaults. */
  query?: Readonly<Record<string, string>>
  signal: AbortSignal
}

interface ListedResources {
  member: unknown[]
  totalItems?: number
  view?: { next?: string }
}

/** Returns the headers of a request. An API elsewhere may allow neither the account nor the key. */
const headersOf = (
  { ifMatch, id }: Step,
  { path, account, isEmbedded }: SendOptions & ResourcesOptions,
) => ({
  path,
  'if-match': ifMatch,
  ...(isEmbedded && { account, 'idempotency-key': id }),
})

/**
 * Returns the request for one page of a list. It resolves with the number of all that match, and whether another page follows.
 * With `partial: 'true'`, they may not be counted; the number is then that of the members.
 */
const createListRequest =
  (client: Client) =>
  async (endpoint: Iri, { page = 1, query, signal }: ListOptions) => {
    const { body } = await client.get(endpoint, {
      signal,
      query: { page: `${page}`, perPage: '100', ...query },
    })
    const { member, totalItems: total = member.length, view } = body as ListedResources
    return { members: member.filter(isResource), total, hasNext: view?.next !== undefined }
  }

/**
 * Creates the requests of resources. They reject with a `Failure`, one of the kind `unexpected` for a response that is
 * no CWA resource. `log` receives a message about such a response.
 */
export const createRequests = (
  client: Client,
  { log, isEmbedded = false }: ResourcesOptions = {},
) => ({
  /** Returns the number of pages on which something is shown; for editors. */
  pageCount: async (iri: Iri, signal: AbortSignal): Promise<number> => {
    const { body } = await client.get(`${iri}/page_count`, { signal })
    return (body as { pageCount: number }).pageCount
  },

  list: createListRequest(client),

  read: async (iri: Iri, { path, signal }: ReadOptions = {}): Promise<Versioned> => {
    const headers = { path, preload: preloadFor(iri) }
    return toVersioned(await client.get(iri, { signal, headers }), log)
  },

  /** Sends one request of a change and returns the saved resource, or null after a DELETE. */
  send: async (step: Step, { signal, ...options }: SendOptions = {}): Promise<Versioned | null> => {
    const response = await client.send(step.method, step.iri, step.body, {
      signal,
      headers: headersOf(step, { ...options, isEmbedded }),
      ...(step.published !== undefined && { query: { published: `${step.published}` } }),
    })
    return step.method === 'DELETE' ? null : toVersioned(response, log)
  },
})

/** Returns the resource of a response with its ETag; logs and throws when the body is not a CWA resource. */
export const toVersioned = ({ body, etag }: ApiResponse, log?: Log): Versioned => {
  if (!isResource(body)) {
    const message = 'Not Saved. The response was not a valid CWA Resource.'
    log?.(message)
    throw new Failure('unexpected', { message })
  }
  return { resource: body, ...(etag !== undefined && { etag }) }
}

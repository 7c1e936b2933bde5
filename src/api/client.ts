/** Speaks to the content API; whatever goes wrong leaves as a `Failure`. */
import ky, { HTTPError, type Options, TimeoutError } from 'ky'
import { Failure, failureOf } from '#content/failure.ts'
import type { Iri } from '#content/iri.ts'
import { type Violation, isResource } from '#content/resource.ts'
import { createDialect } from './dialect.ts'

type Method = 'POST' | 'PATCH' | 'DELETE'

/** What came back: the body as it was, and the version that `If-Match` names. */
export interface Answer {
  body: unknown
  etag: string | undefined
}

export interface RequestOptions {
  signal?: AbortSignal | undefined
  headers?: Record<string, string | undefined> | undefined
  query?: Record<string, string> | undefined
  /** Reads are repeated once unless this says no. */
  retry?: boolean | undefined
  /** Leaves cookies at home, where an answer must be the same for everybody. */
  anonymous?: boolean | undefined
}

export interface ClientOptions {
  /** Where the API is mounted: `https://example.org/_api`. */
  base: string
  /** The embedded API in process, or the browser's own. */
  fetch?: typeof globalThis.fetch
  /** Told the live-update hub's address whenever an answer names it. */
  onHub?: (url: string) => void
}

const contentTypes: Record<Method, string> = {
  POST: 'application/ld+json',
  PATCH: 'application/merge-patch+json',
  DELETE: 'application/ld+json',
}

export const createClient = ({ base, fetch, onHub }: ClientOptions) => {
  const dialect = createDialect(base)
  const http = ky.create({
    prefixUrl: base,
    credentials: 'include',
    headers: { accept: 'application/ld+json,application/json' },
    retry: {
      limit: 1,
      methods: ['get'],
      statusCodes: [408, 409, 425, 429, 500, 502, 503, 504],
      delay: () => 200,
      // As long as that, whatever a server would have us wait.
      afterStatusCodes: [],
    },
    ...(fetch && { fetch }),
  })

  const ask = async (iri: Iri, options: Options): Promise<Answer> => {
    // A prefix and a path are joined by ky, so the path comes without its first slash; a second one stays.
    const response = await http(iri.slice(1), options).catch(async (error: unknown) => {
      throw await failureFrom(error, dialect.heard)
    })
    const hub = hubIn(response.headers.get('link'))
    if (hub) onHub?.(hub)
    const text = await response.text().catch((cause: unknown) => {
      throw new Failure('offline', { cause })
    })
    return { body: parsed(text, dialect.heard), etag: response.headers.get('etag') ?? undefined }
  }

  return {
    /** What has come another way, in the app's words. */
    heard: dialect.heard,
    get: (iri: Iri, options: RequestOptions = {}) => ask(iri, kyOptions(options)),
    send: (method: Method, iri: Iri, json: unknown, options: RequestOptions = {}) =>
      ask(iri, {
        ...kyOptions({
          ...options,
          headers: { 'content-type': contentTypes[method], ...options.headers },
        }),
        method,
        ...(json !== undefined && { json: dialect.said(json) }),
      }),
  }
}

export type Client = ReturnType<typeof createClient>

const kyOptions = ({ signal, headers, query, retry, anonymous }: RequestOptions): Options => ({
  ...(signal && { signal }),
  ...(headers && { headers }),
  ...(query && { searchParams: query }),
  ...(retry === false && { retry: 0 }),
  ...(anonymous && { credentials: 'omit' }),
})

/** The hub's address in a `Link` header. */
const hubIn = (link: string | null) => link?.match(/<([^>]+)>;\s*rel="?mercure"?/)?.[1]

type Heard = (text: string) => unknown

const parsed = (text: string, heard: Heard): unknown => {
  if (!text) return null
  try {
    return heard(text)
  } catch (cause) {
    throw new Failure('unexpected', { cause })
  }
}

const failureFrom = async (error: unknown, heard: Heard) => {
  if (error instanceof HTTPError) return refusal(error.response, heard)
  // `fetch` rejects with a TypeError where there was no answer at all.
  if (error instanceof TypeError || error instanceof TimeoutError)
    return new Failure('offline', { cause: error })
  return Failure.from(error)
}

const refusal = async (response: Response, heard: Heard) => {
  const text = response.text()
  const body = await text.then(heard).catch(() => null)
  const said = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const message = [said['detail'], said['description'], said['message']].find(
    (words) => typeof words === 'string',
  )
  return failureOf(response.status, {
    ...(message && { message }),
    violations: violationsIn(said['violations']),
    ...(isResource(body) && { current: body }),
  })
}

const violationsIn = (list: unknown): Violation[] =>
  Array.isArray(list)
    ? list.flatMap((item: Partial<Record<keyof Violation, unknown>> | null) => {
        const { propertyPath, message } = item ?? {}
        if (typeof message !== 'string') return []
        return [{ propertyPath: typeof propertyPath === 'string' ? propertyPath : '', message }]
      })
    : []

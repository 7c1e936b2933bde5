/** Sends requests to the content API and turns every error into a `Failure`. */
import ky, { HTTPError, type Options, TimeoutError } from 'ky'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { type Violation, isResource } from '#content/model/resource.ts'
import { signedOutMessage } from '#content/model/sign-in-messages.ts'
import { createJsonLdCodec } from './json-ld-codec.ts'
import { customReasonPhrase } from './reason-phrase.ts'

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The decoded body of a response, and its ETag, which a later write sends as `If-Match`. */
export interface ApiResponse {
  body: unknown
  etag: string | undefined
}

export interface RequestOptions {
  signal?: AbortSignal | undefined
  headers?: Record<string, string | undefined> | undefined
  query?: Record<string, string> | undefined
  /** Reads are repeated once after a transient error unless this is false. */
  retry?: boolean | undefined
  /** True for a request that outlives the document. */
  keepalive?: boolean | undefined
  /** Asks as a visitor. */
  credentials?: 'omit' | undefined
}

export type Log = (message: string) => void

export interface ClientOptions {
  /** The URL the API is mounted at, for example `https://example.org/_api`. */
  base: string
  /** Defaults to the global `fetch`; the server passes one that calls the embedded API in process. */
  fetch?: typeof globalThis.fetch
  /** Receives the URL of the live-update hub from every response that names it in a `Link` header. */
  onHubDiscovered?: (url: string) => void
  /** Receives problems that do not make a request fail. */
  log?: Log
}

const contentTypes: Record<Method, string> = {
  POST: 'application/ld+json',
  PUT: 'application/ld+json',
  PATCH: 'application/merge-patch+json',
  DELETE: 'application/ld+json',
}

const httpOptions: Options = {
  credentials: 'include',
  headers: { accept: 'application/ld+json,application/json' },
  retry: {
    limit: 1,
    methods: ['get'],
    statusCodes: [408, 409, 425, 429, 500, 502, 503, 504],
    delay: () => 200,
    // The delay above applies even when the server asks for a longer one.
    afterStatusCodes: [],
  },
}

type Codec = ReturnType<typeof createJsonLdCodec>

/** Returns a function that sends a request, and decodes the answer or fails. */
const createRequest = (
  { base, fetch, onHubDiscovered, log }: ClientOptions,
  { decode }: Pick<Codec, 'decode'>,
) => {
  const http = ky.create({ ...httpOptions, prefixUrl: base, ...(fetch && { fetch }) })
  return async (iri: Iri, options: Options): Promise<ApiResponse> => {
    // ky joins prefix and path with a slash of its own, so only the first slash of the IRI is removed.
    const response = await http(iri.slice(1), options).catch(async (error: unknown) => {
      throw await toFailure(error, { decode, messageOf: messageFor(iri, options) })
    })
    const link = response.headers.get('link')
    const hub = hubUrlIn(link)
    if (hub) onHubDiscovered?.(hub)
    else if (link !== null) log?.('No Mercure rel in link header.')
    const text = await response.text().catch((cause: unknown) => {
      throw new Failure('offline', { cause })
    })
    return { body: parseBody(text, decode), etag: response.headers.get('etag') ?? undefined }
  }
}

/** Returns functions that read (`get`) and write (`send`) one resource by its IRI. */
export const createClient = (clientOptions: ClientOptions) => {
  const codec = createJsonLdCodec(clientOptions.base)
  const request = createRequest(clientOptions, codec)
  const watchers = new Set<WriteWatcher>()
  return {
    /** Decodes a body that arrived by another channel, such as a hub message. */
    decode: codec.decode,
    get: (iri: Iri, options: RequestOptions = {}) => request(iri, kyOptions(options)),
    send: (method: Method, iri: Iri, json: unknown, options: RequestOptions = {}) => {
      const write = request(iri, {
        ...kyOptions({
          ...options,
          headers: { 'content-type': contentTypes[method], ...options.headers },
        }),
        method,
        ...(json !== undefined && { json: codec.encode(json) }),
      })
      for (const watch of watchers) watch(write, iri)
      return write
    },
    /** Passes each write that is sent to a function, until the returned one is called. */
    watchWrites: (watch: WriteWatcher) => {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
  }
}

/** Gets the answer to a write, and the IRI to which it was sent. */
type WriteWatcher = (write: Promise<unknown>, iri: Iri) => void

export type Client = ReturnType<typeof createClient>

const kyOptions = ({
  signal,
  headers,
  query,
  retry,
  keepalive,
  credentials,
}: RequestOptions): Options => ({
  ...(signal && { signal }),
  ...(headers && { headers }),
  ...(query && { searchParams: query }),
  ...(retry === false && { retry: 0 }),
  ...(keepalive && { keepalive }),
  ...(credentials && { credentials }),
})

/** Returns the URL of the link with `rel="mercure"` in a `Link` header (Mercure specification, "Discovery"). */
const hubUrlIn = (link: string | null) => link?.match(/<([^>]+)>;\s*rel="?mercure"?/)?.[1]

type Decode = (text: string) => unknown

const parseBody = (text: string, decode: Decode): unknown => {
  if (!text) return null
  try {
    return decode(text)
  } catch (cause) {
    throw new Failure('unexpected', { cause })
  }
}

/** Returns the message that users see for a response; `message` is the server's own. */
type MessageOf = (response: Response, message: string | undefined) => string | undefined

interface FailureReading {
  decode: Decode
  messageOf: MessageOf
}

/**
 * Returns the message of the app where the server's is meant for programs: for a missing session, and for too many
 * attempts. For a wrong password the server's message is meant for users.
 */
const messageFor =
  (iri: Iri, { method }: Options): MessageOf =>
  ({ status, headers }, message) => {
    if (status === 401 && iri !== '/login') return signedOutMessage(method ? 'save' : 'read')
    const seconds = Number(headers.get('retry-after'))
    return status === 429 && seconds > 0 ? tooManyAttempts(seconds) : message
  }

const tooManyAttempts = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  const wait =
    seconds < 60 ? `${seconds} seconds` : minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `Too many attempts just now. Try again in ${wait}.`
}

const toFailure = async (error: unknown, reading: FailureReading) => {
  if (error instanceof HTTPError) return responseFailure(error.response, reading)
  // `fetch` rejects with a TypeError when there was no response at all.
  if (error instanceof TypeError || error instanceof TimeoutError)
    return new Failure('offline', { cause: error })
  return Failure.from(error)
}

/** Builds a failure from an error response: its status, the server's message and its violations (RFC 9457, hydra). */
export const responseFailure = async (
  response: Response,
  { decode, messageOf }: FailureReading,
) => {
  const text = response.text()
  const body = await text.then(decode).catch(() => null)
  const details = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const serverMessage = [details['detail'], details['description'], details['message']].find(
    (candidate) => typeof candidate === 'string',
  )
  const message = messageOf(response, serverMessage)
  return failureFromStatus(response.status, {
    ...(message && { message }),
    statusMessage: customReasonPhrase(response.statusText),
    violations: parseViolations(details['violations']),
    ...(isResource(body) && { resource: body }),
    // It has the token with which a code is sent after the password.
    ...(response.status === 401 && { cause: body }),
  })
}

const parseViolations = (list: unknown): Violation[] =>
  Array.isArray(list)
    ? list.flatMap((item: Partial<Record<keyof Violation, unknown>> | null) => {
        const { propertyPath, message } = item ?? {}
        if (typeof message !== 'string') return []
        return [{ propertyPath: typeof propertyPath === 'string' ? propertyPath : '', message }]
      })
    : []

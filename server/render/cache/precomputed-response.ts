/** Prepares responses that are sent to many clients: each is compressed once, and a client that has it gets 304. */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { cachingHeadersOf } from '../../http/cache-policy.ts'
import { hasCurrentVersion } from '../../http/conditional-request.ts'
import {
  type Bytes,
  type Encoding,
  negotiateEncoding,
  compress,
  encodings,
} from '../content-encoding.ts'

export interface PrecomputedResponse {
  status: number
  headers: Record<string, string>
  /** The ETag, a weak one, since it is the same for every encoding. */
  etag: string
  identity: Bytes
  /** The encodings that it may be sent with; empty for short bodies and for files without compressed versions. */
  availableEncodings: readonly Encoding[]
  compressed: Map<Encoding, Bytes>
  /** The compressions in progress, which concurrent requests share. */
  pendingCompressions: Map<Encoding, Promise<Bytes>>
}

/** The size from which a body is compressed, in bytes. Shorter ones fit into one packet as they are. */
const minCompressibleSize = 1_000

const etagOf = (bytes: Bytes) =>
  `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`

/** Prepares a response; it is compressed when a client first accepts an encoding. */
export const precompute = (
  status: number,
  headers: Record<string, string>,
  body: string,
): PrecomputedResponse => {
  const identity = new Uint8Array(Buffer.from(body))
  return {
    status,
    headers,
    etag: etagOf(identity),
    identity,
    availableEncodings: identity.length < minCompressibleSize ? [] : encodings,
    compressed: new Map(),
    pendingCompressions: new Map(),
  }
}

/** Prepares a file whose compressed versions were made by the build. */
export const precomputeFile = (
  headers: Record<string, string>,
  identity: Bytes,
  compressed: Map<Encoding, Bytes>,
): PrecomputedResponse => ({
  status: 200,
  headers,
  etag: etagOf(identity),
  identity,
  availableEncodings: encodings.filter((encoding) => compressed.has(encoding)),
  compressed,
  pendingCompressions: new Map(),
})

/** Estimates the memory of a response in bytes, compressed versions included. */
export const memorySizeOf = ({ identity }: PrecomputedResponse) => 2 * identity.length

/** Sends a prepared response in the best encoding that the client accepts, or 304 if it has this version. */
export const sendPrecomputed = (
  c: Context,
  stored: PrecomputedResponse,
): Response | Promise<Response> => {
  if (stored.status === 200 && hasCurrentVersion(c.req.header('if-none-match'), stored.etag))
    return c.body(null, 304, { ...cachingHeadersOf(stored.headers), ETag: stored.etag })
  const encoding = negotiateEncoding(c.req.header('accept-encoding'), stored.availableEncodings)
  if (!encoding) return respond(c, stored, stored.identity)
  const bytes = stored.compressed.get(encoding)
  if (bytes) return respond(c, stored, bytes, encoding)
  return compressOnce(stored, encoding).then((made) => respond(c, stored, made, encoding))
}

const respond = (
  c: Context,
  { status, headers, etag }: PrecomputedResponse,
  bytes: Bytes,
  encoding?: Encoding,
) =>
  c.body(bytes, status as ContentfulStatusCode, {
    ...headers,
    ...(status === 200 && { ETag: etag }),
    ...(encoding && { 'Content-Encoding': encoding }),
    'Content-Length': `${bytes.length}`,
  })

const compressOnce = (
  { identity, compressed, pendingCompressions }: PrecomputedResponse,
  encoding: Encoding,
) => {
  const pending = pendingCompressions.get(encoding)
  if (pending) return pending
  const making = compress(identity, encoding).then((bytes) => {
    compressed.set(encoding, bytes)
    pendingCompressions.delete(encoding)
    return bytes
  })
  pendingCompressions.set(encoding, making)
  return making
}

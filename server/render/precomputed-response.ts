/** What is sent the same to many: made once, compressed once, and not sent again to who has it. */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { cachingHeadersOf } from '../http/cache-policy.ts'
import {
  type Bytes,
  type Encoding,
  negotiateEncoding,
  compress,
  encodings,
} from './content-encoding.ts'

export interface PrecomputedResponse {
  status: number
  headers: Record<string, string>
  /** Weak, as it is the same for every encoding. */
  etag: string
  identity: Bytes
  /** What it may be compressed with; none where that has been seen to. */
  availableEncodings: readonly Encoding[]
  compressed: Map<Encoding, Bytes>
  /** On their way: whoever wants the same waits along. */
  pendingCompressions: Map<Encoding, Promise<Bytes>>
}

/** What is shorter goes in one packet as it is. */
const leastToCompress = 1_000

const etagOf = (bytes: Bytes) =>
  `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`

/** Compressed when somebody first takes it so. */
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
    availableEncodings: identity.length < leastToCompress ? [] : encodings,
    compressed: new Map(),
    pendingCompressions: new Map(),
  }
}

/** A file whose compressed forms lie beside it. */
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

/** How much memory it may come to take. */
export const memorySizeOf = ({ identity }: PrecomputedResponse) => 2 * identity.length

export const sendPrecomputed = (
  c: Context,
  stored: PrecomputedResponse,
): Response | Promise<Response> => {
  if (stored.status === 200 && isKnown(c.req.header('if-none-match'), stored.etag))
    return c.body(null, 304, { ...cachingHeadersOf(stored.headers), ETag: stored.etag })
  const encoding = negotiateEncoding(c.req.header('accept-encoding'), stored.availableEncodings)
  if (!encoding) return answer(c, stored, stored.identity)
  const bytes = stored.compressed.get(encoding)
  if (bytes) return answer(c, stored, bytes, encoding)
  return compressOnce(stored, encoding).then((made) => answer(c, stored, made, encoding))
}

const answer = (
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
  const known = pendingCompressions.get(encoding)
  if (known) return known
  const making = compress(identity, encoding).then((bytes) => {
    compressed.set(encoding, bytes)
    pendingCompressions.delete(encoding)
    return bytes
  })
  pendingCompressions.set(encoding, making)
  return making
}

const isKnown = (header: string | undefined, etag: string) =>
  header !== undefined &&
  header.split(',').some((one) => one.trim() === '*' || weak(one.trim()) === etag)

const weak = (etag: string) => (etag.startsWith('W/') ? etag : `W/${etag}`)

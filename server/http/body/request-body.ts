/**
 * Reads request bodies within the limits of the contract (api, section 11.8). Nothing is read before the client is
 * authenticated. A body that is too large is rejected by its declared length, or as soon as too much has arrived. After
 * a slow upload the session is checked again: one that has ended meanwhile writes nothing.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Env } from '../hono-env.ts'
import { problem } from '../problem.ts'

type C = Context<Env>

const kilobyte = 1024
/** In bytes. */
const limits = { visitor: 64 * kilobyte, signedIn: 8 * 1024 * kilobyte }
/** How long a body may take, in milliseconds, before the session is checked again. */
const slowBodyThreshold = 1_000

const bodyLimitOf = (c: C) => (c.get('viewer').userId === null ? limits.visitor : limits.signedIn)

/** The unread rest would come before the next request on this connection, so the connection is closed. */
const tooLarge = (limit: number) =>
  problem(413, {
    detail: `Send at most ${limit / kilobyte} KB.`,
    headers: { Connection: 'close' },
  })

/** Null for chunked bodies and for requests made in process. */
const contentLengthOf = (c: C) => {
  const length = c.req.header('content-length')
  return length === undefined || c.req.header('transfer-encoding') ? null : Number(length)
}

/** Throws 413 for a body whose declared length is too large, even if no handler would read it. */
export const limitBodySize: MiddlewareHandler<Env> = async (c, next) => {
  if ((contentLengthOf(c) ?? 0) > bodyLimitOf(c)) throw tooLarge(bodyLimitOf(c))
  await next()
}

/** Returns the whole body. Throws 413 when it is too large, 401 when the session has ended meanwhile. */
export const readBodyBytes = async (c: C): Promise<Buffer<ArrayBuffer>> => {
  const began = performance.now()
  const bytes = await collectBody(c)
  if (performance.now() - began > slowBodyThreshold) await c.get('requireSession')()
  return bytes
}

/** Reads the body and counts its bytes. */
const collectBody = async (c: C): Promise<Buffer<ArrayBuffer>> => {
  const limit = bodyLimitOf(c)
  const length = contentLengthOf(c)
  if (length !== null) {
    if (length > limit) throw tooLarge(limit)
    // Node enforces the declared length, and this is several times faster than reading a stream.
    return Buffer.from(await c.req.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns the body as text, with replacement characters for invalid UTF-8. */
export const readBodyText = async (c: C) => decoder.decode(await readBodyBytes(c))

const decoder = new TextDecoder()

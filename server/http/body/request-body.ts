/**
 * Reads request bodies of limited size. Nothing is read before the client is authenticated. A body
 * that is too large is rejected by its declared length, or as soon as too much has arrived. After a slow upload the
 * session is checked again: one that has ended meanwhile writes nothing.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Env } from '../hono-env.ts'
import { problem } from '../problem.ts'

type C = Context<Env>

const kilobyte = 1024
/** The maximum size of a body from a visitor, in bytes. */
export const visitorBodyLimit = 64 * kilobyte
const limits = { visitor: visitorBodyLimit, signedIn: 8 * 1024 * kilobyte }
/** The time after which a body counts as slow, in milliseconds: then the session is checked again. */
const slowBodyThreshold = 1_000

const bodyLimitOf = (c: C) => (c.get('viewer').userId === null ? limits.visitor : limits.signedIn)

/**
 * Returns the 413 for a body that is too large. It closes the connection, on which the unread rest would come before
 * the next request.
 */
const tooLarge = (limit: number) =>
  problem(413, {
    detail: `Send at most ${limit / kilobyte} KB.`,
    headers: { Connection: 'close' },
  })

/** Returns the declared length of a body; null for chunked bodies and for requests made in process. */
const contentLengthOf = (c: Context) => {
  const length = c.req.header('content-length')
  return length === undefined || c.req.header('transfer-encoding') ? null : Number(length)
}

/** Throws 413 for a body whose declared length is too large, even if no handler would read it. */
export const limitBodySize: MiddlewareHandler<Env> = async (c, next) => {
  if ((contentLengthOf(c) ?? 0) > bodyLimitOf(c)) throw tooLarge(bodyLimitOf(c))
  await next()
}

/**
 * Returns the whole body. Throws 413 when it has more bytes than `limit`, by default that of the viewer; 401 when the
 * session has ended meanwhile.
 */
export const readBodyBytes = async (c: C, limit = bodyLimitOf(c)): Promise<Buffer<ArrayBuffer>> => {
  const began = performance.now()
  const bytes = await collectBody(c, limit)
  if (performance.now() - began > slowBodyThreshold) await c.get('requireSession')()
  return bytes
}

/** Reads the body and counts its bytes. Throws 413 when there are more than the limit. */
const collectBody = async (c: Context, limit: number): Promise<Buffer<ArrayBuffer>> => {
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
export const readBodyText = async (c: C, limit?: number) =>
  decoder.decode(await readBodyBytes(c, limit))

/** Returns the body of a request to the site as text. Throws 413 when it has more bytes than the limit. */
export const readTextUpTo = async (c: Context, limit: number) =>
  decoder.decode(await collectBody(c, limit))

const decoder = new TextDecoder()

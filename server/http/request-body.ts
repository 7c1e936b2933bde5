/**
 * Reads bodies of requests, within the limits of the contract (api, section 11.8). Nothing of a body is read before it is
 * known who asks, and what is too large is refused by what it says of its length, or as soon as too much of it has come.
 * Whoever takes long to send one is asked again who they are: a session that has ended meanwhile writes nothing.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Env } from './hono-env.ts'
import { problem } from './problem.ts'

type C = Context<Env>

const kilobyte = 1024
/** In bytes. */
const limits = { visitor: 64 * kilobyte, signedIn: 8 * 1024 * kilobyte }
/** How long a body may be on its way, in milliseconds, before its sender is looked at again. */
const soon = 1_000

const limitOf = (c: C) => (c.get('viewer').userId === null ? limits.visitor : limits.signedIn)

/** What has not been read yet would stand before the next request on this connection. */
const tooLarge = (limit: number) =>
  problem(413, {
    detail: `Send at most ${limit / kilobyte} KB.`,
    headers: { Connection: 'close' },
  })

/** Null where it is sent in chunks, or where the request is made in process. */
const lengthOf = (c: C) => {
  const length = c.req.header('content-length')
  return length === undefined || c.req.header('transfer-encoding') ? null : Number(length)
}

/** Refuses with 413 a body that says it is too large, whether or not anything would have read it. */
export const limitBodySize: MiddlewareHandler<Env> = async (c, next) => {
  if ((lengthOf(c) ?? 0) > limitOf(c)) throw tooLarge(limitOf(c))
  await next()
}

/** Returns the whole body; 413 where it is too large, 401 where the sender's session has ended while it came. */
export const readBodyBytes = async (c: C): Promise<Buffer<ArrayBuffer>> => {
  const began = performance.now()
  const bytes = await wholeBody(c)
  if (performance.now() - began > soon) await c.get('requireSession')()
  return bytes
}

/** Counts it while it comes. */
const wholeBody = async (c: C): Promise<Buffer<ArrayBuffer>> => {
  const limit = limitOf(c)
  const length = lengthOf(c)
  if (length !== null) {
    if (length > limit) throw tooLarge(limit)
    // Node counts what was announced, several times faster than a stream is read.
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

/** Returns the same as text, with replacement characters for what is no UTF-8. */
export const readBodyText = async (c: C) => decoder.decode(await readBodyBytes(c))

const decoder = new TextDecoder()

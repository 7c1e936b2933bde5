/** Parses multipart bodies, after checking that they do not have too many parts. */
import type { Context } from 'hono'
import type { Env } from '../hono-env.ts'
import { problem } from '../problem.ts'
import { readBodyBytes } from './request-body.ts'

type C = Context<Env>

const maxParts = 20
/** The maximum size of the headers of a part, which contain its name and file name, in bytes. */
const maxPartHeaderSize = 8 * 1024
/** Matches a boundary: https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1 */
const boundaryPattern = /^[\w'()+,./:=? -]{1,70}$/

const boundaryIn = (type: string) => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(type) ?? []
  return quoted ?? plain ?? ''
}

/** Throws 413 for too many parts or too long part headers. */
const limitParts = (body: Buffer, boundary: string) => {
  let parts = 0
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at)) {
    at += boundary.length
    const head = body.subarray(at, at + maxPartHeaderSize)
    const isCut = head.indexOf('\r\n\r\n') < 0 && head.length === maxPartHeaderSize
    parts += 1
    // There is one boundary more than parts.
    if (isCut || parts > maxParts + 1) {
      throw problem(413, { detail: `Send at most ${maxParts} parts, with short names.` })
    }
  }
}

/**
 * Returns the parts of a multipart body. Throws 415 for any other type, 413 for too many parts, 400 when they cannot be
 * parsed.
 */
export const readMultipart = async (c: C): Promise<FormData> => {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw problem(415, { detail: 'Send this as multipart/form-data.' })
  }
  const unclear = problem(400, { detail: 'The body is not valid multipart/form-data.' })
  const boundary = boundaryIn(type)
  if (!boundaryPattern.test(boundary)) throw unclear
  const body = await readBodyBytes(c)
  limitParts(body, `--${boundary}`)
  // Parsers may read a header differently, so the body is parsed with the same boundary that was counted.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` }
  return new Response(body, { headers }).formData().catch(() => {
    throw unclear
  })
}

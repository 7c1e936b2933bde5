/** Multipart bodies, taken apart once it is known that there is not too much to take apart. */
import type { Context } from 'hono'
import type { Env } from './hono-env.ts'
import { problem } from './problem.ts'
import { readBodyBytes } from './request-body.ts'

type C = Context<Env>

const mostParts = 20
/** Of the lines before a part's content, in bytes; names of parts and files stand in them. */
const longestHead = 8 * 1024
/** RFC 2046, section 5.1.1. */
const boundaryPattern = /^[\w'()+,./:=? -]{1,70}$/

const boundaryIn = (type: string) => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(type) ?? []
  return quoted ?? plain ?? ''
}

/** Refuses with 413 what has too many parts, or parts with too much before their content. */
const limitParts = (body: Buffer, boundary: string) => {
  let parts = 0
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at)) {
    at += boundary.length
    const head = body.subarray(at, at + longestHead)
    const isCut = head.indexOf('\r\n\r\n') < 0 && head.length === longestHead
    parts += 1
    // One boundary more than parts.
    if (isCut || parts > mostParts + 1) {
      throw problem(413, { detail: `Send at most ${mostParts} parts, with short names.` })
    }
  }
}

/** Returns the parts of a multipart body; 415 for any other, 413 for too many, 400 for what cannot be told apart. */
export const readMultipart = async (c: C): Promise<FormData> => {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw problem(415, { detail: 'Send this as multipart/form-data.' })
  }
  const unclear = problem(400, { detail: 'The parts of the body cannot be told apart.' })
  const boundary = boundaryIn(type)
  if (!boundaryPattern.test(boundary)) throw unclear
  const body = await readBodyBytes(c)
  limitParts(body, `--${boundary}`)
  // A header may be read in several ways: it is taken apart at the boundary that was counted.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` }
  return new Response(body, { headers }).formData().catch(() => {
    throw unclear
  })
}

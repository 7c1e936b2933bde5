/** Parses JSON bodies within limits that both databases and every client can handle. */
import { problem } from '../problem.ts'

/** The limits of what is parsed. The text itself is the first level, and the first value. */
export interface JsonLimits {
  maxDepth: number
  maxValues: number
}

/** The limits of bodies. */
export const bodyLimits: JsonLimits = { maxDepth: 32, maxValues: 100_000 }

/** Matches what no text may contain: PostgreSQL cannot store NUL, and half a surrogate pair is not a character. */
const unstorableText = /[\0\p{Surrogate}]/u

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Returns the index of the quotation mark that ends the string which begins at `from`. */
const endOfText = (json: string, from: number) => {
  let at = from + 1
  while (at < json.length && json.charCodeAt(at) !== quote) {
    at += json.charCodeAt(at) === backslash ? 2 : 1
  }
  return at
}

/**
 * Throws 400 for JSON that is nested too deeply and 413 for too many values, in one pass over the text, before the
 * parser builds all of it. Invalid JSON may pass.
 */
const checkJsonLimits = (json: string, { maxDepth, maxValues }: JsonLimits) => {
  let depth = 0
  let values = 1
  let isOpened = false
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code <= 0x20) continue
    const isClosing = code === closeBracket || code === closeBrace
    // A value follows every opening bracket and every comma.
    if ((isOpened && !isClosing) || code === comma) values += 1
    isOpened = code === openBracket || code === openBrace
    if (code === quote) at = endOfText(json, at)
    else if (isOpened) depth += 1
    else if (isClosing) depth -= 1
    if (depth > maxDepth) throw problem(400, { detail: 'The body is nested too deeply.' })
    if (values > maxValues) {
      throw problem(413, { detail: `Send at most ${maxValues} values at a time.` })
    }
  }
}

const rejectUnstorable = (value: unknown): void => {
  if (typeof value === 'string' && unstorableText.test(value)) {
    throw problem(400, { detail: 'The body contains text that is not valid.' })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    rejectUnstorable(key)
    rejectUnstorable(part)
  }
}

/** Returns the JSON object in a text. Throws 400 for anything else and 413 for too many values, before it is parsed. */
export const parseJsonBody = (text: string, limits = bodyLimits): Record<string, unknown> => {
  checkJsonLimits(text, limits)
  const body = parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw problem(400, { detail: 'The body should be one JSON object.' })
  }
  rejectUnstorable(body)
  return body as Record<string, unknown>
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw problem(400, { detail: 'Syntax error' })
  }
}

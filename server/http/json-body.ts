/** JSON from outside: refused unless both databases can keep it and every reader can walk it. */
import { problem } from './problem.ts'

/** The contract's (api, section 11.8). The body itself is the first level, and the first value. */
const deepest = 32
const mostValues = 100_000

/** No database keeps NUL in a text, and half a surrogate pair is no character. */
const unstorable = /[\0\p{Surrogate}]/u

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The index of the quotation mark that ends the text which begins at `from`. */
const endOfText = (json: string, from: number) => {
  let at = from + 1
  while (at < json.length && json.charCodeAt(at) !== quote) {
    at += json.charCodeAt(at) === backslash ? 2 : 1
  }
  return at
}

/**
 * Refuses what is nested too deeply (400) or has too many values (413), in one pass over the text: the parser would build all
 * of it first. What is no JSON at all may pass.
 */
const limitJson = (json: string) => {
  let depth = 0
  let values = 1
  let isOpened = false
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code <= 0x20) continue
    const isClosing = code === closeBracket || code === closeBrace
    // Whatever follows an opening bracket is a value, and so is whatever follows a comma.
    if ((isOpened && !isClosing) || code === comma) values += 1
    isOpened = code === openBracket || code === openBrace
    if (code === quote) at = endOfText(json, at)
    else if (isOpened) depth += 1
    else if (isClosing) depth -= 1
    if (depth > deepest) throw problem(400, { detail: 'The body is nested too deeply.' })
    if (values > mostValues) {
      throw problem(413, { detail: `Send at most ${mostValues} values at a time.` })
    }
  }
}

const check = (value: unknown): void => {
  if (typeof value === 'string' && unstorable.test(value)) {
    throw problem(400, { detail: 'The body holds text that is not valid.' })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    check(key)
    check(part)
  }
}

/** Returns one object; anything else is refused, and what is too large before it is parsed. */
export const parseJsonBody = (text: string): Record<string, unknown> => {
  limitJson(text)
  const body = parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw problem(400, { detail: 'The body should be one JSON object.' })
  }
  check(body)
  return body as Record<string, unknown>
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw problem(400, { detail: 'Syntax error' })
  }
}

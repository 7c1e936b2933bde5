/** JSON from outside: refused unless both databases can keep it and every reader can walk it. */
import { problem } from './problem.ts'

const deepest = 64
/** No database keeps NUL in a text, and half a surrogate pair is no character. */
const unstorable = /[\0\p{Surrogate}]/u

const check = (value: unknown, depth = 0): void => {
  if (depth > deepest) throw problem(400, { detail: 'The body is nested too deeply.' })
  if (typeof value === 'string' && unstorable.test(value)) {
    throw problem(400, { detail: 'The body holds text that is not valid.' })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    check(key)
    check(part, depth + 1)
  }
}

/** One object; anything else is refused. */
export const parseJson = (text: string): Record<string, unknown> => {
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

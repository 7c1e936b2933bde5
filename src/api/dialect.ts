/**
 * CWA APIs of other times and places say the same in other words: with `hydra:` before the names of a list, and with the
 * path they are mounted at before every IRI. Here it becomes what the app speaks, and on the way back what they do.
 */
type Json = unknown

/** An item, or the list it is in; not what lies below one, as its files do. */
const iri = /^\/(_\/[a-z_]+(\/.*)?|(component|page_data)\/[a-z_]+(\/[^/]+)?|users\/[^/]+)$/

/** Rebuilds only what holds something to change. */
const mapped = (
  value: Json,
  name: (name: string) => string,
  text: (text: string) => string,
): Json => {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((one) => mapped(one, name, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [name(key), mapped(one, name, text)]),
  )
}

const same = (text: string) => text
const withoutHydra = (name: string) => name.replace(/^hydra:/, '')

export const createDialect = (base: string) => {
  const { pathname } = new URL(base, 'http://here.invalid')
  const prefix = pathname.replace(/\/$/, '')
  const isMounted = prefix !== ''
  /** Known once an answer has had the prefix. */
  let isPrefixed = false
  const bare = (text: string) => {
    if (!isMounted || !text.startsWith(`${prefix}/`)) return text
    const rest = text.slice(prefix.length)
    if (!iri.test(rest.split('?')[0]!)) return text
    isPrefixed = true
    return rest
  }
  /** Some write the slashes of JSON with a sign before them. */
  const hints = isMounted ? [`"${prefix}/`, `"${prefix}/`.replaceAll('/', '\\/')] : []
  const whole = (text: string) => (iri.test(text) ? prefix + text : text)

  return {
    /** An answer's body, as the app speaks. */
    heard: (text: string): Json => {
      const value: Json = JSON.parse(text)
      return text.includes('"hydra:') || hints.some((hint) => text.includes(hint))
        ? mapped(value, withoutHydra, bare)
        : value
    },
    /** What is sent, as the API speaks. */
    said: (value: Json): Json => (isPrefixed ? mapped(value, same, whole) : value),
  }
}

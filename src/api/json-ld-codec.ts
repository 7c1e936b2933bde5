/**
 * CWA APIs of other times and places say the same in other words: with `hydra:` before the names of a list, and with the
 * path they are mounted at before every IRI. Here it becomes what the app speaks, and on the way back what they do.
 */
type Json = unknown

/** An item, or the list it is in; not what lies below one, as its files do. */
const iriPattern = /^\/(_\/[a-z_]+(\/.*)?|(component|page_data)\/[a-z_]+(\/[^/]+)?|users\/[^/]+)$/

/** Rebuilds only what holds something to change. */
const mapStrings = (
  value: Json,
  mapKey: (name: string) => string,
  mapText: (text: string) => string,
): Json => {
  if (typeof value === 'string') return mapText(value)
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, mapKey, mapText))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [mapKey(key), mapStrings(one, mapKey, mapText)]),
  )
}

const identity = (text: string) => text
const stripHydraPrefix = (name: string) => name.replace(/^hydra:/, '')

export const createJsonLdCodec = (base: string) => {
  const { pathname } = new URL(base, 'http://here.invalid')
  const prefix = pathname.replace(/\/$/, '')
  const isMounted = prefix !== ''
  /** Known once an answer has had the prefix. */
  let isPrefixed = false
  const stripBasePath = (text: string) => {
    if (!isMounted || !text.startsWith(`${prefix}/`)) return text
    const stripped = text.slice(prefix.length)
    if (!iriPattern.test(stripped.split('?')[0]!)) return text
    isPrefixed = true
    return stripped
  }
  /** Some write the slashes of JSON with a sign before them. */
  const prefixMarkers = isMounted ? [`"${prefix}/`, `"${prefix}/`.replaceAll('/', '\\/')] : []
  const addBasePath = (text: string) => (iriPattern.test(text) ? prefix + text : text)

  return {
    /** An answer's body, as the app speaks. */
    decode: (text: string): Json => {
      const value: Json = JSON.parse(text)
      return text.includes('"hydra:') || prefixMarkers.some((hint) => text.includes(hint))
        ? mapStrings(value, stripHydraPrefix, stripBasePath)
        : value
    },
    /** What is sent, as the API speaks. */
    encode: (value: Json): Json => (isPrefixed ? mapStrings(value, identity, addBasePath) : value),
  }
}

/**
 * Translates between the JSON of a CWA API and the JSON of this app. Some APIs prefix the properties of collections
 * with `hydra:`, and some prefix every IRI with the path they are mounted at; the app knows neither prefix.
 */
type Json = unknown

/** Matches the IRI of an item or a collection, but not a path below an item, such as the URL of its file. */
const iriPattern =
  /^\/(_\/routes(\/.*)?|_\/[a-z_]+_manifest\/.*|(_|component|page_data)\/[a-z_]+(\/[^/]+)?|users\/[^/]+)$/

/** Returns a copy with every key and every string value replaced. */
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

/** Returns the codec of the API at `base`. */
export const createJsonLdCodec = (base: string) => {
  const { pathname } = new URL(base, 'http://here.invalid')
  const prefix = pathname.replace(/\/$/, '')
  const isMounted = prefix !== ''
  /** True once a response has contained an IRI with the prefix; IRIs that are sent get it from then on. */
  let isPrefixed = false
  const stripBasePath = (text: string) => {
    if (!isMounted || !text.startsWith(`${prefix}/`)) return text
    const stripped = text.slice(prefix.length)
    if (!iriPattern.test(stripped.split('?')[0]!)) return text
    isPrefixed = true
    return stripped
  }
  /** Both spellings of the prefix: PHP's `json_encode` escapes slashes by default. */
  const prefixMarkers = isMounted ? [`"${prefix}/`, `"${prefix}/`.replaceAll('/', '\\/')] : []
  const addBasePath = (text: string) => (iriPattern.test(text) ? prefix + text : text)

  return {
    /** Parses the body of a response and removes the prefixes; rebuilds the value only if it contains one. */
    decode: (text: string): Json => {
      const value: Json = JSON.parse(text)
      return text.includes('"hydra:') || prefixMarkers.some((hint) => text.includes(hint))
        ? mapStrings(value, stripHydraPrefix, stripBasePath)
        : value
    },
    /** Adds the prefix to the IRIs of a request body, if the API uses it. */
    encode: (value: Json): Json => (isPrefixed ? mapStrings(value, identity, addBasePath) : value),
  }
}

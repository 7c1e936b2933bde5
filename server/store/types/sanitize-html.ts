/** Sanitizes HTML by the allowlist that the front end shares. */
import { Parser } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'
import { allowedHtml, isAllowedValue } from '#content/model/allowed-html.ts'

/** Returns the attributes whose values are allowed. */
const withAllowedValues = (tagName: string, attribs: sanitizeHtml.Attributes) =>
  Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => isAllowedValue(tagName, name, value)),
  )

const options: sanitizeHtml.IOptions = {
  allowedTags: [...allowedHtml.tags],
  allowedAttributes: Object.fromEntries(
    Object.entries(allowedHtml.attributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedSchemes: [...allowedHtml.schemes],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: {
        ...withAllowedValues(tagName, attribs),
        // A page opened in a new window must not reach its opener.
        ...(attribs['target'] === '_blank' && { rel: 'noopener noreferrer' }),
      },
    }),
    img: (tagName, attribs) => ({ tagName, attribs: withAllowedValues(tagName, attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
}

/** The limits of one HTML field: its bytes, and the nesting levels of its elements. */
const limits = { size: 200 * 1024, depth: 100 }

class TooDeepError extends Error {}

/**
 * Returns true if elements are nested too deeply. Sanitizing takes quadratic time in the depth, so this
 * runs first and stops at the limit.
 */
const isTooDeep = (html: string) => {
  let depth = 0
  const parser = new Parser({
    onopentag: () => {
      depth += 1
      if (depth > limits.depth) throw new TooDeepError()
    },
    onclosetag: () => void (depth -= 1),
  })
  try {
    parser.end(html)
    return false
  } catch (thrown) {
    if (thrown instanceof TooDeepError) return true
    throw thrown
  }
}

/** Returns why HTML is refused before sanitizing, or null. */
export const htmlError = (html: string): string | null => {
  if (Buffer.byteLength(html) > limits.size) return 'This text is too long: use at most 200 KB.'
  return isTooDeep(html) ? 'This text is nested too deeply: use at most 100 levels.' : null
}

/** Returns HTML with only the allowed elements and attributes. */
export const sanitize = (html: string) => sanitizeHtml(html, options)

/**
 * Returns stored HTML that may predate the limits, sanitized; an empty string where it is nested too
 * deeply.
 */
export const sanitizeStored = (html: string) => (isTooDeep(html) ? '' : sanitize(html))

/**
 * Returns sanitized HTML serialized as a browser serializes it, so that a text is the same whether the browser got
 * it with the page or has sanitized it itself.
 */
export const serializeAsBrowser = (sanitized: string) =>
  // Text and attributes contain neither a raw `>` nor a raw `<`, so this is the end of an element without content.
  sanitized.replaceAll(' />', '>').replaceAll('\u00a0', '&nbsp;')

/** HTML as it may be stored and shown: the allowlist of `content/model/allowed-html.ts`, enforced. */
import { Parser } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'
import { allowedHtml } from '#content/model/allowed-html.ts'
import { isLink } from '#content/page/link.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...allowedHtml.tags],
  allowedAttributes: Object.fromEntries(
    Object.entries(allowedHtml.attributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedSchemes: [...allowedHtml.schemes],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href, ...attribs }) => ({
      tagName,
      attribs: {
        ...(href !== undefined && isLink(href) && { href }),
        ...attribs,
        // A page opened from here must not reach back.
        ...(attribs['target'] === '_blank' && { rel: 'noopener noreferrer' }),
      },
    }),
  },
}

/** The contract's (api, section 11.8): bytes of one field, and elements inside each other. */
const limits = { size: 200 * 1024, depth: 100 }

class TooDeepError extends Error {}

/** Cleaning takes the square of how deeply elements are nested, so it is found out before, and no further than needed. */
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

/** Returns why HTML is not even cleaned, or null. */
export const htmlError = (html: string): string | null => {
  if (Buffer.byteLength(html) > limits.size) return 'This text is too long: use at most 200 KB.'
  return isTooDeep(html) ? 'This text is nested too deeply: use at most 100 levels.' : null
}

export const sanitize = (html: string) => sanitizeHtml(html, options)

/** Returns what may be shown of HTML that was stored when longer or deeper HTML was taken: what is too deep is left out. */
export const sanitizeStored = (html: string) => (isTooDeep(html) ? '' : sanitize(html))

/** HTML as it may be stored and shown: the allowlist of `content/html.ts`, enforced. */
import sanitizeHtml from 'sanitize-html'
import { allowedHtml } from '#content/html.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...allowedHtml.tags],
  allowedAttributes: Object.fromEntries(
    Object.entries(allowedHtml.attributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedSchemes: [...allowedHtml.schemes],
  allowProtocolRelative: false,
  transformTags: {
    // A page opened from here must not reach back.
    a: (tagName, attribs) => ({
      tagName,
      attribs:
        attribs['target'] === '_blank' ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
    }),
  },
}

export const sanitise = (html: string) => sanitizeHtml(html, options)

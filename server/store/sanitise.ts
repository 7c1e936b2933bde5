/** HTML as it may be stored and shown: the allowlist of `content/html.ts`, enforced. */
import sanitizeHtml from 'sanitize-html'
import { allowedHtml } from '#content/html.ts'
import { isLink } from '#content/link.ts'

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

export const sanitise = (html: string) => sanitizeHtml(html, options)

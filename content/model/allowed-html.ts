import { isLink } from '../links/link.ts'
import { isPictureAttribute } from '../pictures/picture-address.ts'

/**
 * The elements, attributes and URL schemes that HTML content may have. The API applies this list when text is stored,
 * the renderer and the browser when it is shown. It allows everything the text editor produces, and nothing that runs
 * scripts, covers the page or loads files other than pictures.
 */
export const allowedHtml = {
  tags: [
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'code',
    'small',
    'mark',
    'a',
    'img',
    'blockquote',
    'pre',
    'ul',
    'ol',
    'li',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  attributes: {
    a: ['href', 'target', 'rel', 'title'],
    img: ['src', 'srcset', 'sizes', 'width', 'height', 'alt', 'loading'],
    ol: ['start', 'type'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  /** Schemes of links. A link without a scheme is a path of this site. */
  schemes: ['http', 'https', 'mailto', 'tel'],
} as const

/** True for a value that an allowed attribute of an element may have. A picture without an address is removed. */
export const isAllowedValue = (tag: string, name: string, value: string) =>
  name === 'href' ? isLink(value) : tag !== 'img' || isPictureAttribute(name, value)

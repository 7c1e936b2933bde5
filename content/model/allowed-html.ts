/**
 * The elements, attributes and URL schemes that HTML content may have. The API applies this list when text is stored,
 * the renderer and the browser when it is shown. It allows everything the text editor produces, and nothing that runs
 * scripts, loads files or covers the page.
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
    ol: ['start', 'type'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  /** Schemes of links. A link without a scheme is a path of this site. */
  schemes: ['http', 'https', 'mailto', 'tel'],
} as const

/**
 * The one list of what HTML may contain here. The API applies it when text is stored, the renderer and the browser
 * when it is shown. It is what the text editor can make, and nothing that runs, loads or covers the page.
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
  ],
  attributes: {
    a: ['href', 'target', 'rel', 'title'],
    ol: ['start', 'type'],
  },
  /** Of links; a link without one is a path of this site. */
  schemes: ['http', 'https', 'mailto', 'tel'],
} as const

/** Knows which HTML a browser reads and writes again as the same text. */

/** An element's tag, with only such attributes as a browser writes itself, or text. */
const tokens = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)>|([^<]+)/gy
/** Characters that a browser would write in another way, wherever they stand. */
const otherwise = /[\r\0\u00a0]|&(?!(?:amp|lt|gt|nbsp|quot);)/

/** Half a character, which cannot be sent. */
const lone = /\p{Surrogate}/u

const empty = new Set(['br', 'hr', 'img'])
/** The elements whose start ends a paragraph. */
const blocks = new Set('p hr h2 h3 h4 h5 h6 blockquote pre ul ol li table'.split(' '))
/** The parents without which a browser moves an element, or adds one around it. */
const parents: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'],
  thead: ['table'],
  tbody: ['table'],
  tr: ['thead', 'tbody'],
  td: ['tr'],
  th: ['tr'],
}
/** The elements in which a browser leaves nothing but these. */
const children: Readonly<Record<string, readonly string[]>> = {
  table: ['thead', 'tbody'],
  thead: ['tr'],
  tbody: ['tr'],
  tr: ['td', 'th'],
}

const isHeading = (tag: string) => /^h[2-6]$/.test(tag)

/** True if a browser puts an element where it is written, in the elements that are open. */
const isAllowedIn = (tag: string, open: readonly string[]) => {
  const parent = open.at(-1)
  if (blocks.has(tag) && open.includes('p')) return false
  if (isHeading(tag) && open.some(isHeading)) return false
  if (tag === 'a' && open.includes('a')) return false
  if (parents[tag] && !parents[tag].includes(parent ?? '')) return false
  return !parent || !children[parent] || children[parent].includes(tag)
}

const isTextAllowedIn = (text: string, open: readonly string[]) => {
  const parent = open.at(-1) ?? ''
  if (/>|&quot;/.test(text)) return false
  return !children[parent] || /^[ \n\t]*$/.test(text)
}

/**
 * True for sanitized HTML that a browser, which parses it as the content of an element, writes again as the same text. May be
 * false for some that is, too: it is cautious rather than complete.
 */
export const isCanonicalHtml = (html: string) => {
  if (otherwise.test(html) || lone.test(html) || html.includes('<pre>\n')) return false
  const open: string[] = []
  let end = 0
  for (const [found, slash, tag, attributes = '', text] of html.matchAll(tokens)) {
    end += found.length
    if (text !== undefined) {
      if (!isTextAllowedIn(text, open)) return false
    } else if (slash) {
      if (attributes || open.pop() !== tag) return false
    } else {
      if (/&[lg]t;/.test(attributes) || !isAllowedIn(tag!, open)) return false
      if (!empty.has(tag!)) open.push(tag!)
    }
  }
  return end === html.length && open.length === 0
}

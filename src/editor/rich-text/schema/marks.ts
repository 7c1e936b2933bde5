/** The marks of rich texts. The order is that in which their elements are nested. */
import type { MarkSpec } from 'prosemirror-model'
import { isLink } from '#content/links/link.ts'

/** Returns the specification of a mark that renders as one element without attributes. */
const plainMark = (tag: string, spec: MarkSpec = {}): MarkSpec => ({
  parseDOM: [{ tag }],
  ...spec,
  toDOM: () => [tag, 0],
})

const linkAttributes = ['href', 'title', 'target', 'rel'] as const

const link: MarkSpec = {
  // Text that is typed after a link is no part of it.
  inclusive: false,
  attrs: Object.fromEntries(linkAttributes.map((name) => [name, { default: null }])),
  parseDOM: [
    {
      tag: 'a[href]',
      getAttrs: (linkEl) =>
        isLink(linkEl.getAttribute('href') ?? '')
          ? Object.fromEntries(linkAttributes.map((name) => [name, linkEl.getAttribute(name)]))
          : false,
    },
  ],
  // The API gives a link to a new window this `rel`.
  toDOM: ({ attrs }) => [
    'a',
    attrs['target'] === '_blank' ? { ...attrs, rel: 'noopener noreferrer' } : attrs,
    0,
  ],
}

const bold = plainMark('strong', {
  parseDOM: [
    { tag: 'strong' },
    // Google Docs writes one around everything.
    { tag: 'b', getAttrs: ({ style }) => style.fontWeight !== 'normal' && null },
    { style: 'font-weight=400', clearMark: ({ type }) => type.name === 'bold' },
    {
      style: 'font-weight',
      getAttrs: (weight) => /^(bold(er)?|[5-9]\d{2,})$/.test(weight) && null,
    },
  ],
})

const italic = plainMark('em', {
  parseDOM: [
    { tag: 'em' },
    { tag: 'i', getAttrs: ({ style }) => style.fontStyle !== 'normal' && null },
    { style: 'font-style=normal', clearMark: ({ type }) => type.name === 'italic' },
    { style: 'font-style=italic' },
  ],
})

/** Returns the specification of a mark that a text decoration means as well. */
const decoration = (tags: readonly [string, ...string[]], line: string) =>
  plainMark(tags[0], {
    parseDOM: [
      ...tags.map((tag) => ({ tag })),
      {
        style: 'text-decoration',
        consuming: false,
        getAttrs: (value) => value.includes(line) && null,
      },
    ],
  })

export const marks = {
  link,
  bold,
  code: plainMark('code', { excludes: '_', code: true }),
  italic,
  strike: decoration(['s', 'del', 'strike'], 'line-through'),
  underline: decoration(['u'], 'underline'),
  subscript: plainMark('sub', { excludes: 'superscript' }),
  superscript: plainMark('sup', { excludes: 'subscript' }),
  small: plainMark('small'),
  highlight: plainMark('mark'),
}

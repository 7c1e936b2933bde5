/** The schema of rich texts. It allows exactly the HTML of `content/model/allowed-html.ts`, so editing loses no markup. */
import { type NodeSpec, Schema } from 'prosemirror-model'
import { image } from './image-node.ts'
import { marks } from './marks.ts'
import { tableNodes } from './table-nodes.ts'

/** Returns the specification of a block that renders as one element without attributes. */
const plainBlock = (tag: string, spec: NodeSpec): NodeSpec => ({
  group: 'block',
  ...spec,
  parseDOM: [{ tag }],
  toDOM: () => [tag, 0],
})

/** The first level is that of the page. */
export const headingLevels = [2, 3, 4, 5, 6]

const heading: NodeSpec = {
  content: 'inline*',
  group: 'block',
  defining: true,
  attrs: { level: { default: 2 } },
  parseDOM: headingLevels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  toDOM: ({ attrs }) => [`h${attrs['level']}`, 0],
}

/** Code has no language: that would be a class, which sanitizing removes. */
const codeBlock: NodeSpec = {
  content: 'text*',
  marks: '',
  group: 'block',
  code: true,
  defining: true,
  parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
  toDOM: () => ['pre', ['code', 0]],
}

const hardBreak: NodeSpec = {
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  leafText: () => '\n',
  parseDOM: [{ tag: 'br' }],
  toDOM: () => ['br'],
}

/** The types of numbers that Google Docs and Word write as styles. */
const numberTypes: Readonly<Record<string, string>> = {
  'upper-roman': 'I',
  'lower-roman': 'i',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-alpha': 'a',
  'lower-latin': 'a',
}

/** Returns the type of numbers that the style of a list or of its first item sets, or null. */
function styledType(listEl: HTMLElement) {
  const styles = [listEl, listEl.querySelector('li')].map((element) =>
    element?.getAttribute('style'),
  )
  const types = styles.map((style) => /list-style-type\s*:\s*([\w-]+)/i.exec(style ?? '')?.[1])
  return types.map((type) => numberTypes[type?.toLowerCase() ?? '']).find(Boolean) ?? null
}

const orderedList: NodeSpec = {
  content: 'listItem+',
  group: 'block list',
  attrs: { start: { default: 1 }, type: { default: null } },
  parseDOM: [
    {
      tag: 'ol',
      getAttrs: (listEl) => ({
        start: Number.parseInt(listEl.getAttribute('start') ?? '1', 10),
        type: listEl.getAttribute('type') ?? styledType(listEl),
      }),
    },
  ],
  toDOM: ({ attrs: { start, type } }) => [
    'ol',
    { start: start === 1 ? null : start, type: type === '1' ? null : type },
    0,
  ],
}

export const schema = new Schema({
  nodes: {
    // The first block is the one that fills what is empty.
    paragraph: plainBlock('p', { content: 'inline*' }),
    blockquote: plainBlock('blockquote', { content: 'block+', defining: true }),
    bulletList: plainBlock('ul', { content: 'listItem+', group: 'block list' }),
    codeBlock,
    doc: { content: 'block+' },
    hardBreak,
    heading,
    image,
    horizontalRule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    listItem: {
      content: 'paragraph block*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    orderedList,
    text: { group: 'inline' },
    ...tableNodes,
  },
  marks,
})

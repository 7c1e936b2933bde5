/** Sanitizing leaves all HTML of the rich-text editor unchanged, so that it is stored and shown as it was written. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serializeAsBrowser, sanitize } from '#server/store/types/sanitize-html.ts'
import { parseHtml, serializeHtml } from '#src/editor/rich-text/schema/html.ts'
import { schema } from '#src/editor/rich-text/schema/schema.ts'

/** A node as JSON. */
interface NodeJson {
  type: string
  attrs?: Record<string, unknown>
  content?: NodeJson[]
}

const textOf = (characters: string) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 12 })
const plainText = textOf('ab é😀{}/&<>"\'\u00a0')
const href = fc.constantFrom(
  '/about',
  '/a?b=1&c="2"#d',
  '#part',
  'https://a.test/?q=1&r=é#x',
  'http://a.test',
  'mailto:a@b.test?subject=Hi&body=1',
  'tel:+441',
)

const pictures = [
  '/_api/_/media_objects/goat-0123abcd.webp/download/file/goat-0123abcd.w480.webp',
  'https://a.test/b.png?c=1&d=2',
] as const

/** Values of the attributes that the schema's nodes and marks have. */
const attributes: Record<string, fc.Arbitrary<unknown>> = {
  href,
  // Other characters are escaped by browsers, but not by happy-dom in attributes.
  title: fc.option(textOf('ab é😀{}/&"')),
  target: fc.constantFrom(null, '_blank'),
  rel: fc.constantFrom(null, 'nofollow'),
  level: fc.constantFrom(2, 3, 4, 5, 6),
  start: fc.constantFrom(1, 3),
  type: fc.constantFrom(null, 'a'),
  colspan: fc.constantFrom(1, 2),
  rowspan: fc.constantFrom(1, 2),
  src: fc.constantFrom(...pictures),
  srcset: fc.constantFrom(null, `${pictures[0]} 480w`, `${pictures[0]} 480w, ${pictures[1]} 960w`),
  sizes: fc.constantFrom(null, 'auto, (min-width: 44rem) 40rem, 100vw'),
  width: fc.constantFrom(null, '480'),
  height: fc.constantFrom(null, '10'),
  alt: fc.oneof(fc.constantFrom(null, ''), textOf('ab é😀{}/&"')),
  loading: fc.constantFrom(null, 'lazy'),
}
const attrsOf = ({ attrs }: { attrs?: Readonly<Record<string, unknown>> | null | undefined }) =>
  fc.record(Object.fromEntries(Object.keys(attrs ?? {}).map((name) => [name, attributes[name]!])))

const mark = fc
  .constantFrom(...Object.values(schema.marks))
  .chain(({ name, spec }) => fc.record({ type: fc.constant(name), attrs: attrsOf(spec) }))

/** Text with marks that do not exclude one another. */
const text = fc
  .record({
    content: plainText,
    marks: fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type }),
  })
  .map(({ content, marks }): NodeJson => {
    const compatible = marks.reduce(
      (set, { type, attrs }) => schema.marks[type]!.create(attrs).addToSet(set),
      schema.text('x').marks,
    )
    return schema.text(content, compatible).toJSON() as NodeJson
  })

/** The content of each kind of node that has some. */
const contentOf: Record<string, (block: fc.Arbitrary<NodeJson>) => fc.Arbitrary<NodeJson[]>> = {
  paragraph: () => fc.array(inline, { maxLength: 4 }),
  heading: () => fc.array(inline, { maxLength: 4 }),
  codeBlock: () => plainText.map((content) => [{ type: 'text', text: content }]),
  blockquote: (block) => fc.array(block, { minLength: 1, maxLength: 3 }),
  bulletList: (block) => items(block),
  orderedList: (block) => items(block),
  table: (block) => rows(block),
}
const inline = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.constant<NodeJson>({ type: 'hardBreak' }) },
)
const paragraph = fc
  .array(inline, { maxLength: 4 })
  .map((content): NodeJson => ({ type: 'paragraph', content }))
const items = (block: fc.Arbitrary<NodeJson>) =>
  fc.array(
    fc
      .tuple(paragraph, fc.array(block, { maxLength: 2 }))
      .map(([first, rest]): NodeJson => ({ type: 'listItem', content: [first, ...rest] })),
    { minLength: 1, maxLength: 3 },
  )

const cell = (block: fc.Arbitrary<NodeJson>) =>
  fc.record({
    type: fc.constantFrom('tableCell', 'tableHeader'),
    attrs: attrsOf(schema.nodes['tableCell']!.spec),
    content: fc.array(block, { minLength: 1, maxLength: 2 }),
  })
const rows = (block: fc.Arbitrary<NodeJson>) =>
  fc.array(
    fc
      .array(cell(block), { minLength: 1, maxLength: 2 })
      .map((content): NodeJson => ({ type: 'tableRow', content })),
    { minLength: 1, maxLength: 2 },
  )

const blockNames = Object.values(schema.nodes)
  .filter(
    ({ isInline, name }) =>
      !isInline && !['doc', 'listItem', 'tableRow', 'tableCell', 'tableHeader'].includes(name),
  )
  .map(({ name }) => name)

const { block } = fc.letrec<{ block: NodeJson }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3 },
    ...blockNames
      .toSorted((one, other) => Number(other === 'paragraph') - Number(one === 'paragraph'))
      .map((type) =>
        fc.record({
          type: fc.constant(type),
          attrs: attrsOf(schema.nodes[type]!.spec),
          content: contentOf[type]?.(tie('block')) ?? fc.constant<NodeJson[]>([]),
        }),
      ),
  ),
}))
const doc = fc
  .array(block, { minLength: 1, maxLength: 4 })
  .map((content): NodeJson => ({ type: 'doc', content }))

const htmlOf = (content: NodeJson | string) =>
  serializeHtml(typeof content === 'string' ? parseHtml(content) : schema.nodeFromJSON(content))

test('covers every node of the schema', () => {
  expect(Object.keys(schema.nodes).toSorted()).toEqual(
    [
      ...Object.keys(contentOf),
      'doc',
      'hardBreak',
      'horizontalRule',
      'image',
      'listItem',
      'tableCell',
      'tableHeader',
      'tableRow',
      'text',
    ].toSorted(),
  )
})

test('sanitizing leaves the HTML of any document unchanged', () => {
  fc.assert(
    fc.property(doc, (content) => {
      schema.nodeFromJSON(content).check()
      const html = htmlOf(content)
      expect(serializeAsBrowser(sanitize(html))).toBe(html)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['code with a language', '<pre><code class="language-js">a</code></pre>'],
  ['a link with a class', '<p><a href="/a" class="b">a</a></p>'],
  ['a link to a new window', '<p><a href="/a" target="_blank">a</a></p>'],
])('so it does with %s that is pasted', (_, pasted) => {
  const html = htmlOf(pasted)
  expect(html).toContain('a</')
  expect(serializeAsBrowser(sanitize(html))).toBe(html)
})

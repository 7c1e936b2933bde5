import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findXmlError } from '#content/xml/parse-xml.ts'

describe('findXmlError', () => {
  test.each([
    '<urlset/>',
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>https://site.test/?a=1&amp;b=2</loc></url>\n</urlset>\n',
    '<a b=\'it is "so"\' c="1 > 0">x<!-- <not> a tag --><d:e xmlns:d="urn:d"/><![CDATA[<&>]]></a>',
    '<a>&#38;&#x26;&lt;</a>',
    '\uFEFF<größe>é</größe>',
  ])('accepts %s', (xml) => {
    expect(findXmlError(xml)).toBeNull()
  })

  test.each([
    '',
    'words',
    '<!-- nothing -->',
    '<a>',
    '<a><b></a></b>',
    '</a>',
    '<a/><b/>',
    '<a/>words',
    '<a b="1" b="2"/>',
    '<a>fish & chips</a>',
    '<a b="fish & chips"/>',
    ' <?xml version="1.0"?><a/>',
    '<a b/>',
    '<a b=1/>',
    '<1a/>',
    '<a b="1"c="2"/>',
    '<a',
    '<a><!-- </a>',
    '<a b="/>',
    '<>',
    '<a>&unknown;</a>',
    '<b:a/>',
    '<a>\u0001</a>',
    '<svg '.repeat(1_000),
  ])('rejects %s', (xml) => {
    expect(findXmlError(xml)).toMatch(/^This is not well-formed XML: \d+:\d+: /)
  })

  test('rejects what a browser would read differently', () => {
    expect(findXmlError('<!DOCTYPE a><a/>')).toMatch(/DOCTYPE/)
    expect(findXmlError('<!DOCTYPE a><a/>', { isSvg: true })).toBeNull()
    expect(findXmlError('<?xml-stylesheet href="/a.xsl"?><a/>')).toMatch(/processing instructions/)
  })

  test.each([
    '<!DOCTYPE a PUBLIC "-//A" "http://a.test" [\n\t<!ENTITY b "urn:b">\n\t<!ENTITY c "urn:c">\n]><a xmlns:b="&b;"/>',
    '<a><?xpacket begin="" id="1"?></a>',
  ])('accepts %s in an SVG', (xml) => {
    expect(findXmlError(xml, { isSvg: true })).toBeNull()
    expect(findXmlError(xml)).toMatch(/^Leave out/)
  })

  test.each([
    '<!DOCTYPE a [<!ENTITY b "&c;"><!ENTITY c "d">]><a>&b;</a>',
    '<!DOCTYPE a [<!ENTITY b "<script/>">]><a>&b;</a>',
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    '<!DOCTYPE a [<!ENTITY % b "c">]><a/>',
    '<!DOCTYPE a [<!ATTLIST a onload CDATA "b">]><a/>',
    `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(101)}">]><a>&b;</a>`,
    `<!DOCTYPE a [${'<!ENTITY b "c">'.repeat(1_000)}]><a>&b;</a>`,
    '<?xml-stylesheet href="/a.xsl"?><a/>',
  ])('rejects, even in an SVG, %s', (xml) => {
    expect(findXmlError(xml, { isSvg: true })).toMatch(/^Leave out/)
  })

  test('rejects too many elements, and too many attributes of an element', () => {
    const elements = (count: number) => `<a>${'<b/>'.repeat(count - 1)}</a>`
    expect(findXmlError(elements(100_000))).toBeNull()
    expect(findXmlError(elements(100_001))).toBe('Use at most 100000 elements.')
    const attributes = (count: number) =>
      `<a ${Array.from({ length: count }, (_, at) => `b${at}=""`).join(' ')}/>`
    expect(findXmlError(attributes(1_000))).toBeNull()
    expect(findXmlError(attributes(1_001))).toBe('Give an element at most 1000 attributes.')
  })

  test('rejects elements nested more than a hundred deep', () => {
    const deep = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels)
    expect(findXmlError(deep(100))).toBeNull()
    expect(findXmlError(deep(101))).toBe('Nest at most 100 elements.')
  })
})

type Tree = { name: string; text: string; children: Tree[] }

test('accepts any proper nesting, and rejects it when one closing tag is missing', () => {
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.record<Tree>({
      name: fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/),
      text: fc.stringMatching(/^[^<&]{0,8}$/),
      children: fc.oneof(
        { maxDepth: 3 },
        fc.constant<Tree[]>([]),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    }),
  }))
  const write = ({ name, text, children }: Tree): string =>
    `<${name}>${text}${children.map(write).join('')}</${name}>`
  fc.assert(
    fc.property(tree, (root) => {
      const xml = write(root)
      expect(findXmlError(xml)).toBeNull()
      expect(findXmlError(xml.replace(/<\/[^>]*>/, ''))).not.toBeNull()
    }),
  )
})

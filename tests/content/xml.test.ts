import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { xmlTrouble } from '#content/xml.ts'

describe('a text is well-formed XML', () => {
  test.each([
    '<urlset/>',
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>https://site.test/?a=1&amp;b=2</loc></url>\n</urlset>\n',
    '<a b=\'it is "so"\' c="1 > 0">x<!-- <not> a tag --><d:e/><![CDATA[<&>]]></a>',
    '<!DOCTYPE a [<!ELEMENT a (#PCDATA)>]><a>&#38;&#x26;&lt;</a>',
    '\uFEFF<größe>é</größe>',
  ])('%s', (xml) => {
    expect(xmlTrouble(xml)).toBeNull()
  })

  test.each([
    ['', 'A start tag is required.'],
    ['words', 'A start tag is required.'],
    ['<!-- nothing -->', 'A start tag is required.'],
    ['<a>', '“a” is never closed.'],
    ['<a><b></a></b>', '“b” is closed by “a”.'],
    ['</a>', '“a” is closed but was never opened.'],
    ['<a/><b/>', 'There is more than one root element.'],
    ['<a/>words', 'There is text after the root element.'],
    ['<a b="1" b="2"/>', '“a” has the attribute “b” twice.'],
    ['<a>fish & chips</a>', 'An & has to be written as &amp;.'],
    ['<a b="fish & chips"/>', 'An & has to be written as &amp;.'],
    [' <?xml version="1.0"?><a/>', 'The XML declaration has to come first.'],
  ])('not %s', (xml, trouble) => {
    expect(xmlTrouble(xml)).toBe(trouble)
  })

  test.each([
    '<a b/>',
    '<a b=1/>',
    '<1a/>',
    '<a b="1"c="2"/>',
    '<a',
    '<a><!-- </a>',
    '<a b="/>',
    '<>',
  ])('not %s, for what is in its tags', (xml) => {
    expect(xmlTrouble(xml)).toMatch(/is not a tag/)
  })
})

type Tree = { name: string; text: string; children: Tree[] }

test('whatever is nested properly is, and no longer when one closing tag goes', () => {
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
      expect(xmlTrouble(xml)).toBeNull()
      expect(xmlTrouble(xml.replace(/<\/[^>]*>/, ''))).not.toBeNull()
    }),
  )
})

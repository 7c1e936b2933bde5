/** The content of the clipboard may come from anywhere: it is read completely, or refused with a reason. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ClipboardDocument, DocumentComponent } from '#content/clipboard/clipboard-document.ts'
import { type Pasted, readPasted } from '#content/clipboard/read-pasted.ts'
import type { ComponentGroup } from '#content/model/resource.ts'
import { siteKinds } from '#site/editors.ts'

const here = 'https://here.example'
const there = 'https://there.example'
const png = 'data:image/png;name=goat.png;base64,iVBORw0KGgo='

const documentOf = (
  component: Partial<DocumentComponent> & { type: string },
  origin = here,
): ClipboardDocument => ({
  format: 'troupe-components',
  version: 1,
  origin,
  components: [{ fields: {}, files: {}, groups: [], ...component }],
})

const read = (document: unknown, group?: Partial<ComponentGroup>) =>
  readPasted(typeof document === 'string' ? document : JSON.stringify(document), {
    kinds: siteKinds.kinds,
    origin: here,
    group: group as ComponentGroup | undefined,
  })
const refusalOf = (...input: Parameters<typeof read>) => {
  const pasted = read(...input)
  return 'refusal' in pasted ? pasted.refusal : null
}
const copyOf = (...input: Parameters<typeof read>) => (read(...input) as Pasted).copies[0]!

const title = documentOf({ type: 'Title', fields: { title: 'Hello', uiComponent: 'AltTitle' } })
const link = { type: 'NavigationLink', fields: { label: 'Home', route: '/_/routes//about' } }

describe('on the same site', () => {
  test('everything comes along', () => {
    expect(read(title)).toEqual({
      copies: [
        {
          type: 'Title',
          endpoint: '/component/titles',
          hasDrafts: true,
          properties: { title: 'Hello', uiComponent: 'AltTitle' },
          relations: {},
          files: {},
          groups: [],
        },
      ],
      missing: [],
    })
  })

  test('a relation is kept apart, because it may not be there any more', () => {
    expect(copyOf(documentOf(link))).toMatchObject({
      properties: { label: 'Home' },
      relations: { route: '/_/routes//about' },
    })
  })

  test('a file without its content is that of the component', () => {
    const source = '/component/images/1'
    expect(copyOf(documentOf({ type: 'Image', files: { file: { source } } })).files).toEqual({
      file: { source, property: 'file' },
    })
  })

  test('what is inside is read with its own rules', () => {
    const inner = { name: 'inner', allowed: ['Title'], components: title.components }
    expect(copyOf(documentOf({ type: 'HtmlContent', groups: [inner] })).groups).toMatchObject([
      { name: 'inner', allowedComponents: ['/component/titles'], components: [{ type: 'Title' }] },
    ])
    expect(
      refusalOf(documentOf({ type: 'HtmlContent', groups: [{ ...inner, allowed: ['Image'] }] })),
    ).toBe('“Title” cannot be placed there. Components allowed there: Image.')
  })
})

describe('from another site', () => {
  test('a link to a page there becomes its address', () => {
    expect(read(documentOf(link, there))).toMatchObject({
      copies: [{ properties: { rawPath: `${there}/about` }, relations: {} }],
      missing: [],
    })
  })

  test('paths become addresses there, in texts, too', () => {
    const text = {
      type: 'HtmlContent',
      fields: {
        html: '<p><a href="/a">A</a> <a href="//b.example/">B</a></p><img src="/c" srcset="/c 1w, /d 2w" alt="e">',
      },
    }
    expect(copyOf(documentOf(text, there)).properties).toEqual({
      html: `<p><a href="${there}/a">A</a> <a href="//b.example/">B</a></p><img src="${there}/c" alt="e">`,
    })
    const address = { type: 'NavigationLink', fields: { rawPath: '/a' } }
    expect(copyOf(documentOf(address, there)).properties).toEqual({ rawPath: `${there}/a` })
  })

  test('a file comes along with its content, and is missing without', () => {
    const image = (content?: string) =>
      documentOf(
        {
          type: 'Image',
          files: { file: { source: '/component/images/1', ...(content && { content }) } },
        },
        there,
      )
    expect(read(image(png))).toMatchObject({
      copies: [{ files: { file: { content: png } } }],
      missing: [],
    })
    expect(read(image())).toMatchObject({ copies: [{ files: {} }], missing: ['Picture'] })
  })

  test('a picture comes along with its crop and focal point', () => {
    const framing = { crop: { x: 0, y: 0, width: 0.5, height: 1 }, focalPoint: { x: 0.25, y: 0.5 } }
    const image = { type: 'Image', files: { file: { content: png } }, fields: { framing } }
    expect(copyOf(documentOf(image, there)).properties).toEqual({ framing })
  })

  test('a look and a choice that this site does not have are left out', () => {
    const fields = { title: 'Hello', uiComponent: 'Neon', uiClassNames: ['neon'] }
    expect(copyOf(documentOf({ type: 'Title', fields }, there)).properties).toEqual({
      title: 'Hello',
    })
    const list = documentOf(
      { type: 'Collection', fields: { resourceIri: '/page_data/poems' } },
      there,
    )
    expect(refusalOf(list)).toBe('“Collection”: Choose what to list.')
  })
})

describe('is refused', () => {
  test.each<[string, unknown, string]>([
    ['no JSON', '{', 'The component on the clipboard'],
    ['another format', { ...title, format: 'other' }, 'The component on the clipboard'],
    [
      'a field that a document does not have',
      { ...title, more: 1 },
      'The component on the clipboard',
    ],
    ['no component', { ...title, components: [] }, 'The component on the clipboard'],
    [
      'an origin that is none',
      { ...title, origin: 'https://a"onclick' },
      'The component on the clipboard',
    ],
    ['a newer version', { ...title, version: 2 }, 'newer version'],
    [
      'an address that runs a script',
      documentOf({ type: 'NavigationLink', fields: { rawPath: 'javascript:alert(1)' } }),
      'Address: Enter a path on this site',
    ],
    ['an unknown kind', documentOf({ type: 'Poem' }), 'This site has no “Poem”.'],
    ['an unknown field', documentOf({ type: 'Title', fields: { price: 1 } }), 'has no “price”'],
    [
      'an unknown file',
      documentOf({ type: 'Title', files: { file: { content: png } } }),
      'has no file',
    ],
    ['a file as a value', documentOf({ type: 'Image', fields: { file: png } }), 'has no “file”'],
    ['a value that is not valid', documentOf({ type: 'Title', fields: { title: 1 } }), 'Title: '],
    [
      'a crop that is none',
      documentOf({ type: 'Image', fields: { framing: { crop: { x: 2 } } } }),
      'The crop has to be inside the picture.',
    ],
    [
      'a file that is none',
      documentOf({ type: 'Image', files: { file: { content: '/logout' } } }),
      'not readable',
    ],
    [
      'a source that is no component',
      documentOf({ type: 'Image', files: { file: { source: '/component/../logout' } } }),
      'The component on the clipboard',
    ],
    [
      'a relation of another type',
      documentOf({ type: 'NavigationLink', fields: { route: '/_/pages/1' } }),
      'Page: ',
    ],
    [
      'a name of a group that none can have',
      documentOf({ type: 'Title', groups: [{ name: 'a b', components: [] }] }),
      'The component on the clipboard',
    ],
  ])('%s', (_, document, reason) => {
    expect(refusalOf(document)).toContain(reason)
  })

  test('what the group does not allow', () => {
    expect(refusalOf(title, { allowedComponents: ['/component/images'] })).toBe(
      '“Title” cannot be placed there. Components allowed there: Image.',
    )
  })

  test('what is too large, nested too deeply or too many, before anything else looks at it', () => {
    const started = performance.now()
    expect(refusalOf(`"${'x'.repeat(25 * 1024 * 1024)}"`)).toContain('too large')
    expect(refusalOf(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toContain('too large')
    expect(refusalOf(JSON.stringify({ a: Array(30_000).fill(0) }))).toContain('too large')
    const many = { ...title, components: Array(51).fill(title.components[0]) }
    expect(refusalOf(many)).toContain('The component on the clipboard')
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('a name that every object has', () => {
    const named = (name: string) =>
      JSON.stringify(title).replace('"fields":{', `"fields":{"${name}":{"title":"x"},`)
    expect(refusalOf(named('toString'))).toContain('has no “toString”')
    refusalOf(named('__proto__'))
    expect('title' in {}).toBe(false)
  })

  test('any JSON with a reason, or it is read', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('type', 'fields', 'files', 'groups'),
        (value, key) => {
          const broken = { ...title, components: [{ ...title.components[0], [key]: value }] }
          for (const document of [value, broken]) {
            const pasted = read(JSON.stringify(document))
            expect(
              'refusal' in pasted ? pasted.refusal.length : pasted.copies.length,
            ).toBeGreaterThan(0)
          }
        },
      ),
    )
  })
})

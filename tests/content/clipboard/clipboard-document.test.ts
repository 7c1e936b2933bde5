import { describe, expect, test } from 'vitest'
import { documentOf, parseDocument, whyTooLarge } from '#content/clipboard/clipboard-document.ts'
import { copyOf } from '#content/clipboard/copy-component.ts'
import { fileKey, filesWithoutContent, withContents } from '#content/clipboard/document-files.ts'
import type { Iri } from '#content/model/iri.ts'
import { type Resource, createReader } from '#content/model/resource.ts'
import { siteKinds } from '#site/editors.ts'

const site = { kinds: siteKinds.kinds, origin: 'https://here.example' }
const outer = '/component/html_contents/outer'
const inner = '/component/images/inner'
const draft = '/component/images/draft'
const group = '/_/component_groups/1'
const position = '/_/component_positions/1'

const resource = (iri: Iri, type: string, more: object, metadata: object = {}): Resource => ({
  '@id': iri,
  '@type': type,
  ...more,
  _metadata: { publishable: { published: true }, ...metadata },
})

/** A text with a group inside, in which a picture has a draft. */
const resources = [
  resource(outer, 'HtmlContent', {
    html: '<p>Words</p>',
    createdAt: '2026-01-05T09:00:00+00:00',
    componentGroups: [group],
    componentPositions: ['/_/component_positions/0'],
  }),
  resource(group, 'ComponentGroup', {
    reference: `inner_${outer}`,
    location: outer,
    allowedComponents: ['/component/images', '/component/unknown'],
    componentPositions: [position],
  }),
  resource(position, 'ComponentPosition', {
    componentGroup: group,
    component: inner,
    sortValue: 7,
  }),
  resource(inner, 'Image', { alt: 'A goat', draftResource: draft, componentPositions: [position] }),
  resource(
    draft,
    'Image',
    { alt: 'A grey goat', publishedResource: inner, url: '/derived' },
    {
      publishable: { published: false },
      mediaObjects: { file: [{ '@id': '/_/media_objects/1', contentUrl: '/goat.jpg' }] },
    },
  ),
]
const read = createReader((iri) => resources.find((one) => one['@id'] === iri))
const document = documentOf([copyOf(outer, read)!], site)!

describe('a copy', () => {
  test('has what is shown, with the drafts inside, and no names of resources but those of files', () => {
    expect(document).toEqual({
      format: 'troupe-components',
      version: 1,
      origin: site.origin,
      components: [
        {
          type: 'HtmlContent',
          fields: { html: '<p>Words</p>' },
          files: {},
          groups: [
            {
              name: 'inner',
              allowed: ['Image'],
              components: [
                {
                  type: 'Image',
                  fields: { alt: 'A grey goat' },
                  files: { file: { source: draft } },
                  groups: [],
                },
              ],
            },
          ],
        },
      ],
    })
  })

  test('can be read from its own text', () => {
    expect(parseDocument(JSON.stringify(document))).toEqual(document)
  })

  test('ends where a component is shown inside itself', () => {
    const circular = createReader((iri) =>
      iri === position ? { ...read(position)!, component: outer } : read(iri),
    )
    expect(copyOf(outer, circular)!.groups).toMatchObject([{ components: [] }])
  })

  test('is none of a kind that the site does not know any more, outside or inside', () => {
    expect(documentOf([copyOf(outer, read)!], { ...site, kinds: [] })).toBeNull()
    const kinds = site.kinds.filter(({ type }) => type !== 'Image')
    expect(documentOf([copyOf(outer, read)!], { ...site, kinds })).toBeNull()
    expect(copyOf('/component/titles/none', read)).toBeNull()
  })

  test('has a file that was chosen and is not stored yet', () => {
    const content = 'data:image/png;base64,iVBORw0KGgo='
    const chosen = createReader((iri) =>
      iri === draft ? { ...read(draft)!, file: content } : read(iri),
    )
    expect(documentOf([copyOf(draft, chosen)!], site)!.components).toMatchObject([
      { fields: { alt: 'A grey goat' }, files: { file: { content } } },
    ])
  })
})

describe('the files of a document', () => {
  const file = { source: draft, property: 'file' }

  test('are found wherever they are, until their contents are there', () => {
    expect(filesWithoutContent(document)).toEqual([file])
    const content = 'data:image/png;base64,iVBORw0KGgo='
    const complete = withContents(document, new Map([[fileKey(file), content]]))!
    expect(filesWithoutContent(complete)).toEqual([])
    expect(JSON.stringify(complete)).toContain(content)
  })

  test('are left where they are when they are too large together', () => {
    expect(
      withContents(document, new Map([[fileKey(file), 'x'.repeat(21 * 1024 * 1024)]])),
    ).toBeNull()
  })
})

describe('a copy that could not be pasted', () => {
  const of = (count: number) => documentOf(Array(count).fill(copyOf(outer, read)!), site)!

  test('says how many components are allowed', () => {
    expect(whyTooLarge(of(50))).toBeNull()
    expect(parseDocument(JSON.stringify(of(50)))).not.toHaveProperty('refusal')
    expect(whyTooLarge(of(51))).toBe('Only 50 components can be copied at once.')
    expect(parseDocument(JSON.stringify(of(51)))).toHaveProperty('refusal')
  })

  test('is refused if it has too many values, too', () => {
    const large = {
      ...of(1),
      components: [{ ...of(1).components[0]!, fields: { many: Array(20_000).fill(1) } }],
    }
    expect(whyTooLarge(large)).toBe('This is too large to be copied.')
  })
})

import { describe, expect, test } from 'vitest'
import { createJsonLdCodec } from '#src/api/json-ld-codec.ts'

const position = {
  '@id': '/_/component_positions/1',
  '@type': 'ComponentPosition',
  component: '/component/titles/1',
  _metadata: { persisted: true },
}
const decode = (base: string, value: unknown) =>
  createJsonLdCodec(base).decode(JSON.stringify(value))

describe('decoding a response', () => {
  test('leaves JSON without prefixes unchanged', () => {
    expect(decode('https://api.test', position)).toEqual(position)
    expect(decode('https://site.test/_api', position)).toEqual(position)
  })

  test('removes the path that the API is mounted at, with and without escaped slashes', () => {
    const mounted = JSON.stringify(position).replaceAll('"/', '"/_api/')
    const { decode: decodeMounted } = createJsonLdCodec('https://site.test/_api/')
    expect(decodeMounted(mounted)).toEqual(position)
    expect(decodeMounted(mounted.replaceAll('/', '\\/'))).toEqual(position)
  })

  test('keeps file URLs, text and paths that only start like the base path', () => {
    const image = {
      '@id': '/component/images/1',
      contentUrl: '/_api/component/images/1/download/file/a.webp',
      html: '<a href="/_api/_/pages/1">Not an IRI by itself</a>',
      other: '/_apiary/_/pages/1',
    }
    const encoded = { ...image, '@id': '/_api/component/images/1' }
    expect(decode('https://site.test/_api', encoded)).toEqual(image)
  })

  test('removes the hydra: prefix of collections', () => {
    const list = {
      'hydra:totalItems': 1,
      'hydra:member': [{ '@id': '/component/titles/1' }],
      'hydra:view': { 'hydra:last': '/component/titles?page=3' },
    }
    expect(decode('https://api.test', list)).toEqual({
      totalItems: 1,
      member: [{ '@id': '/component/titles/1' }],
      view: { last: '/component/titles?page=3' },
    })
  })
})

test('encodes IRIs with the base path once the API has used it', () => {
  const body = { component: '/component/titles/1', rawPath: '/about', sortValue: 1 }
  const plain = createJsonLdCodec('https://site.test/_api')
  plain.decode(JSON.stringify(position))
  expect(plain.encode(body)).toEqual(body)
  const mounted = createJsonLdCodec('https://site.test/_api')
  mounted.decode('{"@id":"/_api/_/pages/1"}')
  expect(mounted.encode(body)).toEqual({ ...body, component: '/_api/component/titles/1' })
})

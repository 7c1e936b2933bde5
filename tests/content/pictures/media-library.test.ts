import { expect, test } from 'vitest'
import { createReader } from '#content/model/resource.ts'
import { alternativeTextIn, withChosenFiles } from '#content/pictures/media-library.ts'
import { mediaFile } from '../../support/content/media-file.ts'

const goat = mediaFile('goat.png', { alternativeTexts: { en: 'A goat', 'pt-BR': 'Uma cabra' } })
const read = createReader((iri) => (iri === goat['@id'] ? goat : undefined))

test.each([
  ['en', 'A goat'],
  ['en-GB', 'A goat'],
  ['pt-br', 'Uma cabra'],
  ['pt', undefined],
  ['', undefined],
])('the alternative text in %j is %j', (language, text) => {
  expect(alternativeTextIn(goat, language)).toBe(text)
})

test('a chosen file is shown as if it were stored, and only where a file may be', () => {
  const resource = {
    '@id': '/component/images/1',
    '@type': 'Image',
    file: goat['@id'],
    title: goat['@id'],
    _metadata: { mediaObjects: { poster: [] } },
  }
  const shown = withChosenFiles(resource, ['file'], read)
  expect([shown.file, shown.title]).toEqual([undefined, goat['@id']])
  expect(Object.keys(shown._metadata.mediaObjects)).toEqual(['poster', 'file'])
  const unknown = { ...resource, file: '/_/media_objects/gone.png' }
  expect(withChosenFiles(unknown, ['file'], read)).toBe(unknown)
})

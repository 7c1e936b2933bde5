import { expect, test } from 'vitest'
import { type ItemVersion, addMessage, isAbout, isOutdated } from '#content/admin/item-version.ts'

const versionOf = (iri: string, properties: object): ItemVersion => ({
  resource: { '@id': iri, '@type': 'Any', ...properties, _metadata: { persisted: true } },
  etag: '"1"',
})
const version: ItemVersion = {
  ...versionOf('/page_data/articles/1', { title: 'Goats', tags: ['a'] }),
  parts: { text: versionOf('/component/texts/1', { html: '<p>Hi</p>' }) },
}

test.each([
  [
    'what is stored already',
    { '@id': '/page_data/articles/1', title: 'Goats', tags: ['a'] },
    false,
  ],
  [
    'less, as visitors see it',
    { '@id': '/page_data/articles/1', _metadata: {}, title: 'Goats' },
    false,
  ],
  ['another value', { '@id': '/page_data/articles/1', title: 'Sheep' }, true],
  ['a deletion', { '@id': '/page_data/articles/1' }, true],
  ['a component of it', { '@id': '/component/texts/1', html: '' }, true],
])('is outdated by a message with %s: %j', (_, message, expected) => {
  expect(isAbout(version, message)).toBe(true)
  expect(isOutdated(version, [message])).toBe(expected)
})

test('a message takes the place of an earlier one about the same, and none is about something else', () => {
  const [old, later] = ['a', 'b'].map((title) => ({ '@id': '/page_data/articles/1', title }))
  expect(addMessage(addMessage([], old!), later!)).toEqual([later])
  expect(isAbout(version, { '@id': '/page_data/articles/2' })).toBe(false)
  expect(isOutdated(null, [later!])).toBe(false)
})

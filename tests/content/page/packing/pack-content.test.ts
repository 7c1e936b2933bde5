/** Tests that packed content is read as it was, and that it is short. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packContent } from '#content/page/packing/pack-content.ts'
import type { PackedContent } from '#content/page/packing/packed-content.ts'
import { unpackContent } from '#content/page/packing/unpack-content.ts'
import { component, pagePayload } from '../../../support/content/page-payload.ts'

/** Returns packed content as the browser parses it. */
const sent = (objects: readonly object[], shown: readonly string[]) =>
  JSON.parse(JSON.stringify(packContent(objects, shown))) as PackedContent

const written = (objects: unknown) => JSON.stringify(objects)

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('/_/pages/1', '/_/pages/12'))
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.maxSafeInteger(),
    fc.array(text),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom('@id', 'title', '__proto__'), fc.string()), tie('json')),
  ),
}))
const objects = fc.array(fc.dictionary(fc.constantFrom('@id', 'a', 'b', '__proto__'), json))

test('packed objects are read as they were, to the last character', () => {
  fc.assert(
    fc.property(objects, fc.array(text), (all, shown) => {
      expect(written(unpackContent(sent(all, shown), shown))).toBe(written(all))
    }),
  )
})

test('objects of one shape in another of it keep their parts', () => {
  const nested = [
    {
      a: 1,
      all: [
        { a: 2, all: [], b: 'x' },
        { a: 3, all: [], b: 'y' },
      ],
      b: 'z',
    },
  ]
  expect(unpackContent(sent(nested, []), [])).toEqual(nested)
})

test('a property that is undefined is none', () => {
  expect(unpackContent(sent([{ a: undefined, b: 1 }], []), [])).toEqual([{ b: 1 }])
})

test('of a page whose words stand in its HTML, next to nothing is written for a component', () => {
  const titles = Array.from({ length: 400 }, (_, at) =>
    component('Title', `${at}`, { title: `Heading ${at}` }),
  )
  const { entries } = pagePayload(titles)
  const shown = titles.flatMap((title) => [
    title.componentPositions[0]!,
    title['@id'],
    title['title'] as string,
  ])
  const packed = sent(entries, shown)
  expect(unpackContent(packed, shown)).toEqual(entries)
  expect(written(packed).length / titles.length).toBeLessThan(20)
})

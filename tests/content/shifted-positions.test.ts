import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shiftedPositions } from '#content/change/shifted-positions.ts'
import { inSortOrder, insertAt } from '#content/model/order.ts'
import { type Resource, type Versioned, createReader } from '#content/model/resource.ts'

const group = '/_/component_groups/1'
const inserted = '/_/component_positions/inserted'

const position = (iri: string, sortValue: number): Resource => ({
  '@id': iri,
  '@type': 'ComponentPosition',
  _metadata: {},
  componentGroup: group,
  sortValue,
})

interface Site {
  stored: { iri: string; sortValue: number }[]
  /** The sort value of the inserted position. */
  at: number
}

const site: fc.Arbitrary<Site> = fc
  .record({
    values: fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 8 }),
    at: fc.integer({ min: 0, max: 13 }),
  })
  .map(({ values, at }) => ({
    stored: values
      .toSorted((one, other) => one - other)
      .map((sortValue, index) => ({
        iri: `/_/component_positions/${index}`,
        sortValue,
      })),
    at,
  }))

/** Inserts a position as the API does, and returns what is known of it when only it and its group are fetched. */
const insert = ({ stored, at }: Site, elsewhere: (iri: string) => number = () => 0) => {
  const { shifted } = insertAt(stored, at)
  const after = stored.map((each) => shifted.find(({ iri }) => iri === each.iri) ?? each)
  const order = inSortOrder([
    ...after.map(({ iri, sortValue }) => ({ iri, sortValue: sortValue + elsewhere(iri) })),
    { iri: inserted, sortValue: at },
  ])
  const known = new Map(stored.map(({ iri, sortValue }) => [iri, position(iri, sortValue)]))
  const items: Versioned[] = [
    {
      resource: {
        '@id': group,
        '@type': 'ComponentGroup',
        _metadata: {},
        componentPositions: order.map(({ iri }) => iri),
      },
    },
    { resource: position(inserted, at), etag: '"1"' },
  ]
  const following = stored.map(({ iri }) => iri)
  return {
    after,
    found: shiftedPositions(following, { items, read: createReader((iri) => known.get(iri)) }),
    items,
    following,
  }
}

test('the positions after an inserted one get the sort values that the API gives them, and have no ETags', () => {
  fc.assert(
    fc.property(site, (inserting) => {
      const { after, found } = insert(inserting)
      const moved = after.filter(({ iri, sortValue }) =>
        inserting.stored.some((each) => each.iri === iri && each.sortValue !== sortValue),
      )
      expect(found.unknown).toEqual([])
      expect(
        found.items.map(({ resource, etag }) => ({
          iri: resource['@id'],
          sortValue: resource['sortValue'],
          etag,
        })),
      ).toEqual(moved.map((each) => ({ ...each, etag: undefined })))
    }),
  )
})

test('they are fetched if somebody else has moved them as well', () => {
  const stored = [0, 1, 2].map((sortValue) => ({
    iri: `/_/component_positions/${sortValue}`,
    sortValue,
  }))
  const first = stored[0]!.iri
  const { found, following } = insert({ stored, at: 1 }, (iri) => (iri === first ? 20 : 0))
  expect(found).toEqual({ items: [], unknown: following })
})

test('they are fetched if several were inserted, or if their group was not fetched', () => {
  const stored = [{ iri: '/_/component_positions/0', sortValue: 0 }]
  const { items, following } = insert({ stored, at: 0 })
  const unknown = { items: [], unknown: following }
  const nothingKnown = createReader(() => undefined)
  expect(shiftedPositions(following, { items, read: nothingKnown })).toEqual(unknown)
  const read = createReader((iri) => (iri === stored[0]!.iri ? position(iri, 0) : undefined))
  expect(shiftedPositions(following, { items: [], read })).toEqual(unknown)
})

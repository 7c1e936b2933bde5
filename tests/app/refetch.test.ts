import { expect, test } from 'vitest'
import type { Resource } from '#content/model/resource.ts'
import { repeatUntilPathStable, refetch } from '#src/app/services/refetch.ts'

const group = '/_/component_groups/1'
const stays = '/_/component_positions/stays'
const goes = '/_/component_positions/goes'

const position = (iri: string): Resource => ({
  '@id': iri,
  '@type': 'ComponentPosition',
  _metadata: {},
  componentGroup: group,
})
const known = new Map([stays, goes].map((iri) => [iri, position(iri)]))

const reading = async (requests: string[], stored: Record<string, Resource>) => {
  const asked: string[] = []
  const found = await refetch({
    requests,
    read: (iri) => known.get(iri),
    fetch: async (request) => {
      asked.push(request)
      const resource = stored[request]
      return resource ? { resource } : null
    },
  })
  return { asked, gone: found.gone, read: found.items.map(({ resource }) => resource['@id']) }
}

const holding = (...componentPositions: string[]): Resource => ({
  '@id': group,
  '@type': 'ComponentGroup',
  _metadata: {},
  componentPositions,
})

test('removes a position that its group no longer contains, without requesting it', async () => {
  const stored = { [group]: holding(stays), [stays]: position(stays) }
  expect(await reading([stays, goes, group], stored)).toEqual({
    asked: [group, stays],
    gone: [goes],
    read: [group, stays],
  })
})

test('removes the positions of a removed group', async () => {
  expect(await reading([goes, group], {})).toEqual({
    asked: [group],
    gone: [group, goes],
    read: [],
  })
})

test('requests a position when its group is not refetched', async () => {
  expect(await reading([goes], {})).toEqual({ asked: [goes], gone: [goes], read: [] })
})

test('removes a resource by its IRI without the query of the request', async () => {
  const { gone } = await reading(['/component/titles/1?published=true'], {})
  expect(gone).toEqual(['/component/titles/1'])
})

test('reads again when the current page has changed meanwhile', async () => {
  let path = '/a'
  const asked: string[] = []
  const found = await repeatUntilPathStable(
    () => path,
    async () => {
      asked.push(path)
      const read = { items: [{ resource: position(path) }], gone: [] }
      path = '/b'
      return read
    },
  )
  expect(asked).toEqual(['/a', '/b'])
  expect(found.items[0]!.resource['@id']).toBe('/b')
})

import { expect, test } from 'vitest'
import { type Component, type Resource, createReader } from '#content/model/resource.ts'
import { repeatUntilPathStable, refetch } from '#src/app/services/refetch.ts'

const group = '/_/component_groups/1'
const kept = '/_/component_positions/kept'
const removed = '/_/component_positions/removed'

const position = (iri: string): Resource => ({
  '@id': iri,
  '@type': 'ComponentPosition',
  _metadata: {},
  componentGroup: group,
})
const cached = new Map([kept, removed].map((iri) => [iri, position(iri)]))

const runRefetch = async (
  requests: string[],
  stored: Record<string, Resource>,
  following: string[] = [],
) => {
  const requested: string[] = []
  const found = await refetch({
    requests,
    following,
    read: createReader((iri) => cached.get(iri)),
    fetchResource: async (request) => {
      requested.push(request)
      const resource = stored[request]
      return resource ? { resource } : null
    },
  })
  return {
    requested,
    removed: found.removed,
    ...(found.replaced && { replaced: found.replaced }),
    read: found.items.map(({ resource }) => resource['@id']),
  }
}

const groupWith = (...componentPositions: string[]): Resource => ({
  '@id': group,
  '@type': 'ComponentGroup',
  _metadata: {},
  componentPositions,
})

test('removes a position that its group no longer contains, without requesting it', async () => {
  const stored = { [group]: groupWith(kept), [kept]: position(kept) }
  expect(await runRefetch([kept, removed, group], stored)).toEqual({
    requested: [group, kept],
    removed: [removed],
    read: [group, kept],
  })
})

test('removes the positions of a removed group', async () => {
  expect(await runRefetch([removed, group], {})).toEqual({
    requested: [group],
    removed: [group, removed],
    read: [],
  })
})

test('keeps a position that another group contains now', async () => {
  const other = '/_/component_groups/2'
  const moved = { ...position(removed), componentGroup: other }
  const stored = {
    [group]: groupWith(kept),
    [other]: { ...groupWith(removed), '@id': other },
    [removed]: moved,
  }
  expect(await runRefetch([group, other, removed], stored)).toEqual({
    requested: [group, other, removed],
    removed: [],
    read: [group, other, removed],
  })
})

test('requests a position when its group is not refetched', async () => {
  expect(await runRefetch([removed], {})).toEqual({
    requested: [removed],
    removed: [removed],
    read: [],
  })
})

test('removes a resource by its IRI without the query of the request', async () => {
  const updates = await runRefetch(['/component/titles/1?published=true'], {})
  expect(updates.removed).toEqual(['/component/titles/1'])
})

test('reads again when the current page has changed meanwhile', async () => {
  let path = '/a'
  const requested: string[] = []
  const found = await repeatUntilPathStable(
    () => path,
    async () => {
      requested.push(path)
      const read = { items: [{ resource: position(path) }], removed: [] }
      path = '/b'
      return read
    },
  )
  expect(requested).toEqual(['/a', '/b'])
  expect(found.items[0]!.resource['@id']).toBe('/b')
})

test('requests the positions after what was inserted only if they cannot be told', async () => {
  const added = '/_/component_positions/added'
  const stored = {
    [group]: groupWith(added, kept, removed),
    [added]: { ...position(added), sortValue: 0 },
    [kept]: position(kept),
    [removed]: position(removed),
  }
  expect(await runRefetch([added], stored, [kept, removed])).toMatchObject({
    requested: [added, kept, removed],
  })
  for (const [at, iri] of [kept, removed].entries())
    cached.set(iri, { ...position(iri), sortValue: at })
  expect(await runRefetch([group, added], stored, [kept, removed])).toEqual({
    requested: [group, added],
    removed: [],
    read: [group, added, kept, removed],
  })
})

test('puts the live version in the place of a draft that somebody else has published', async () => {
  const [live, draft] = ['/component/titles/live', '/component/titles/draft']
  const title = (iri: string): Resource => ({ '@id': iri, '@type': 'Title', _metadata: {} })
  cached.set(draft, { ...title(draft), publishedResource: live } as Resource)
  const published = `${live}?published=true`
  const stored = { [draft]: title(live), [published]: title(live) }
  expect(await runRefetch([draft], stored)).toEqual({
    requested: [draft, published],
    removed: [draft],
    replaced: [{ from: draft, to: live }],
    read: [live, live],
  })
})

test('asks nothing about the live version and the static position of a draft that was created', async () => {
  const [live, draft, other] = ['live', 'draft', 'other'].map((id) => `/component/titles/${id}`)
  const at = (iri: string, more: object): [string, Resource] => [
    iri,
    { ...position(iri), component: live, _metadata: { isDynamicPosition: false }, ...more },
  ]
  const known = new Map<string, Resource>([
    [live!, { '@id': live!, '@type': 'Title', _metadata: {}, title: 'Hello' }],
    at('/_/component_positions/static', {}),
    at('/_/component_positions/elsewhere', { component: other }),
    at('/_/component_positions/dynamic', { pageDataProperty: 'title' }),
    at('/_/component_positions/unversioned', {}),
  ])
  const requested: string[] = []
  const published = `${live}?published=true`
  const { items } = await refetch({
    requests: [published, ...[...known.keys()].slice(1)],
    following: [],
    drafts: [{ '@id': draft, publishedResource: live } as Component],
    read: createReader((iri) => known.get(iri)),
    etag: (iri) => (iri.endsWith('unversioned') ? undefined : `"${iri}"`),
    fetchResource: async (request) => {
      requested.push(request)
      return null
    },
  })
  expect(requested).toEqual(
    ['elsewhere', 'dynamic', 'unversioned'].map((id) => `/_/component_positions/${id}`),
  )
  expect(items).toEqual([
    { resource: { ...known.get(live!), draftResource: draft }, etag: `"${live}"` },
    {
      resource: {
        ...known.get('/_/component_positions/static'),
        component: draft,
        _metadata: { isDynamicPosition: false, staticComponent: draft },
      },
      etag: '"/_/component_positions/static"',
    },
  ])
})

import { describe, expect, test, vi } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Resource, Versioned } from '#content/model/resource.ts'
import { nullIfMissing, prepareUpdate } from '#src/app/services/prepare-update.ts'
import { component, pagePayload } from '../support/content/page-payload.ts'

const title = (text: string, more = {}) => component('Title', '1', { title: text, ...more })
const group = '/_/component_groups/_'

interface Viewer {
  isVisitor?: boolean
  /** What reading again would give. */
  stored?: Record<string, Resource>
}

/** A page that shows one title, and what messages about it would change. */
const shownTo = ({ isVisitor = true, stored = {} }: Viewer = {}) => {
  const { entries, page } = pagePayload([title('Shown')])
  const known = new Map(entries.map(({ resource }) => [resource['@id'], resource]))
  const fetch = vi.fn((request: string): Promise<Versioned | null> => {
    const resource = stored[request]
    return Promise.resolve(resource ? { resource, etag: '"2"' } : null)
  })
  const hear = (...data: ({ '@id': Iri } & Record<string, unknown>)[]) =>
    prepareUpdate({
      messages: data.map((resource, index) => ({ id: `${index}`, data: resource })),
      current: page!.resources,
      read: (iri) => known.get(iri),
      fetch,
      isVisitor,
      sanitizeResource: (item) => item,
    })
  return { hear, fetch, known }
}

describe('for visitors', () => {
  test('what is said is what they get', async () => {
    const { hear, fetch } = shownTo()
    const changed = title('Changed')
    expect(await hear(changed)).toEqual([{ iri: changed['@id'], item: { resource: changed } }])
    expect(fetch).not.toHaveBeenCalled()
  })

  test('what is not on the page is not about it', async () => {
    const { hear } = shownTo()
    expect(await hear(component('Title', 'elsewhere', { title: 'x' }))).toEqual([])
  })

  test('what says the same in another order, or to others only, is no news', async () => {
    const { hear } = shownTo()
    const { title: text, ...rest } = title('Shown', {
      modifiedAt: '2026-02-02T00:00:00+00:00',
      draftResource: '/component/Title/draft',
      componentPositions: [],
      uiComponent: null,
      '@context': '/contexts/Title',
    })
    expect(await hear({ title: text, ...rest } as Resource)).toEqual([])
  })

  test('what is gone goes', async () => {
    const { hear } = shownTo()
    expect(await hear({ '@id': '/component/Title/1' })).toEqual([
      { iri: '/component/Title/1', item: null },
    ])
  })

  test('a position is read again, because it depends on page and reader', async () => {
    const iri = '/_/component_positions/1'
    const { known } = shownTo()
    const moved = { ...known.get(iri)!, sortValue: 7 }
    const { hear, fetch } = shownTo({ stored: { [iri]: moved } })
    expect(await hear({ ...known.get(iri)!, sortValue: 1 })).toEqual([
      { iri, item: { resource: moved, etag: '"2"' } },
    ])
    expect(fetch).toHaveBeenCalledExactlyOnceWith(iri)
  })

  test('what a group has got is read with all that it leads to', async () => {
    const position = '/_/component_positions/2'
    const added = component('Title', '2', { title: 'Added' })
    const { known } = shownTo()
    const { hear } = shownTo({
      stored: {
        [position]: {
          ...known.get('/_/component_positions/1')!,
          '@id': position,
          component: added['@id'],
        },
        [added['@id']]: added,
      },
    })
    const longer = {
      ...known.get(group)!,
      componentPositions: ['/_/component_positions/1', position],
    }
    const news = await hear(longer)
    expect(news.map(({ iri }) => iri)).toEqual([group, position, added['@id']])
  })

  test('what they may not see leaves a gap', async () => {
    const position = '/_/component_positions/2'
    const { known } = shownTo()
    const { hear } = shownTo({
      stored: {
        [position]: {
          ...known.get('/_/component_positions/1')!,
          '@id': position,
          component: '/component/Title/draft',
        },
      },
    })
    const longer = {
      ...known.get(group)!,
      componentPositions: ['/_/component_positions/1', position],
    }
    expect((await hear(longer)).map(({ iri }) => iri)).toEqual([group, position])
  })
})

describe('for editors', () => {
  test('everything is read as they may see it, with its version', async () => {
    const stored = { '/component/Title/1': title('As an editor sees it') }
    const { hear, fetch } = shownTo({ isVisitor: false, stored })
    expect(await hear(title('As visitors see it'))).toEqual([
      {
        iri: '/component/Title/1',
        item: { resource: stored['/component/Title/1'], etag: '"2"' },
      },
    ])
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/component/Title/1')
  })

  test('a draft of what is on the page comes with the live row it will replace', async () => {
    const draft = {
      ...component('Title', 'draft', { title: 'Draft', publishedResource: '/component/Title/1' }),
      _metadata: { publishable: { published: false } },
    }
    const live = title('Shown', { draftResource: draft['@id'], title: 'Newer' })
    const { hear } = shownTo({
      isVisitor: false,
      // An editor who asks for a live row gets its draft.
      stored: { '/component/Title/1': draft, '/component/Title/1?published=true': live },
    })
    expect((await hear(draft)).map(({ iri }) => iri)).toEqual([draft['@id'], live['@id']])
  })

  test('a draft that has been published before it is read is not missed', async () => {
    const draft = component('Title', 'draft', {
      title: 'Draft',
      publishedResource: '/component/Title/1',
    })
    const stored = { '/component/Title/1': title('Published meanwhile') }
    const { hear, fetch } = shownTo({ isVisitor: false, stored })
    expect((await hear(draft)).map(({ iri }) => iri)).toEqual(['/component/Title/1'])
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/component/Title/1')
  })

  test('what they cannot read any more is gone', async () => {
    const { hear } = shownTo({ isVisitor: false })
    expect(await hear(title('x'))).toEqual([{ iri: '/component/Title/1', item: null }])
  })
})

test('a resource that may not be seen, or is gone, is no failure; an API that is down is one', async () => {
  const refused = (status: 'forbidden' | 'notFound' | 'offline') =>
    nullIfMissing(Promise.reject(new Failure(status)))
  expect(await refused('forbidden')).toBeNull()
  expect(await refused('notFound')).toBeNull()
  await expect(refused('offline')).rejects.toThrow(Failure)
})

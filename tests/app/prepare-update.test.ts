import { describe, expect, test, vi } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { ResourceUpdate } from '#content/page/update-queue.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type ComponentPosition,
  type Resource,
  type Versioned,
  createReader,
} from '#content/model/resource.ts'
import { serializeAsBrowser } from '#server/store/types/sanitize-html.ts'
import { nullIfMissing, prepareUpdate } from '#src/app/services/prepare-update.ts'
import { component, pagePayload } from '../support/content/page-payload.ts'

const title = (text: string, more = {}) => component('Title', '1', { title: text, ...more })
const group = '/_/component_groups/_'

interface Viewer {
  isVisitor?: boolean
  /** True once the session has ended, so that requests return what visitors see. */
  isSignedOut?: boolean
  /** Updates that are offered already. */
  pendingUpdates?: ResourceUpdate[]
  /** The resources that a request would return. */
  stored?: Record<string, Resource>
}

/** Returns a page that shows one title, and a function that prepares the update for hub messages. */
const pageFor = ({
  isVisitor = true,
  isSignedOut = false,
  pendingUpdates = [],
  stored = {},
}: Viewer = {}) => {
  const { entries } = pagePayload([title('Shown')])
  const cached = new Map(entries.map(({ resource }) => [resource['@id'], resource]))
  const fetch = vi.fn((request: string): Promise<Versioned | null> => {
    const resource = stored[request]
    return Promise.resolve(resource ? { resource, etag: '"2"' } : null)
  })
  const prepare = (...data: ({ '@id': Iri } & Record<string, unknown>)[]) =>
    prepareUpdate({
      messages: data.map((resource, index) => ({ id: `${index}`, data: resource })),
      pendingUpdates,
      shownIris: [...cached.keys()],
      read: createReader((iri) => cached.get(iri)),
      fetchResource: fetch,
      isVisitor,
      confirmSession: async () => {
        if (isSignedOut) throw new Failure('forbidden')
      },
      sanitizeResource: (item) => item,
    })
  return { prepare, fetch, cached }
}

describe.each([true, false])('for an editor who is signed out: %j', (isSignedOut) => {
  const draft = '/component/Title/draft'
  const outcomeOf = (update: Promise<ResourceUpdate[]>) =>
    update.then(
      (updates) => updates.length,
      (error: unknown) => Failure.from(error).kind,
    )

  test('a component without the draft that it had is taken only with a session', async () => {
    const live = title('Shown')
    const page = pageFor({ isVisitor: false, isSignedOut, stored: { [live['@id']]: live } })
    page.cached.set(live['@id'], { ...live, draftResource: draft })
    expect(await outcomeOf(page.prepare(live))).toBe(isSignedOut ? 'forbidden' : 1)
  })

  test('a position that shows the live version in place of its draft is taken only with a session', async () => {
    const live = title('Shown')
    const page = pageFor({ isVisitor: false, isSignedOut })
    const iri = [...page.cached.keys()].find((one) => one.startsWith('/_/component_positions/'))!
    const position = page.cached.get(iri)!
    page.fetch.mockResolvedValue({ resource: { ...position, component: live['@id'] } })
    page.cached.set(draft, { ...live, '@id': draft, publishedResource: live['@id'] })
    page.cached.set(iri, { ...position, component: draft })
    expect(await outcomeOf(page.prepare(position))).toBe(isSignedOut ? 'forbidden' : 1)
  })
})

describe('for visitors', () => {
  test('uses the resource of the message without a request', async () => {
    const { prepare, fetch } = pageFor()
    const changed = title('Changed')
    expect(await prepare(changed)).toEqual([{ iri: changed['@id'], item: { resource: changed } }])
    expect(fetch).not.toHaveBeenCalled()
  })

  test('ignores resources that are not on the page', async () => {
    const { prepare } = pageFor()
    expect(await prepare(component('Title', 'elsewhere', { title: 'x' }))).toEqual([])
  })

  test('ignores changes of the order or of properties that are not visible', async () => {
    const { prepare } = pageFor()
    const { title: text, ...rest } = title('Shown', {
      modifiedAt: '2026-02-02T00:00:00+00:00',
      draftResource: '/component/Title/draft',
      componentPositions: [],
      uiComponent: null,
      '@context': '/contexts/Title',
    })
    expect(await prepare({ title: text, ...rest } as Resource)).toEqual([])
  })

  test('ignores the same HTML in other words', async () => {
    const text = component('HtmlContent', '1', { html: '<p>a\u00a0b<br />c</p>' })
    const message = { ...text, html: '<p>a&nbsp;b<br>c</p>' }
    const prepareFor = (data: Resource) =>
      prepareUpdate({
        messages: [{ id: '1', data }],
        pendingUpdates: [],
        shownIris: [text['@id']],
        read: createReader((iri) => (iri === text['@id'] ? text : undefined)),
        fetchResource: () => Promise.resolve(null),
        isVisitor: true,
        confirmSession: async () => {},
        sanitizeResource: ({ resource }) => ({
          resource: { ...resource, html: serializeAsBrowser(resource['html'] as string) },
        }),
      })
    expect(await prepareFor(message)).toEqual([])
    expect(await prepareFor({ ...message, html: '<p>a&nbsp;b<br>d</p>' })).toHaveLength(1)
  })

  test('removes a deleted resource', async () => {
    const { prepare } = pageFor()
    expect(await prepare({ '@id': '/component/Title/1' })).toEqual([
      { iri: '/component/Title/1', item: null },
    ])
  })

  test('refetches a position, because it depends on the page and the user', async () => {
    const iri = '/_/component_positions/1'
    const { cached } = pageFor()
    const moved = { ...cached.get(iri)!, sortValue: 7 }
    const { prepare, fetch } = pageFor({ stored: { [iri]: moved } })
    expect(await prepare({ ...cached.get(iri)!, sortValue: 1 })).toEqual([
      { iri, item: { resource: moved, etag: '"2"' } },
    ])
    expect(fetch).toHaveBeenCalledExactlyOnceWith(iri)
  })

  test('fetches a new position of a group with everything it references', async () => {
    const position = '/_/component_positions/2'
    const added = component('Title', '2', { title: 'Added' })
    const { cached } = pageFor()
    const { prepare } = pageFor({
      stored: {
        [position]: {
          ...cached.get('/_/component_positions/1')!,
          '@id': position,
          component: added['@id'],
        },
        [added['@id']]: added,
      },
    })
    const longer = {
      ...cached.get(group)!,
      componentPositions: ['/_/component_positions/1', position],
    }
    const updates = await prepare(longer)
    expect(updates.map(({ iri }) => iri)).toEqual([group, position, added['@id']])
  })

  test('leaves out references that the visitor may not read', async () => {
    const position = '/_/component_positions/2'
    const { cached } = pageFor()
    const { prepare } = pageFor({
      stored: {
        [position]: {
          ...cached.get('/_/component_positions/1')!,
          '@id': position,
          component: '/component/Title/draft',
        },
      },
    })
    const longer = {
      ...cached.get(group)!,
      componentPositions: ['/_/component_positions/1', position],
    }
    expect((await prepare(longer)).map(({ iri }) => iri)).toEqual([group, position])
  })

  test('marks a new position for a draft, and its group, as invisible', async () => {
    const position = '/_/component_positions/2'
    const { cached } = pageFor()
    const { component: _, ...empty } = cached.get('/_/component_positions/1') as ComponentPosition
    const { prepare } = pageFor({ stored: { [position]: { ...empty, '@id': position } } })
    const longer = {
      ...cached.get(group)!,
      componentPositions: ['/_/component_positions/1', position],
    }
    const updates = await prepare(longer)
    expect(updates.map(({ iri, isInvisible }) => [iri, isInvisible])).toEqual([
      [group, true],
      [position, true],
    ])
    const moved = { ...longer, componentPositions: [position] }
    expect((await prepare(moved)).map(({ isInvisible }) => isInvisible)).toEqual([undefined, true])
  })
})

describe('for everybody', () => {
  const staged = (resource: Resource): ResourceUpdate => ({
    iri: resource['@id'],
    item: { resource },
  })

  test.each([true, false])(
    'offers no update of a layout with another page or a route with another redirect (visitor: %s)',
    async (isVisitor) => {
      const layout = '/_/layouts/main'
      const route = '/_/routes//'
      const { cached } = pageFor()
      const changed: Record<string, Resource> = {
        [layout]: { ...cached.get(layout)!, pages: ['/_/pages/1', '/_/pages/2'] },
        [route]: { ...cached.get(route)!, redirectedFrom: ['/_/routes//old'] },
        [group]: { ...cached.get(group)!, layouts: [layout], pages: ['/_/pages/2'] },
      }
      const { prepare } = pageFor({ isVisitor, stored: changed })
      const updates = await prepare(...Object.values(changed))
      expect(updates.filter(({ isInvisible }) => !isInvisible)).toEqual([])
    },
  )

  test('drops a pending update that is shown by now, and one that something newer is known of', async () => {
    const other = staged(component('Title', '2', { title: 'Also changed' }))
    const shown = pageFor({ pendingUpdates: [staged(title('Shown')), other] })
    expect(await shown.prepare()).toEqual([other])
    const newer = pageFor({ pendingUpdates: [staged(title('Changed')), other] })
    expect(await newer.prepare(title('Changed again'))).toEqual([
      other,
      staged(title('Changed again')),
    ])
    expect(await newer.prepare(title('Shown'))).toEqual([other])
  })
})

describe('for editors', () => {
  test('fetches every resource with the permissions of the editor, including its ETag', async () => {
    const stored = { '/component/Title/1': title('As an editor sees it') }
    const { prepare, fetch } = pageFor({ isVisitor: false, stored })
    expect(await prepare(title('As visitors see it'))).toEqual([
      {
        iri: '/component/Title/1',
        item: { resource: stored['/component/Title/1'], etag: '"2"' },
      },
    ])
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/component/Title/1')
  })

  test('fetches a new draft together with the live version it belongs to', async () => {
    const draft = {
      ...component('Title', 'draft', { title: 'Draft', publishedResource: '/component/Title/1' }),
      _metadata: { publishable: { published: false } },
    }
    const live = title('Shown', { draftResource: draft['@id'], title: 'Newer' })
    const { prepare } = pageFor({
      isVisitor: false,
      // An editor's request for a live version returns its draft.
      stored: { '/component/Title/1': draft, '/component/Title/1?published=true': live },
    })
    expect((await prepare(draft)).map(({ iri }) => iri)).toEqual([draft['@id'], live['@id']])
  })

  test('brings the link from a live version to its first draft', async () => {
    const draft = {
      ...component('Title', 'draft', { title: 'Draft', publishedResource: '/component/Title/1' }),
      _metadata: { publishable: { published: false } },
    }
    const live = title('Shown', { draftResource: draft['@id'] })
    const stored = { '/component/Title/1': draft, '/component/Title/1?published=true': live }
    const { prepare, fetch } = pageFor({ isVisitor: false, stored })
    expect(await prepare(draft, title('Shown'))).toMatchObject([
      { iri: draft['@id'], item: { resource: draft } },
      { iri: live['@id'], item: { resource: live }, isInvisible: true },
    ])
    expect(fetch.mock.calls.flat()).toEqual(Object.keys(stored))
  })

  describe('who see a draft', () => {
    const position = '/_/component_positions/1'
    const live = title('Shown')
    const draft = {
      ...component('Title', 'draft', { title: 'Draft', publishedResource: live['@id'] }),
      _metadata: { publishable: { published: false } },
    }
    /** The page as it was loaded by an editor while there was a draft: the position names the draft. */
    const withDraft = (stored: Record<string, Resource>) => {
      const page = pageFor({ isVisitor: false, stored })
      const before = page.cached.get(position)!
      page.cached.set(position, { ...before, component: draft['@id'] })
      page.cached.set(live['@id'], title('Shown', { draftResource: draft['@id'] }))
      page.cached.set(draft['@id'], draft)
      return { ...page, before }
    }

    test('removes the draft that is discarded, and shows its live version in its place', async () => {
      const { cached } = pageFor()
      const { prepare } = withDraft({ [live['@id']]: live, [position]: cached.get(position)! })
      const updates = await prepare({ '@id': draft['@id'] }, live)
      expect(
        updates.map(({ iri, item, isInvisible }) => [iri, item?.resource, isInvisible]),
      ).toEqual([
        [draft['@id'], undefined, undefined],
        [live['@id'], live, true],
        [position, cached.get(position), true],
      ])
    })

    test('requests nothing for messages that tell what is shown, as those about an own save do', async () => {
      const { prepare, fetch } = withDraft({})
      expect(await prepare({ ...draft, '@context': '/contexts/Title' }, { ...live })).toEqual([])
      expect(await prepare({ ...draft })).toEqual([])
      expect(fetch).not.toHaveBeenCalled()
    })

    test('reads again what was changed and has been put back, while the change is offered', async () => {
      const changed = { ...draft, title: 'Changed' } as Resource
      const { prepare, fetch } = pageFor({
        isVisitor: false,
        stored: { [live['@id']]: live },
        pendingUpdates: [{ iri: live['@id'], item: { resource: changed } }],
      })
      expect(await prepare({ ...live })).toEqual([])
      expect(fetch).toHaveBeenCalledExactlyOnceWith(live['@id'])
    })

    test('sees nothing of a position that names the draft or its live version', async () => {
      const page = withDraft({})
      const { prepare } = withDraft({ [position]: page.before })
      expect(await prepare({ ...page.before })).toMatchObject([{ isInvisible: true }])
    })

    test('sees that a draft has been published as it was', async () => {
      const published = { ...draft, _metadata: { publishable: { published: true } } }
      const { prepare } = withDraft({ [live['@id']]: published, [draft['@id']]: published })
      const [update] = await prepare({ ...published, publishedResource: undefined })
      expect(update).toMatchObject({ iri: draft['@id'] })
      expect(update!.isInvisible).toBeUndefined()
    })
  })

  test('fetches the live version when a draft has been published before it was fetched', async () => {
    const draft = component('Title', 'draft', {
      title: 'Draft',
      publishedResource: '/component/Title/1',
    })
    const stored = { '/component/Title/1': title('Published meanwhile') }
    const { prepare, fetch } = pageFor({ isVisitor: false, stored })
    expect((await prepare(draft)).map(({ iri }) => iri)).toEqual(['/component/Title/1'])
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/component/Title/1')
  })

  test('removes a resource that can no longer be read', async () => {
    const { prepare } = pageFor({ isVisitor: false })
    expect(await prepare(title('x'))).toEqual([{ iri: '/component/Title/1', item: null }])
  })
})

test('treats a forbidden or missing resource as null and rejects when the API is offline', async () => {
  const refused = (failure: Failure, isVisitor = false) =>
    nullIfMissing(Promise.reject(failure), { isVisitor })
  expect(await refused(failureFromStatus(403))).toBeNull()
  expect(await refused(new Failure('notFound'))).toBeNull()
  expect(await refused(failureFromStatus(401), true)).toBeNull()
  await expect(refused(new Failure('offline'))).rejects.toThrow(Failure)
})

test('rejects when the session of somebody who is signed in has ended, which hides nothing', async () => {
  const reading = nullIfMissing(Promise.reject(failureFromStatus(401)), { isVisitor: false })
  await expect(reading).rejects.toMatchObject({ status: 401 })
})

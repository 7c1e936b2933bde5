import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type EditedField,
  editedField,
  saveIntentOf,
  startEdit,
  withValueInFlight,
} from '#content/change/fields/field-edit.ts'
import { kind as navigationLink } from '#site/components/NavigationLink/kind.ts'
import { planChange } from '#content/change/plan-change.ts'
import { isOutdated } from '#content/change/edited-version.ts'
import type { Change, Intent, Step } from '#content/change/types.ts'
import { publishedUrl, liveAndDraft } from '#content/model/component-versions.ts'
import { Failure } from '#content/model/failure.ts'
import { positionsOf } from '#content/model/groups.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type IdentityMap,
  emptyIdentityMap,
  createsDraft,
  isNoop,
  resolveIri,
  resolveStep,
  recordResponse,
  recordEtags,
  withIfMatch,
} from '#content/change/undo/identity-map.ts'
import { conflictKeysOf } from '#content/change/conflict-keys.ts'
import { shiftedPositions } from '#content/change/shifted-positions.ts'
import { resolveSortValue } from '#content/change/sort-value.ts'
import { type Resource, type Versioned, createReader } from '#content/model/resource.ts'
import { insertionPointFor } from '#content/model/insertion-point.ts'
import { createApiModel, group } from '../support/content/api-model.ts'
import { sampleMediaObject } from '../support/content/sample-media-object.ts'

const now = '2026-05-01T12:00:00.000Z'

const whatToRead = ({ refetch, following = [] }: Change) => ({ refetch, following })

/** One editor's browser on the model: it knows what it was answered and what it has read again, nothing else. */
const openBrowser = (model = createApiModel()) => {
  const known = new Map<Iri, Versioned>()
  const read = createReader((iri) => known.get(iri)?.resource)
  const keep = (request: string) => {
    const item = model.read(request)
    if (item) known.set(item.resource['@id'], item)
    else known.delete(request.split('?')[0]!)
    return item
  }
  let identities: IdentityMap = emptyIdentityMap
  let count = 0

  const send = (
    steps: Step[],
    { refetch, following }: { refetch: string[]; following: Iri[] },
    isRepeated: boolean,
  ) => {
    const start = identities
    const knownBefore = new Map(known)
    const requested: string[] = [...refetch]
    for (const planned of steps) {
      const step = resolveStep(planned, identities, start)
      if (isNoop(step)) continue
      const answer = model.send(
        resolveSortValue(isRepeated ? withIfMatch(step, identities) : step, read),
      )
      identities = recordResponse(identities, planned, answer)
      if (createsDraft(step, answer)) requested.push(publishedUrl(step.iri))
      if (answer) known.set(answer.resource['@id'], answer)
      if (!answer || (step.method === 'PATCH' && isReplaced(step.iri, answer.resource)))
        known.delete(step.iri)
    }
    const items = requested
      .map((request) => request.replace(/^[^?]+/, (iri) => resolveIri(identities, iri)))
      .filter((request) => request.startsWith('/'))
      .flatMap((request) => keep(request) ?? [])
    const shifted = shiftedPositions(
      following.map((iri) => resolveIri(identities, iri)),
      { items, read: createReader((iri) => knownBefore.get(iri)?.resource) },
    )
    for (const item of shifted.items) known.set(item.resource['@id'], item)
    const others = shifted.unknown.flatMap((iri) => keep(iri) ?? [])
    identities = recordEtags(identities, [...items, ...shifted.items, ...others])
  }

  return {
    model,
    read,
    etag: (iri: Iri) => known.get(iri)?.etag,
    open: () => {
      known.clear()
      keep(group)
      for (const iri of read(group)!.componentPositions) {
        const component = String(keep(iri)!.resource['component'])
        const live = keep(component)!.resource['publishedResource']
        if (live) keep(`${String(live)}?published=true`)
      }
    },
    make: (intent: Intent) => {
      const etag = (iri: Iri) => known.get(iri)?.etag
      const change = planChange(intent, {
        read,
        resources: () => [...known.values()].map(({ resource }) => resource),
        readFile: () => undefined,
        etag,
        id: `${(count += 1)}`,
        now,
      })
      send(change.steps, whatToRead(change), false)
      return change
    },
    undo: ({ inverse, refetch, refetchOnUndo = [], followingOnUndo = [] }: Change) =>
      send(inverse, { refetch: [...refetch, ...refetchOnUndo], following: followingOnUndo }, true),
    redo: (change: Change) => send(change.steps, whatToRead(change), true),
    positions: () => positionsOf(group, read),
    shownAt: (index: number) => {
      const position = read(positionsOf(group, read)[index]!)!
      return read(position.component!)!
    },
    /** The same as the model's, from what is known here. */
    contents: () =>
      positionsOf(group, read).map((iri) => {
        const { sortValue, component = '' } = read(iri)!
        const { live, draft } = liveAndDraft<Iri>(component, read)
        const title = (version: Iri | null) => (version ? (read(version)?.['title'] ?? null) : null)
        return { sortValue, live: title(live), draft: draft ? title(draft) : null }
      }),
  }
}

const isReplaced = (requested: Iri, answered: Resource) =>
  answered['@id'] !== requested && answered['publishedResource'] !== requested

type Browser = ReturnType<typeof openBrowser>

const sample = () => {
  const browser = openBrowser()
  browser.model.add('One', now, 0)
  browser.model.add('Two', null, 10)
  browser.model.add('Three', now, 20)
  browser.open()
  return browser
}

/** Something an editor can do, by numbers that mean something on any page. */
interface RandomIntent {
  kind:
    | 'set'
    | 'publish'
    | 'publishAll'
    | 'delete'
    | 'deleteLive'
    | 'deletePosition'
    | 'deleteAll'
    | 'move'
    | 'moveAll'
    | 'gather'
    | 'add'
  at: number
  to: number
  word: string
  publish: boolean
}

const intentFor = (
  browser: Browser,
  { kind, at, to, word, publish }: RandomIntent,
): Intent | null => {
  const positions = browser.positions()
  if (kind === 'add') {
    const side = publish ? 'after' : 'before'
    const insertionPoint = insertionPointFor(
      positions[at % positions.length] ?? group,
      side,
      browser.read,
    )!
    const { sortValue } = insertionPoint
    return { kind, endpoint: '/component/titles', data: { title: word }, group, sortValue, publish }
  }
  if (positions.length === 0) return null
  const position = positions[at % positions.length]!
  const { '@id': iri, publishedResource } = browser.shownAt(at % positions.length)
  switch (kind) {
    case 'set':
      return { kind, iri, property: 'title', value: word }
    case 'publish':
    case 'delete':
      return { kind, iri }
    case 'publishAll':
      return {
        kind,
        iris: [at, to, at + to].flatMap((index) =>
          index < positions.length ? browser.shownAt(index)['@id'] : [],
        ),
      }
    case 'deleteLive':
      return publishedResource ? { kind: 'delete', iri: String(publishedResource) } : null
    case 'deletePosition':
      return { kind: 'delete', iri: position }
    case 'deleteAll':
      // In the order in which they were selected, which may be any.
      return {
        kind,
        positions: [...new Set([at, to, at + to])].flatMap((index) => positions[index] ?? []),
      }
    case 'moveAll': {
      const moved = [...new Set([at, to])].flatMap((index) => positions[index] ?? [])
      return { kind, positions: moved, by: publish ? 1 : -1 }
    }
    case 'gather': {
      const moved = [...new Set([at, to, at + to])].flatMap((index) => positions[index] ?? [])
      const others = positions.filter((other) => !moved.includes(other))
      const before = others[to % (others.length + 1)] ?? null
      return { kind: 'moveAll', positions: moved, group, before }
    }
    case 'move':
      return { kind, position, to: positions[to % positions.length]! }
  }
}

const randomIntents = fc.array(
  fc.record({
    kind: fc.constantFrom<RandomIntent['kind']>(
      ...([
        'set',
        'publish',
        'publishAll',
        'delete',
        'deleteLive',
        'deletePosition',
        'deleteAll',
        'move',
        'moveAll',
        'gather',
        'add',
      ] as const),
    ),
    at: fc.nat(9),
    to: fc.nat(9),
    word: fc.constantFrom('A', 'B', 'C'),
    publish: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

test('any change can be undone, redone and undone again, and the cache equals the store', () => {
  fc.assert(
    fc.property(randomIntents, (wantedIntents) => {
      const browser = sample()
      const check = (expected?: unknown) => {
        const contents = browser.model.contents()
        expect(browser.contents()).toEqual(contents)
        // Numbers may differ where somebody has made room; the order may not.
        const states = contents.map(({ live, draft }) => ({
          live,
          // Nobody can make a draft that says nothing else than what is live.
          draft: draft === live ? null : draft,
        }))
        if (expected) expect(states).toEqual(expected)
        return states
      }
      const states = [check()]
      const changes: Change[] = []
      for (const wanted of wantedIntents) {
        const intent = intentFor(browser, wanted)
        if (!intent) continue
        changes.push(browser.make(intent))
        states.push(check())
      }
      const goBack = () => {
        for (const [index, change] of [...changes.entries()].toReversed()) {
          browser.undo(change)
          check(states[index])
        }
      }
      goBack()
      for (const [index, change] of changes.entries()) {
        browser.redo(change)
        check(states[index + 1])
      }
      goBack()
    }),
    { numRuns: 150 },
  )
})

const set = (browser: Browser, index: number, value: string) =>
  browser.make({ kind: 'set', iri: browser.shownAt(index)['@id'], property: 'title', value })

describe('a concurrent change by another editor', () => {
  test('is not overwritten', () => {
    const browser = sample()
    browser.model.editAsSomeoneElse(browser.shownAt(1)['@id'], 'Theirs')
    expect(() => set(browser, 1, 'Mine')).toThrow(Failure)
    expect(browser.model.contents()[1]!.draft).toBe('Theirs')
  })

  test('is not undone', () => {
    const browser = sample()
    const change = set(browser, 1, 'Mine')
    browser.model.editAsSomeoneElse(browser.shownAt(1)['@id'], 'Theirs')
    expect(() => browser.undo(change)).toThrow(Failure)
    expect(browser.model.contents()[1]!.draft).toBe('Theirs')
  })

  test('is a conflict even if the cache has it, when it changed the edited property', () => {
    const browser = sample()
    const { '@id': iri } = browser.shownAt(1)
    const intent: Intent = { kind: 'set', iri, property: 'title', value: 'Mine', stored: 'Two' }
    expect(isOutdated(intent, browser.read)).toBe(false)
    browser.model.editAsSomeoneElse(iri, 'Theirs')
    browser.open()
    expect(isOutdated(intent, browser.read)).toBe(true)
    expect(isOutdated({ ...intent, value: 'Theirs' }, browser.read)).toBe(false)
    expect(isOutdated({ kind: 'set', iri, property: 'title', value: 'Mine' }, browser.read)).toBe(
      false,
    )
  })
})

test('two consecutive saves reach the server in order', () => {
  const browser = sample()
  set(browser, 0, 'A')
  set(browser, 0, 'B')
  expect(browser.model.contents()[0]).toMatchObject({ live: 'One', draft: 'B' })
})

test('an edit of a live resource is saved to its draft, if there is one', () => {
  const browser = sample()
  const live = browser.shownAt(0)['@id']
  set(browser, 0, 'A')
  browser.make({ kind: 'set', iri: live, property: 'title', value: 'B' })
  expect(browser.model.contents()[0]).toMatchObject({ live: 'One', draft: 'B' })
})

test.each([
  ['is put back, as it was read before it was replaced', 'data:image/jpeg;base64,eA=='],
  ['is not put back if it could not be read', undefined],
])('the file of a draft %s', (_, file) => {
  const draft: Resource = {
    '@id': '/component/images/1',
    '@type': 'Image',
    publishedAt: null,
    _metadata: { persisted: true, mediaObjects: { file: [sampleMediaObject] } },
  }
  const { inverse } = planChange(
    { kind: 'set', iri: draft['@id'], property: 'file', value: 'data:image/png;base64,eQ==' },
    {
      read: createReader(() => draft),
      resources: () => [draft],
      readFile: ({ contentUrl }) =>
        contentUrl === sampleMediaObject.contentUrl ? file : undefined,
      etag: () => undefined,
      id: '1',
      now,
    },
  )
  expect(inverse).toEqual([{ method: 'PATCH', iri: draft['@id'], body: { file: file ?? null } }])
})

test('a file is put back with its framing, which the API removes when the file is replaced', () => {
  const framing = { focalPoint: { x: 0.5, y: 0.25 } }
  const draft: Resource = {
    '@id': '/component/images/1',
    '@type': 'Image',
    publishedAt: null,
    framing,
    _metadata: {
      persisted: true,
      mediaObjects: { file: [sampleMediaObject] },
      framings: { file: 'framing' },
    },
  }
  const { inverse } = planChange(
    { kind: 'set', iri: draft['@id'], property: 'file', value: null },
    {
      read: createReader(() => draft),
      resources: () => [draft],
      readFile: () => '/_/media_objects/a.png',
      etag: () => undefined,
      id: '1',
      now,
    },
  )
  expect(inverse).toMatchObject([{ body: { file: '/_/media_objects/a.png', framing } }])
})

/** Returns the edit of a field whose value is sent. */
const sent = (field: EditedField) => {
  const edit = startEdit(field)
  return { ...edit, ...withValueInFlight(edit) }
}

test.each([false, true])(
  'a value that takes the place of another empties that in the same change, and undo brings it back (live: %s)',
  (isLive) => {
    const link: Resource = {
      '@id': '/component/navigation_links/1',
      '@type': 'NavigationLink',
      publishedAt: null,
      rawPath: 'https://example.com/',
      _metadata: { persisted: true, publishable: { published: isLive } },
    }
    const edit = editedField(
      {
        iri: link['@id'],
        property: 'route',
        value: '/_/routes//about',
        stored: null,
        isLive,
        clears: 'rawPath',
      },
      '1',
    )
    const input = {
      read: createReader((iri) => (iri === link['@id'] ? link : undefined)),
      resources: () => [link],
      readFile: () => undefined,
      etag: () => undefined,
      id: '1',
      now,
    }
    const { steps, inverse } = planChange(saveIntentOf(sent(edit)), input)
    expect(steps).toMatchObject([{ body: { route: '/_/routes//about', rawPath: null } }])
    expect(inverse).toMatchObject([{ body: { route: null, rawPath: 'https://example.com/' } }])
    const emptied = planChange(saveIntentOf(sent({ ...edit, value: null })), input)
    expect(emptied.steps[0]?.body).toEqual({ route: null })
  },
)

test('the page and the address of a link take the place of each other', () => {
  const { route, rawPath } = navigationLink.fields
  expect([route.clears, rawPath.clears]).toEqual(['rawPath', 'route'])
})

test('undoing a publication puts back the picture of the live version, not that of the draft', () => {
  const versionOf = (name: string, published: boolean): Resource => ({
    '@id': `/component/images/${name}`,
    '@type': 'Image',
    _metadata: {
      persisted: true,
      publishable: { published, publishedAt: now },
      mediaObjects: { file: [{ ...sampleMediaObject, '@id': `/_/media_objects/${name}` }] },
    },
  })
  const live: Resource = {
    ...versionOf('live', true),
    draftResource: '/component/images/draft',
  }
  const draft: Resource = {
    ...versionOf('draft', false),
    publishedResource: '/component/images/live',
  }
  const requested: string[] = []
  planChange(
    { kind: 'publish', iri: '/component/images/draft' },
    {
      read: createReader((iri) => [live, draft].find((resource) => resource['@id'] === iri)),
      resources: () => [live, draft],
      readFile: ({ contentUrl }) => void requested.push(contentUrl),
      etag: () => undefined,
      id: '1',
      now,
    },
  )
  expect(requested).toContain(`${sampleMediaObject.contentUrl}?published=true`)
})

test('publishing a live resource sends no request', () => {
  const browser = sample()
  const change = browser.make({ kind: 'publish', iri: browser.shownAt(0)['@id'] })
  expect(change).toMatchObject({ steps: [], inverse: [] })
})

test('several drafts are published as one change, of which each draft is one request', () => {
  const browser = sample()
  set(browser, 0, 'A')
  const [changed, created] = [browser.shownAt(0), browser.shownAt(1)]
  const iris = [changed.publishedResource!, created['@id'], changed['@id']]
  const change = browser.make({ kind: 'publishAll', iris })
  expect(change.steps.map(({ iri, isPublication }) => [iri, isPublication])).toEqual([
    [changed['@id'], true],
    [created['@id'], true],
  ])
  const contents = () => browser.model.contents().map(({ live, draft }) => [live, draft])
  expect(contents().slice(0, 2)).toEqual([
    ['A', null],
    ['Two', null],
  ])
  browser.undo(change)
  expect(contents().slice(0, 2)).toEqual([
    ['One', 'A'],
    [null, 'Two'],
  ])
})

describe('scheduling a draft', () => {
  const later = '2126-05-01T12:00:00.000Z'

  test.each([null, '2126-04-01T12:00:00.000Z'])('is undone to what was planned: %s', (before) => {
    const draft = { ...sample().shownAt(1), publishedAt: before }
    const change = planChange(
      { kind: 'schedule', iri: draft['@id'], publishedAt: later },
      {
        read: createReader(() => draft),
        resources: () => [draft],
        readFile: () => undefined,
        etag: () => undefined,
        id: '1',
        now,
      },
    )
    const step = { method: 'PATCH', iri: draft['@id'] }
    expect(change.steps).toEqual([{ ...step, body: { publishedAt: later } }])
    expect(change.inverse).toEqual([{ ...step, body: { publishedAt: before } }])
  })

  test('sends no request for what is live by now', () => {
    const browser = sample()
    const { '@id': iri } = browser.shownAt(0)
    expect(browser.make({ kind: 'schedule', iri, publishedAt: later }).steps).toEqual([])
  })
})

describe('overlapping changes', () => {
  const browser = sample()
  set(browser, 0, 'A')
  const draft = browser.shownAt(0)
  const live = draft.publishedResource!
  const position = browser.positions()[0]!
  const lines = (intent: Intent) => conflictKeysOf(intent, browser.read)

  test('include those of a live resource and its draft', () => {
    const ofDraft = lines({ kind: 'set', iri: draft['@id'], property: 'title', value: '' })
    expect(ofDraft).toEqual(lines({ kind: 'publish', iri: live }))
    expect(ofDraft).toEqual([live])
  })

  test('include those of the order of one group', () => {
    const move = lines({ kind: 'move', position, to: browser.positions()[1]! })
    const add: Intent = { kind: 'add', endpoint: '/', data: {}, group, sortValue: 0, publish: null }
    expect(move).toEqual(lines(add))
    expect(lines({ kind: 'delete', iri: draft['@id'] })).toEqual([live, group])
    expect(lines({ kind: 'delete', iri: position })).toContain(group)
  })
})

test('a text that is the name of an inherited property is a text, and no IRI that was replaced', () => {
  const body = { title: 'constructor' }
  const step: Step = { method: 'PATCH', iri: '/component/titles/1', body }
  expect(resolveStep(step, emptyIdentityMap, emptyIdentityMap).body).toEqual(body)
})

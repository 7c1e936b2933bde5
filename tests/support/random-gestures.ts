/** The gestures of an editor on any page of the demo, at random, and the check that undo restores the site. */
import fc from 'fast-check'
import { expect, onTestFinished, vi } from 'vitest'
import { dropRefusalOf } from '#content/change/moves/drop-refusal.ts'
import { documentOf } from '#content/clipboard/clipboard-document.ts'
import { copyOf } from '#content/clipboard/copy-component.ts'
import { readPasted } from '#content/clipboard/read-pasted.ts'
import { positionsOf } from '#content/model/groups.ts'
import { type InsertSide, insertionPointFor } from '#content/model/insertion-point.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { publishState } from '#content/model/publish-state.ts'
import { mediaObjectsEndpoint } from '#content/pictures/media-library.ts'
import { type Component, isResourceOf } from '#content/model/resource.ts'
import { siteKinds } from '#site/editors.ts'
import { newId } from '#src/ui/new-id.ts'
import { snapshotOf } from '#src/resources/cache-snapshot.ts'
import { type Browser, openBrowser, startApi } from './editing.ts'
import { createPictureGestures } from './picture-gestures.ts'
import { exportSite } from './server/site-export.ts'

export const paths = {
  'a static page': '/',
  'a page that lists articles': '/blog-articles',
  'an article': '/blog-articles/blog-article-1',
  'a chapter of a topic': '/topic-1/chapter-one',
  'the template of all articles': 'blog-template',
}
export type PageName = keyof typeof paths

const kinds = [
  ...(['set', 'publish', 'delete', 'deleteLive', 'deletePosition', 'deleteGroup', 'move'] as const),
  ...(['transfer', 'add', 'duplicate', 'paste', 'cut', 'deleteAll', 'moveAll'] as const),
  ...(['gather', 'pastePicture', 'fillPicture', 'writePicture'] as const),
]

export interface Gesture {
  kind: (typeof kinds)[number]
  at: number
  to: number
  word: string
  isPublished: boolean
}

export const gesture = fc.record<Gesture>({
  kind: fc.constantFrom(
    ...(['set', 'set', 'publish', 'delete', 'deleteLive', 'deletePosition'] as const),
    ...([
      'deleteGroup',
      'move',
      'transfer',
      'transfer',
      'add',
      'add',
      'duplicate',
      'duplicate',
      'paste',
      'cut',
      'deleteAll',
      'moveAll',
      'gather',
      'pastePicture',
      'fillPicture',
      'writePicture',
    ] as const),
  ),
  at: fc.nat(30),
  to: fc.nat(30),
  word: fc.constantFrom('Lantern', 'Harbour', 'Kettle'),
  isPublished: fc.boolean(),
})

/** The property of each kind that a gesture changes, and how a word becomes its value. */
const properties: Record<string, [property: string, valueOf: (word: string) => unknown]> = {
  Title: ['title', (word) => word],
  HtmlContent: ['html', (word) => `<p>${word}</p>`],
  NavigationLink: ['label', (word) => word],
  Image: ['alt', (word) => word],
  Collection: ['perPage', (word) => word.length],
}

/** The kinds that can be added, with valid content. */
const added = [
  { type: 'Title', endpoint: '/component/titles', publishable: true },
  { type: 'HtmlContent', endpoint: '/component/html_contents', publishable: true },
  { type: 'NavigationLink', endpoint: '/component/navigation_links', publishable: true },
  { type: 'Collection', endpoint: '/component/collections', publishable: false },
]
const addedData = (type: string, word: string) => ({
  [properties[type]![0]]: properties[type]![1](word),
  ...(type === 'NavigationLink' && { rawPath: 'https://example.com/' }),
  ...(type === 'Collection' && { resourceIri: '/page_data/blog_article_datas' }),
})

const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length]

/** The gestures of an editor on whatever page is open. */
export const createEditor = (browser: Browser) => {
  const { cache, editModeRef } = browser
  /** The groups of each owner; those of a deleted component are in the cache, but not on the page. */
  const owners = () =>
    snapshotOf(cache).map(({ resource }): unknown[] => {
      const { componentGroups } = resource
      return Array.isArray(componentGroups) ? componentGroups : []
    })
  const groups = () =>
    snapshotOf(cache)
      .map(({ resource }) => resource)
      .filter((resource) => isResourceOf('COMPONENT_GROUP', resource))
      .filter(({ '@id': iri }) => owners().some((owner) => owner.includes(iri)))
      .toSorted((one, other) => (one.reference < other.reference ? -1 : 1))
  const positions = () => groups().flatMap((group) => positionsOf(group['@id'], cache.read))
  const shownIn = (position: Iri<'COMPONENT_POSITION'> | undefined): Component | undefined =>
    position && cache.read(cache.read(position)?.component ?? '/component/none')
  const remove = (iri: Iri) =>
    browser.confirmed(() => editModeRef.send({ type: 'delete.requested', iri }))

  const add = async ({ at, to, word, isPublished }: Gesture) => {
    const target = pick([...groups().map((group) => group['@id']), ...positions()], at)
    if (!target) return
    const sides: InsertSide[] = isIriOf('COMPONENT_GROUP', target)
      ? ['start', 'end']
      : ['before', 'after']
    const insertionPoint = insertionPointFor(target, pick(sides, to)!, cache.read)
    const group = insertionPoint && cache.read(insertionPoint.group)
    const allowed = added.filter(
      ({ endpoint }) => group?.allowedComponents?.includes(endpoint) ?? true,
    )
    const kind = pick(allowed, to)
    if (!insertionPoint || !kind) return
    // Some kinds of a site are added at once, without a form.
    const instantAdd = kind.type === 'Title' && isPublished && to % 2 === 0
    editModeRef.send({ type: 'add.requested', insertionPoint })
    const addRef = editModeRef.getSnapshot().children.addResource!
    addRef.send({ type: 'kind.selected', kind: { ...kind, instantAdd } })
    addRef.send({ type: 'insert.requested' })
    const stagedRef = addRef.getSnapshot().children.stagedResource
    if (!instantAdd) {
      for (const [property, value] of Object.entries(addedData(kind.type, word)))
        stagedRef?.send({ type: 'property.changed', property, value })
      stagedRef?.send({ type: 'add.confirmed', publish: isPublished, id: newId() })
    }
    await browser.quiet()
  }

  /** Some positions of one group, in the order in which they are pressed. */
  const several = ({ at, to }: Gesture) => {
    const order = positionsOf(pick(groups(), at)?.['@id'] ?? '/_/component_groups/0', cache.read)
    return [...new Set([at, to, at + to].map((index) => index % 4))].flatMap(
      (index) => order[index] ?? [],
    )
  }

  const deleteAll = async (wanted: Gesture) => {
    const deleted = several(wanted)
    if (deleted.length === 0) return
    await browser.confirmed(() =>
      editModeRef.send({ type: 'deleteAll.requested', positions: deleted }),
    )
  }

  const moveAll = async (wanted: Gesture) => {
    const by = wanted.isPublished ? 1 : -1
    editModeRef.send({ type: 'moveAll.requested', positions: several(wanted), by })
    await browser.quiet()
  }

  /** Moves several of one group, and one of another, to a place that all of them may be in. */
  const gather = async (wanted: Gesture) => {
    const page = browser.page()
    const rules = page && { page, kinds: siteKinds.kinds, read: cache.read }
    const other = pick(positions(), wanted.to)
    const moved = [...new Set([...several(wanted), ...(other ? [other] : [])])]
    const targets = groups()
      .map((group) => group['@id'])
      .filter((group) => moved.every((each) => rules && dropRefusalOf(each, group, rules) === null))
    const group = pick(targets, wanted.to)
    if (!group) return
    const others = positionsOf(group, cache.read).filter((position) => !moved.includes(position))
    const before = wanted.isPublished ? (pick(others, wanted.at) ?? null) : null
    editModeRef.send({ type: 'moveAll.requested', positions: moved, group, before })
    await browser.quiet()
  }

  const move = async ({ at, to }: Gesture) => {
    const position = pick(positions(), at)
    const group = position && cache.read(position)?.componentGroup
    if (!group) return
    const order = positionsOf(group, cache.read)
    browser.move({ group, position, to: to % order.length, order })
    await browser.flush()
  }

  /** The text on the clipboard: the last copy. */
  let clipboard: string | null = null
  const origin = 'https://example.org'

  const copy = (component: Iri<'COMPONENT'>) => {
    const copied = copyOf(component, cache.read)
    const written = copied && documentOf([copied], { kinds: siteKinds.kinds, origin })
    if (written) clipboard = JSON.stringify(written)
  }

  const confirmPublic = async (isPublic: boolean, act: () => void) => {
    if (isPublic) return browser.confirmed(act)
    act()
    await browser.quiet()
  }

  const duplicate = async (position: Iri<'COMPONENT_POSITION'>, component: Component) => {
    const insertionPoint = insertionPointFor(position, 'after', cache.read)!
    const isPublic = publishState(component) === null
    await confirmPublic(isPublic, () =>
      editModeRef.send({
        type: 'duplicate.requested',
        iri: component['@id'],
        insertionPoint,
        isPublic,
      }),
    )
  }

  const pastePointAt = (at: number) => {
    const target = pick([...groups().map((group) => group['@id']), ...positions()], at)
    return target && insertionPointFor(target, 'after', cache.read)
  }

  const paste = async ({ at }: Gesture) => {
    const insertionPoint = pastePointAt(at)
    if (!insertionPoint || clipboard === null) return
    const group = cache.read(insertionPoint.group)
    const pasted = readPasted(clipboard, { kinds: siteKinds.kinds, origin, group })
    if ('refusal' in pasted) return
    const { copies } = pasted
    const isPublic = copies.some(({ hasDrafts }) => !hasDrafts)
    await confirmPublic(isPublic, () =>
      editModeRef.send({ type: 'paste.requested', copies, insertionPoint, isPublic }),
    )
  }

  const pictures = createPictureGestures(browser)
  const pastePicture = async ({ at, to }: Gesture) => {
    const insertionPoint = pastePointAt(at)
    const group = insertionPoint && cache.read(insertionPoint.group)
    if (group && (group.allowedComponents?.includes('/component/images') ?? true))
      await pictures.paste(insertionPoint, to)
  }

  /** Moves a position to a group that takes it, as the interface lets it. */
  const transfer = async ({ at, to, isPublished }: Gesture) => {
    const position = pick(positions(), at)
    const page = browser.page()
    if (!position || !page) return
    const rules = { page, kinds: siteKinds.kinds, read: cache.read }
    const targets = groups()
      .map((group) => group['@id'])
      .filter((group) => group !== cache.read(position)?.componentGroup)
      .filter((group) => dropRefusalOf(position, group, rules) === null)
    const group = pick(targets, to)
    if (!group) return
    const before = isPublished ? (pick(positionsOf(group, cache.read), to) ?? null) : null
    browser.transfer({ position, group, before })
    await browser.flush()
  }

  /** Returns one of the components of a type; undefined where the page has none. */
  const shownOf = (type: string, at: number) =>
    pick(
      positions().flatMap((position) => {
        const component = shownIn(position)
        return component?.['@type'] === type ? [component['@id']] : []
      }),
      at,
    )
  const fillPicture = async ({ at, to }: Gesture) => {
    const component = shownOf('Image', at)
    if (component) await pictures.fill(component, to)
  }
  const writePicture = async ({ at, to, word }: Gesture) => {
    const component = shownOf('HtmlContent', at)
    if (component) await pictures.write(component, to, word)
  }

  const things = () => [
    ...groups().map((group) => group['@id']),
    ...positions().flatMap((position) => {
      const component = shownIn(position)
      return [position, component?.['@id'], component?.publishedResource].filter(
        (iri) => iri !== undefined,
      )
    }),
  ]

  const make = async (wanted: Gesture) => {
    const { kind, at, word } = wanted
    if (kind === 'add') return add(wanted)
    if (kind === 'move') return move(wanted)
    if (kind === 'deleteAll') return deleteAll(wanted)
    if (kind === 'moveAll') return moveAll(wanted)
    if (kind === 'gather') return gather(wanted)
    if (kind === 'paste') return paste(wanted)
    if (kind === 'transfer') return transfer(wanted)
    if (kind === 'pastePicture') return pastePicture(wanted)
    if (kind === 'fillPicture') return fillPicture(wanted)
    if (kind === 'writePicture') return writePicture(wanted)
    const position = pick(positions(), at)
    const component = shownIn(position)
    const group = pick(groups(), at)
    if (kind === 'deleteGroup') return group && remove(group['@id'])
    if (kind === 'deletePosition') return position && remove(position)
    if (!component || !position) return
    if (kind === 'duplicate') {
      copy(component['@id'])
      return duplicate(position, component)
    }
    if (kind === 'cut') {
      copy(component['@id'])
      return remove(position)
    }
    if (kind === 'delete') return remove(component['@id'])
    if (kind === 'deleteLive')
      return component.publishedResource && remove(component.publishedResource)
    if (kind === 'publish') {
      editModeRef.send({ type: 'publish.requested', iri: component['@id'] })
      return browser.quiet()
    }
    const [property, valueOf] = properties[component['@type']] ?? []
    if (!property || !valueOf) return
    browser.type(component['@id'], property, valueOf(word))
    await browser.flush()
  }
  /** The indexes of the positions that show a component. */
  const filled = () => positions().flatMap((position, at) => (shownIn(position) ? [at] : []))
  return { make, things, filled, remove, groups: () => groups().map((group) => group['@id']) }
}

export const repeat = async (can: () => boolean, act: () => Promise<void>) => {
  let count = 0
  while (can() && count < 50) {
    await act()
    count += 1
  }
  return count
}

type Row = Record<string, unknown> & { '@id': string }

/** Requests of an administrator, to prepare a site. */
const createRequests = ({ fetch }: Awaited<ReturnType<typeof startApi>>) => {
  const ask = async (iri: string, init?: RequestInit) => {
    const answer = await fetch(`http://localhost/_api${iri}`, init)
    if (!answer.ok) throw new Error(`${iri}: ${await answer.text()}`)
    return answer.json()
  }
  const send = (method: string, type: string) => async (iri: string, body: object) =>
    (await ask(iri, {
      method,
      headers: { 'Content-Type': type },
      body: JSON.stringify(body),
    })) as Row
  return {
    find: async (collection: string, property: string, value: string) => {
      const { member } = (await ask(collection)) as { member: Row[] }
      return member.find((item) => item[property] === value)!
    },
    post: send('POST', 'application/ld+json'),
    patch: send('PATCH', 'application/merge-patch+json'),
  }
}

type Requests = ReturnType<typeof createRequests>

const publishedAt = '2026-05-01T12:00:00+00:00'

/** Adds what the demo has none of: fallbacks, components in several positions, nested groups, articles with drafts. */
const addSpecialCases = async ({ find, post, patch }: Requests) => {
  const groupNamed = (name: string, { '@id': owner }: Row) =>
    find('/_/component_groups', 'reference', `${name}_${owner}`)
  const home = await find('/_/pages', 'reference', 'home')
  const template = await find('/_/pages', 'reference', 'blog-template')
  const article = await find('/page_data/blog_article_datas', 'title', 'Blog Article 1')
  const primary = (await groupNamed('primary', home))['@id']
  const shown = (await groupNamed('primary', template)) as Row & { componentPositions: string[] }

  const fallback = { html: '<p>To be written</p>', publishedAt }
  const componentPositions = [shown.componentPositions[1]]
  await post('/component/html_contents', { ...fallback, componentPositions })
  const heading = await post('/component/titles', {
    title: 'Everywhere',
    publishedAt,
    componentPositions: [primary, primary, shown['@id']].map((componentGroup, sortValue) => ({
      componentGroup,
      sortValue,
    })),
  })
  const owner = heading['@id']
  const inner = await post('/_/component_groups', {
    reference: `inner_${owner}`,
    location: owner,
    components: [owner],
  })
  await post('/component/html_contents', {
    html: '<p>Within</p>',
    publishedAt,
    componentPositions: [{ componentGroup: inner['@id'] }],
  })
  const body = await post('/component/html_contents', { html: '<p>Never live</p>' })
  await patch(article['@id'], { htmlContent: body['@id'] })
}

/** Shows the picture of an article on the home page too. */
export const addSharedPicture = async ({ find, post }: Requests) => {
  const home = await find('/_/pages', 'reference', 'home')
  const article = await find('/page_data/blog_article_datas', 'title', 'Blog Article 1')
  const group = await find('/_/component_groups', 'reference', `primary_${home['@id']}`)
  await post('/_/component_positions', {
    componentGroup: group['@id'],
    component: article['image'],
  })
}

const hour = 60 * 60 * 1_000

/** Adds a title whose publication has ended beside a draft. The clock of the test goes on by an hour. */
export const addEndedTitle = async ({ find, post, patch }: Requests) => {
  const home = await find('/_/pages', 'reference', 'home')
  const group = await find('/_/component_groups', 'reference', `primary_${home['@id']}`)
  const title = await post('/component/titles', {
    title: 'On until today',
    publishedAt,
    publishedUntil: new Date(Date.now() + hour / 2).toISOString(),
    componentPositions: [{ componentGroup: group['@id'], sortValue: 0 }],
  })
  await patch(title['@id'], { title: 'From tomorrow' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour })
  onTestFinished(() => void vi.useRealTimers())
}

interface OpenOptions {
  prepare?: (requests: Requests) => Promise<void>
  /** The address of a PostgreSQL database; without it, the site is in a file. */
  databaseUrl?: string
  /** Stands between the browser and the API. */
  network?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch
}

/** Opens a page of a new site as an editor. */
export const openPage = async (
  page: PageName,
  { prepare = addSpecialCases, databaseUrl, network }: OpenOptions = {},
) => {
  const api = await startApi(databaseUrl)
  const requests = createRequests(api)
  await prepare(requests)
  const template = page === 'the template of all articles'
  const path = template
    ? (await requests.find('/_/pages', 'reference', paths[page]))['@id']
    : paths[page]
  // A request can be sent again only where the API knows the ids of what was created.
  const unreliable = network && { network, isEmbedded: true }
  const browser = await openBrowser(api, { path, ...unreliable })
  const before = await exportSite(api.env)
  const failures: unknown[] = []
  const subscription = browser.changeQueueRef.on('undo.failed', (event) => failures.push(event))
  onTestFinished(() => subscription.unsubscribe())
  return {
    browser,
    failures,
    stored: async () => withoutUploads(await exportSite(api.env), before),
  }
}

type SiteExport = Awaited<ReturnType<typeof exportSite>>

/** Returns a site without the files that its library has got since: it keeps what was uploaded, also after undo. */
const withoutUploads = (site: SiteExport, before: SiteExport) =>
  Object.fromEntries(
    Object.entries(site).filter(
      ([iri]) => iri in before || !iri.startsWith(`${mediaObjectsEndpoint}/`),
    ),
  )

/** Makes the gestures, and compares the site after undoing, redoing and undoing all of them. */
export const checkUndo = async (
  page: PageName,
  gestures: readonly Gesture[],
  options?: OpenOptions,
) => {
  const { browser, failures, stored } = await openPage(page, options)
  const { make } = createEditor(browser)
  const before = await stored()
  for (const one of gestures) await make(one)
  const after = await stored()
  const count = await repeat(browser.canUndo, browser.undo)
  expect(failures).toEqual([])
  expect(await stored()).toEqual(before)
  expect(await repeat(browser.canRedo, browser.redo)).toBe(count)
  expect(failures).toEqual([])
  expect(await stored()).toEqual(after)
  expect(await repeat(browser.canUndo, browser.undo)).toBe(count)
  expect(failures).toEqual([])
  expect(await stored()).toEqual(before)
  browser.appRef.stop()
}

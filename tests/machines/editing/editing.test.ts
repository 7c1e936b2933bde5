/** Runs the machines of the editor against the real content API in one process; only the network is simulated. */
import { describe, expect, test, vi } from 'vitest'
import type { IndexMove } from '#content/change/moves/pending-moves.ts'
import { findGroup } from '#content/model/groups.ts'
import type { ComponentGroup } from '#content/model/resource.ts'
import { insertionPointFor } from '#content/model/insertion-point.ts'
import {
  selectFailure,
  selectPendingValue,
  selectSaveRefusalRef,
  type FieldRef,
} from '#machines/editing/changes/field.ts'
import { isConflicting, selectRemoteValue } from '#machines/editing/changes/save-refusal.ts'
import { selectSelectedIri } from '#machines/editing/selection/selection.ts'
import { selectFields } from '#machines/editing/changes/pending-edits.ts'
import { canRedo, canUndo } from '#machines/editing/changes/change-queue.ts'
import { type Browser, openBrowser, startApi, storedIn } from '../../support/editing.ts'

const type = async (browser: Browser, index: number, property: string, value: string) => {
  browser.type(browser.shownAt(index)['@id'], property, value)
  await browser.flush()
}
const publish = async (browser: Browser, index: number) => {
  browser.editModeRef.send({ type: 'publish.requested', iri: browser.shownAt(index)['@id'] })
  await browser.quiet()
}
const remove = (browser: Browser, iri: string) =>
  browser.confirmed(() => browser.editModeRef.send({ type: 'delete.requested', iri }))
const move = async (browser: Browser, from: number, to: number) => {
  const order = browser.positions()
  const position = order[from]!
  browser.move({ group: browser.group, position, to, order })
  await browser.flush()
}
const add = async (browser: Browser, title: string, isPublished: boolean, at = 0) => {
  const { editModeRef, cache } = browser
  const insertionPoint = insertionPointFor(browser.positions()[at]!, 'after', cache.read)!
  const kind = {
    type: 'Title',
    endpoint: '/component/titles',
    publishable: true,
    instantAdd: false,
  }
  editModeRef.send({ type: 'add.requested', insertionPoint })
  const addRef = editModeRef.getSnapshot().children.addResource!
  addRef.send({ type: 'kind.selected', kind })
  addRef.send({ type: 'insert.requested' })
  const stagedRef = addRef.getSnapshot().children.stagedResource!
  stagedRef.send({ type: 'property.changed', property: 'title', value: title })
  stagedRef.send({ type: 'add.confirmed', publish: isPublished, id: '1' })
  await browser.quiet()
}
const none = async () => {}

interface Story {
  /** Runs before the change that is undone. */
  before: (browser: Browser) => Promise<unknown>
  change: (browser: Browser) => Promise<unknown>
}

const stories: Record<string, Story> = {
  'the first edit of something live': {
    before: none,
    change: (browser) => type(browser, 0, 'title', 'Hello'),
  },
  'an edit of a draft': {
    before: (browser) => type(browser, 0, 'title', 'Hello'),
    change: (browser) => type(browser, 0, 'title', 'Goodbye'),
  },
  'publishing a draft of something live': {
    before: (browser) => type(browser, 0, 'title', 'Hello'),
    change: (browser) => publish(browser, 0),
  },
  'publishing something that was never live': {
    before: (browser) => add(browser, 'New', false),
    change: (browser) => publish(browser, 1),
  },
  'adding a draft': { before: none, change: (browser) => add(browser, 'New', false) },
  'adding and publishing': { before: none, change: (browser) => add(browser, 'New', true) },
  'adding at the end': {
    before: none,
    change: (browser) => add(browser, 'New', true, browser.positions().length - 1),
  },
  'deleting something live': {
    before: none,
    change: (browser) => remove(browser, browser.shownAt(0)['@id']),
  },
  'deleting a draft of something live': {
    before: (browser) => type(browser, 0, 'title', 'Hello'),
    change: (browser) => remove(browser, browser.shownAt(0)['@id']),
  },
  'deleting something live that has a draft': {
    before: (browser) => type(browser, 0, 'title', 'Hello'),
    change: (browser) => remove(browser, browser.shownAt(0).publishedResource!),
  },
  'deleting something that was never live': {
    before: (browser) => add(browser, 'New', false),
    change: (browser) => remove(browser, browser.shownAt(1)['@id']),
  },
  'deleting a position with what stands in it': {
    before: (browser) => type(browser, 0, 'title', 'Hello'),
    change: (browser) => remove(browser, browser.positions()[0]!),
  },
  'moving something up': { before: none, change: (browser) => move(browser, 1, 0) },
  'moving something down': { before: none, change: (browser) => move(browser, 0, 1) },
}

describe.each(Object.entries(stories))('%s', (_, { before, change }) => {
  test('is undone, redone and undone again', async () => {
    const api = await startApi()
    const browser = await openBrowser(api)
    const stored = async () => {
      const contents = await storedIn(browser.group, api.fetch)
      expect(browser.contents()).toEqual(contents)
      return contents
    }
    await before(browser)
    const first = await stored()
    await change(browser)
    const second = await stored()
    expect(second).not.toEqual(first)
    await browser.undo()
    expect(await stored()).toEqual(first)
    await browser.redo()
    expect(await stored()).toEqual(second)
    await browser.undo()
    expect(await stored()).toEqual(first)
  })
})

test('undoes a long series of changes step by step, and redoes it', async () => {
  const api = await startApi()
  const browser = await openBrowser(api)
  const stored = async () => {
    const contents = await storedIn(browser.group, api.fetch)
    expect(browser.contents()).toEqual(contents)
    // Sort values that made room for a position stay shifted; only the order counts.
    return contents.map(({ live, draft }) => ({ live, draft }))
  }
  const states = [await stored()]
  const steps = [
    () => type(browser, 0, 'title', 'Hello'),
    () => add(browser, 'New', false),
    () => type(browser, 1, 'title', 'Newer'),
    () => move(browser, 1, 0),
    () => publish(browser, 0),
    () => remove(browser, browser.shownAt(1)['@id']),
    () => type(browser, 0, 'title', 'Newest'),
    () => remove(browser, browser.positions()[0]!),
    () => add(browser, 'Last', true),
    () => publish(browser, 0),
  ]
  for (const step of steps) {
    await step()
    states.push(await stored())
  }
  const count = browser.changeQueueRef.getSnapshot().context.history.undoStack.length
  expect(count).toBeGreaterThan(7)
  const undoAll = async () => {
    while (canUndo(browser.changeQueueRef.getSnapshot())) await browser.undo()
  }
  await undoAll()
  expect(await stored()).toEqual(states[0])
  while (canRedo(browser.changeQueueRef.getSnapshot())) await browser.redo()
  expect(await stored()).toEqual(states.at(-1))
  await undoAll()
  expect(await stored()).toEqual(states[0])
})

/** A network whose requests a test can hold, count or cut off. */
const createNetwork = () => {
  const sent: string[] = []
  let isDown = false
  let held: Promise<void> | null = null
  let letGo = () => {}
  const through =
    (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    async (resource, init) => {
      const request = new Request(resource, init)
      if (request.method !== 'GET') sent.push(await request.clone().text())
      if (isDown) throw new TypeError('There is no network.')
      await held
      return fetch(request)
    }
  return {
    through,
    /** The bodies of all mutations. */
    sent,
    goDown: () => (isDown = true),
    comeBack: () => (isDown = false),
    hold: () => (held = new Promise((resolve) => (letGo = resolve))),
    letGo: () => {
      held = null
      letGo()
    },
  }
}

const fieldOf = ({ editModeRef }: Browser, iri: string) => {
  const pendingEditsRef = editModeRef.getSnapshot().children.pendingEdits!
  return selectFields(iri)(pendingEditsRef.getSnapshot())['title']!
}
const selectedIn = ({ editModeRef }: Browser) =>
  selectSelectedIri(editModeRef.getSnapshot().children.selection!.getSnapshot())

describe('typing', () => {
  test('saves what is typed during a save next, and only the latest value', async () => {
    const api = await startApi()
    const network = createNetwork()
    const browser = await openBrowser(api, { network: network.through })
    const { '@id': live } = browser.shownAt(0)
    const held = network.hold()
    browser.type(live, 'title', 'H')
    await vi.waitUntil(() => network.sent.some((body) => body.includes('title')))
    browser.type(live, 'title', 'He')
    browser.type(live, 'title', 'Hel')
    network.letGo()
    await held
    await browser.quiet()
    const saves = network.sent.filter((body) => body.includes('title'))
    expect(saves).toEqual(['{"title":"H"}', '{"title":"Hel"}'])
    expect(await storedIn(browser.group, api.fetch)).toEqual(browser.contents())
    expect(browser.shownAt(0)['title']).toBe('Hel')
    // All of it is one undo step, which leaves no draft behind.
    await browser.undo()
    expect(browser.shownAt(0)['@id']).toBe(live)
  })

  test('what is typed before the text is left is one undo step, whether it was saved by then or not', async () => {
    const browser = await openBrowser(await startApi())
    const { '@id': live } = browser.shownAt(0)
    browser.type(live, 'title', 'H')
    await browser.quiet()
    await type(browser, 0, 'title', 'Hel')
    await browser.undo()
    expect(browser.shownAt(0)['@id']).toBe(live)
  })

  test('keeps the selection while the resource becomes a draft and is published', async () => {
    const browser = await openBrowser(await startApi())
    const { '@id': live } = browser.shownAt(0)
    const stack = [live, browser.positions()[0]!, browser.group]
    browser.editModeRef.getSnapshot().children.selection!.send({
      type: 'resource.selected',
      stack,
      area: 'page',
    })
    await type(browser, 0, 'title', 'Hello')
    const { '@id': draft } = browser.shownAt(0)
    expect(draft).not.toBe(live)
    expect(selectedIn(browser)).toBe(draft)
    await publish(browser, 0)
    expect(selectedIn(browser)).toBe(live)
    await browser.undo()
    expect(selectedIn(browser)).toBe(browser.shownAt(0)['@id'])
    await browser.undo()
    expect(selectedIn(browser)).toBe(live)
  })

  test('publishes an edit that was made right before', async () => {
    const browser = await openBrowser(await startApi())
    const { '@id': live } = browser.shownAt(0)
    browser.type(live, 'title', 'First')
    browser.pendingEditsRef().send({ type: 'flush.requested' })
    browser.type(live, 'title', 'First and last')
    browser.editModeRef.send({ type: 'publish.requested', iri: live })
    await browser.quiet()
    expect(browser.shownAt(0)).toMatchObject({ '@id': live, title: 'First and last' })
  })

  test('saves an edit before editing ends', async () => {
    const api = await startApi()
    const browser = await openBrowser(api)
    browser.type(browser.shownAt(0)['@id'], 'title', 'Last words')
    browser.editModeRef.send({ type: 'exit.requested' })
    await browser.quiet()
    expect(browser.isEditing()).toBe(false)
    const [first] = await storedIn(browser.group, api.fetch)
    expect(first!.draft).toMatchObject({ title: 'Last words' })
  })

  test('keeps an edit while offline, and stops editing only once it is saved', async () => {
    const network = createNetwork()
    const browser = await openBrowser(await startApi(), { network: network.through })
    const { '@id': live } = browser.shownAt(0)
    network.goDown()
    browser.type(live, 'title', 'Kept')
    browser.editModeRef.send({ type: 'exit.requested' })
    await browser.quiet()
    expect(browser.isEditing()).toBe(true)
    const field = fieldOf(browser, live)
    expect(selectPendingValue(field.getSnapshot())).toBe('Kept')
    expect(selectFailure(field.getSnapshot())?.kind).toBe('offline')
    network.comeBack()
    refusalOf(field).send({ type: 'retry.requested' })
    await browser.quiet()
    expect(browser.shownAt(0)['title']).toBe('Kept')
  })

  test('shows the violations when the server rejects a value', async () => {
    const browser = await openBrowser(await startApi())
    const { '@id': live } = browser.shownAt(0)
    browser.type(live, 'title', 'x'.repeat(256))
    await browser.flush()
    const failure = selectFailure(fieldOf(browser, live).getSnapshot())
    expect(failure?.violations).toEqual([
      { propertyPath: 'title', message: 'Use at most 255 characters.' },
    ])
  })
})

/** Returns the actor that holds a refused edit. */
const refusalOf = (field: FieldRef) => selectSaveRefusalRef(field.getSnapshot())!

/** Gives an edit up for the value of somebody else. */
const acceptRemote = (field: FieldRef) =>
  refusalOf(field).send({
    type: 'remote.accepted',
    value: selectPendingValue(field.getSnapshot()),
  })

describe('two editors of one heading', () => {
  const open = async () => {
    const api = await startApi()
    const [one, other] = [await openBrowser(api), await openBrowser(api)]
    const { '@id': live } = one.shownAt(0)
    await type(one, 0, 'title', 'The first one said')
    other.type(live, 'title', 'The second one said')
    await other.flush()
    return {
      api,
      one,
      other,
      field: fieldOf(other, other.shownAt(0)['@id']) ?? fieldOf(other, live),
    }
  }
  const draftNow = async ({ api, one }: Awaited<ReturnType<typeof open>>) =>
    (await storedIn(one.group, api.fetch))[0]!.draft?.['title']

  test('shows a conflict to the second editor and keeps the value of the first', async () => {
    const both = await open()
    expect(isConflicting(refusalOf(both.field).getSnapshot())).toBe(true)
    expect(selectRemoteValue(refusalOf(both.field).getSnapshot())).toBe('The first one said')
    expect(await draftNow(both)).toBe('The first one said')
  })

  test('shows the newer value of the first editor once the page has it', async () => {
    const both = await open()
    await type(both.one, 0, 'title', 'The first one said more')
    const { '@id': draft } = both.one.shownAt(0)
    both.other.cache.save([{ resource: both.one.cache.read(draft)! }])
    expect(selectRemoteValue(refusalOf(both.field).getSnapshot())).toBe('The first one said more')
    expect(selectPendingValue(both.field.getSnapshot())).toBe('The second one said')
  })

  test('can overwrite the value of the other editor', async () => {
    const both = await open()
    refusalOf(both.field).send({ type: 'local.kept' })
    await both.other.quiet()
    expect(await draftNow(both)).toBe('The second one said')
    expect(both.other.contents()).toEqual(await storedIn(both.one.group, both.api.fetch))
  })

  test('can accept the value of the other editor', async () => {
    const both = await open()
    acceptRemote(both.field)
    await both.other.quiet()
    expect(await draftNow(both)).toBe('The first one said')
    expect(both.other.shownAt(0)['title']).toBe('The first one said')
  })

  test('gets back by undo what was given up for the value of the other editor', async () => {
    const both = await open()
    acceptRemote(both.field)
    await both.other.quiet()
    await both.other.undo()
    expect(await draftNow(both)).toBe('The second one said')
    expect(both.other.shownAt(0)['title']).toBe('The second one said')
    await both.other.redo()
    expect(await draftNow(both)).toBe('The first one said')
  })

  test('never undoes a change of the other editor', async () => {
    const both = await open()
    refusalOf(both.field).send({ type: 'local.kept' })
    await both.other.quiet()
    await both.one.undo()
    expect(await draftNow(both)).toBe('The second one said')
    // A change that could not be undone can be retried.
    expect(canUndo(both.one.changeQueueRef.getSnapshot())).toBe(true)
  })

  test('merges changes of different properties', async () => {
    const api = await startApi()
    const [one, other] = [await openBrowser(api), await openBrowser(api)]
    const { '@id': live } = one.shownAt(0)
    await type(one, 0, 'uiComponent', 'AltTitle')
    other.type(live, 'title', 'Mine')
    await other.flush()
    const [first] = await storedIn(one.group, api.fetch)
    expect(first!.draft).toMatchObject({ title: 'Mine', uiComponent: 'AltTitle' })
  })
})

test('saves several moves in order, and shows what is stored', async () => {
  const api = await startApi()
  const browser = await openBrowser(api)
  await add(browser, 'New', true)
  const before = browser.positions()
  const [first, second, third] = [before[0]!, before[1]!, before[2]!]
  const send = (position: IndexMove['position'], to: number, order: IndexMove['order']) =>
    browser.move({ group: browser.group, position, to, order })
  send(first, 2, before)
  send(third, 0, [])
  await browser.flush()
  expect(browser.positions().slice(0, 3)).toEqual([third, second, first])
  expect(browser.contents()).toEqual(await storedIn(browser.group, api.fetch))
  await browser.undo()
  await browser.undo()
  expect(browser.positions()).toEqual(before)
})

test('removes what another editor has deleted once it is noticed', async () => {
  const api = await startApi()
  const [one, other] = [await openBrowser(api), await openBrowser(api)]
  const { '@id': iri } = other.shownAt(0)
  await remove(one, iri)
  await remove(other, iri)
  expect(other.contents()).toEqual(await storedIn(one.group, api.fetch))
})

test('deletes a group with its contents, and restores it', async () => {
  const api = await startApi()
  const browser = await openBrowser(api)
  await type(browser, 0, 'title', 'Hello')
  await add(browser, 'New', false)
  const before = browser.contents()
  const { location } = browser.cache.read(browser.group) as ComponentGroup
  const groupNow = () => findGroup(location, 'primary', browser.cache.read)

  await remove(browser, browser.group)
  expect(groupNow()).toBeUndefined()
  await browser.undo()
  const group = groupNow()!
  expect(group).not.toBe(browser.group)
  expect(await storedIn(group, api.fetch)).toEqual(before)
  expect(browser.contents(group)).toEqual(before)
  await browser.redo()
  expect(groupNow()).toBeUndefined()
  await browser.undo()
  expect(await storedIn(groupNow()!, api.fetch)).toEqual(before)
})

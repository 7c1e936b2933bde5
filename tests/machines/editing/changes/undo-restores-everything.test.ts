/** Undo restores the site as an export had it before any edit of any page, and redo as it was after the edit. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionsOf } from '#content/model/groups.ts'
import { isResourceOf } from '#content/model/resource.ts'
import { snapshotOf } from '#src/resources/cache-snapshot.ts'
import {
  type PageName,
  addEndedTitle,
  addSharedPicture,
  checkUndo,
  createEditor,
  gesture,
  openPage,
  paths,
  repeat,
} from '../../../support/random-gestures.ts'

test.each(Object.keys(paths) as PageName[])(
  'everything on %s can be deleted, and is restored by undo',
  async (page) => {
    const { browser, failures, stored } = await openPage(page)
    const before = await stored()
    const { things, remove } = createEditor(browser)
    const count = things().length
    expect(count).toBeGreaterThan(4)
    for (let at = 0; at < count; at += 1) {
      const thing = things()[at]!
      await remove(thing)
      expect(await stored()).not.toEqual(before)
      await browser.undo()
      expect(failures).toEqual([])
      expect(await stored()).toEqual(before)
    }
  },
  120_000,
)

test('a component that pages also show which are not known is not restored halfway: undo says why', async () => {
  const { browser, failures, stored } = await openPage('a static page', {
    prepare: addSharedPicture,
  })
  const { things, make, remove } = createEditor(browser)
  await make({ kind: 'move', at: 0, to: 1, word: '', isPublished: true })
  const picture = things().find((iri) => /goat/.test(String(browser.cache.read(iri)?.['alt'])))!
  await remove(picture)
  const after = await stored()
  await browser.undo()
  expect(failures).toMatchObject([
    {
      direction: 'undo',
      isPartial: false,
      failure: { message: expect.stringContaining('also used on other pages') },
    },
  ])
  expect(await stored()).toEqual(after)
  expect(browser.canRedo()).toBe(false)
  await browser.undo()
  expect(failures).toHaveLength(1)
  expect(await stored()).not.toEqual(after)
})

test('a draft of what has ended is discarded, published and deleted, and undo restores both versions', async () => {
  const { browser, failures, stored } = await openPage('a static page', { prepare: addEndedTitle })
  const { remove } = createEditor(browser)
  const before = await stored()
  const draft = browser.shownAt(0)
  const former = () => browser.cache.read(draft.publishedResource!)
  expect([draft['title'], former()?.['title']]).toEqual(['From tomorrow', 'On until today'])
  const changes = [
    () => remove(draft['@id']),
    () => remove(browser.shownAt(0).publishedResource!),
    () => remove(browser.positions()[0]!),
    async () =>
      browser.editModeRef.send({ type: 'publish.requested', iri: browser.shownAt(0)['@id'] }),
  ]
  for (const change of changes) {
    await change()
    await browser.quiet()
    const after = await stored()
    expect(after).not.toEqual(before)
    await browser.undo()
    expect(failures).toEqual([])
    expect(await stored()).toEqual(before)
    expect(browser.shownAt(0)['title']).toBe('From tomorrow')
    await browser.redo()
    expect(await stored()).toEqual(after)
    await browser.undo()
    expect(await stored()).toEqual(before)
  }
  expect(failures).toEqual([])
}, 30_000)

test.each(Object.keys(paths) as PageName[])(
  'any changes of %s are undone, redone and undone again',
  async (page) => {
    await fc.assert(
      fc.asyncProperty(fc.array(gesture, { minLength: 1, maxLength: 8 }), (gestures) =>
        checkUndo(page, gestures),
      ),
      { numRuns: 2, endOnFailure: true },
    )
  },
  120_000,
)

test.each(Object.keys(paths) as PageName[])(
  'everything on %s can be duplicated, which undo takes back and redo repeats',
  async (page) => {
    const { browser, failures, stored } = await openPage(page)
    const { filled, make } = createEditor(browser)
    const before = await stored()
    expect(filled().length).toBeGreaterThan(1)
    for (const at of filled()) {
      await make({ kind: 'duplicate', at, to: 0, word: '', isPublished: false })
      const after = await stored()
      expect(after).not.toEqual(before)
      await browser.undo()
      expect(await stored()).toEqual(before)
      await browser.redo()
      expect(await stored()).toEqual(after)
      await browser.undo()
    }
    expect(failures).toEqual([])
    expect(await stored()).toEqual(before)
  },
  120_000,
)

test.each<PageName>(['a static page', 'an article', 'the template of all articles'])(
  'pictures of the disk on %s are undone by themselves, and so are the words that are typed while one is sent',
  async (page) => {
    const { browser, failures, stored } = await openPage(page)
    const { make } = createEditor(browser)
    const before = await stored()
    for (const kind of ['pastePicture', 'writePicture', 'fillPicture'] as const)
      await make({ kind, at: 1, to: 1, word: 'Typed meanwhile', isPublished: false })
    const after = await stored()
    const hasWords = async () => JSON.stringify(await stored()).includes('Typed meanwhile')
    for (const isWritten of [true, true, false, false]) {
      await browser.undo()
      expect(await hasWords()).toBe(isWritten)
    }
    expect(browser.canUndo()).toBe(false)
    expect(await stored()).toEqual(before)
    expect(await repeat(browser.canRedo, browser.redo)).toBe(4)
    expect(await stored()).toEqual(after)
    expect(failures).toEqual([])
  },
  60_000,
)

test('a component that made room for another one after it was moved is moved back by undo', async () => {
  const { browser, failures, stored } = await openPage('a static page')
  const { make, groups } = createEditor(browser)
  const before = await stored()
  const [first, second] = browser.positions()
  browser.move({ group: browser.group, position: second!, to: 0, order: browser.positions() })
  await browser.flush()
  expect(browser.positions().slice(0, 2)).toEqual([second, first])
  await make({
    kind: 'add',
    at: groups().indexOf(browser.group),
    to: 0,
    word: 'Lantern',
    isPublished: false,
  })
  expect(browser.positions().slice(1, 3)).toEqual([second, first])
  await browser.undo()
  await browser.undo()
  expect(failures).toEqual([])
  expect(await stored()).toEqual(before)
}, 30_000)

test('a component is moved into a group that takes it, and not into others', async () => {
  const { browser, stored, failures } = await openPage('a chapter of a topic')
  const { cache } = browser
  const named = (name: string) =>
    snapshotOf(cache)
      .map(({ resource }) => resource)
      .filter((resource) => isResourceOf('COMPONENT_GROUP', resource))
      .find(({ reference }) => reference.startsWith(`${name}_`))!['@id']
  const before = await stored()
  const [link] = positionsOf(named('top'), cache.read)
  const [first] = positionsOf(named('primary'), cache.read)
  browser.transfer({ position: link!, group: named('primary'), before: first! })
  await browser.flush()
  expect(positionsOf(named('primary'), cache.read).slice(0, 2)).toEqual([link, first])
  expect(positionsOf(named('top'), cache.read)).not.toContain(link)
  const after = await stored()
  expect(after).not.toEqual(before)
  await browser.undo()
  expect(positionsOf(named('top'), cache.read)[0]).toBe(link)
  expect(await stored()).toEqual(before)
  await browser.redo()
  expect(await stored()).toEqual(after)

  // The interface refuses it before the server does.
  browser.transfer({ position: first!, group: named('top'), before: null })
  await browser.flush()
  expect(browser.unsavedMoves()).toMatchObject([{ kind: 'invalid' }])
  expect(positionsOf(named('top'), cache.read)).not.toContain(first)
  expect(failures).toEqual([])
})

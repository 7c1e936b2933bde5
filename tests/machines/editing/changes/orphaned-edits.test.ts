/** Unsaved edits of a resource that somebody else deletes, with the machines against the real content API. */
import { expect, test } from 'vitest'
import {
  selectDeleted,
  selectPendingValue,
  selectSaveRefusalRef,
} from '#machines/editing/changes/field.ts'
import { isOrphaned } from '#machines/editing/changes/save-refusal.ts'
import { selectFieldRefs } from '#machines/editing/changes/pending-edits.ts'
import { type Browser, openBrowser, startApi, storedIn } from '../../../support/editing.ts'

const fieldOf = (browser: Browser) =>
  Object.values(
    selectFieldRefs(browser.editModeRef.getSnapshot().children.pendingEdits!.getSnapshot()),
  )[0]!

const remove = ({ fetch }: Awaited<ReturnType<typeof startApi>>, request: string) =>
  fetch(`http://localhost/_api${request}`, { method: 'DELETE' })

test('keeps the edit of a deleted draft with the live version, and puts it back as a new draft', async () => {
  const api = await startApi()
  const browser = await openBrowser(api)
  browser.type(browser.shownAt(0)['@id'], 'title', 'Mine')
  await browser.flush()
  const draft = browser.shownAt(0)['@id']
  const live = browser.cache.read(draft)!['publishedResource'] as string
  const before = (await storedIn(browser.group, api.fetch))[0]!.live
  await remove(api, `${draft}?published=false`)
  browser.type(draft, 'title', 'Mine, later')
  await browser.flush()

  const field = fieldOf(browser)
  const refusalRef = selectSaveRefusalRef(field.getSnapshot())!
  expect(isOrphaned(refusalRef.getSnapshot())).toBe(true)
  expect(selectPendingValue(field.getSnapshot())).toBe('Mine, later')
  expect(selectDeleted(field.getSnapshot())).toMatchObject({ iri: draft, live })
  refusalRef.send({ type: 'restore.requested' })
  await browser.quiet()
  expect(selectPendingValue(field.getSnapshot())).toBeUndefined()
  expect((await storedIn(browser.group, api.fetch))[0]).toMatchObject({
    live: before,
    draft: { title: 'Mine, later' },
  })
})

test('recreates a deleted component with the edit as a draft, which can be undone', async () => {
  const api = await startApi()
  const browser = await openBrowser(api)
  const stored = () => storedIn(browser.group, api.fetch)
  const before = await stored()
  const iri = browser.shownAt(0)['@id']
  await remove(api, `${iri}?published=true`)
  const without = await stored()
  expect(without).toHaveLength(before.length - 1)
  browser.type(iri, 'title', 'Mine')
  await browser.flush()

  const field = fieldOf(browser)
  const refusalRef = selectSaveRefusalRef(field.getSnapshot())!
  expect(isOrphaned(refusalRef.getSnapshot())).toBe(true)
  refusalRef.send({ type: 'restore.requested' })
  await browser.quiet()
  const [first, ...rest] = await stored()
  expect(first).toMatchObject({ live: before[0]!.live, draft: { title: 'Mine' } })
  expect(rest.map(({ live }) => live)).toEqual(before.slice(1).map(({ live }) => live))
  expect(browser.contents()).toEqual(await stored())
  await browser.undo()
  expect((await stored()).map(({ live }) => live)).toEqual(without.map(({ live }) => live))
})

test('what is put back is undone and redone, and an edit before that which is gone is not said to be', async () => {
  const api = await startApi()
  const browser = await openBrowser(api)
  const stored = () => storedIn(browser.group, api.fetch)
  const said: string[] = []
  for (const type of ['change.undone', 'change.redone', 'undo.failed'] as const)
    browser.changeQueueRef.on(type, () => said.push(type))
  const live = browser.shownAt(0)['@id']
  browser.type(live, 'title', 'Mine')
  await browser.flush()
  await remove(api, `${live}?published=true`)
  await remove(api, `${browser.shownAt(0)['@id']}?published=false`)
  const without = await stored()
  browser.type(browser.shownAt(0)['@id'], 'title', 'Mine, later')
  await browser.flush()
  selectSaveRefusalRef(fieldOf(browser).getSnapshot())!.send({ type: 'restore.requested' })
  await browser.quiet()
  const putBack = await stored()
  expect(putBack).toHaveLength(without.length + 1)

  await browser.undo()
  expect(await stored()).toEqual(without)
  await browser.undo()
  expect(await stored()).toEqual(without)
  expect(said).toEqual(['change.undone', 'undo.failed'])
  expect(browser.canUndo()).toBe(false)
  await browser.redo()
  expect(await stored()).toEqual(putBack)
  expect(said.at(-1)).toBe('change.redone')
  expect(browser.canRedo()).toBe(false)
})

/** Unsaved edits of a resource that somebody else deletes, with the machines against the real content API. */
import { expect, test } from 'vitest'
import type { Iri } from '#content/model/iri.ts'
import type { PageData } from '#content/model/resource.ts'
import {
  selectDeleted,
  selectIri,
  selectPendingValue,
  selectSaveRefusalRef,
} from '#machines/editing/changes/field.ts'
import { isOrphaned, selectFailure } from '#machines/editing/changes/save-refusal.ts'
import { selectFieldRefs } from '#machines/editing/changes/pending-edits.ts'
import { type Browser, openBrowser, startApi, storedIn } from '../../../support/editing.ts'
import { exportSite } from '../../../support/server/site-export.ts'

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

type Fetch = typeof globalThis.fetch

/** Opens an article, of which a part is deleted by somebody else while its text is edited. */
const editDeleted = async (
  partsOf: (article: PageData, draft: Iri) => readonly string[],
  network?: (fetch: Fetch) => Fetch,
) => {
  const api = await startApi()
  const path = '/blog-articles/blog-article-1'
  const browser = await openBrowser(api, { path, ...(network && { network }) })
  const article = browser.cache.read(browser.page()!.pageData!)!
  const live = article['htmlContent'] as `/${string}`
  browser.type(live, 'html', '<p>Mine</p>')
  await browser.flush()
  const draft = selectIri(fieldOf(browser).getSnapshot())
  for (const part of partsOf(article, draft)) await remove(api, part)
  browser.type(draft, 'html', '<p>Mine, later</p>')
  await browser.flush()
  const putBack = async () => {
    selectSaveRefusalRef(fieldOf(browser).getSnapshot())!.send({ type: 'restore.requested' })
    await browser.quiet()
  }
  return { api, browser, article, putBack, stored: () => exportSite(api.env) }
}

/** Returns the requests that delete both versions of the text of an article. */
const textOf = ({ htmlContent }: PageData, draft: Iri) => [
  `${htmlContent as string}?published=true`,
  `${draft}?published=false`,
]

const expectNotPutBack = (browser: Browser) => {
  const field = fieldOf(browser).getSnapshot()
  const refusal = selectSaveRefusalRef(field)!.getSnapshot()
  expect(isOrphaned(refusal)).toBe(true)
  expect(selectFailure(refusal)?.message).toBe('It cannot be put back: its place was deleted, too.')
  expect(selectPendingValue(field)).toBe('<p>Mine, later</p>')
}

test('the text of a deleted article is kept, and not put back without a place, however often it is tried', async () => {
  const { browser, putBack, stored } = await editDeleted((article) => [article['@id']])
  const before = await stored()
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await putBack()
    expectNotPutBack(browser)
    expect(await stored()).toEqual(before)
  }
})

test('the text that was deleted from an article is put back into it', async () => {
  const { browser, article, putBack, api } = await editDeleted(textOf)
  await putBack()
  expect(selectPendingValue(fieldOf(browser).getSnapshot())).toBeUndefined()
  const answer = await api.fetch(`http://localhost/_api${article['@id']}`)
  const { htmlContent } = (await answer.json()) as PageData
  const text = await api.fetch(`http://localhost/_api${htmlContent as string}`)
  expect(await text.json()).toMatchObject({ html: '<p>Mine, later</p>' })
})

test('what was created for an article that vanishes meanwhile is taken back, and the text is kept', async () => {
  let isVanishing = false
  const vanish =
    (through: Fetch): Fetch =>
    async (resource, init) => {
      const { method, url } = resource instanceof Request ? resource : new Request(resource, init)
      if (isVanishing && method === 'PATCH' && url.includes('/page_data/'))
        await through(url, { method: 'DELETE' })
      return through(resource, init)
    }
  const { browser, putBack, stored } = await editDeleted(textOf, vanish)
  isVanishing = true
  await putBack()
  expectNotPutBack(browser)
  const after = await stored()
  expect(JSON.stringify(after)).not.toContain('Mine')
  isVanishing = false
  await putBack()
  expectNotPutBack(browser)
  expect(await stored()).toEqual(after)
})

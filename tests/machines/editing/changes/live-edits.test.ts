/** An edit of the live version itself is seen by visitors at once, and leaves the draft beside it as it is. */
import { expect, test } from 'vitest'
import { draftOf, publishedUrl } from '#content/model/component-versions.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import { type Browser, openBrowser, startApi } from '../../../support/editing.ts'

type Api = Awaited<ReturnType<typeof startApi>>

const stored = async ({ fetch }: Api, request: string) => {
  const response = await fetch(`http://localhost/_api${request}`)
  return (await response.json()) as Resource
}

/** A browser in which the heading of the page has a draft with other words. */
const openWithDraft = async (api: Api) => {
  const browser = await openBrowser(api)
  const live = browser.shownAt(0)['@id']
  browser.type(live, 'title', 'Later')
  await browser.flush()
  return { browser, live, draft: draftOf(live, browser.cache.read)! }
}

/** Returns the titles of both versions, as the browser knows them. */
const known = ({ cache }: Browser, versions: readonly Iri[]) =>
  versions.map((iri) => cache.read(iri)?.['title'])

test('it is undone and redone, and the draft stays', async () => {
  const api = await startApi()
  const { browser, live, draft } = await openWithDraft(api)
  const before = browser.cache.read(live)?.['title']
  browser.type(live, 'title', 'At once', true)
  await browser.flush()
  expect(known(browser, [live, draft])).toEqual(['At once', 'Later'])
  expect(await stored(api, publishedUrl(live))).toMatchObject({ '@id': live, title: 'At once' })
  expect(await stored(api, draft)).toMatchObject({ '@id': draft, title: 'Later' })
  await browser.undo()
  expect(known(browser, [live, draft])).toEqual([before, 'Later'])
  expect(await stored(api, publishedUrl(live))).toMatchObject({ title: before })
  await browser.redo()
  expect(known(browser, [live, draft])).toEqual(['At once', 'Later'])
})

test('the draft can be typed into right before and right after it, and each is saved in its place', async () => {
  const api = await startApi()
  const { browser, live, draft } = await openWithDraft(api)
  browser.type(draft, 'title', 'Even later')
  browser.type(live, 'title', 'At once', true)
  browser.type(draft, 'title', 'Even later, and on')
  await browser.flush()
  expect(await stored(api, publishedUrl(live))).toMatchObject({ title: 'At once' })
  expect(await stored(api, draft)).toMatchObject({ title: 'Even later, and on' })
})

test('what somebody else has made live meanwhile is a conflict, and is not overwritten', async () => {
  const api = await startApi()
  const { browser, live } = await openWithDraft(api)
  const other = await openBrowser(api)
  other.type(live, 'title', 'Theirs', true)
  await other.flush()
  browser.type(live, 'title', 'Mine', true)
  await browser.flush()
  expect(await stored(api, publishedUrl(live))).toMatchObject({ title: 'Theirs' })
  const field = Object.values(browser.pendingEditsRef().getSnapshot().context.fields).find(
    (ref) => ref.getSnapshot().context.isLive,
  )!
  expect(field.getSnapshot().context).toMatchObject({ value: 'Mine', remote: 'Theirs' })
  field.getSnapshot().children.saveRefusal!.send({ type: 'local.kept' })
  await browser.quiet()
  expect(await stored(api, publishedUrl(live))).toMatchObject({ title: 'Mine' })
})

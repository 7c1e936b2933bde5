/** Pastes copies in the store of a real site. */
import { expect, onTestFinished, test } from 'vitest'
import type { DocumentComponent } from '#content/clipboard/clipboard-document.ts'
import { readPasted } from '#content/clipboard/read-pasted.ts'
import { insertionPointFor } from '#content/model/insertion-point.ts'
import type { Resource } from '#content/model/resource.ts'
import { siteKinds } from '#site/editors.ts'
import { openBrowser, startApi } from '../../../support/editing.ts'
import { exportSite } from '../../../support/server/site-export.ts'

const origin = 'https://example.org'

const openPage = async () => {
  const api = await startApi()
  const browser = await openBrowser(api)
  const failures: string[] = []
  const subscription = browser.changeQueueRef.on('change.failed', ({ failure }) =>
    failures.push(failure.message),
  )
  onTestFinished(() => {
    subscription.unsubscribe()
    browser.appRef.stop()
  })
  const paste = async (component: Partial<DocumentComponent> & { type: string }) => {
    const { cache, group } = browser
    const document = {
      format: 'troupe-components',
      version: 1,
      origin,
      components: [{ fields: {}, files: {}, groups: [], ...component }],
    }
    const pasted = readPasted(JSON.stringify(document), {
      kinds: siteKinds.kinds,
      origin,
      group: cache.read(group),
    })
    if ('refusal' in pasted) throw new Error(pasted.refusal)
    const insertionPoint = insertionPointFor(group, 'start', cache.read)!
    const { copies } = pasted
    browser.editModeRef.send({ type: 'paste.requested', copies, insertionPoint, isPublic: false })
    await browser.quiet()
    return browser.shownAt(0)
  }
  const stored = async (iri: string) => {
    const response = await api.fetch(`http://localhost/_api${iri}`)
    return (await response.json()) as Resource
  }
  return { browser, failures, paste, stored, exported: () => exportSite(api.env) }
}

test('is a draft, even in a group inside it, and HTML is without what could run', async () => {
  const { paste, stored } = await openPage()
  const html =
    '<p onclick="alert(1)">Words<script>alert(2)</script></p><img src=x onerror=alert(3)>'
  const text = { type: 'HtmlContent', fields: { html }, files: {}, groups: [] }
  const pasted = await paste({
    type: 'Title',
    fields: { title: 'Pasted' },
    groups: [{ name: 'inner', components: [text] }],
  })
  expect(pasted).toMatchObject({
    title: 'Pasted',
    _metadata: { publishable: { published: false } },
  })
  const group = await stored(pasted.componentGroups[0]!)
  expect(group['reference']).toBe(`inner_${pasted['@id']}`)
  const [position] = group['componentPositions'] as string[]
  const inner = await stored(String((await stored(position!))['component']))
  expect(inner['html']).toBe('<p>Words</p>')
  expect(inner._metadata.publishable?.published).toBe(false)
})

test('names no page that this site does not have', async () => {
  const { paste, failures } = await openPage()
  const link = (route: string) => ({ type: 'NavigationLink', fields: { label: 'Link', route } })
  expect((await paste(link('/_/routes//blog-articles')))['route']).toBe('/_/routes//blog-articles')
  expect((await paste(link('/_/routes//nowhere')))['route']).toBeUndefined()
  expect(failures).toEqual([])
})

test('is nothing when its picture is not there any more, and says so', async () => {
  const { browser, paste, failures, exported } = await openPage()
  const before = await exported()
  await paste({ type: 'Image', files: { file: { source: '/component/images/none' } } })
  expect(failures).toEqual(['Its picture could not be read. Copy it again.'])
  expect(await exported()).toEqual(before)
  expect(browser.canUndo()).toBe(false)
})

test('is nothing when the server refuses a part of it', async () => {
  const { browser, paste, failures, exported } = await openPage()
  const before = await exported()
  const image = { type: 'Image', fields: {}, groups: [] }
  await paste({
    type: 'Title',
    fields: { title: 'Pasted' },
    groups: [
      {
        name: 'inner',
        components: [{ ...image, files: { file: { content: 'data:image/png;base64,AAAA' } } }],
      },
    ],
  })
  expect(failures).toHaveLength(1)
  expect(await exported()).toEqual(before)
  expect(browser.canUndo()).toBe(false)
})

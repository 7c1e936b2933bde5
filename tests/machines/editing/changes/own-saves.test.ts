/** A browser reads back the same value that it has saved, so that its own change is never offered as one of somebody else. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { liveAndDraft } from '#content/model/component-versions.ts'
import type { Iri } from '#content/model/iri.ts'
import { createReader } from '#content/model/resource.ts'
import { sanitize } from '#server/store/types/sanitize-html.ts'
import { htmlFields } from '#site/kinds.ts'
import { siteViews } from '#site/index.ts'
import { createContentApi } from '#src/api/content-api.ts'
import { createRegistry } from '#src/app/services/create-registry.ts'
import { nullIfMissing, prepareUpdate } from '#src/app/services/prepare-update.ts'
import { createResourceSanitizer } from '#src/app/services/sanitize-resource.ts'
import { type Browser, openBrowser, startApi } from '../../../support/editing.ts'

/** Words with what is escaped, trimmed or normalized somewhere on the way. */
const words = fc.string({
  unit: fc.constantFrom(...'ab &<>"\'\u00a0é😀{', 'e\u0301', '\n', '\r\n', '\t'),
  maxLength: 12,
})
const html = fc
  .array(
    fc.oneof(
      words.map((text) => `<p>${text}</p>`),
      fc.constantFrom(
        '<p>a<br>b</p><hr>',
        '<p><b onclick="x()">a</b></p>',
        '<pre><code class="language-js">a</code></pre>',
        '<p><a href="/a" target="_blank">a</a></p>',
        '<p><a href="/a?b=1&c=2" rel="nofollow" title=\'"\'>a</a></p>',
        '<p><a href="javascript:x()">a</a></p>',
        '<script>x()</script>',
        '<ol start="3"><li><p>a</p></li></ol>',
        '<p>unclosed',
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(''))

/** Returns the updates that the hub's message about a change of this browser leads to, where `read` is what is shown. */
const updatesAfter = async (
  { fetch }: Awaited<ReturnType<typeof startApi>>,
  { cache }: Browser,
  iri: Iri,
  read = cache.read,
) => {
  const api = createContentApi({
    base: 'http://localhost/_api',
    fetch,
    sessionHint: { read: () => true, write: () => {} },
  })
  const sanitizeResource = createResourceSanitizer(createRegistry(siteViews), {
    htmlFields,
    sanitizeHtml: sanitize,
  })
  const fetchResource = (request: string) =>
    nullIfMissing(
      api.resources
        .read(request as `/${string}`, { path: '/' })
        .then((item) => sanitizeResource(item)),
      { isVisitor: false },
    )
  const { live, draft } = liveAndDraft(iri, cache.read)
  const changed = [live, draft].filter((version) => version !== null)
  return prepareUpdate({
    messages: changed.map((version) => ({ id: version, data: { ...cache.read(version)! } })),
    pendingUpdates: [],
    shownIris: changed,
    read,
    fetchResource,
    isVisitor: false,
    confirmSession: async () => {},
    sanitizeResource,
  })
}

test.each([
  ['Title', 'title', words],
  ['HtmlContent', 'html', html],
] as const)('no %s that is saved comes back as an update', async (type, property, value) => {
  const api = await startApi()
  const browser = await openBrowser(api)
  const index = browser
    .positions()
    .findIndex((_, position) => browser.shownAt(position)['@type'] === type)
  const iri = () => browser.shownAt(index)['@id']
  await fc.assert(
    fc.asyncProperty(value, async (typed) => {
      browser.type(iri(), property, typed)
      await browser.flush()
      expect(await updatesAfter(api, browser, iri())).toEqual([])
    }),
    { numRuns: 40 },
  )
  // The last value was saved, so this would be an update.
  const shown = { ...browser.cache.read(iri())!, [property]: 'Something else' }
  expect(
    await updatesAfter(
      api,
      browser,
      iri(),
      createReader(() => shown),
    ),
  ).not.toEqual([])
})

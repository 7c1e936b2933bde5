/** HTML of a remote API is sanitized on each way to the page. The first render's is in `tests/render/site-routes.test.ts`. */
import { describe, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'
import { locationOf } from '#content/navigation/location.ts'
import { sanitizeEntries } from '#server/render/pages/sanitize-entries.ts'
import { sanitize } from '#server/store/types/sanitize-html.ts'
import { siteViews } from '#site/index.ts'
import { createRegistry } from '#src/app/services/create-registry.ts'
import { htmlFields } from '#site/kinds.ts'
import { createContentApi } from '#src/api/content-api.ts'
import { prepareUpdate } from '#src/app/services/prepare-update.ts'
import { createServices } from '#src/app/services/services.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { component, pagePayload } from '../support/content/page-payload.ts'
import { renderPayload } from '../support/ui/render-page.ts'
import { createSilentHistory } from '../support/silent-history.ts'

const dirty = '<p onclick="evil()">Hi<img src=x onerror=evil()><script>evil()</script></p>'
const text = component('HtmlContent', '1', { html: dirty })
const list: Resource = {
  ...component('Collection', '2'),
  collection: { '@type': 'Collection', totalItems: 1, member: [text] },
}

const expectClean = (value: unknown) => {
  expect(JSON.stringify(value)).toContain('<p>Hi</p>')
  expect(JSON.stringify(value)).not.toContain('evil')
}

/** The services of a browser whose API answers every request with this body. */
const servicesFor = (body: unknown) =>
  createServices({
    loadApi: async () =>
      createContentApi({
        base: 'http://api.test',
        fetch: () => Promise.resolve(Response.json(body)),
        sessionHint: { read: () => true, write: () => {} },
      }),
    cache: createResourceCache(),
    registry: createRegistry(siteViews),
    htmlFields,
    sanitizeHtml: sanitize,
    history: createSilentHistory({ followsRedirects: false }),
    pageReady: () => new Promise(() => {}),
    loadDeferred: () => new Promise(() => {}),
    loadEditor: () => new Promise(() => {}),
  })
type TestServices = ReturnType<typeof servicesFor>
const { signal } = new AbortController()
const options = { path: '/', signal }

const responses: Record<string, (services: TestServices) => Promise<unknown>> = {
  'the root of a page that is navigated to': (services) =>
    services.readRoot(locationOf('/_cwa/x'), signal),
  'a resource of that page, a draft, or one that is fetched again after a change': (services) =>
    services.readResource(text['@id'], options),
  'the answer to a change': (services) =>
    services.sendStep({ method: 'PATCH', iri: text['@id'], body: {} }, options),
}

describe.each([
  ['HTML of a component', text],
  ['HTML of the members of a collection', list],
])('%s', (_name, resource) => {
  test.each(Object.entries(responses))('is sanitized in %s', async (_response, read) => {
    expectClean(await read(servicesFor(resource)))
  })

  test('is sanitized in a message of the hub', async () => {
    const { sanitizeResource } = servicesFor(resource)
    const updates = await prepareUpdate({
      messages: [{ id: '1', data: resource }],
      pendingUpdates: [],
      shownIris: [resource['@id']],
      read: () => undefined,
      fetchResource: () => Promise.reject(new Failure('offline')),
      isVisitor: true,
      confirmSession: async () => {},
      sanitizeResource,
    })
    expectClean(updates)
  })

  test('is sanitized in the payload of a page, and in what the server renders', async () => {
    const payload = {
      ...pagePayload([text]),
      entries: [...pagePayload([text]).entries, { resource }],
    }
    expectClean(sanitizeEntries(payload.entries))
    const { body, state } = await renderPayload(payload)
    expectClean(body)
    expectClean(state.entries)
  })
})

test('text of the same name is left alone where it is not HTML', async () => {
  const title = component('Title', '3', { html: dirty, title: '1 < 2 & 3' })
  expect(await servicesFor(title).readResource(title['@id'], options)).toMatchObject({
    resource: { html: dirty, title: '1 < 2 & 3' },
  })
})

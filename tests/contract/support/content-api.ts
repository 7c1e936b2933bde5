/** The content endpoints over one store, with requests as any viewer a test needs. */
import { Hono } from 'hono'
import type { Metadata, Violation } from '#content/model/resource.ts'
import type { Kinds } from '#site/kinds.ts'
import { kinds as siteKinds } from '#site/kinds.ts'
import { problemFor } from '#server/http/error-response.ts'
import { addEndpointGroup } from '#server/http/endpoint-group.ts'
import { type Env } from '#server/http/hono-env.ts'
import { type Viewer, anonymous } from '#server/auth/viewer.ts'
import { createEndpoints as bulkChangeEndpoints } from '#server/endpoints/features/bulk-changes.ts'
import { entrypointEndpoints } from '#server/endpoints/entrypoint.ts'
import { manifestEndpoints } from '#server/endpoints/manifests.ts'
import { pageCopyEndpoints } from '#server/endpoints/page-copies.ts'
import { publicationEndpoints } from '#server/endpoints/publications.ts'
import { resourceEndpoints } from '#server/endpoints/resources.ts'
import { toPagePayload } from '#server/render/pages/to-page-payload.ts'
import type { Database } from '#server/store/db/schema.ts'
import { createStore } from '#server/store/store.ts'
import { string } from 'valibot'

export const visitor = anonymous
export const user: Viewer = { userId: 'u1', roles: ['ROLE_USER'] }
export const editor: Viewer = { userId: 'e1', roles: ['ROLE_USER', 'ROLE_ADMIN'] }

/**
 * The site's own kinds, and what only tests need: another type of page data, and a kind that a group must
 * list.
 */
const kinds: Kinds = {
  ...siteKinds,
  components: [
    ...siteKinds.components,
    {
      type: 'Secret',
      label: 'Secret',
      description: 'Only where a group lists it',
      endpoint: '/component/secrets',
      fields: { word: { label: 'Word', format: 'text', schema: string('A word, please.') } },
      publishable: false,
      instantAdd: false,
      explicitAllowOnly: true,
    },
  ],
  data: [
    ...siteKinds.data,
    {
      type: 'ArticleData',
      label: 'Articles',
      endpoint: '/page_data/article_datas',
      fields: { summary: { label: 'Summary', format: 'text', schema: string() } },
      components: { htmlContent: 'HtmlContent', heading: 'Title' },
    },
  ],
}

export interface ApiResponse {
  status: number
  headers: Headers
  body: Json
}
/** A response body: any resource, collection or problem. */
export interface Json {
  [property: string]: unknown
  '@id': string
  '@type': string
  _metadata: Metadata
  member: Json[]
  violations: Violation[]
  componentPositions: string[]
}

interface Ask {
  body?: unknown
  headers?: Record<string, string>
}

/** Creates the endpoints of content on a database, for viewers that the test chooses, without accounts or sessions. */
export const createContentApi = (db: Database, clock = Date.now) => {
  const store = createStore(db, { kinds, clock })
  const resources = resourceEndpoints(store)
  const otherPaths = resources.openApiPaths
  const groups = [
    entrypointEndpoints({ store, version: 'test', otherPaths }),
    manifestEndpoints(store),
    publicationEndpoints(store),
    pageCopyEndpoints(store),
    // There are no accounts here to change.
    bulkChangeEndpoints({ store, accountManagement: {} as never }),
    resources,
  ]
  const apiFor = (viewer: Viewer) => {
    const api = new Hono<Env>().use(async (c, next) => {
      c.set('viewer', viewer)
      await next()
    })
    for (const group of groups) addEndpointGroup(api, group)
    return new Hono().route('/_api', api).onError((thrown, c) => {
      const refusal = problemFor(thrown)
      if (refusal.status >= 500) throw Object.assign(thrown, { path: c.req.path })
      return refusal.getResponse()
    })
  }

  const as = (viewer: Viewer) => {
    const app = apiFor(viewer)
    const ask = async (
      method: string,
      iri: string,
      { body, headers }: Ask = {},
    ): Promise<ApiResponse> => {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json'
      const answer = await app.request(`http://site.test/_api${iri}`, {
        method,
        headers: { ...(body !== undefined && { 'Content-Type': type }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await answer.text()
      const isJson = /json/.test(answer.headers.get('content-type') ?? '')
      return {
        status: answer.status,
        headers: answer.headers,
        // Text that is not JSON is a body too: it must not contain secrets either.
        body: (isJson && text ? JSON.parse(text) : text ? { text } : null) as Json,
      }
    }
    return {
      ask,
      get: (iri: string, headers?: Record<string, string>) =>
        ask('GET', iri, { ...(headers && { headers }) }),
      post: (iri: string, body: unknown, headers?: Record<string, string>) =>
        ask('POST', iri, { body, ...(headers && { headers }) }),
      patch: (iri: string, body: unknown, headers?: Record<string, string>) =>
        ask('PATCH', iri, { body, ...(headers && { headers }) }),
      put: (iri: string, body: unknown, headers?: Record<string, string>) =>
        ask('PUT', iri, { body, ...(headers && { headers }) }),
      remove: (iri: string, headers?: Record<string, string>) =>
        ask('DELETE', iri, { ...(headers && { headers }) }),
    }
  }
  const asEditor = as(editor)

  /** Creates a resource as an editor, and throws unless that succeeds. */
  const create = async (endpoint: string, body: unknown): Promise<Json> => {
    const answer = await asEditor.post(endpoint, body)
    if (answer.status !== 201) throw new Error(`${endpoint}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  let count = 0
  /** Creates a layout, a page on it with one group, and optionally a route to the page. */
  const makePage = async (path?: string) => {
    count += 1
    const layout = await create('/_/layouts', {
      reference: `layout-${count}`,
      uiComponent: 'Primary',
    })
    const page = await create('/_/pages', {
      reference: `page-${count}`,
      title: `Page ${count}`,
      layout: layout['@id'],
      isTemplate: false,
      uiComponent: 'PrimaryPageTemplate',
    })
    const group = await create('/_/component_groups', {
      reference: `primary_${page['@id']}`,
      location: page['@id'],
      pages: [page['@id']],
    })
    const route = path ? await create('/_/routes', { path, name: path, page: page['@id'] }) : null
    return { layout: layout['@id'], page: page['@id'], group: group['@id'], route: route?.['@id'] }
  }

  const makeTitle = (
    group: string | null,
    title: string,
    publishedAt: string | null = past,
    sortValue?: number,
  ) =>
    create('/component/titles', {
      title,
      publishedAt,
      ...(group && {
        componentPositions: [
          { componentGroup: group, ...(sortValue !== undefined && { sortValue }) },
        ],
      }),
    })

  const events = async () => {
    // Leaves out events for other servers, which no viewer receives.
    const rows = await db
      .selectFrom('event')
      .selectAll()
      .where('audience', '!=', 'servers')
      .orderBy('id')
      .execute()
    return rows.map(({ topic, audience, data }) => ({
      topic,
      /** True if visitors do not receive it. */
      isPrivate: audience !== 'public',
      data: JSON.parse(data) as Json,
    }))
  }
  /** Returns the events that a write appended. */
  const eventsDuring = async (write: () => Promise<unknown>) => {
    const before = (await events()).length
    await write()
    return (await events()).slice(before)
  }

  /** Returns the payload of a page, as the site's routes read it. */
  const payload = async (path: string, viewer: Viewer, query?: URLSearchParams) =>
    toPagePayload(path, await store.page(path, viewer, query))

  return {
    visitor,
    editor,
    store,
    payload,
    db,
    as,
    asEditor,
    asVisitor: as(visitor),
    asUser: as(user),
    create,
    makePage,
    makeTitle,
    eventsDuring,
  }
}

export type ContentApi = ReturnType<typeof createContentApi>
export const past = '2026-01-05T09:00:00+00:00'

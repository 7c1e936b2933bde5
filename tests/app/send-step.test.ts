/** Sends the steps of changes to a real API: publications in one transaction, where it offers that. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Step } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { htmlFields } from '#site/kinds.ts'
import { siteViews } from '#site/index.ts'
import { createContentApi } from '#src/api/content-api.ts'
import { createRegistry } from '#src/app/services/create-registry.ts'
import { sendStep } from '#src/app/services/send-step.ts'
import { createServices } from '#src/app/services/services.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import {
  type Content,
  apiBase,
  fetchFrom,
  openInMemoryContent,
} from '../support/content/in-memory-api.ts'
import { editor } from '../contract/support/content-api.ts'
import { createSilentHistory } from '../support/silent-history.ts'

let content: Content
let group: string
beforeEach(async () => {
  content = await openInMemoryContent()
  group = (await content.makePage('/')).group
})

/** Opens a browser of an editor. An API elsewhere has an entry point that names no publications, and groups without labels. */
const open = ({ isElsewhere = false } = {}) => {
  const { requests, fetch } = fetchFrom(content, editor)
  const answer: typeof fetch = async (input, init) => {
    const { url } = input instanceof Request ? input : new Request(input)
    const response = await fetch(input, init)
    if (!isElsewhere || ![`${apiBase}/`, `${apiBase}${group}`].includes(url)) return response
    const {
      publication: _,
      label: __,
      ...body
    } = (await response.json()) as Record<string, unknown>
    return Response.json(body)
  }
  const api = createContentApi({
    base: apiBase,
    fetch: answer,
    sessionHint: { read: () => true, write: () => {} },
  })
  const services = createServices({
    loadApi: async () => api,
    cache: createResourceCache(),
    registry: createRegistry(siteViews),
    htmlFields,
    sanitizeHtml: (html) => html,
    history: createSilentHistory({ followsRedirects: false }),
    pageReady: () => new Promise(() => {}),
    loadDeferred: () => new Promise(() => {}),
    loadEditor: () => new Promise(() => {}),
  })
  return { requests, send: (step: Step) => sendStep(services, step, {}) }
}

/** Creates a live title with a draft, and returns both IRIs with the ETag of the draft. */
const drafted = async (title: string) => {
  const live = (await content.makeTitle(group, 'Live'))['@id']
  const { body, headers } = await content.asEditor.patch(live, { title })
  return { live, draft: body['@id'], etag: headers.get('etag')! }
}

const publication = ({ draft, etag }: { draft: string; etag: string }): Step => ({
  method: 'PATCH',
  iri: draft,
  body: { publishedAt: '2026-05-01T12:00:00.000Z' },
  ifMatch: etag,
  isPublication: true,
})

/** Returns a step with those that may be sent with it. */
const together = (first: Step, ...alsoPublishes: Step[]): Step => ({ ...first, alsoPublishes })

const failureOf = async (sending: Promise<unknown>) => {
  const thrown: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  )
  return thrown instanceof Failure ? thrown : null
}

describe('publications', () => {
  test('are sent together', async () => {
    const [one, two] = [await drafted('One'), await drafted('Two')]
    const { requests, send } = open()
    const response = await send(together(publication(one), publication(two)))
    expect(response).toMatchObject([
      { resource: { '@id': one.live, title: 'One' } },
      { resource: { '@id': two.live, title: 'Two' } },
    ])
    expect(requests).toEqual(['GET /', 'POST /_/publications'])
  })

  test('ask the entry point once', async () => {
    const [one, two] = [await drafted('One'), await drafted('Two')]
    const [three, four] = [await drafted('Three'), await drafted('Four')]
    const { requests, send } = open()
    await send(together(publication(one), publication(two)))
    await send(together(publication(three), publication(four)))
    expect(requests.filter((request) => request === 'GET /')).toHaveLength(1)
  })

  test('are sent one by one to an API that cannot publish several', async () => {
    const [one, two] = [await drafted('One'), await drafted('Two')]
    const { requests, send } = open({ isElsewhere: true })
    const response = await send(together(publication(one), publication(two)))
    expect(response).toMatchObject({ resource: { '@id': one.live, title: 'One' } })
    expect(requests).toEqual(['GET /', `PATCH ${one.draft}`])
  })

  test.each([{ isElsewhere: false }, { isElsewhere: true }])(
    'name the one that is not ready: %o',
    async (options) => {
      const [empty, ready] = [await drafted(''), await drafted('Ready')]
      const failure = await failureOf(
        open(options).send(together(publication(empty), publication(ready))),
      )
      expect(failure).toMatchObject({
        kind: 'invalid',
        status: 422,
        violations: [{ iri: empty.draft, propertyPath: 'title', message: 'Enter a title.' }],
      })
    },
  )

  test('are refused if somebody else has changed one of them', async () => {
    const [one, two] = [await drafted('One'), await drafted('Two')]
    await content.asEditor.patch(two.draft, { title: 'Theirs' })
    const failure = await failureOf(open().send(together(publication(one), publication(two))))
    expect(failure).toMatchObject({ kind: 'conflict', resource: { '@id': two.draft } })
  })
})

const naming = (label: string | null): Step => ({ method: 'PATCH', iri: group, body: { label } })

test('the name of a section is sent, and that a site has none is said of an API that ignores it', async () => {
  expect(await open().send(naming('The cast'))).toMatchObject({ resource: { label: 'The cast' } })
  const { send } = open({ isElsewhere: true })
  const failure = await failureOf(send(naming('The cast')))
  expect(failure).toMatchObject({
    kind: 'unexpected',
    message: 'This site has no names for sections.',
  })
  expect(await send(naming(null))).toMatchObject({ resource: { '@id': group } })
})

test('any other step is sent alone', async () => {
  const { draft, live } = await drafted('Draft')
  const { requests, send } = open()
  const response = await send({ method: 'PATCH', iri: draft, body: { title: 'Two' } })
  expect(response).toMatchObject({ resource: { '@id': draft, publishedResource: live } })
  expect(requests).toEqual([`PATCH ${draft}`])
})

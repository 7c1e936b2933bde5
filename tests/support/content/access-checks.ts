/** Every way of reading a site, asked as one viewer and compared with the model of what they may read. */
import { expect } from 'vitest'
import { expectedResponse, expectedLinks, expectedManifest, ancestorsOf } from './expected-links.ts'
import { type AccessModel, type ViewerRole, idPattern, wordPattern } from './access-model.ts'
import type { HttpClient, HttpResponse } from '../server/in-process-server.ts'

/** Words and ids in a text that its viewer may not know, but for those they came with. */
export const findLeaks = (
  model: Pick<AccessModel, 'words' | 'ids'>,
  text: string,
  asked: string,
) => [
  ...(text.match(wordPattern) ?? []).filter(
    (word) => !model.words.has(word) && !asked.includes(word),
  ),
  ...(text.match(idPattern) ?? []).filter((id) => !model.ids.has(id) && !asked.includes(id)),
]

const flattenIris = (value: unknown): string[] =>
  (value as { iri: string; children: unknown[] }[]).flatMap(({ iri, children }) => [
    iri,
    ...flattenIris(children),
  ])

const createChecks = (viewer: ViewerRole, model: AccessModel, person: HttpClient) => {
  const refusal = viewer === 'visitor' ? 401 : 403
  const mismatches: string[] = []
  const compare = (about: string, actual: unknown, expected: unknown) => {
    const [is, should] = [actual, expected].map((value) => JSON.stringify(value) ?? 'nothing')
    if (is !== should) mismatches.push(`${viewer}, ${about}: ${is}, not ${should}`)
  }
  const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value)

  const get = async (path: string): Promise<HttpResponse> => {
    const reply = await person.request(path)
    if (reply.status >= 500) mismatches.push(`${viewer}, ${path}: ${reply.status}`)
    const text = JSON.stringify([...reply.headers]) + reply.text
    for (const leak of new Set(findLeaks(model, text, path)))
      mismatches.push(`${viewer}, ${path}: told ${leak}`)
    if (viewer !== 'editor' && reply.text.includes('"publishedUntil":"'))
      mismatches.push(`${viewer}, ${path}: told the end of a publication`)
    return reply
  }
  const api = (iri: string) => get(`/_api${iri}`)
  const statusFor = (iri: string) => {
    if (model.visible.has(iri)) return 200
    return model.isLive(model.rowOf.get(iri)!) ? refusal : 404
  }

  const item = async (iri: string) => {
    const { status, json } = await api(iri)
    compare(iri, status, statusFor(iri))
    if (status !== 200 || viewer === 'editor') return
    for (const [name, expected] of Object.entries(expectedLinks(model, iri))) {
      compare(`${iri} ${name}`, sorted(json[name]), sorted(expected))
    }
    const listed = json['collection'] as
      { totalItems: number; member: { '@type': string }[] } | undefined
    const [type] = listed?.member.map((member) => member['@type']) ?? []
    if (listed && type)
      compare(`${iri} totalItems`, listed.totalItems, model.listedIris(type).length)
  }

  const usage = async (iri: string) => {
    const { status, json } = await api(`${iri}/usage`)
    compare(`${iri}/usage`, status, statusFor(iri))
    if (status !== 200 || viewer === 'editor') return
    const holders = ['htmlContent', 'introContent', 'image'].flatMap((name) =>
      model.onlyVisible(model.incoming(iri, name)),
    )
    compare(`${iri}/usage`, json['pageDataCount'], holders.length)
  }

  const download = async (iri: string) => {
    const { status } = await api(`${iri}/download/file`)
    const isEmpty = model.visible.has(iri) && !model.rowOf.get(iri)?.data['file']
    compare(`${iri}/download/file`, status, isEmpty ? 404 : statusFor(iri))
  }

  const list = async (endpoint: string, type: string) => {
    const found: string[] = []
    for (let page = 1; ; page += 1) {
      const { json } = await api(`${endpoint}?perPage=7&page=${page}`)
      const members = json['member'] as { '@id': string }[]
      found.push(...members.map((member) => member['@id']))
      const expected = model.listedIris(type)
      compare(`${endpoint} totalItems`, json['totalItems'], expected.length)
      if (members.length < 7) return compare(endpoint, found.toSorted(), expected.toSorted())
    }
  }

  const manifest = async (id: string, entity: string | undefined, route: string | undefined) => {
    const known = entity
      ? expectedManifest(model, entity, route)
      : new Set(model.onlyVisible([route]))
    const tree = await api(`/_/resource_manifest/${id}`)
    const flat = await api(`/_/routes_manifest/${id}`)
    const isReadable = route ? model.visible.has(route) : model.visible.has(entity!)
    compare(
      `manifests of ${id}`,
      [tree.status, flat.status],
      isReadable ? [200, 200] : [refusal, refusal],
    )
    if (!isReadable || viewer === 'editor') return
    compare(
      `manifest of ${id}`,
      [...new Set(flattenIris(tree.json['resource_iris']))].toSorted(),
      [...known].toSorted(),
    )
    compare(
      `flat manifest of ${id}`,
      (flat.json['resource_iris'] as string[]).toSorted(),
      [...known].toSorted(),
    )
  }

  const route = async (iri: string) => {
    const path = iri.slice('/_/routes/'.length)
    const isReadable = model.visible.has(iri)
    const { status, entity } = expectedResponse(model, iri)
    await manifest(path, entity, iri)
    await api(`${iri}/redirects`)
    compare(
      `${iri}/children`,
      (await api(`${iri}/children`)).status,
      viewer === 'editor' ? 200 : refusal,
    )
    const html = await get(path)
    const payload = await get(`${path}/_payload.json`)
    const expected = isReadable && status !== 'refused' ? status : refusal
    compare(`the page ${path}`, html.status, expected)
    compare(`the payload of ${path}`, payload.json['status'], expected)
    if (expected !== 200 || !entity || viewer === 'editor') return
    const given = (payload.json['entries'] as { resource: { '@id': string } }[]).map(
      ({ resource }) => resource['@id'],
    )
    compare(
      `the payload of ${path}`,
      given.filter((one) => !model.visible.has(one)),
      [],
    )
    const missing = [...expectedManifest(model, entity, iri)].filter((one) => !given.includes(one))
    compare(`missing from the payload of ${path}`, missing, [])
    const [, title = ''] = /<title[^>]*>([^<]*)/.exec(html.text) ?? []
    // One that is its own template is named once, and what is above it not at all.
    const line = ancestorsOf(model, entity)
    const templates = line.flatMap((one) => model.outgoing(one, 'page'))
    for (const one of line.slice(0, line.findIndex((above) => templates.includes(above)) >>> 0)) {
      const [word] = String(model.rowOf.get(one)?.data['title']).match(wordPattern) ?? []
      if (word) compare(`the title ${title} of ${path}`, title.includes(word), true)
    }
  }

  const sitemap = async () => {
    const { text } = await get('/sitemap.xml')
    return (text.match(wordPattern) ?? []).toSorted()
  }

  return { mismatches, item, usage, download, list, manifest, route, sitemap }
}

/** Asks in turns of several: one after the other takes longer, all at once are too many connections. */
const forEachInBatches = async <Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<unknown>,
) => {
  for (let from = 0; from < items.length; from += 12) {
    await Promise.all(items.slice(from, from + 12).map(ask))
  }
}

/**
 * Expects that everything a viewer can request is exactly what the model lets them read. `endpoints` are the
 * collections by type.
 */
export const expectAccess = async (
  viewer: ViewerRole,
  model: AccessModel,
  visitorModel: AccessModel,
  person: HttpClient,
  endpoints: ReadonlyMap<string, string>,
) => {
  const checks = createChecks(viewer, model, person)
  const iris = model.rows.filter(({ type }) => type !== 'SiteConfigParameter').map(({ iri }) => iri)
  const irisUnder = (prefix: string) => iris.filter((iri) => iri.startsWith(prefix))
  await forEachInBatches(iris, checks.item)
  await forEachInBatches(irisUnder('/component/'), checks.usage)
  await forEachInBatches(irisUnder('/component/images/'), checks.download)
  await forEachInBatches([...endpoints], ([type, endpoint]) => checks.list(endpoint, type))
  await forEachInBatches(irisUnder('/_/routes/'), checks.route)
  await forEachInBatches([...irisUnder('/_/pages/'), ...irisUnder('/page_data/')], (iri) => {
    const property = iri.startsWith('/_/pages/') ? 'page' : 'pageData'
    const [route] = model.onlyVisible(model.incoming(iri, property, '/_/routes/'))
    return checks.manifest(
      iri.slice(iri.lastIndexOf('/') + 1),
      iri,
      route && model.visible.has(iri) ? route : undefined,
    )
  })
  const pages = visitorModel.rows
    .filter(({ iri, type }) => type === 'Route' && visitorModel.visible.has(iri))
    .filter(({ iri }) => {
      const { status, entity } = expectedResponse(visitorModel, iri)
      return status === 200 && entity
    })
  expect(await checks.sitemap()).toEqual(
    pages.flatMap(({ iri }) => iri.match(wordPattern) ?? []).toSorted(),
  )
  expect(checks.mismatches).toEqual([])
}

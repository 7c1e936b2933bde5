/** Sites as nobody would plan them: what fast-check makes up, written through the API by an editor. */
import fc from 'fast-check'
import type { HttpClient } from '../server/in-process-server.ts'

const past = '2026-01-05T09:00:00+00:00'
const index = fc.nat({ max: 40 })
const maybe = fc.option(index, { nil: null })
const where = fc.constantFrom('nowhere', 'public', 'restricted', 'both')

export const sitePlans = fc.record({
  pages: fc.array(
    fc.record({
      isTemplate: fc.boolean(),
      at: where,
      parent: maybe,
      layout: index,
      inLayout: fc.boolean(),
    }),
    { minLength: 2, maxLength: 6 },
  ),
  data: fc.array(
    fc.record({ page: index, at: where, parent: maybe, holds: maybe, isTopic: fc.boolean() }),
    { maxLength: 5 },
  ),
  groups: fc.array(fc.record({ pages: fc.array(index, { maxLength: 2 }), component: maybe }), {
    maxLength: 4,
  }),
  components: fc.array(
    fc.record({
      kind: fc.constantFrom('titles', 'html_contents', 'navigation_links', 'images', 'collections'),
      state: fc.constantFrom('live', 'draft', 'edited', 'scheduled', 'scheduled edit'),
      groups: fc.array(index, { maxLength: 2 }),
      target: index,
    }),
    { minLength: 3, maxLength: 10 },
  ),
  bound: fc.array(fc.record({ group: index, fallback: maybe }), { maxLength: 2 }),
  redirects: fc.array(fc.record({ isRestricted: fc.boolean(), to: index }), { maxLength: 4 }),
  changes: fc.array(
    fc.record({
      act: fc.constantFrom('rewrite', 'remove', 'unroute', 'move', 'publish', 'reparent', 'wait'),
      at: fc.nat({ max: 10_000 }),
    }),
    { minLength: 4, maxLength: 10 },
  ),
})

export type SitePlan = typeof sitePlans extends fc.Arbitrary<infer Value> ? Value : never

/** Words that stand for one resource each, in whatever it says. */
export const createUniqueWords = () => {
  let count = 0
  return () => `qz${(count += 1)}qz`
}

const lists = [
  '/component/titles',
  '/component/navigation_links',
  '/_/pages',
  '/_/routes',
  '/page_data/blog_article_datas',
]
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A resource that the rules of the contract refuse is not made, and nothing is missing for it. */
const createPoster = (editor: HttpClient) => async (endpoint: string, body: unknown) => {
  const { status, json } = await editor.post(endpoint, body)
  if (status >= 500) throw new Error(`${endpoint}: ${JSON.stringify(json)}`)
  return status === 201 ? (json['@id'] as string) : null
}

const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items.length ? items[at % items.length] : undefined

/**
 * Creates the resources of a plan, as far as the API accepts them. `word` returns a new word each time; `now` is in
 * milliseconds.
 */
export const buildSite = async (
  editor: HttpClient,
  plan: SitePlan,
  word: () => string,
  now: number,
) => {
  const create = createPoster(editor)
  const layouts = [
    await create('/_/layouts', { reference: word(), uiComponent: 'Primary' }),
    await create('/_/layouts', { reference: word(), uiComponent: 'Primary' }),
  ].flatMap((iri) => iri ?? [])
  const pages: string[] = []
  const data: string[] = []
  const groups: string[] = []
  const components: string[] = []
  const routes: string[] = []

  const parentAt = (at: number | null) => {
    const parent = at === null ? undefined : pick([...pages, ...data], at)
    if (!parent) return {}
    return parent.startsWith('/_/pages/') ? { parentPage: parent } : { parentPageData: parent }
  }
  const routeTo = async (target: object, at: SitePlan['pages'][number]['at']) => {
    const paths = {
      nowhere: [],
      public: ['/'],
      restricted: ['/user-area/'],
      both: ['/user-area/', '/'],
    }[at]
    for (const stem of paths) {
      const path = stem + word()
      const route = await create('/_/routes', { path, name: path, ...target })
      if (route) routes.push(route)
    }
  }
  const groupOf = async (
    owner: string,
    relation: 'pages' | 'layouts' | 'components',
    more: object = {},
  ) => {
    const group = await create('/_/component_groups', {
      reference: `g${groups.length}_${owner}`,
      location: owner,
      [relation]: [owner],
      ...more,
    })
    if (group) groups.push(group)
  }

  for (const layout of layouts) await groupOf(layout, 'layouts')
  for (const { isTemplate, at, parent, layout } of plan.pages) {
    const page = await create('/_/pages', {
      reference: word(),
      title: word(),
      metaDescription: word(),
      layout: pick(layouts, layout),
      isTemplate,
      uiComponent: 'PrimaryPageTemplate',
      ...parentAt(parent),
    })
    if (!page) continue
    pages.push(page)
    await groupOf(page, 'pages', { reference: `primary_${page}` })
    await routeTo({ page }, at)
  }
  for (const { page, at, parent, isTopic } of plan.data) {
    const iri = await create(`/page_data/${isTopic ? 'nested_page_datas' : 'blog_article_datas'}`, {
      title: word(),
      page: pick(pages, page),
      ...parentAt(parent),
    })
    if (!iri) continue
    data.push(iri)
    await routeTo({ pageData: iri }, at)
  }
  for (const { isRestricted, to } of plan.redirects) {
    const path = `${isRestricted ? '/user-area/' : '/'}${word()}`
    const route = await create('/_/routes', { path, name: path, redirect: pick(routes, to) })
    if (route) routes.push(route)
  }

  const soon = new Date(now + 12 * 60 * 60 * 1000).toISOString()
  const later = new Date(now + 365 * 24 * 60 * 60 * 1000).toISOString()
  const bodyOf = (kind: string, target: number): Record<string, unknown> => ({
    ...(kind === 'titles' && { title: word() }),
    ...(kind === 'html_contents' && { html: `<p>${word()}</p>` }),
    ...(kind === 'navigation_links' && {
      label: word(),
      route: pick(routes, target),
      rawPath: routes.length ? undefined : `/${word()}`,
    }),
    ...(kind === 'images' && { alt: word(), file: pixel }),
    ...(kind === 'collections' && { resourceIri: pick(lists, target), perPage: 100 }),
  })
  for (const { kind, state, groups: standsIn, target } of plan.components) {
    const hasDrafts = kind !== 'collections'
    const date = state === 'draft' ? null : state === 'scheduled' ? soon : past
    const iri = await create(`/component/${kind}`, {
      ...bodyOf(kind, target),
      ...(hasDrafts && { publishedAt: date }),
      componentPositions: standsIn
        .flatMap((at) => pick(groups, at) ?? [])
        .map((componentGroup) => ({ componentGroup })),
    })
    if (!iri) continue
    components.push(iri)
    if (hasDrafts && state.includes('edit')) {
      const { file: _, ...words } = bodyOf(kind, target)
      await editor.patch(iri, {
        ...words,
        ...(state === 'scheduled edit' && { publishedAt: soon }),
      })
    }
  }
  for (const { pages: owners, component } of plan.groups) {
    const owner =
      (component === null ? undefined : pick(components, component)) ?? pick(pages, owners[0] ?? 0)
    if (!owner) continue
    const shared = owner.startsWith('/_/pages/')
      ? owners.flatMap((at) => pick(pages, at) ?? [])
      : []
    await groupOf(
      owner,
      owner.startsWith('/_/pages/') ? 'pages' : 'components',
      shared.length ? { pages: shared } : {},
    )
    const inner = await create('/component/titles', {
      title: word(),
      publishedAt: past,
      publishedUntil: later,
      componentPositions: [{ componentGroup: groups.at(-1) }],
    })
    if (inner) components.push(inner)
  }
  for (const { group, fallback } of plan.bound) {
    await create('/_/component_positions', {
      componentGroup: pick(groups, group),
      pageDataClass: 'App\\Entity\\BlogArticleData',
      pageDataProperty: 'htmlContent',
      ...(fallback !== null && { component: pick(components, fallback) }),
    })
  }
  const texts = components.filter((iri) => iri.startsWith('/component/html_contents/'))
  for (const [at, iri] of data.entries()) {
    const { holds, isTopic } = plan.data[at]!
    const text = holds === null ? undefined : pick(texts, holds)
    if (text) await editor.patch(iri, { [isTopic ? 'introContent' : 'htmlContent']: text })
  }
}

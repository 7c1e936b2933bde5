/** Random sequences of what admins do leave the site as a model of it says, and refuse what that refuses. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPostgres } from '#server/store/db/sql-dialect.ts'
import type { Database } from '#server/store/db/schema.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { SiteModel } from '../../support/content/site-model.ts'
import { UndoableModelChange, hasChanged } from '../../support/content/undo-model.ts'
import { type ApiResponse, type ContentApi, createContentApi } from '../support/content-api.ts'

type Action =
  | { kind: 'addLayout' | 'deleteLayout'; which: number }
  | { kind: 'addPage'; name: number; which: number; isTemplate: boolean }
  | { kind: 'renamePage' | 'choosesLayout'; which: number; name: number }
  | { kind: 'addArticle' | 'retitleArticle'; which: number; name: number }
  | {
      kind: 'addRoute' | 'addRedirect' | 'moveRoute' | 'redirectRoute'
      which: number
      name: number
    }
  | { kind: 'deleteContent' | 'deleteRoute' | 'staleChange' | 'addTitle'; which: number }
  | { kind: 'bulkDelete' | 'staleBulkDelete'; chosen: number[] }
  | { kind: 'bulkLayout' | 'bulkPublish' | 'bulkUnpublish'; chosen: number[]; which: number }
  | { kind: 'undoBulk'; which: number }

const which = fc.nat(9)
const chosen = fc.array(which, { minLength: 1, maxLength: 4 })
const name = fc.nat(7)
const one = <Kind extends Action['kind']>(...kinds: Kind[]) => fc.constantFrom(...kinds)

const pick = (names: readonly string[], at: number) => names[at % Math.max(1, names.length)]

const single: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: one('addLayout', 'deleteLayout'), which }),
  fc.record({ kind: one('addPage'), name, which, isTemplate: fc.boolean() }),
  fc.record({ kind: one('renamePage', 'choosesLayout'), which, name }),
  fc.record({ kind: one('addArticle', 'retitleArticle'), which, name }),
  fc.record({ kind: one('addRoute', 'addRedirect', 'moveRoute', 'redirectRoute'), which, name }),
  fc.record({ kind: one('addRoute', 'addRedirect', 'moveRoute'), which, name }),
  fc.record({ kind: one('deleteContent', 'deleteRoute', 'staleChange', 'addTitle'), which }),
)

const bulk: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: one('bulkDelete'), chosen }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: one('bulkLayout', 'bulkPublish', 'bulkUnpublish'),
      chosen,
      which,
    }),
  },
  fc.record({ kind: one('staleBulkDelete'), chosen }),
)

/** A change of several resources that is undone after something else. */
const undone = fc
  .tuple(bulk, fc.array(single, { maxLength: 2 }), fc.record({ kind: one('undoBulk'), which }))
  .map(([change, between, undo]) => [change, ...between, undo])

/** Adds one of each, so that there is something to change. */
const added: readonly Action[] = [
  { kind: 'addLayout', which: 0 },
  { kind: 'addPage', name: 0, which: 0, isTemplate: false },
  { kind: 'addPage', name: 1, which: 0, isTemplate: true },
  { kind: 'addArticle', name: 0, which: 0 },
  { kind: 'addRoute', name: 0, which: 0 },
  { kind: 'addRedirect', name: 1, which: 0 },
  { kind: 'addTitle', which: 0 },
]

const alone = single.map((action) => [action])

const actions: fc.Arbitrary<Action[]> = fc
  .tuple(
    fc.constantFrom<readonly Action[]>([], [], added),
    fc.array(fc.oneof({ weight: 5, arbitrary: alone }, { weight: 1, arbitrary: undone }), {
      minLength: 2,
      maxLength: 7,
    }),
  )
  .map(([first, others]) => [...first, ...others.flat()])

/** Returns the IRI of a resource by its name in the model, where routes have their paths. */
const iriOf = (named: string) => (named.startsWith('/at-') ? `/_/routes/${named}` : named)

/** Does one action after another, in the site and in the model. */
class Admin {
  readonly #content: ContentApi
  readonly #model = new SiteModel()
  #undoable: UndoableModelChange[] = []
  #routeCount = 0

  constructor(content: ContentApi) {
    this.#content = content
  }

  get #state() {
    return this.#model.state
  }

  async #add(endpoint: string, body: object, isAllowed: boolean) {
    const answer = await this.#content.asEditor.post(endpoint, body)
    expect([endpoint, body, answer.status]).toEqual([endpoint, body, isAllowed ? 201 : 422])
    return isAllowed ? answer.body['@id'] : null
  }

  async #change(iri: string, body: object, isAllowed: boolean): Promise<ApiResponse | null> {
    const answer = await this.#content.asEditor.patch(iri, body)
    expect([iri, body, answer.status]).toEqual([iri, body, isAllowed ? 200 : 422])
    return isAllowed ? answer : null
  }

  async #remove(iri: string) {
    expect((await this.#content.asEditor.remove(iri)).status).toBe(204)
  }

  #layout(at: number) {
    return pick(Object.keys(this.#state.layouts), at) ?? null
  }

  #contentIri(at: number) {
    return pick([...Object.keys(this.#state.pages), ...Object.keys(this.#state.articles)], at)
  }

  /** Returns the names of several of these, each once. */
  #choose(names: readonly string[], at: readonly number[]) {
    return names.length ? [...new Set(at.map((index) => pick(names, index)!))] : []
  }

  #everything() {
    const { layouts, routes, pages, articles } = this.#state
    return [layouts, routes, pages, articles].flatMap((collection) => Object.keys(collection))
  }

  /** Names a route for the API, unlike any other. */
  #routeName() {
    this.#routeCount += 1
    return `route ${this.#routeCount}`
  }

  /** Makes a change of several resources, which the model makes by `change`. */
  async #bulk(request: { action: string; members: string[]; layout?: string }, change: () => void) {
    if (!request.members.length) return
    const before = structuredClone(this.#state)
    const { status, body } = await this.#content.asEditor.post('/_/bulk_changes', request)
    expect([request, status]).toEqual([request, 200])
    change()
    const isChanged = hasChanged(before, this.#state)
    if (isChanged) expect(body['isUndoable']).toBe(true)
    if (!body['isUndoable']) return
    this.#undoable.push(new UndoableModelChange(body['@id'], before, this.#state))
  }

  /** Sets the titles on pages live, or not. */
  #setLive(pages: readonly string[], isLive: boolean) {
    for (const title of Object.values(this.#state.titles))
      if (pages.includes(title.page)) title.isLive = isLive
  }

  #path(at: number) {
    return pick(Object.keys(this.#state.routes), at)
  }

  readonly #actions: {
    [Kind in Action['kind']]: (action: Action & { kind: Kind }) => Promise<void>
  } = {
    addLayout: async ({ which: at }) => {
      const reference = `layout ${at}`
      const isAllowed = !this.#model.isLayoutTaken(reference)
      const iri = await this.#add('/_/layouts', { reference, uiComponent: 'Primary' }, isAllowed)
      if (iri !== null) this.#state.layouts[iri] = reference
    },
    deleteLayout: async ({ which: at }) => {
      const iri = this.#layout(at)
      if (iri === null) return
      await this.#remove(iri)
      this.#model.deleteLayout(iri)
    },
    addPage: async ({ name: number, which: at, isTemplate }) => {
      const page = {
        reference: `page ${number}`,
        title: 'New',
        layout: this.#layout(at),
        isTemplate,
      }
      const isAllowed = page.layout !== null && !this.#model.isReferenceTaken(page.reference)
      const uiComponent = isTemplate ? 'BlogArticlePageTemplate' : 'PrimaryPageTemplate'
      const iri = await this.#add('/_/pages', { ...page, uiComponent }, isAllowed)
      if (iri !== null) this.#state.pages[iri] = page
    },
    renamePage: async ({ which: at, name: number }) => {
      const iri = pick(Object.keys(this.#state.pages), at)
      if (iri === undefined) return
      const page = this.#state.pages[iri]!
      const names = { reference: `page ${number}`, title: `Page ${number}` }
      // A page that has lost its layout must be given another one first.
      const isAllowed = page.layout !== null && !this.#model.isReferenceTaken(names.reference, iri)
      if (await this.#change(iri, names, isAllowed)) Object.assign(page, names)
    },
    choosesLayout: async ({ which: at, name: number }) => {
      const iri = pick(Object.keys(this.#state.pages), at)
      const layout = this.#layout(number)
      if (iri === undefined || layout === null) return
      if (await this.#change(iri, { layout }, true)) this.#state.pages[iri]!.layout = layout
    },
    addArticle: async ({ which: at, name: number }) => {
      const templates = Object.entries(this.#state.pages).filter(([, page]) => page.isTemplate)
      const template = pick(
        templates.map(([iri]) => iri),
        at,
      )
      const title = `Article ${number}`
      const body = { title, page: template ?? null }
      const iri = await this.#add('/page_data/blog_article_datas', body, template !== undefined)
      if (iri !== null) this.#state.articles[iri] = { title, template: template! }
    },
    retitleArticle: async ({ which: at, name: number }) => {
      const iri = pick(Object.keys(this.#state.articles), at)
      const title = `Article ${number}, again`
      if (iri !== undefined && (await this.#change(iri, { title }, true)))
        this.#state.articles[iri]!.title = title
    },
    addRoute: async ({ which: at, name: number }) => {
      const iri = this.#contentIri(at)
      if (iri === undefined || this.#model.routeOf(iri) !== undefined) return
      const path = `/at-${number}`
      const target = iri.startsWith('/_/pages/') ? { page: iri } : { pageData: iri }
      const isAllowed = this.#state.routes[path] === undefined
      if (
        (await this.#add('/_/routes', { path, name: this.#routeName(), ...target }, isAllowed)) !==
        null
      )
        this.#state.routes[path] = { target: iri }
    },
    addRedirect: async ({ which: at, name: number }) => {
      const to = this.#path(at)
      if (to === undefined) return
      const path = `/at-${number}`
      const body = { path, name: this.#routeName(), redirect: `/_/routes/${to}` }
      const isAllowed = this.#state.routes[path] === undefined
      if ((await this.#add('/_/routes', body, isAllowed)) !== null)
        this.#state.routes[path] = { redirect: to }
    },
    moveRoute: async ({ which: at, name: number }) => {
      const from = this.#path(at)
      if (from === undefined) return
      const path = `/at-${number}`
      const isAllowed = from === path || this.#model.canMove(from, path)
      if (await this.#change(`/_/routes/${from}`, { path }, isAllowed))
        this.#model.moveRoute(from, path)
    },
    redirectRoute: async ({ which: at, name: number }) => {
      const redirects = Object.keys(this.#state.routes).filter(
        (path) => this.#model.chainOf(path).length > 1,
      )
      const from = pick(redirects, at)
      const to = this.#path(number)
      if (from === undefined || to === undefined) return
      const isAllowed = !this.#model.chainOf(to).includes(from)
      if (await this.#change(`/_/routes/${from}`, { redirect: `/_/routes/${to}` }, isAllowed))
        this.#state.routes[from] = { redirect: to }
    },
    deleteContent: async ({ which: at }) => {
      const iri = this.#contentIri(at)
      if (iri === undefined) return
      await this.#remove(iri)
      this.#model.deleteContent(iri)
    },
    deleteRoute: async ({ which: at }) => {
      const path = this.#path(at)
      if (path === undefined) return
      await this.#remove(`/_/routes/${path}`)
      this.#model.deleteRoute(path)
    },
    staleChange: async ({ which: at }) => {
      const iri = this.#contentIri(at)
      if (iri === undefined) return
      const { asEditor } = this.#content
      const answer = await asEditor.patch(iri, { title: 'Mine' }, { 'If-Match': '"0"' })
      expect(answer.status).toBe(412)
    },
    addTitle: async ({ which: at }) => {
      const page = pick(Object.keys(this.#state.pages), at)
      if (page === undefined) return
      const reference = `titles ${Object.keys(this.#state.titles).length}_${this.#routeName()}`
      const body = { reference, location: page, pages: [page] }
      const componentGroup = await this.#add('/_/component_groups', body, true)
      const title = { title: 'Live', publishedAt: '2026-01-01T00:00:00+00:00' }
      const componentPositions = [{ componentGroup }]
      const iri = await this.#add('/component/titles', { ...title, componentPositions }, true)
      this.#state.titles[iri!] = { page, isLive: true }
    },
    bulkDelete: ({ chosen: at }) => {
      const names = this.#choose(this.#everything(), at)
      const members = names.map(iriOf)
      return this.#bulk({ action: 'delete', members }, () => {
        for (const deleted of names) this.#model.delete(deleted)
      })
    },
    staleBulkDelete: async ({ chosen: at }) => {
      const names = this.#choose(this.#everything(), at)
      if (!names.length) return
      const members = names.map((member, index) =>
        index === 0 ? { '@id': iriOf(member), ifMatch: '"0"' } : iriOf(member),
      )
      const request = { action: 'delete', members }
      expect((await this.#content.asEditor.post('/_/bulk_changes', request)).status).toBe(412)
    },
    bulkLayout: async ({ chosen: at, which: number }) => {
      const layout = this.#layout(number)
      const members = this.#choose(Object.keys(this.#state.pages), at)
      if (layout === null) return
      await this.#bulk({ action: 'layout', members, layout }, () => {
        for (const page of members) this.#state.pages[page]!.layout = layout
      })
    },
    bulkPublish: ({ chosen: at }) => {
      const members = this.#choose(Object.keys(this.#state.pages), at)
      return this.#bulk({ action: 'publish', members }, () => this.#setLive(members, true))
    },
    bulkUnpublish: ({ chosen: at }) => {
      const members = this.#choose(Object.keys(this.#state.pages), at)
      return this.#bulk({ action: 'unpublish', members }, () => this.#setLive(members, false))
    },
    undoBulk: async ({ which: at }) => {
      const change = this.#undoable.at(-1 - (at % Math.max(1, this.#undoable.length)))
      if (change === undefined) return
      const permission = change.permission(this.#model)
      const { status, body } = await this.#content.asEditor.post(`${change.iri}/undo`, {})
      if (permission !== null) expect([body, status]).toEqual([body, permission ? 204 : 422])
      if (status !== 204) return expect(status).toBe(422)
      this.#undoable = this.#undoable.filter((other) => other !== change)
      this.#model.state = change.undone(this.#state)
    },
  }

  async act(action: Action) {
    const act = this.#actions[action.kind] as (action: Action) => Promise<void>
    await act(action)
    for (const change of this.#undoable) change.observe(this.#state)
  }

  /** Compares the site with the model, as editors and visitors read it. */
  async check() {
    const { asEditor, asVisitor } = this.#content
    const list = async (endpoint: string) =>
      (await asEditor.get(`${endpoint}?perPage=100&pagination=false`)).body.member
    const [layouts, pages, articles, routes] = await Promise.all(
      ['/_/layouts', '/_/pages', '/page_data/blog_article_datas', '/_/routes'].map(list),
    )
    const state = this.#state
    const byIri = <Value>(
      members: typeof layouts,
      value: (member: Record<string, unknown>) => Value,
    ) => Object.fromEntries(members!.map((member) => [member['@id'], value(member)]))
    expect(byIri(layouts, ({ reference }) => reference)).toEqual(state.layouts)
    expect(
      byIri(pages, ({ reference, title, layout = null, isTemplate }) => ({
        reference,
        title,
        layout,
        isTemplate,
      })),
    ).toEqual(state.pages)
    expect(byIri(articles, ({ title, page }) => ({ title, template: page }))).toEqual(
      state.articles,
    )
    expect(
      byIri(routes, ({ page, pageData, redirectPath }) => [page ?? pageData, redirectPath]),
    ).toEqual(
      Object.fromEntries(
        Object.keys(state.routes).map((path) => {
          const chain = this.#model.chainOf(path)
          const end = chain.length > 1 ? chain.at(-1) : undefined
          return [`/_/routes/${path}`, [this.#model.shownAt(path), end]]
        }),
      ),
    )
    for (const [iri, { isLive }] of Object.entries(state.titles)) {
      const { status } = await asEditor.get(`${iri}?published=true`)
      expect([iri, status]).toEqual([iri, isLive ? 200 : 404])
    }
    for (const number of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const { status } = await asVisitor.get(`/_/routes//at-${number}`)
      expect([number, status]).toEqual([number, `/at-${number}` in state.routes ? 200 : 404])
    }
  }
}

const tables = ['resource', 'relation', 'handle', 'alias', 'event', 'restoration'] as const

const run = async (db: Database, sequence: readonly Action[]) => {
  for (const table of tables) await db.deleteFrom(table).execute()
  const admin = new Admin(createContentApi(db))
  for (const action of sequence) await admin.act(action)
  await admin.check()
}

/** The number of sequences. PostgreSQL takes several times longer for each. */
const runsOn = (db: Database) => (isPostgres(db) ? 100 : 1_000)

eachDatabase('random sequences of admin actions', (open) => {
  test('agree with the model', { timeout: 300_000 }, async () => {
    const db = await open()
    await fc.assert(
      fc.asyncProperty(actions, (sequence) => run(db, sequence)),
      { numRuns: runsOn(db) },
    )
  })
})

/** Creating, changing and deleting: what a request means, by the rules of drafts (api, sections 5 and 6). */
import { deleteCascade } from '#content/model/cascade.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Violation } from '#content/model/resource.ts'
import { problem } from '#server/http/problem.ts'
import { type ParsedBody, isIri, parseBody, toReplacementBody } from './parse-body.ts'
import type { Drafts } from './drafts.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { Body, WriteOptions } from '../read/read-result.ts'
import { newId } from '../db/new-id.ts'
import { isLive, liveOf } from '../graph/find-row.ts'
import type { RouteMoves } from './route-moves.ts'
import { createPageRouteUpdate } from './page-route.ts'
import type { Persist } from './persist.ts'
import type { TypeDefinition, TypeRegistry } from '../types/type-registry.ts'
import { toApiDate } from '../access/read-context.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const isPage = ({ category }: TypeDefinition) => category === 'PAGE' || category === 'PAGE_DATA'

/** Of a new component; each is a write of its own, while all others wait. */
const maxPositions = 100

export const createMutations = (
  types: TypeRegistry,
  save: Persist,
  { shapeOf, fork, merge }: Drafts,
  moving: RouteMoves,
) => {
  const newIri = ({ endpoint }: TypeDefinition, now: string): Iri =>
    `${endpoint}/${newId(Date.parse(now))}`

  const create = async (
    work: UnitOfWork,
    definition: TypeDefinition,
    body: Body,
    options: WriteOptions,
  ) => {
    const said = parseBody(definition, body)
    const row = await save(work, {
      definition,
      iri: newIri(definition, work.now),
      row: null,
      said,
      publishedAt: said.publishedAt ?? null,
      validatePublished: options.validatePublished ?? false,
    })
    if (definition.category === 'COMPONENT')
      await placeComponent(work, row, body['componentPositions'])
    if (isPage(definition)) await route(work, row, body['route'])
    return row
  }

  /** New positions for a new component, or positions that are there and show it from now on. */
  const placeComponent = async (work: UnitOfWork, component: Row, positions: unknown) => {
    if (positions === undefined || positions === null) return
    if (!Array.isArray(positions)) {
      throw problem(400, { detail: '"componentPositions" should be a list.' })
    }
    if (positions.length > maxPositions) {
      throw problem(400, { detail: `"componentPositions" should list at most ${maxPositions}.` })
    }
    const violations: Violation[] = []
    for (const [at, asked] of positions.entries()) {
      const own: Violation[] = []
      await placeOne(work, component, asked, own)
      const path = `componentPositions[${at}]`
      for (const { propertyPath, ...said } of own) {
        violations.push({ ...said, propertyPath: propertyPath ? `${path}.${propertyPath}` : path })
      }
    }
    if (violations.length) throw problem(422, { violations })
  }

  const placeOne = async (
    work: UnitOfWork,
    component: Row,
    asked: unknown,
    violations: Violation[],
  ) => {
    const definition = types.byName('ComponentPosition')!
    const isObject = typeof asked === 'object' && asked !== null
    const existing = isObject && '@id' in asked ? asked['@id'] : asked
    const row = isIri(existing) ? await work.query((graph) => graph.row(existing)) : null
    if (!isObject && row?.type !== definition.type) {
      throw problem(400, { detail: `Invalid IRI "${String(asked).slice(0, 200)}".` })
    }
    const { componentGroup, sortValue } = (isObject ? asked : {}) as Body
    const place = row ? {} : { componentGroup, sortValue: sortValue ?? undefined }
    await save(work, {
      definition,
      iri: row?.iri ?? newIri(definition, work.now),
      row,
      said: parseBody(definition, { ...place, component: component.iri }),
      publishedAt: null,
      violations,
    })
  }

  /** Whether a body says anything about a live row that is not so already. */
  const hasEffect = (graph: ResourceGraph, row: Row, said: ParsedBody) =>
    said.publishedAt !== undefined ||
    Object.entries(said.values).some(
      ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(row.data[name] ?? null),
    ) ||
    Object.entries(said.relations).some(
      ([name, iris]) =>
        JSON.stringify(graph.outgoing(row.iri, name).map(({ to }) => to)) !== JSON.stringify(iris),
    )

  const updateInPlace = (work: UnitOfWork, row: Row, said: ParsedBody, options: WriteOptions) => {
    const isSame =
      !said.publishedAt || !row.publishedAt
        ? said.publishedAt === row.publishedAt
        : toApiDate(said.publishedAt) === toApiDate(row.publishedAt)
    if (said.publishedAt !== undefined && !isSame) {
      const message = 'The date of what is published cannot be changed.'
      throw problem(422, { violations: [{ propertyPath: 'publishedAt', message }] })
    }
    const { validatePublished = false } = options
    const { publishedAt } = row
    return save(work, {
      definition: shapeOf(row),
      iri: row.iri,
      row,
      said,
      publishedAt,
      validatePublished,
    })
  }

  const updateDraft = async (
    work: UnitOfWork,
    row: Row,
    said: ParsedBody,
    options: WriteOptions,
  ) => {
    const { validatePublished = false } = options
    const publishedAt = said.publishedAt === undefined ? row.publishedAt : said.publishedAt
    const definition = shapeOf(row)
    const draft = await save(work, {
      definition,
      iri: row.iri,
      row,
      said,
      publishedAt,
      validatePublished,
    })
    const live = await work.query((graph) => {
      const iri = liveOf(graph, row.iri)
      return iri ? graph.row(iri) : null
    })
    return live && isLive(draft, work.now) ? merge(work, draft, live) : draft
  }

  const updateLive = async (
    work: UnitOfWork,
    row: Row,
    asked: ParsedBody,
    options: WriteOptions,
  ) => {
    const said = { ...asked }
    // What is live already cannot be published again.
    if (said.publishedAt && said.publishedAt <= work.now) delete said.publishedAt
    if (!said.violations.length && !(await work.query((graph) => hasEffect(graph, row, said))))
      return row
    const draft = await fork(work, row)
    return updateDraft(work, draft, said, options)
  }

  const update = async (work: UnitOfWork, row: Row, body: Body, options: WriteOptions) => {
    const definition = shapeOf(row)
    const said = parseBody(definition, options.isWhole ? toReplacementBody(definition, body) : body)
    if (!definition.isPublishable || options.published) {
      const updated = await updateInPlace(work, row, said, options)
      if (definition.type === 'Route') {
        await moving.follow(work, row, updated, said.flags.has('cascadeChildPaths'))
      }
      if (isPage(definition)) await route(work, updated, body['route'])
      return updated
    }
    return isLive(row, work.now)
      ? updateLive(work, row, said, options)
      : updateDraft(work, row, said, options)
  }

  const remove = async (work: UnitOfWork, iri: Iri) => {
    const { removed, repointed } = await work.query((graph) =>
      deleteCascade(iri, (around) => ({
        out: graph.outgoing(around),
        in: graph.incoming(around),
        isDynamic: Boolean(graph.row(around)?.data['pageDataProperty']),
      })),
    )
    for (const { link, to } of repointed) {
      const [old] = await work.query((graph) =>
        graph.outgoing(link.from, link.property).filter((other) => other.to === link.to),
      )
      work.unlink(link)
      work.link(link.from, link.property, to, old?.position ?? 0)
    }
    for (const gone of removed) await work.delete(gone)
  }

  const route = createPageRouteUpdate(moving.write, remove)

  return { create, update, remove, generate: moving.generate }
}

export type Mutations = ReturnType<typeof createMutations>

/** Creates, updates and deletes resources by the rules of drafts (api, sections 5 and 6). */
import { deleteCascade } from '#content/model/cascade.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Violation } from '#content/model/resource.ts'
import { InvalidInputError, ValidationError } from '#server/domain-errors.ts'
import { type ParsedBody, isIri, parseBody, toReplacementBody } from './parse-body.ts'
import type { Drafts } from './drafts.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { Body, WriteOptions } from '../read/read-result.ts'
import { newId } from '../db/new-id.ts'
import { isLive, liveOf } from '../graph/find-row.ts'
import type { RouteMoves } from './route-moves.ts'
import { createPageRouteUpdate } from './page-route.ts'
import type { Persist } from './persist.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import { toApiDate } from '../access/read-context.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const isPage = ({ category }: TypeDefinition) => category === 'PAGE' || category === 'PAGE_DATA'

/** The maximum number of positions of a new component; each is a write while all others wait. */
const maxPositions = 100

export const createMutations = (
  types: TypeRegistry,
  persist: Persist,
  { definitionOf, createDraft, merge }: Drafts,
  routeMoves: RouteMoves,
) => {
  const newIri = ({ endpoint }: TypeDefinition, now: string): Iri =>
    `${endpoint}/${newId(Date.parse(now))}`

  const create = async (
    work: UnitOfWork,
    definition: TypeDefinition,
    body: Body,
    options: WriteOptions,
  ) => {
    const parsed = parseBody(definition, body)
    const row = await persist(work, {
      definition,
      iri: newIri(definition, work.now),
      row: null,
      parsed,
      publishedAt: parsed.publishedAt ?? null,
      validatePublished: options.validatePublished ?? false,
    })
    if (definition.category === 'COMPONENT')
      await savePositions(work, row, body['componentPositions'])
    if (isPage(definition)) await updateRoute(work, row, body['route'])
    return row
  }

  /** Creates positions for a new component, or makes existing ones show it. */
  const savePositions = async (work: UnitOfWork, component: Row, positions: unknown) => {
    if (positions === undefined || positions === null) return
    if (!Array.isArray(positions)) {
      throw new InvalidInputError('"componentPositions" should be a list.')
    }
    if (positions.length > maxPositions) {
      throw new InvalidInputError(`"componentPositions" should list at most ${maxPositions}.`)
    }
    const violations: Violation[] = []
    for (const [at, input] of positions.entries()) {
      const positionViolations: Violation[] = []
      await savePosition(work, component, input, positionViolations)
      const path = `componentPositions[${at}]`
      for (const { propertyPath, ...violation } of positionViolations) {
        violations.push({
          ...violation,
          propertyPath: propertyPath ? `${path}.${propertyPath}` : path,
        })
      }
    }
    if (violations.length) throw new ValidationError(violations)
  }

  const savePosition = async (
    work: UnitOfWork,
    component: Row,
    input: unknown,
    violations: Violation[],
  ) => {
    const definition = types.byName('ComponentPosition')!
    const isObject = typeof input === 'object' && input !== null
    const existing = isObject && '@id' in input ? input['@id'] : input
    const row = isIri(existing) ? await work.query((graph) => graph.row(existing)) : null
    if (!isObject && row?.type !== definition.type) {
      throw new InvalidInputError(`Invalid IRI "${String(input).slice(0, 200)}".`)
    }
    const { componentGroup, sortValue } = (isObject ? input : {}) as Body
    const placement = row ? {} : { componentGroup, sortValue: sortValue ?? undefined }
    await persist(work, {
      definition,
      iri: row?.iri ?? newIri(definition, work.now),
      row,
      parsed: parseBody(definition, { ...placement, component: component.iri }),
      publishedAt: null,
      violations,
    })
  }

  /** Returns true if a body would change a live row. */
  const wouldChange = (graph: ResourceGraph, row: Row, parsed: ParsedBody) =>
    parsed.publishedAt !== undefined ||
    Object.entries(parsed.values).some(
      ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(row.data[name] ?? null),
    ) ||
    Object.entries(parsed.relations).some(
      ([name, iris]) =>
        JSON.stringify(graph.outgoing(row.iri, name).map(({ to }) => to)) !== JSON.stringify(iris),
    )

  const updateInPlace = (work: UnitOfWork, row: Row, parsed: ParsedBody, options: WriteOptions) => {
    const isSame =
      !parsed.publishedAt || !row.publishedAt
        ? parsed.publishedAt === row.publishedAt
        : toApiDate(parsed.publishedAt) === toApiDate(row.publishedAt)
    if (parsed.publishedAt !== undefined && !isSame) {
      const message = 'The publication date of published content cannot be changed.'
      throw new ValidationError([{ propertyPath: 'publishedAt', message }])
    }
    const { validatePublished = false } = options
    const { publishedAt } = row
    return persist(work, {
      definition: definitionOf(row),
      iri: row.iri,
      row,
      parsed,
      publishedAt,
      validatePublished,
    })
  }

  const updateDraft = async (
    work: UnitOfWork,
    row: Row,
    parsed: ParsedBody,
    options: WriteOptions,
  ) => {
    const { validatePublished = false } = options
    const publishedAt = parsed.publishedAt === undefined ? row.publishedAt : parsed.publishedAt
    const definition = definitionOf(row)
    const draft = await persist(work, {
      definition,
      iri: row.iri,
      row,
      parsed,
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
    input: ParsedBody,
    options: WriteOptions,
  ) => {
    const parsed = { ...input }
    // A live row cannot be published again.
    if (parsed.publishedAt && parsed.publishedAt <= work.now) delete parsed.publishedAt
    if (
      !parsed.violations.length &&
      !(await work.query((graph) => wouldChange(graph, row, parsed)))
    )
      return row
    const draft = await createDraft(work, row)
    return updateDraft(work, draft, parsed, options)
  }

  const update = async (work: UnitOfWork, row: Row, body: Body, options: WriteOptions) => {
    const definition = definitionOf(row)
    const parsed = parseBody(
      definition,
      options.isReplacement ? toReplacementBody(definition, body) : body,
    )
    if (!definition.isPublishable || options.published) {
      const updated = await updateInPlace(work, row, parsed, options)
      if (definition.type === 'Route') {
        await routeMoves.redirectOldPath(work, row, updated, parsed.flags.has('cascadeChildPaths'))
      }
      if (isPage(definition)) await updateRoute(work, updated, body['route'])
      return updated
    }
    return isLive(row, work.now)
      ? updateLive(work, row, parsed, options)
      : updateDraft(work, row, parsed, options)
  }

  const remove = async (work: UnitOfWork, iri: Iri) => {
    const { removed, repointed } = await work.query((graph) =>
      deleteCascade(iri, (visited) => ({
        outgoing: graph.outgoing(visited),
        incoming: graph.incoming(visited),
        isDynamic: Boolean(graph.row(visited)?.data['pageDataProperty']),
      })),
    )
    for (const { link, to } of repointed) {
      const [old] = await work.query((graph) =>
        graph.outgoing(link.from, link.property).filter((other) => other.to === link.to),
      )
      work.unlink(link)
      work.link(link.from, link.property, to, old?.position ?? 0)
    }
    for (const removedIri of removed) await work.delete(removedIri)
  }

  const updateRoute = createPageRouteUpdate(routeMoves.saveRoute, remove)

  return { create, update, remove, generate: routeMoves.generate }
}

export type Mutations = ReturnType<typeof createMutations>

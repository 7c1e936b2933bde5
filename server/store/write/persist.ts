/** Storing one resource: relations found, rules held to, places made. What `write.ts` decides, this carries out. */
import type { Iri } from '#content/model/iri.ts'
import { safeDecodeUri } from '#content/page/location.ts'
import type { Violation } from '#content/model/resource.ts'
import { problem } from '#server/http/problem.ts'
import type { ParsedBody } from './parse-body.ts'
import { isIri } from './parse-body.ts'
import { requiredViolations, publishViolations } from '../types/validate.ts'
import { ANY_PAGE_DATA, bindingIri } from '../events/outbox.ts'
import { storedData } from '../read/serialize-context.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { liveOf } from '../graph/find-row.ts'
import { canBeReplacedBy, naturalKeyIri } from '../types/natural-keys.ts'
import { insertInGroup } from './insert-in-group.ts'
import { type ProposedResource, ruleViolations, uniqueViolations } from './validation-rules.ts'
import type { TypeDefinition, TypeRegistry } from '../types/type-registry.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export interface PersistRequest {
  definition: TypeDefinition
  iri: Iri
  /** Null for a new one. */
  row: Row | null
  said: ParsedBody
  publishedAt: string | null
  /** Held to the publish rules whatever its date. */
  validatePublished?: boolean
  /** Collects what is wrong instead of refusing, for what is saved along with something else. */
  violations?: Violation[]
}

type Changes = Pick<Row, 'data' | 'publishedAt' | 'dueAt'>

/** A value that means nothing is not kept. */
const merged = (data: Row['data'], values: ParsedBody['values']) =>
  Object.fromEntries(
    Object.entries({ ...data, ...values }).filter(
      ([, value]) => value !== null && value !== undefined,
    ),
  )

const initialData = (definition: TypeDefinition) =>
  Object.fromEntries(
    Object.entries(definition.properties).flatMap(([name, property]) =>
      property.type === 'value' && property.initial !== undefined ? [[name, property.initial]] : [],
    ),
  )

/** Class names are stored as the collections they stand for; an empty list restricts nothing. */
const allowedEndpoints = (types: TypeRegistry, names: unknown) => {
  if (!Array.isArray(names) || !names.length) return null
  return names.map((name) => types.byClass(String(name))?.endpoint ?? name)
}

const normalized = (
  types: TypeRegistry,
  definition: TypeDefinition,
  values: ParsedBody['values'],
): ParsedBody['values'] => {
  if (definition.type === 'ComponentGroup' && 'allowedComponents' in values) {
    return { ...values, allowedComponents: allowedEndpoints(types, values['allowedComponents']) }
  }
  const path = values['path']
  if (definition.type !== 'Route' || typeof path !== 'string' || !path) return values
  const plain = safeDecodeUri(path)
  return { ...values, path: plain.startsWith('/') ? plain : `/${plain}` }
}

/** What a relation points at is never the draft of a twin: that would be gone once it is published. */
const targetOf = (graph: ResourceGraph, property: { to: readonly string[] }, iri: unknown): Iri => {
  if (!isIri(iri) || !property.to.some((prefix) => iri.startsWith(prefix)) || !graph.row(iri)) {
    throw problem(400, { detail: `Invalid IRI "${String(iri).slice(0, 200)}".` })
  }
  return liveOf(graph, iri) ?? iri
}

const targetsOf = (
  graph: ResourceGraph,
  definition: TypeDefinition,
  relations: ParsedBody['relations'],
) =>
  Object.fromEntries(
    Object.entries(relations).map(([name, iris]): [string, Iri[]] => {
      const property = definition.properties[name]
      if (property?.type !== 'reference' && property?.type !== 'references') return [name, []]
      return [name, [...new Set(iris.map((iri) => targetOf(graph, property, iri)))]]
    }),
  )

export const createPersist = (types: TypeRegistry) => {
  /** Its own, or those of a redirect that makes way for it. A new one has none: its IRI may be another's. */
  const isOwn =
    (graph: ResourceGraph, { row, iri }: PersistRequest) =>
    (holder: Iri) =>
      row !== null && (holder === row.iri || (holder === iri && canBeReplacedBy(graph, row, iri)))

  const violationsOf = (
    graph: ResourceGraph,
    plan: PersistRequest,
    candidate: ProposedResource,
  ): Violation[] => [
    ...requiredViolations(plan.definition, candidate),
    ...uniqueViolations(
      graph,
      plan.definition.type,
      plan.definition.unique,
      isOwn(graph, plan),
      candidate,
    ),
    ...ruleViolations(graph, types, plan.definition, plan.row?.iri ?? plan.iri, candidate),
    ...(plan.publishedAt || plan.validatePublished
      ? publishViolations(plan.definition, candidate)
      : []),
  ]

  const claimHandles = (
    work: UnitOfWork,
    { definition, iri, row }: PersistRequest,
    former: Row | null,
    data: Row['data'],
  ) => {
    const isElsewhere = row !== null && row.iri !== iri
    for (const property of definition.unique) {
      const [freed, old, value] = [former?.data[property], row?.data[property], data[property]]
      if (typeof freed === 'string') work.setUniqueValue(definition.type, property, freed, null)
      if (old === value && !isElsewhere) continue
      if (typeof old === 'string') work.setUniqueValue(definition.type, property, old, null)
      if (typeof value === 'string') work.setUniqueValue(definition.type, property, value, iri)
    }
  }

  /** A row that goes by its name gets the IRI of its new one. */
  const settle = async (
    work: UnitOfWork,
    { row, iri, definition }: PersistRequest,
    changes: Changes,
  ) => {
    if (!row) return work.create({ iri, type: definition.type, ...changes })
    return row.iri === iri ? row : work.changeIri(row, iri)
  }

  /** What a dynamic position is bound to is a link too, so that it is found from the page data's side. */
  const bind = (work: UnitOfWork, iri: Iri, { pageDataClass, pageDataProperty }: Row['data']) => {
    const type = pageDataClass ? types.byClass(String(pageDataClass))?.type : ANY_PAGE_DATA
    const isBound = Boolean(type && pageDataProperty)
    return work.setLinks(
      iri,
      'binding',
      isBound ? [bindingIri(type!, String(pageDataProperty))] : [],
    )
  }

  /** Nothing is written, no version counted and nobody told when nothing changes. */
  return async (work: UnitOfWork, asked: PersistRequest): Promise<Row> => {
    const { definition } = asked
    const said = { ...asked.said, values: normalized(types, definition, asked.said.values) }
    const { row } = asked
    const data = merged(row?.data ?? initialData(definition), said.values)
    const iri = naturalKeyIri(definition, data) ?? asked.iri
    const plan = { ...asked, said, iri }
    const targets = await work.query((graph) => targetsOf(graph, definition, said.relations))
    const violations = await work.query((graph) => {
      const before = row ? storedData(graph, definition, row) : {}
      const named = Object.entries(targets).map(([name, iris]) => [
        name,
        definition.properties[name]?.type === 'references' ? iris : iris[0],
      ])
      const candidate = { ...before, ...data, ...Object.fromEntries(named) }
      for (const name of Object.keys(said.values)) if (!(name in data)) delete candidate[name]
      // What was refused is not there, and need not be called missing too.
      const wrong = new Set(said.violations.map(({ propertyPath }) => propertyPath))
      return [
        ...said.violations,
        ...violationsOf(graph, plan, candidate).filter(
          ({ propertyPath }) => !wrong.has(propertyPath),
        ),
      ]
    })
    if (violations.length && plan.violations) plan.violations.push(...violations)
    else if (violations.length) throw problem(422, { violations })

    const dueAt = plan.publishedAt && plan.publishedAt > work.now ? plan.publishedAt : null
    const changes = { data, publishedAt: plan.publishedAt, dueAt }
    let hasChanged =
      !row ||
      row.publishedAt !== plan.publishedAt ||
      JSON.stringify(merged(row.data, {})) !== JSON.stringify(data)
    const former = row && row.iri !== iri ? await work.query((graph) => graph.row(iri)) : null
    const saved = await settle(work, plan, changes)
    claimHandles(work, plan, former, data)
    for (const [name, iris] of Object.entries(targets)) {
      const isPlaced = Object.values(definition.properties).some(
        (property) => property.type === 'sortOrder' && property.within === name,
      )
      if (!isPlaced && (await work.setLinks(iri, name, iris))) hasChanged = true
    }
    if (definition.type === 'ComponentPosition') {
      const group =
        targets['componentGroup']?.[0] ??
        (await work.query((graph) => graph.outgoing(iri, 'componentGroup')[0]?.to))
      if (group && (await insertInGroup(work, iri, group, said.sortOrder))) hasChanged = true
      await bind(work, iri, data)
    }
    return row && hasChanged ? work.update(saved, changes) : saved
  }
}

export type Persist = ReturnType<typeof createPersist>

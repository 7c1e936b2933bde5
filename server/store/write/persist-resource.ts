/**
 * Validates one resource and stores it with its references and its position. `mutations.ts` decides what is
 * stored.
 */
import type { Iri } from '#content/model/iri.ts'
import { safeDecodeUri } from '#content/page/location.ts'
import type { Violation } from '#content/model/resource.ts'
import { InvalidInputError, ValidationError } from '#server/domain-errors.ts'
import type { ParsedBody } from './parse-resource-body.ts'
import { isIri } from './parse-resource-body.ts'
import { requiredViolations, publishViolations } from '../types/validate.ts'
import { ANY_PAGE_DATA, bindingIri } from '../events/outbox.ts'
import { storedData } from '../read/serialize-context.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { liveOf } from '../graph/drafts-and-live.ts'
import { canBeReplacedBy, naturalKeyIri } from '../types/natural-keys.ts'
import { insertInGroup } from './insert-in-group.ts'
import { type ProposedResource, ruleViolations, uniqueViolations } from './validation-rules.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export interface PersistRequest {
  definition: TypeDefinition
  iri: Iri
  /** Null for a new resource. */
  row: Row | null
  parsed: ParsedBody
  publishedAt: string | null
  /** Applies the publish rules whatever its date. */
  validatePublished?: boolean
  /** Collects violations instead of throwing, for what is saved as part of something else. */
  violations?: Violation[]
}

type Changes = Pick<Row, 'data' | 'publishedAt' | 'dueAt'>

/** Merges values; null removes one. */
const mergeValues = (data: Row['data'], values: ParsedBody['values']) =>
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

/** Converts class names to collection endpoints; an empty list means no restriction. */
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
  const decodedPath = safeDecodeUri(path)
  return { ...values, path: decodedPath.startsWith('/') ? decodedPath : `/${decodedPath}` }
}

/** Returns a stored IRI, also for its percent-encoded form, which `Location` headers have. */
const storedIri = (graph: ResourceGraph, iri: Iri): Iri | undefined =>
  [iri, safeDecodeUri(iri)].find((candidate) => graph.row(candidate))

/**
 * Returns the target of a reference. It is never a draft of something live, which would be gone once it is
 * published. Throws 400 for anything else than the IRI of a resource that the property may refer to.
 */
const targetOf = (graph: ResourceGraph, property: { to: readonly string[] }, iri: unknown): Iri => {
  const isAllowed = isIri(iri) && property.to.some((prefix) => iri.startsWith(prefix))
  const stored = isAllowed && storedIri(graph, iri)
  if (!stored) throw new InvalidInputError(`Invalid IRI "${String(iri).slice(0, 200)}".`)
  return liveOf(graph, stored) ?? stored
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
  /**
   * True for unique values that are the resource's own, or of a redirect that gives way to it. A new
   * resource has none: its IRI may belong to another.
   */
  const isOwn =
    (graph: ResourceGraph, { row, iri }: PersistRequest) =>
    (holder: Iri) =>
      row !== null && (holder === row.iri || (holder === iri && canBeReplacedBy(graph, row, iri)))

  const violationsOf = (
    graph: ResourceGraph,
    request: PersistRequest,
    proposed: ProposedResource,
  ): Violation[] => [
    ...requiredViolations(request.definition, proposed),
    ...uniqueViolations(
      graph,
      request.definition.type,
      request.definition.unique,
      isOwn(graph, request),
      proposed,
    ),
    ...ruleViolations(graph, types, request.definition, request.row?.iri ?? request.iri, proposed),
    ...(request.publishedAt || request.validatePublished
      ? publishViolations(request.definition, proposed)
      : []),
  ]

  const updateUniqueValues = (
    work: UnitOfWork,
    { definition, iri, row }: PersistRequest,
    replacedRow: Row | null,
    data: Row['data'],
  ) => {
    const isElsewhere = row !== null && row.iri !== iri
    for (const property of definition.unique) {
      const [replacedValue, oldValue, value] = [
        replacedRow?.data[property],
        row?.data[property],
        data[property],
      ]
      if (typeof replacedValue === 'string')
        work.setUniqueValue(definition.type, property, replacedValue, null)
      if (oldValue === value && !isElsewhere) continue
      if (typeof oldValue === 'string')
        work.setUniqueValue(definition.type, property, oldValue, null)
      if (typeof value === 'string') work.setUniqueValue(definition.type, property, value, iri)
    }
  }

  /** Creates the row, or moves it if its natural key changed. */
  const createOrMove = async (
    work: UnitOfWork,
    { row, iri, definition }: PersistRequest,
    changes: Changes,
  ) => {
    if (!row) return work.create({ iri, type: definition.type, ...changes })
    return row.iri === iri ? row : work.changeIri(row, iri)
  }

  /** Stores the binding of a dynamic position as a link, so that it can be found from the page data. */
  const storeBinding = (
    work: UnitOfWork,
    iri: Iri,
    { pageDataClass, pageDataProperty }: Row['data'],
  ) => {
    const type = pageDataClass ? types.byClass(String(pageDataClass))?.type : ANY_PAGE_DATA
    const isBound = Boolean(type && pageDataProperty)
    return work.setLinks(
      iri,
      'binding',
      isBound ? [bindingIri(type!, String(pageDataProperty))] : [],
    )
  }

  /**
   * Persists a resource and returns its row; writes nothing and publishes no event when nothing changed.
   * Throws a `ValidationError` with all violations.
   */
  return async (work: UnitOfWork, input: PersistRequest): Promise<Row> => {
    const { definition } = input
    const parsed = { ...input.parsed, values: normalized(types, definition, input.parsed.values) }
    const { row } = input
    const data = mergeValues(row?.data ?? initialData(definition), parsed.values)
    const iri = naturalKeyIri(definition, data) ?? input.iri
    const request = { ...input, parsed, iri }
    const targets = await work.query((graph) => targetsOf(graph, definition, parsed.relations))
    const violations = await work.query((graph) => {
      const stored = row ? storedData(graph, definition, row) : {}
      const references = Object.entries(targets).map(([name, iris]) => [
        name,
        definition.properties[name]?.type === 'references' ? iris : iris[0],
      ])
      const proposed = { ...stored, ...data, ...Object.fromEntries(references) }
      for (const name of Object.keys(parsed.values)) if (!(name in data)) delete proposed[name]
      // A value that was refused is not also reported as missing.
      const invalidPaths = new Set(parsed.violations.map(({ propertyPath }) => propertyPath))
      return [
        ...parsed.violations,
        ...violationsOf(graph, request, proposed).filter(
          ({ propertyPath }) => !invalidPaths.has(propertyPath),
        ),
      ]
    })
    if (violations.length && request.violations) request.violations.push(...violations)
    else if (violations.length) throw new ValidationError(violations)

    const dueAt = request.publishedAt && request.publishedAt > work.now ? request.publishedAt : null
    const changes = { data, publishedAt: request.publishedAt, dueAt }
    let hasChanged =
      !row ||
      row.publishedAt !== request.publishedAt ||
      JSON.stringify(mergeValues(row.data, {})) !== JSON.stringify(data)
    const replacedRow = row && row.iri !== iri ? await work.query((graph) => graph.row(iri)) : null
    const saved = await createOrMove(work, request, changes)
    updateUniqueValues(work, request, replacedRow, data)
    for (const [name, iris] of Object.entries(targets)) {
      const isSortedList = Object.values(definition.properties).some(
        (property) => property.type === 'sortOrder' && property.within === name,
      )
      if (!isSortedList && (await work.setLinks(iri, name, iris))) hasChanged = true
    }
    if (definition.type === 'ComponentPosition') {
      const group =
        targets['componentGroup']?.[0] ??
        (await work.query((graph) => graph.outgoing(iri, 'componentGroup')[0]?.to))
      if (group && (await insertInGroup(work, iri, group, parsed.sortOrder))) hasChanged = true
      await storeBinding(work, iri, data)
    }
    return row && hasChanged ? work.update(saved, changes) : saved
  }
}

export type Persist = ReturnType<typeof createPersist>

/**
 * Validates one resource, and puts it with its relations and its position into the unit of work. `mutations.ts` decides
 * what is persisted.
 */
import type { Iri } from '#content/model/iri.ts'
import { ValidationError } from '#server/domain-errors.ts'
import { ANY_PAGE_DATA, bindingIri } from '../../events/changed-resources.ts'
import type { Row } from '../../graph/resource-graph.ts'
import { naturalKeyIri } from '../../types/natural-keys.ts'
import { type TypeDefinition, framingPropertiesOf } from '../../types/type-definition.ts'
import type { TypeRegistry } from '../../types/type-registry.ts'
import { type PublicationDate, endViolations, publicationDates } from '../publication-dates.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { insertInGroup } from './insert-in-group.ts'
import { adoptFiles } from './persist-files.ts'
import type { PersistRequest, PreparedRequest } from './persist-request.ts'
import { targetsOf } from './relation-targets.ts'
import { resourceViolations } from './resource-violations.ts'
import { initialData, mergeValues, normalizedValues } from './stored-values.ts'
import { mediaObjectsInTexts } from './text-pictures.ts'
import { updateUniqueValues } from './unique-values.ts'

/** Removes the framings of files that are replaced, unless the request has new ones. */
const removedFramings = (definition: TypeDefinition, files: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(framingPropertiesOf(definition)).flatMap(([file, framing]) =>
      file in files ? [[framing, null]] : [],
    ),
  )

/** Returns what would be stored, derived from a request. */
const prepare = async (
  types: TypeRegistry,
  work: UnitOfWork,
  input: PersistRequest,
): Promise<PreparedRequest> => {
  const { definition, row } = input
  const adopted = await adoptFiles(work, input.parsed.files)
  const values = normalizedValues(types, definition, input.parsed.values)
  const parsed = {
    ...input.parsed,
    values: { ...removedFramings(definition, adopted.records), ...values, ...adopted.records },
  }
  const data = mergeValues(row?.data ?? initialData(definition), parsed.values)
  const iri = naturalKeyIri(definition, data) ?? input.iri
  const targets = await work.query((graph) => targetsOf(graph, definition, parsed.relations))
  const mediaObjects = {
    ...adopted.mediaObjects,
    ...(await mediaObjectsInTexts(work, definition, values)),
  }
  return { request: { ...input, parsed, iri }, data, targets, mediaObjects }
}

/** Creates the row, or moves it if its natural key changed. */
const createOrMove = async (
  work: UnitOfWork,
  { row, iri, definition }: PersistRequest,
  changes: Pick<Row, 'data' | PublicationDate>,
) => {
  if (!row) return work.create({ iri, type: definition.type, ...changes })
  return row.iri === iri ? row : work.changeIri(row, iri)
}

/** Persists the binding of a dynamic position as a relation, so that it can be found from the page data. */
const persistBinding = (
  types: TypeRegistry,
  work: UnitOfWork,
  iri: Iri,
  { pageDataClass, pageDataProperty }: Row['data'],
) => {
  const type = pageDataClass ? types.byClass(String(pageDataClass))?.type : ANY_PAGE_DATA
  const isBound = Boolean(type && pageDataProperty)
  return work.setTargets(
    iri,
    'binding',
    isBound ? [bindingIri(type!, String(pageDataProperty))] : [],
  )
}

/** Puts a position into its group and stores its binding; returns true if it moved. */
const placePosition = async (
  types: TypeRegistry,
  work: UnitOfWork,
  { request, data, targets }: PreparedRequest,
) => {
  const { iri, parsed } = request
  const group =
    targets['componentGroup']?.[0] ??
    (await work.query((graph) => graph.outgoing(iri, 'componentGroup')[0]?.to))
  const isMoved = group ? await insertInGroup(work, iri, group, parsed.sortOrder) : false
  await persistBinding(types, work, iri, data)
  return isMoved
}

/** True for a property whose targets are sorted by their positions. */
const isSortedList = ({ properties }: TypeDefinition, name: string) =>
  Object.values(properties).some(
    (property) => property.type === 'sortOrder' && property.within === name,
  )

/** Persists the relations, those to media objects included; returns true if any changed. */
const persistRelations = async (
  work: UnitOfWork,
  { request: { iri, definition }, targets, mediaObjects }: PreparedRequest,
) => {
  let hasChanged = false
  for (const [name, iris] of Object.entries({ ...targets, ...mediaObjects })) {
    if (!isSortedList(definition, name) && (await work.setTargets(iri, name, iris)))
      hasChanged = true
  }
  return hasChanged
}

/** Returns when a resource is published, and until when. */
const datesOf = ({ publishedAt, parsed, row }: PersistRequest) => ({
  publishedAt,
  publishedUntil:
    parsed.publishedUntil === undefined ? (row?.publishedUntil ?? null) : parsed.publishedUntil,
})

/** Returns the violation of an end that is new, or of one that has passed before the publication. */
const newEndViolations = (request: PersistRequest, now: string) => {
  const { row, publishedAt } = request
  const dates = datesOf(request)
  const isSame = row?.publishedAt === publishedAt && row.publishedUntil === dates.publishedUntil
  return isSame ? [] : endViolations(dates, now)
}

/** Persists a valid resource and returns its row. */
const persistPrepared = async (
  types: TypeRegistry,
  work: UnitOfWork,
  prepared: PreparedRequest,
) => {
  const { request, data } = prepared
  const { definition, iri, row } = request
  const dates = datesOf(request)
  const changes = { data, ...publicationDates(dates, work.now) }
  const hasNewValues =
    !row ||
    row.publishedAt !== dates.publishedAt ||
    row.publishedUntil !== dates.publishedUntil ||
    JSON.stringify(mergeValues(row.data, {})) !== JSON.stringify(data)
  const replacedRow = row && row.iri !== iri ? await work.query((graph) => graph.row(iri)) : null
  const saved = await createOrMove(work, request, changes)
  updateUniqueValues(work, request, replacedRow, data)
  const hasNewRelations = await persistRelations(work, prepared)
  const isMoved =
    definition.type === 'ComponentPosition' && (await placePosition(types, work, prepared))
  return row && (hasNewValues || hasNewRelations || isMoved) ? work.update(saved, changes) : saved
}

/**
 * Returns a function that persists a resource and returns its row; nothing is written and no event sent when nothing
 * has changed. Throws a `ValidationError` with all violations.
 */
export const createPersist =
  (types: TypeRegistry) =>
  async (work: UnitOfWork, input: PersistRequest): Promise<Row> => {
    const prepared = await prepare(types, work, input)
    const violations = await work.query((graph) => [
      ...resourceViolations(graph, types, prepared),
      ...newEndViolations(input, work.now),
    ])
    if (violations.length && input.violations) input.violations.push(...violations)
    else if (violations.length) throw new ValidationError(violations)
    return persistPrepared(types, work, prepared)
  }

export type Persist = ReturnType<typeof createPersist>

/**
 * Records what a transaction has changed, and restores that: the same rows with the same IRIs, their relations and unique
 * values. Nothing is restored over what was changed since.
 */
import { type Iri, iriTypeOf, routePath } from '#content/model/iri.ts'
import { humanize } from '#content/model/humanize.ts'
import type { Violation } from '#content/model/resource.ts'
import { mediaObjectsEndpoint } from '#content/pictures/media-library.ts'
import { ValidationError } from '#server/domain-errors.ts'
import type { Database, HandleTable } from '../../db/schema.ts'
import { GraphLoader } from '../../graph/graph-loader.ts'
import { routesOf } from '../../graph/page-hierarchy.ts'
import type { Relation, ResourceGraph, Row } from '../../graph/resource-graph.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

interface RecordedRow {
  before: Row
  /** The version that the change has left; null where it has deleted the row. */
  version: number | null
}

/** The relations of one property of a resource, before the change and after it. */
interface RecordedRelations {
  from: Iri
  property: string
  before: readonly Relation[]
  after: readonly Relation[]
}

export interface RecordedChanges {
  /** The time of the change. */
  at: string
  rows: RecordedRow[]
  relations: RecordedRelations[]
  /** The resources that were made, in the version that the change has left; missing where none are taken back. */
  created?: { iri: Iri; version: number }[]
  /** The unique values of the rows that were deleted. */
  handles: HandleTable[]
  /** The resources and files that relations lead to or come from and that were not deleted. */
  others: Iri[]
}

const recordRelations = async (work: UnitOfWork): Promise<RecordedRelations[]> => {
  const keys = new Map(
    work
      .changedRelations()
      .map(({ from, property }) => [JSON.stringify([from, property]), { from, property }]),
  )
  const outgoing = (graph: ResourceGraph) =>
    [...keys.values()].map(({ from, property }) => graph.outgoing(from, property))
  // Nothing is flushed yet, so the database still has the relations from before.
  const before = await new GraphLoader(work.tx).query(outgoing)
  const after = await work.query(outgoing)
  return [...keys.values()].map((key, at) => ({ ...key, before: before[at]!, after: after[at]! }))
}

/** Returns the unique values of resources. */
const handlesOf = (tx: Database, iris: readonly Iri[]) =>
  iris.length
    ? tx.selectFrom('handle').selectAll().where('iri', 'in', iris).execute()
    : Promise.resolve([])

/** Returns the files of the media library among these IRIs. */
const findFiles = async (tx: Database, iris: readonly Iri[]) => {
  const files = iris.filter((iri) => iri.startsWith(`${mediaObjectsEndpoint}/`))
  if (!files.length) return []
  const found = await tx
    .selectFrom('media_object')
    .select('iri')
    .where('iri', 'in', files)
    .execute()
  return found.map(({ iri }) => iri)
}

/** Returns the IRIs that are resources, or files of the media library. */
const existing = async (work: UnitOfWork, iris: readonly Iri[]) => {
  const rows = await work.query((graph) => iris.filter((iri) => graph.row(iri)))
  return [...rows, ...(await findFiles(work.tx, iris))]
}

const createdBy = (work: UnitOfWork) =>
  [...work.rowChanges].flatMap(([iri, change]) =>
    change === 'created' ? [{ iri, version: work.row(iri)!.version }] : [],
  )

/** Records the changes of a unit of work. Call it before that is flushed. With `withCreated`, undoing deletes what was made. */
export const recordChanges = async (
  work: UnitOfWork,
  { withCreated = false } = {},
): Promise<RecordedChanges> => {
  const rows = [...work.previousRows].map(([iri, before]) => ({
    before,
    version: work.row(iri)?.version ?? null,
  }))
  const deleted = rows.flatMap(({ before, version }) => (version === null ? [before.iri] : []))
  const relations = await recordRelations(work)
  const ends = relations.flatMap(({ from, before }) => [from, ...before.map(({ to }) => to)])
  return {
    at: work.now,
    rows,
    relations,
    ...(withCreated && { created: createdBy(work) }),
    handles: await handlesOf(work.tx, deleted),
    others: await existing(work, [...new Set(ends)]),
  }
}

/** Returns the words by which people know a resource. */
const labelOf = ({ iri, type, data }: Pick<Row, 'iri' | 'type' | 'data'>) => {
  if (iriTypeOf(iri) === 'ROUTE') return routePath(iri)
  const name = data['reference'] ?? data['title']
  return typeof name === 'string' && name !== ''
    ? `“${name}”`
    : `A resource of the type ${humanize(type)}`
}

const violationOf = (row: Pick<Row, 'iri' | 'type' | 'data'>, problem: string): Violation => ({
  iri: row.iri,
  propertyPath: '',
  message: `${labelOf(row)} ${problem}`,
})

/** Returns a violation for each row that is no longer as the change has left it. */
const changedRows = (work: UnitOfWork, { rows }: RecordedChanges) =>
  work.query((graph) =>
    rows.flatMap(({ before, version }) => {
      const current = graph.row(before.iri)
      if ((current?.version ?? null) === version) return []
      const problem =
        version === null ? 'is there again.' : `was ${current ? 'changed' : 'deleted'} since then.`
      return [violationOf(before, problem)]
    }),
  )

const isSame = (some: readonly Relation[], others: readonly Relation[]) =>
  some.length === others.length &&
  some.every(({ to, position }, at) => to === others[at]!.to && position === others[at]!.position)

/** Returns a violation for each other resource whose relations the change has left otherwise. */
const changedRelations = (work: UnitOfWork, { relations }: RecordedChanges) =>
  work.query((graph) =>
    relations.flatMap(({ from, property, after }) => {
      const row = graph.row(from)
      return row && !isSame(graph.outgoing(from, property), after)
        ? [violationOf(row, 'was changed since then.')]
        : []
    }),
  )

const goneMessage = 'Something that this belongs to, or a file of it, was deleted since then.'

const goneOthers = async (work: UnitOfWork, { others }: RecordedChanges): Promise<Violation[]> => {
  const found = new Set(await existing(work, others))
  const gone = others.find((iri) => !found.has(iri))
  return gone === undefined ? [] : [{ iri: gone, propertyPath: '', message: goneMessage }]
}

/** Returns a violation for each unique value that another resource has by now. */
const takenValues = (work: UnitOfWork, { handles, rows }: RecordedChanges) =>
  work.query((graph) =>
    handles.flatMap(({ type, property, value, iri }) => {
      const row = rows.find(({ before }) => before.iri === iri)!.before
      const isTaken = ![null, iri].includes(graph.findByUnique(type, property, value))
      return isTaken
        ? [
            violationOf(
              row,
              `has the same ${humanize(property).toLowerCase()} as another one by now.`,
            ),
          ]
        : []
    }),
  )

const readdressed = 'leads to what has another address by now.'

/** Returns a violation for each deleted route to a page or page data that was given another one since. */
const takenTargets = (work: UnitOfWork, { at, rows, relations }: RecordedChanges) =>
  work.query((graph) => {
    const isSince = (iri: Iri) => (graph.row(iri)?.modifiedAt ?? '') >= at
    return relations.flatMap(({ from, before }) => {
      const row = rows.find((other) => other.before.iri === from)
      if (row?.version !== null || iriTypeOf(from) !== 'ROUTE') return []
      const isTaken = before.some(({ to }) => routesOf(graph, to).some(isSince))
      return isTaken ? [violationOf(row.before, readdressed)] : []
    })
  })

/** Returns a violation for each resource made that is no longer as the change has left it, or that something new belongs to. */
const changedCreations = (work: UnitOfWork, { created = [], relations }: RecordedChanges) =>
  work.query((graph) => {
    const own = new Set(
      [...created, ...relations.map(({ from: iri }) => ({ iri }))].map(({ iri }) => iri),
    )
    return created.flatMap(({ iri, version }) => {
      const row = graph.row(iri)
      if (row?.version !== version)
        return [
          row
            ? violationOf(row, 'was changed since then.')
            : { iri, propertyPath: '', message: 'A copy was deleted since then.' },
        ]
      const isUsed = graph.incoming(iri).some(({ from }) => !own.has(from))
      return isUsed ? [violationOf(row, 'is used since then.')] : []
    })
  })

const restoreRows = async (work: UnitOfWork, { rows }: RecordedChanges) => {
  for (const { before, version } of rows) {
    const { data, publishedAt, publishedUntil, dueAt } = before
    const current = await work.query((graph) => graph.row(before.iri))
    if (version === null) work.restore(before)
    else if (current) work.update(current, { data, publishedAt, publishedUntil, dueAt })
  }
  const restored = rows.map(({ before: { iri } }) => iri)
  if (!restored.length) return
  // A draft that was merged into its live row is itself again.
  await work.tx.deleteFrom('alias').where('iri', 'in', restored).execute()
}

/** Restores what a change has changed. Throws a `ValidationError` that names what was changed otherwise since. */
export const restoreChanges = async (work: UnitOfWork, changes: RecordedChanges) => {
  const violations = [
    ...(await changedRows(work, changes)),
    ...(await changedCreations(work, changes)),
    ...(await changedRelations(work, changes)),
    ...(await goneOthers(work, changes)),
    ...(await takenValues(work, changes)),
    ...(await takenTargets(work, changes)),
  ]
  if (violations.length) throw new ValidationError(violations)
  await restoreRows(work, changes)
  for (const { before, after } of changes.relations) {
    for (const relation of after) work.removeRelation(relation)
    for (const { from, property, to, position } of before)
      work.addRelation(from, property, to, position)
  }
  for (const { type, property, value, iri } of changes.handles)
    work.setUniqueValue(type, property, value, iri)
  for (const { iri } of changes.created ?? []) await work.delete(iri)
}

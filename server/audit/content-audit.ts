/** Logs what a mutation has done to the content, in its transaction. */
import type { AuditAction } from '#content/admin/audit-entry.ts'
import type { Iri } from '#content/model/iri.ts'
import { GraphLoader } from '../store/graph/graph-loader.ts'
import type { Relation, ResourceGraph, Row } from '../store/graph/resource-graph.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import type { TypeRegistry } from '../store/types/type-registry.ts'
import type { UnitOfWork } from '../store/write/unit-of-work.ts'
import type { Actor } from './actor.ts'
import { type Values, auditedChanges, isSecretName } from './audited-changes.ts'
import { type NewAuditEntry, insertAuditEntries } from './insert-audit-entries.ts'
import { mediaObjectEntry } from './media-object-entry.ts'

/** The rows that had changed before the mutation began, by publications that were due. */
export type EarlierRows = ReadonlyMap<Iri, Row | null>

/** A row of a unit of work with its relations, before and after. */
interface ChangedRow {
  iri: Iri
  before: Row | null
  after: Row | null
}

/** Returns the rows that a unit of work has changed since others had. */
const changedRows = (work: UnitOfWork, earlier: EarlierRows): ChangedRow[] =>
  [...work.rowChanges.keys()].flatMap((iri) => {
    const before = (earlier.has(iri) ? earlier.get(iri) : work.previousRows.get(iri)) ?? null
    const after = work.row(iri)
    return before === after || (after === null && work.isMerged(iri))
      ? []
      : [{ iri, before, after }]
  })

/** Returns the names of properties that sort within a group, by the relation to the group. */
const sortedWithin = ({ properties }: TypeDefinition) =>
  new Map(
    Object.entries(properties).flatMap(([name, property]) =>
      property.type === 'sortOrder' ? [[property.within, name] as const] : [],
    ),
  )

const relationValues = (definition: TypeDefinition | undefined, relations: readonly Relation[]) => {
  const sorted = definition ? sortedWithin(definition) : new Map<string, string>()
  const targets = new Map<string, Iri[]>()
  const positions = new Map<string, number>()
  for (const { property, to, position } of relations) {
    targets.set(property, [...(targets.get(property) ?? []), to])
    const sortProperty = sorted.get(property)
    if (sortProperty !== undefined) positions.set(sortProperty, position)
  }
  return Object.fromEntries<unknown>([...targets, ...positions])
}

const valuesOf = (
  definition: TypeDefinition | undefined,
  row: Row | null,
  relations: readonly Relation[],
): Values | null =>
  row && {
    ...row.data,
    publishedAt: row.publishedAt,
    publishedUntil: row.publishedUntil,
    ...relationValues(definition, relations),
  }

const actionOf = ({ before, after }: ChangedRow, now: string): AuditAction => {
  if (!after) return 'deleted'
  const isPublished = after.publishedAt !== null && after.publishedAt <= now
  if (isPublished && before?.publishedAt !== after.publishedAt) return 'published'
  return before ? 'updated' : 'created'
}

/** Returns a function that returns true for the private properties of a row: those of its type, and secret settings. */
const privateIn = (definition: TypeDefinition | undefined, { before, after }: ChangedRow) => {
  const isSecretSetting = isSecretName(String((after ?? before)?.data['key'] ?? ''))
  return (name: string) => {
    const property = definition?.properties[name]
    if (property?.type !== 'value') return false
    return property.isPersonal === true || (isSecretSetting && name === 'value')
  }
}

/** Returns the relations of rows: before the unit of work, as the database has them, and now. */
const loadRelations = async (work: UnitOfWork, rows: readonly ChangedRow[]) => {
  const related = rows.filter(({ iri, before }) => before && work.affected.has(iri))
  const created = rows.filter(({ before }) => !before)
  const outgoing = (graph: ResourceGraph, of: readonly ChangedRow[]) =>
    new Map(of.map(({ iri }) => [iri, graph.outgoing(iri)]))
  return {
    before: related.length
      ? await new GraphLoader(work.tx).query((graph) => outgoing(graph, related))
      : new Map<Iri, readonly Relation[]>(),
    after: await work.query((graph) => outgoing(graph, [...related, ...created])),
  }
}

/** Creates the functions that log the changes of a unit of work. */
export const createContentAudit = (types: TypeRegistry) => {
  const entriesOf = async (work: UnitOfWork, earlier: EarlierRows): Promise<NewAuditEntry[]> => {
    const rows = changedRows(work, earlier)
    if (!rows.length) return []
    const relations = await loadRelations(work, rows)
    return rows.flatMap((changed) => {
      const { iri, before, after } = changed
      const resourceType = (after ?? before!).type
      const definition = types.byName(resourceType)
      const changes = auditedChanges(
        valuesOf(definition, before, relations.before.get(iri) ?? []),
        valuesOf(definition, after, relations.after.get(iri) ?? []),
        privateIn(definition, changed),
      )
      if (before && after && !changes.length) return []
      return [{ action: actionOf(changed, work.now), resource: iri, resourceType, changes }]
    })
  }

  return {
    /** Logs what has changed since `earlier`. Call it before the unit of work is flushed. */
    append: async (work: UnitOfWork, actor: Actor, earlier: EarlierRows = new Map()) => {
      const files = work.mediaObjects.rows().map((row) => mediaObjectEntry(null, row))
      const entries = [...(await entriesOf(work, earlier)), ...files]
      await insertAuditEntries(work.tx, actor, entries, Date.parse(work.now))
    },
    /** Returns the rows that have changed so far. */
    rowsIn: (work: UnitOfWork): EarlierRows =>
      new Map([...work.rowChanges.keys()].map((iri) => [iri, work.row(iri)])),
  }
}

export type ContentAudit = ReturnType<typeof createContentAudit>

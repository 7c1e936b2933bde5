/** Creates drafts, merges them into their live rows, publishes those that are due, and ends publications. */
import type { Iri } from '#content/model/iri.ts'
import { statement } from '../db/sql-dialect.ts'
import { aliasExpiry } from '../graph/merged-draft-aliases.ts'
import type { Row } from '../graph/resource-graph.ts'
import { newIri } from './new-iri.ts'
import { isText } from './persist/text-pictures.ts'
import { draftOf, liveOf } from '../graph/row-versions.ts'
import { ended, isEnding, publicationDates } from './publication-dates.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Selects the scheduled drafts that are due at a time. It runs before every mutation, so it is built once. */
const dueDrafts = statement(
  ({ value }) => `select iri from resource where due_at <= ${value} order by due_at`,
)

/** Gives one resource the relations of another, those to the media objects of its files and texts included. */
const copyRelations = async (work: UnitOfWork, definition: TypeDefinition, from: Iri, to: Iri) => {
  for (const [name, property] of Object.entries(definition.properties)) {
    if (property.type !== 'relation' && property.type !== 'file' && !isText(property)) continue
    const targets = await work.query((graph) =>
      graph.outgoing(from, name).map((relation) => relation.to),
    )
    await work.setTargets(to, name, targets)
  }
}

type Merge = (work: UnitOfWork, draft: Row, live: Row) => Promise<Row>

/**
 * Ends the publication of a row. What was public stays, and so does a draft of it: editors discard that to have back what
 * was public, or publish it. An end that both had in common is over for the draft, too.
 */
const end = async (work: UnitOfWork, live: Row) => {
  work.update(live, ended)
  const draft = await work.query((graph) => {
    const iri = draftOf(graph, live.iri)
    return iri ? graph.row(iri) : null
  })
  if (!draft || draft.publishedUntil === null || draft.publishedUntil > work.now) return
  work.update(draft, publicationDates({ ...draft, publishedUntil: null }, work.now))
}

/** Returns a function that publishes a draft whose date has come, and ends that if its end has come, too. */
const createBegin = (merge: Merge) => async (work: UnitOfWork, draft: Row, live: Row | null) => {
  const published = live
    ? await merge(work, draft, live)
    : work.update(draft, publicationDates(draft, work.now))
  if (published.dueAt !== null && published.dueAt <= work.now) await end(work, published)
}

/**
 * Returns a function that publishes the scheduled drafts that are due, and ends the publications that are over. Every
 * mutation runs it first.
 */
const createPublishDue = (begin: ReturnType<typeof createBegin>) => async (work: UnitOfWork) => {
  const { rows: due } = await work.tx.executeQuery<{ iri: Iri }>(dueDrafts(work.tx, work.now))
  for (const { iri } of due) {
    const { row, live } = await work.query((graph) => {
      const liveIri = liveOf(graph, iri)
      return { row: graph.row(iri), live: liveIri ? graph.row(liveIri) : null }
    })
    if (!row) continue
    if (isEnding(row)) await end(work, row)
    else await begin(work, row, live)
  }
}

/** Creates the functions that create drafts of live rows and publish them. */
export const createDrafts = (types: TypeRegistry) => {
  const definitionOf = (row: Row): TypeDefinition => {
    const definition = types.byName(row.type)
    if (!definition) throw new Error(`${row.iri} is of a type that no kind declares: ${row.type}`)
    return definition
  }

  /** Creates a draft of a live row: a copy of everything but its date and its positions. */
  const createDraft = async (work: UnitOfWork, live: Row): Promise<Row> => {
    const definition = definitionOf(live)
    const iri = newIri(definition, work.now)
    const draft = work.create({
      iri,
      type: live.type,
      data: live.data,
      ...ended,
      publishedUntil: live.publishedUntil,
    })
    await copyRelations(work, definition, live.iri, iri)
    work.addRelation(iri, 'publishedResource', live.iri)
    return draft
  }

  /**
   * Merges a draft into its live row: the content is replaced, while identity, positions and nested groups
   * stay.
   */
  const merge: Merge = async (work, draft, live) => {
    await copyRelations(work, definitionOf(live), draft.iri, live.iri)
    await work.delete(draft.iri)
    work.addAlias(draft.iri, live.iri, aliasExpiry(work.now))
    return work.update(live, { data: draft.data, ...publicationDates(draft, work.now) })
  }

  const publishDue = createPublishDue(createBegin(merge))
  return { definitionOf, createDraft, merge, publishDue, end }
}

export type Drafts = ReturnType<typeof createDrafts>

/** A draft beside its live row, and what becomes of it when it is published (api, section 6). */
import type { Iri } from '#content/model/iri.ts'
import { aliasExpiry } from '../graph/draft-aliases.ts'
import type { Row } from '../graph/resource-graph.ts'
import { newId } from '../db/new-id.ts'
import { liveOf } from '../graph/find-row.ts'
import type { TypeDefinition, TypeRegistry } from '../types/type-registry.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export const createDrafts = (types: TypeRegistry) => {
  const shapeOf = (row: Row): TypeDefinition => {
    const definition = types.byName(row.type)
    if (!definition) throw new Error(`${row.iri} is of a type that no kind declares: ${row.type}`)
    return definition
  }

  /** A draft beside a live row, the same in everything but its date and its places. */
  const fork = async (work: UnitOfWork, live: Row): Promise<Row> => {
    const definition = shapeOf(live)
    const iri = `${definition.endpoint}/${newId(Date.parse(work.now))}`
    const draft = work.create({
      iri,
      type: live.type,
      data: live.data,
      publishedAt: null,
      dueAt: null,
    })
    await copyRelations(work, definition, live.iri, iri)
    work.link(iri, 'publishedResource', live.iri)
    return draft
  }

  const copyRelations = async (
    work: UnitOfWork,
    definition: TypeDefinition,
    from: Iri,
    to: Iri,
  ) => {
    for (const [name, property] of Object.entries(definition.properties)) {
      if (property.type !== 'reference') continue
      const targets = await work.query((graph) => graph.outgoing(from, name).map((link) => link.to))
      await work.setLinks(to, name, targets)
    }
  }

  /** The draft's content becomes the live row's; identity, places and nested groups stay the live row's. */
  const merge = async (work: UnitOfWork, draft: Row, live: Row): Promise<Row> => {
    await copyRelations(work, shapeOf(live), draft.iri, live.iri)
    const { data, publishedAt } = draft
    await work.delete(draft.iri)
    work.addAlias(draft.iri, live.iri, aliasExpiry(work.now))
    return work.update(live, { data, publishedAt, dueAt: null })
  }

  /** Scheduled drafts whose date has come. Whoever looks first finds them published. */
  const publishDue = async (work: UnitOfWork) => {
    const due = await work.tx
      .selectFrom('resource')
      .select('iri')
      .where('due_at', '<=', work.now)
      .orderBy('due_at')
      .execute()
    for (const { iri } of due) {
      const { row, live } = await work.query((graph) => {
        const twin = liveOf(graph, iri)
        return { row: graph.row(iri), live: twin ? graph.row(twin) : null }
      })
      if (!row) continue
      if (live) await merge(work, row, live)
      else work.update(row, { dueAt: null })
    }
  }

  return { shapeOf, fork, merge, publishDue }
}

export type Drafts = ReturnType<typeof createDrafts>

/** A draft beside its live row, and what becomes of it when it is published (api, section 6). */
import type { Iri } from '#content/iri.ts'
import { aliasedUntil } from './aliases.ts'
import type { Row } from './facts.ts'
import { newId } from './id.ts'
import { liveOf } from './lookup.ts'
import type { Shape, Shapes } from './shapes.ts'
import type { Work } from './work.ts'

export const createDrafts = (shapes: Shapes) => {
  const shapeOf = (row: Row): Shape => {
    const shape = shapes.ofType(row.type)
    if (!shape) throw new Error(`${row.iri} is of a type that no kind declares: ${row.type}`)
    return shape
  }

  /** A draft beside a live row, the same in everything but its date and its places. */
  const fork = async (work: Work, live: Row): Promise<Row> => {
    const shape = shapeOf(live)
    const iri = `${shape.endpoint}/${newId(Date.parse(work.now))}`
    const draft = work.create({
      iri,
      type: live.type,
      data: live.data,
      publishedAt: null,
      dueAt: null,
    })
    await copyRelations(work, shape, live.iri, iri)
    work.link(iri, 'publishedResource', live.iri)
    return draft
  }

  const copyRelations = async (work: Work, shape: Shape, from: Iri, to: Iri) => {
    for (const [name, property] of Object.entries(shape.properties)) {
      if (property.is !== 'one') continue
      const targets = await work.ask((facts) => facts.out(from, name).map((link) => link.to))
      await work.relink(to, name, targets)
    }
  }

  /** The draft's content becomes the live row's; identity, places and nested groups stay the live row's. */
  const merge = async (work: Work, draft: Row, live: Row): Promise<Row> => {
    await copyRelations(work, shapeOf(live), draft.iri, live.iri)
    const { data, publishedAt } = draft
    await work.drop(draft.iri)
    work.alias(draft.iri, live.iri, aliasedUntil(work.now))
    return work.update(live, { data, publishedAt, dueAt: null })
  }

  /** Scheduled drafts whose date has come. Whoever looks first finds them published. */
  const publishDue = async (work: Work) => {
    const due = await work.tx
      .selectFrom('resource')
      .select('iri')
      .where('due_at', '<=', work.now)
      .orderBy('due_at')
      .execute()
    for (const { iri } of due) {
      const { row, live } = await work.ask((facts) => {
        const twin = liveOf(facts, iri)
        return { row: facts.row(iri), live: twin ? facts.row(twin) : null }
      })
      if (!row) continue
      if (live) await merge(work, row, live)
      else work.update(row, { dueAt: null })
    }
  }

  return { shapeOf, fork, merge, publishDue }
}

export type Drafts = ReturnType<typeof createDrafts>

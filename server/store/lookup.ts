/** Which row an IRI stands for, by drafts and dates (api, section 6.1). */
import { type Iri, prefixes, routeIri, typeOf } from '#content/iri.ts'
import { problem } from '../problem.ts'
import type { Facts, Row } from './facts.ts'
import type { Shapes } from './shapes.ts'
import { type View, mayMatter, seesDrafts } from './view.ts'

/** Stored dates sort as they read. */
export const isLive = ({ publishedAt }: Row, now: string) =>
  publishedAt !== null && publishedAt <= now

export const draftOf = (facts: Facts, iri: Iri): Iri | null =>
  facts.in(iri, 'publishedResource')[0]?.from ?? null

export const liveOf = (facts: Facts, iri: Iri): Iri | null =>
  facts.out(iri, 'publishedResource')[0]?.to ?? null

/** What stands in for a component wherever it is shown: for those who may see drafts, its draft. */
export const shown = (facts: Facts, iri: Iri, view: View) => {
  const draft = mayMatter(view) ? draftOf(facts, iri) : null
  return draft && seesDrafts(view) ? draft : iri
}

/** Routes are found without an extension too, groups by their reference. */
const rowAt = (facts: Facts, iri: Iri): Row | null => {
  const exact = facts.row(iri)
  if (exact) return exact
  const type = typeOf(iri)
  if (type === 'ROUTE') {
    const plain = iri.replace(/\.[^./]+$/, '')
    return plain === iri ? null : facts.row(plain)
  }
  if (type !== 'COMPONENT_GROUP') return null
  const reference = iri.slice(prefixes.COMPONENT_GROUP.length)
  const group = facts.holder('ComponentGroup', 'reference', reference)
  return group ? facts.row(group) : null
}

export const routeAt = (facts: Facts, path: string) => rowAt(facts, routeIri(path))

/** The row a request for an IRI is about; 404 where there is none for this caller. */
export const lookUp = (facts: Facts, shapes: Shapes, iri: Iri, view: View): Row => {
  const row = rowAt(facts, iri)
  if (!row) throw problem(404)
  if (!shapes.ofType(row.type)?.isPublishable) return row
  const draft = draftOf(facts, row.iri)
  // The date of a draft decides when the live row changes, whoever asks.
  const draftRow = draft ? facts.row(draft) : null
  const isPublic = isLive(row, view.now)
  // What is live and has no draft is the same for everybody.
  const isSame = view.published === true || (isPublic && !draftRow)
  if (!isSame && seesDrafts(view)) return draftRow ?? row
  if (!isPublic) throw problem(404)
  return row
}

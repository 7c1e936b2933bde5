/** Finds the row for an IRI, depending on drafts and dates. */
import { type Iri, iriPrefixes, routeIri, iriTypeOf } from '#content/model/iri.ts'
import { NotFoundError } from '#server/domain-errors.ts'
import type { ResourceGraph, Row } from './resource-graph.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { type ReadContext, canDependOnDrafts, seesDrafts } from '../access/read-context.ts'

/** True when a row is published. Stored dates compare as text. */
export const isLive = ({ publishedAt }: Row, now: string) =>
  publishedAt !== null && publishedAt <= now

/** Returns the draft of a live resource, or null. */
export const draftOf = (graph: ResourceGraph, iri: Iri): Iri | null =>
  graph.incoming(iri, 'publishedResource')[0]?.from ?? null

/** Returns the live resource that a draft belongs to, or null. */
export const liveOf = (graph: ResourceGraph, iri: Iri): Iri | null =>
  graph.outgoing(iri, 'publishedResource')[0]?.to ?? null

/** Returns the IRI shown in place of a component: its draft for those who may see drafts, else itself. */
export const draftOrLive = (graph: ResourceGraph, iri: Iri, readContext: ReadContext) => {
  const draft = canDependOnDrafts(readContext) ? draftOf(graph, iri) : null
  return draft && seesDrafts(readContext) ? draft : iri
}

/**
 * Returns the row of an IRI; also that of a route without the extension of its path, and of a group by its reference.
 */
const rowAt = (graph: ResourceGraph, iri: Iri): Row | null => {
  const exact = graph.row(iri)
  if (exact) return exact
  const type = iriTypeOf(iri)
  if (type === 'ROUTE') {
    const plain = iri.replace(/\.[^./]+$/, '')
    return plain === iri ? null : graph.row(plain)
  }
  if (type !== 'COMPONENT_GROUP') return null
  const reference = iri.slice(iriPrefixes.COMPONENT_GROUP.length)
  const group = graph.findByUnique('ComponentGroup', 'reference', reference)
  return group ? graph.row(group) : null
}

/** Returns the route at a path, or null. */
export const routeAt = (graph: ResourceGraph, path: string) => rowAt(graph, routeIri(path))

/** Returns the row that a request for an IRI refers to; throws a `NotFoundError` when there is none for this viewer. */
export const findRow = (
  graph: ResourceGraph,
  types: TypeRegistry,
  iri: Iri,
  readContext: ReadContext,
): Row => {
  const row = rowAt(graph, iri)
  if (!row) throw new NotFoundError()
  if (!types.byName(row.type)?.isPublishable) return row
  const draft = draftOf(graph, row.iri)
  // Loaded for every viewer, because the draft's date decides when the live row changes.
  const draftRow = draft ? graph.row(draft) : null
  const isPublic = isLive(row, readContext.now)
  // A live row without a draft is the same for every viewer.
  const isSame = readContext.published === true || (isPublic && !draftRow)
  if (!isSame && seesDrafts(readContext)) return draftRow ?? row
  // Its publication has ended, and its draft still replaces it.
  if (!isPublic && !(draftRow && seesDrafts(readContext))) throw new NotFoundError()
  return row
}

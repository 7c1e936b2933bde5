/** Which version of which row was sent: strong, so that it can be asked for again with `If-Match`. */
import type { Row } from '../graph/resource-graph.ts'

/** What goes by its path or key may be another one at the same address: the time it was made tells them apart. */
export const etagOf = ({ iri, version, createdAt }: Row) =>
  `"${encodeURIComponent(iri.slice(iri.lastIndexOf('/') + 1))}.${Date.parse(createdAt).toString(36)}.${version}"`

/** Several tags may be sent; any of them will do. */
export const matchesEtag = (ifMatch: string, etag: string) =>
  ifMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim() === etag)

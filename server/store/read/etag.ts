/** Makes the strong ETags of rows, by which requests name the version that they expect. */
import type { Row } from '../graph/resource-graph.ts'

/**
 * Returns the ETag of a row. It includes the creation time, as another row may later have the same path or
 * key.
 */
export const etagOf = ({ iri, version, createdAt }: Pick<Row, 'iri' | 'version' | 'createdAt'>) =>
  `"${encodeURIComponent(iri.slice(iri.lastIndexOf('/') + 1))}.${Date.parse(createdAt).toString(36)}.${version}"`

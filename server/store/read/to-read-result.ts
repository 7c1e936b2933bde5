/** Turns a row into a read result: the serialized resource, its version and its dates. */
import { publishViolations } from '../types/validate.ts'
import { storedData } from './serialize-context.ts'
import { etagOf } from './etag.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { ReadResult } from './read-result.ts'
import { draftOf } from '../graph/row-versions.ts'
import { beginningOf } from '../write/publication-dates.ts'
import type { Serialize } from './serialize.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { type ReadContext, seesValidity } from '../access/read-context.ts'

/** Returns a function that turns a row into a read result. */
export const createToReadResult =
  (types: TypeRegistry, serialize: Serialize) =>
  (graph: ResourceGraph, row: Row, readContext: ReadContext): ReadResult => {
    const definition = types.byName(row.type)
    const draft = definition?.isPublishable ? draftOf(graph, row.iri) : null
    // The end of a publication is told to editors only.
    const due = beginningOf(row) ?? (draft ? graph.row(draft)?.dueAt : null)
    return {
      resource: serialize(graph, row, readContext),
      etag: etagOf(row),
      ...(due && { expires: due }),
      ...(definition?.isPublishable &&
        seesValidity(readContext) && {
          validToPublish: !publishViolations(definition, storedData(graph, definition, row)).length,
        }),
    }
  }

export type ToReadResult = ReturnType<typeof createToReadResult>

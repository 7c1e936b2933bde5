/** Reads single resources as one viewer sees them. */
import type { Iri } from '#content/model/iri.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { DomainError } from '#server/domain-errors.ts'
import { type AccessRules, accessError } from '../access/read-access.ts'
import type { ReadContext } from '../access/read-context.ts'
import type { Database } from '../db/schema.ts'
import { type Audience, audienceReadContext } from '../events/audience.ts'
import { eventData } from '../events/new-hub-events.ts'
import { findRow, liveOf } from '../graph/row-versions.ts'
import { findAlias, withAliasFallback } from '../graph/merged-draft-aliases.ts'
import { createTraversals } from '../graph/preload-queries.ts'
import { redirectsOf } from '../graph/redirects.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { GraphReader } from './graph-reader.ts'
import { usagesOf } from './metadata.ts'
import type { ReadOptions, ReadResult } from './read-result.ts'
import { isVisibleIn } from './serialize-context.ts'
import type { Serialize } from './serialize.ts'
import type { ToReadResult } from './to-read-result.ts'

interface ResourceReaderOptions {
  db: Database
  types: TypeRegistry
  access: AccessRules
  serialize: Serialize
  toReadResult: ToReadResult
  graphReader: GraphReader
}

/** Runs a function over one resource; throws if this viewer may not read it. */
type ReadOne = <Result>(
  requestedIri: Iri,
  viewer: Viewer,
  options: ReadOptions,
  compute: (graph: ResourceGraph, row: Row, readContext: ReadContext) => Result,
) => Promise<Result>

const createReadOne = ({ db, types, access, graphReader }: ResourceReaderOptions): ReadOne => {
  const { toRoutes } = createTraversals(types)
  return (requestedIri, viewer, options, compute) =>
    withAliasFallback(
      requestedIri,
      (iri) =>
        graphReader.readAs(
          viewer,
          options,
          (graph, readContext) => {
            const row = findRow(graph, types, iri, readContext)
            if (!access.canRead(graph, row, readContext)) throw accessError(viewer)
            return compute(graph, row, readContext)
          },
          { root: iri, traversal: toRoutes },
        ),
      (iri) => findAlias(db, iri, graphReader.now()),
    )
}

type ReadWith = Pick<ResourceReaderOptions, 'access' | 'serialize' | 'toReadResult'>

/** Returns the data of events about the resources that a viewer may see, by IRI. */
const eventDataFor = (
  { access, serialize }: ReadWith,
  graph: ResourceGraph,
  iris: readonly Iri[],
  readContext: ReadContext,
): ReadonlyMap<Iri, string> => {
  const rows = iris.flatMap((iri) => graph.row(iri) ?? [])
  const visible = rows.filter(({ iri }) => access.isVisible(graph, iri, readContext))
  return new Map(visible.map((row) => [row.iri, eventData(serialize, graph, row, readContext)]))
}

/** Counts where a component is shown, as far as the viewer may see; a draft counts as its live row. */
const countUsages = (
  access: AccessRules,
  graph: ResourceGraph,
  { iri }: Row,
  readContext: ReadContext,
) => {
  const context = { access, graph, readContext }
  const { positions, pageData } = usagesOf(context, liveOf(graph, iri) ?? iri)
  return {
    positionCount: positions.length,
    pageDataCount: pageData.length,
    total: positions.length + pageData.length,
  }
}

/** Returns a route with the routes that redirect to it, nested. */
const withRedirects = (
  { access, toReadResult }: ReadWith,
  graph: ResourceGraph,
  row: Row,
  readContext: ReadContext,
): ReadResult => {
  const result = toReadResult(graph, row, readContext)
  const isVisible = isVisibleIn({ access, graph, readContext })
  const redirectedFrom = redirectsOf(graph, row.iri, isVisible)
  return { ...result, resource: { ...result.resource, redirectedFrom } }
}

const falseIfRefused = (error: unknown) => {
  if (error instanceof DomainError) return false
  throw error
}

/** Creates the reads of single resources. */
export const createResourceReader = (options: ResourceReaderOptions) => {
  const { access, toReadResult, graphReader } = options
  const readOne = createReadOne(options)

  return {
    get: (iri: Iri, viewer: Viewer, readOptions: ReadOptions = {}): Promise<ReadResult> =>
      readOne(iri, viewer, readOptions, toReadResult),

    /** Resolves to true if a resource exists and this viewer may read it. */
    canRead: (iri: Iri, viewer: Viewer): Promise<boolean> =>
      readOne(iri, viewer, {}, () => true).catch(falseIfRefused),

    /**
     * Returns the data of events about several resources with their current content, by IRI. Those that the audience
     * may not see are left out.
     */
    currentEventData: (
      iris: readonly Iri[],
      audience: Audience,
    ): Promise<ReadonlyMap<Iri, string>> =>
      graphReader.read((graph, asOf) =>
        eventDataFor(options, graph, iris, audienceReadContext(audience, asOf)),
      ),

    /** Counts where a component is shown. */
    usage: (iri: Iri, viewer: Viewer, readOptions: ReadOptions = {}) =>
      readOne(iri, viewer, readOptions, (graph, row, readContext) =>
        countUsages(access, graph, row, readContext),
      ),

    /** Returns a route with the routes that redirect to it, nested. */
    redirects: (iri: Iri, viewer: Viewer, readOptions: Pick<ReadOptions, 'variance'> = {}) =>
      readOne(iri, viewer, readOptions, (graph, row, readContext) =>
        withRedirects(options, graph, row, readContext),
      ),
  }
}

/** Reads lists as one viewer sees them: each member is serialized as it would be by itself. */
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { NotFoundError } from '#server/domain-errors.ts'
import type { AccessRules } from '../../access/read-access.ts'
import { createRestrictedResources } from '../../access/restricted-resources.ts'
import { etagOf } from '../etag.ts'
import { type ListResult, filtersOf, withEtag } from './list-envelope.ts'
import type { ReadOptions } from '../read-result.ts'
import { pagingOf } from './list-paging.ts'
import { createListQuery } from './list-query.ts'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import { ANY_RESOURCE } from '../../graph/track-reads.ts'
import type { Serialize } from '../serialize.ts'
import type { GraphReader } from '../graph-reader.ts'
import type { Database } from '../../db/schema.ts'
import type { TypeRegistry } from '../../types/type-registry.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'
import { type ReadContext, readsAll, createReadContext } from '../../access/read-context.ts'

interface ListReaderOptions {
  db: Database
  types: TypeRegistry
  access: AccessRules
  serialize: Serialize
  graphReader: GraphReader
}

/**
 * Returns the read context for SQL, without variance: that is recorded for the drafts of a list, and by each
 * member.
 */
const contextWithoutVariance = (
  reader: GraphReader,
  viewer: Viewer,
  { variance: _, ...options }: ReadOptions,
) => createReadContext(viewer, reader.now(), options)

/**
 * Returns a function that finds the matches hidden from a viewer. The rule is too complex for SQL, so SQL
 * preselects the resources it may apply to.
 */
const createHiddenMatches = (
  { types, access, graphReader }: ListReaderOptions,
  listQuery: ReturnType<typeof createListQuery>,
) => {
  const restrictedFor = createRestrictedResources(types, access)
  return async (
    definition: TypeDefinition,
    viewer: Viewer,
    query: URLSearchParams,
    options: ReadOptions,
  ) => {
    const readContext = contextWithoutVariance(graphReader, viewer, options)
    const candidates = readsAll(readContext) ? null : restrictedFor(definition, readContext)
    if (!candidates) return []
    // Access to these depends on pages and routes that are not among the members.
    if (definition.category === 'PAGE' || definition.category === 'COMPONENT')
      options.dependencies?.add(ANY_RESOURCE)
    const iris = await listQuery.among(candidates, definition, query, readContext)
    if (!iris.length) return []
    return graphReader.readAs(viewer, options, (graph, ownContext) =>
      iris.filter((iri) => !access.isVisible(graph, iri, ownContext)),
    )
  }
}

/** Records the dependencies of a list beyond its members. */
const recordDependencies = (
  { dependencies }: ReadOptions,
  { searchableBy }: TypeDefinition,
  endpoint: Iri,
  query: URLSearchParams,
) => {
  // A match in another resource does not add that to the dependencies.
  const searchesOtherResources = searchableBy.some(
    (property) => property.includes('.') && query.get(property),
  )
  dependencies?.add(searchesOtherResources ? ANY_RESOURCE : endpoint)
}

/** Returns a function that serializes the resources of a list that are still visible. */
const serializeVisible =
  ({ access, serialize }: ListReaderOptions, iris: readonly Iri[], query: URLSearchParams) =>
  (graph: ResourceGraph, readContext: ReadContext): Resource[] =>
    iris.flatMap((iri) => {
      const row = graph.row(iri)
      // It may have become hidden since the query.
      if (!row || !access.isVisible(graph, iri, readContext)) return []
      const member = serialize(graph, row, { ...readContext, isListMember: true })
      return [withEtag(member, etagOf(row), query)]
    })

/** Records that a list varies by viewer if any of its drafts are shown to editors. */
const recordDraftVariance = async (
  { variance, published }: ReadOptions,
  definition: TypeDefinition,
  hasDrafts: () => Promise<boolean>,
) => {
  if (!variance || variance.byViewer || published || !definition.isPublishable) return
  variance.byViewer = await hasDrafts()
}

/** Creates the reads of lists, whose totals count only what the viewer may read. */
export const createListReader = (services: ListReaderOptions) => {
  const { db, types, graphReader } = services
  const listQuery = createListQuery(db)
  const findHidden = createHiddenMatches(services, listQuery)

  return async (
    endpoint: Iri,
    viewer: Viewer,
    query: URLSearchParams,
    options: ReadOptions = {},
  ): Promise<ListResult> => {
    const definition = types.byEndpoint(endpoint)
    if (!definition) throw new NotFoundError()
    recordDependencies(options, definition, endpoint, query)
    const paging = pagingOf(definition, query)
    await graphReader.publishIfDue()
    const hidden = await findHidden(definition, viewer, query, options)
    const readContext = contextWithoutVariance(graphReader, viewer, options)
    await recordDraftVariance(options, definition, () =>
      listQuery.hasDrafts(definition, graphReader.now()),
    )
    const search = { definition, query, readContext, paging, excluded: hidden }
    const { matches: iris, total, hasNext } = await listQuery.find(search)
    const read = serializeVisible(services, iris, query)
    const members = await graphReader.readAs(viewer, options, read)
    const filters = filtersOf(definition)
    return { iri: endpoint, type: definition.type, filters, total, hasNext, members, paging }
  }
}

export type ListReader = ReturnType<typeof createListReader>

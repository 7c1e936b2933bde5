/** Reads lists as one caller sees them: each member is serialized as it would be by itself. */
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { NotFoundError } from '#server/domain-errors.ts'
import type { AccessRules } from '../access/read-access.ts'
import { createRestrictedResources } from '../access/restricted-resources.ts'
import { type ListResult, filtersOf } from './list-envelope.ts'
import type { ReadOptions } from './read-result.ts'
import { createListQuery, pagingOf } from './list-sql.ts'
import { ANY_RESOURCE } from '../graph/track-reads.ts'
import type { Serialize } from './serialize.ts'
import type { ResourceReader } from './resource-reader.ts'
import type { Database } from '../db/schema.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import { readsAll, createReadContext } from '../access/read-context.ts'

interface ListingOptions {
  db: Database
  types: TypeRegistry
  access: AccessRules
  serialize: Serialize
  reader: Pick<ResourceReader, 'readAs' | 'now' | 'publishIfDue'>
}

export const createListReader = ({ db, types, access, serialize, reader }: ListingOptions) => {
  const listQuery = createListQuery(db)
  const restrictedFor = createRestrictedResources(types, access)

  const serializeAll = (iris: readonly Iri[], viewer: Viewer, options: ReadOptions) =>
    reader.readAs(viewer, options, (graph, readContext) =>
      iris.flatMap((iri): Resource[] => {
        const row = graph.row(iri)
        // It may have become hidden since the query.
        return row && access.isVisible(graph, iri, readContext)
          ? [serialize(graph, row, readContext)]
          : []
      }),
    )

  /**
   * Returns the matches hidden from this caller. The rule is too complex for SQL, so SQL preselects the
   * resources it may apply to.
   */
  const findHidden = async (
    definition: TypeDefinition,
    viewer: Viewer,
    query: URLSearchParams,
    options: ReadOptions,
  ) => {
    const readContext = contextWithoutVariance(viewer, options)
    const candidates = readsAll(readContext) ? null : restrictedFor(definition, readContext)
    if (!candidates) return []
    // Access to these depends on pages and routes that are not among the members.
    if (definition.category === 'PAGE' || definition.category === 'COMPONENT')
      options.dependencies?.add(ANY_RESOURCE)
    const iris = await listQuery.among(candidates, definition, query, readContext)
    if (!iris.length) return []
    return reader.readAs(viewer, options, (graph, ownContext) =>
      iris.filter((iri) => !access.isVisible(graph, iri, ownContext)),
    )
  }

  /**
   * Returns the read context for SQL, without variance: `recordDraftVariance` and each member record that.
   */
  const contextWithoutVariance = (viewer: Viewer, { variance: _, ...options }: ReadOptions) =>
    createReadContext(viewer, reader.now(), options)

  /** Records that a list varies by reader if any of its drafts are shown to editors. */
  const recordDraftVariance = async (
    definition: TypeDefinition,
    { variance, published }: ReadOptions,
  ) => {
    if (!variance || variance.byReader || published || !definition.isPublishable) return
    variance.byReader = await listQuery.hasDrafts(definition, reader.now())
  }

  return async (
    endpoint: Iri,
    viewer: Viewer,
    query: URLSearchParams,
    options: ReadOptions = {},
  ): Promise<ListResult> => {
    const definition = types.byEndpoint(endpoint)
    if (!definition) throw new NotFoundError()
    // A match in another resource does not add that to the dependencies.
    const searchesOtherResources = definition.searchableBy.some(
      (property) => property.includes('.') && query.get(property),
    )
    options.dependencies?.add(searchesOtherResources ? ANY_RESOURCE : endpoint)
    const paging = pagingOf(definition, query)
    await reader.publishIfDue()
    const toResult = (iris: readonly Iri[], total: number) =>
      serializeAll(iris, viewer, options).then((members) => ({
        iri: endpoint,
        type: definition.type,
        filters: filtersOf(definition),
        total,
        members,
        paging,
      }))
    const hiddenIris = await findHidden(definition, viewer, query, options)
    const readContext = contextWithoutVariance(viewer, options)
    await recordDraftVariance(definition, options)
    const { iris, total } = await listQuery.find(definition, query, readContext, paging, hiddenIris)
    return toResult(iris, total)
  }
}

export type ListReader = ReturnType<typeof createListReader>

/** Lists as one caller may see them: the rows that match, in parts, each as it would be read by itself. */
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import type { Viewer } from '#server/http/hono-env.ts'
import { problem } from '#server/http/problem.ts'
import type { AccessRules } from '../access/access-rules.ts'
import { createRestrictedResources } from '../access/restricted-resources.ts'
import { type ListResult, filtersOf } from './list-envelope.ts'
import type { ReadOptions } from './read-result.ts'
import { createListQuery, pagingOf } from './list-query.ts'
import { ANY_RESOURCE } from '../graph/track-reads.ts'
import type { Serialize } from './serialize.ts'
import type { ResourceReader } from './resource-reader.ts'
import type { Database } from '../db/schema.ts'
import type { TypeDefinition, TypeRegistry } from '../types/type-registry.ts'
import { readsAll, createReadContext } from '../access/read-context.ts'

interface ListingOptions {
  db: Database
  types: TypeRegistry
  access: AccessRules
  present: Serialize
  reading: Pick<ResourceReader, 'readAs' | 'now' | 'publishWhatIsDue'>
}

export const createListReader = ({ db, types, access, present, reading }: ListingOptions) => {
  const list = createListQuery(db)
  const candidatesFor = createRestrictedResources(types, access)

  const presentAll = (iris: readonly Iri[], viewer: Viewer, asked: ReadOptions) =>
    reading.readAs(viewer, asked, (graph, readContext) =>
      iris.flatMap((iri): Resource[] => {
        const row = graph.row(iri)
        // It may have been hidden since it was found.
        return row && access.isVisible(graph, iri, readContext)
          ? [present(graph, row, readContext)]
          : []
      }),
    )

  /** What matches and this caller may not read. The rule is too particular for SQL, what it may hold against is not. */
  const hidden = async (
    definition: TypeDefinition,
    viewer: Viewer,
    query: URLSearchParams,
    asked: ReadOptions,
  ) => {
    const readContext = plainView(viewer, asked)
    const candidates = readsAll(readContext) ? null : candidatesFor(definition, readContext)
    if (!candidates) return []
    // What may be read of these changes with pages and routes that are not among them.
    if (definition.category === 'PAGE' || definition.category === 'COMPONENT')
      asked.used?.add(ANY_RESOURCE)
    const iris = await list.among(candidates, definition, query, readContext)
    if (!iris.length) return []
    return reading.readAs(viewer, asked, (graph, own) =>
      iris.filter((iri) => !access.isVisible(graph, iri, own)),
    )
  }

  /** The readContext of a list as the database is asked for it. What it differs by is found out by `noteDrafts` and by each member. */
  const plainView = (viewer: Viewer, { variance: _, ...asked }: ReadOptions) =>
    createReadContext(viewer, reading.now(), asked)

  /** Those who see drafts get a list with them. */
  const noteDrafts = async (definition: TypeDefinition, { variance, published }: ReadOptions) => {
    if (!variance || variance.byReader || published || !definition.isPublishable) return
    variance.byReader = await list.hasDrafts(definition, reading.now())
  }

  return async (
    endpoint: Iri,
    viewer: Viewer,
    query: URLSearchParams,
    asked: ReadOptions = {},
  ): Promise<ListResult> => {
    const definition = types.byEndpoint(endpoint)
    if (!definition) throw problem(404)
    // What is searched for in another resource is found without looking at the link to it.
    const isFar = definition.search.some(
      (property) => property.includes('.') && query.get(property),
    )
    asked.used?.add(isFar ? ANY_RESOURCE : endpoint)
    const paging = pagingOf(definition, query)
    await reading.publishWhatIsDue()
    const result = (iris: readonly Iri[], total: number) =>
      presentAll(iris, viewer, asked).then((members) => ({
        iri: endpoint,
        type: definition.type,
        filters: filtersOf(definition),
        total,
        members,
        paging,
      }))
    const except = await hidden(definition, viewer, query, asked)
    const readContext = plainView(viewer, asked)
    await noteDrafts(definition, asked)
    const { iris, total } = await list.find(definition, query, readContext, paging, except)
    return result(iris, total)
  }
}

export type ListReader = ReturnType<typeof createListReader>

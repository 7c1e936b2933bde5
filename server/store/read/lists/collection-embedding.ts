/** Embeds into Collection components the list they show, as the viewer may see it. */
import { flattenParameters } from '#content/links/query-parameters.ts'
import type { Iri } from '#content/model/iri.ts'
import { imagesOf } from '#content/page/collection.ts'
import type { Resource, Versioned } from '#content/model/resource.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type ListResult, listEnvelope } from './list-envelope.ts'
import type { PageResult } from '../find-page.ts'
import type { ReadOptions, ReadResult, MutationOptions } from '../read-result.ts'
import type { ListReader } from './list-reader.ts'
import { dropUnusedPaging } from './list-paging.ts'
import type { TypeRegistry } from '../../types/type-registry.ts'

const collectionType = 'Collection'

/** Merges a collection's default parameters with those of the request; an empty one removes its default. */
const queryOf = (
  { perPage, defaultQueryParameters }: Record<string, unknown>,
  requested: URLSearchParams,
) => {
  const query = new URLSearchParams(
    [
      ...flattenParameters('perPage', perPage),
      ...Object.entries((defaultQueryParameters ?? {}) as object).flatMap(([name, value]) =>
        flattenParameters(name, value),
      ),
    ].filter(([name]) => !requested.has(name)),
  )
  for (const [name, value] of requested) if (value) query.append(name, value)
  return dropUnusedPaging(query)
}

type Get = (iri: Iri, viewer: Viewer, options?: ReadOptions) => Promise<ReadResult>

type ReadPage = (path: string, viewer: Viewer, dependencies?: Set<Iri>) => Promise<PageResult>

/** Returns a resource; one that is a collection with its list. */
type Embed = (resource: Resource, viewer: Viewer, options: ReadOptions) => Promise<Resource>

const createEmbed =
  (types: TypeRegistry, list: ListReader): Embed =>
  async (resource, viewer, { query, ...options }) => {
    const endpoint = String(resource['resourceIri'])
    if (resource['@type'] !== collectionType || !types.byEndpoint(endpoint)) return resource
    const listParameters = queryOf(resource, query ?? new URLSearchParams())
    // Uses the plain list: a list of collections would otherwise recurse without end.
    const result = await list(endpoint, viewer, listParameters, options)
    const { '@context': _, ...collection } = listEnvelope(result, listParameters)
    return { ...resource, collection }
  }

/** Reads the images shown by the members' cards, leaving out those that are not visible. */
const readImages = async (
  read: Get,
  iris: readonly Iri[],
  entries: readonly Versioned[],
  viewer: Viewer,
  dependencies: Set<Iri> | undefined,
) => {
  const included = new Set(entries.map(({ resource }) => resource['@id']))
  const missing = [...new Set(iris)].filter((iri) => !included.has(iri))
  for (const iri of missing) dependencies?.add(iri)
  const results = await Promise.allSettled(
    missing.map((iri) => read(iri, viewer, { published: true })),
  )
  return results.flatMap((settled) =>
    settled.status === 'fulfilled' ? [{ resource: settled.value.resource }] : [],
  )
}

/** Returns a function that adds lists, and the images of their cards, to a page. */
const embedInPages =
  (embed: Embed, read: Get) =>
  (readPage: ReadPage) =>
  async (
    path: string,
    viewer: Viewer,
    query?: URLSearchParams,
    dependencies?: Set<Iri>,
  ): Promise<PageResult> => {
    const result = await readPage(path, viewer, dependencies)
    if (result.kind !== 'found') return result
    if (!result.entries.some(({ resource }) => resource['@type'] === collectionType)) return result
    const options = { path, ...(query && { query }), ...(dependencies && { dependencies }) }
    const entries = await Promise.all(
      result.entries.map(async ({ resource, ...entry }) => ({
        ...entry,
        resource: await embed(resource, viewer, options),
      })),
    )
    const imageIris = entries.flatMap(({ resource }) => imagesOf(resource))
    const images = await readImages(read, imageIris, result.entries, viewer, dependencies)
    return { ...result, entries: [...entries, ...images] }
  }

/** Returns wrappers of the reads, which add the lists to Collections in their results. */
export const createCollectionEmbedding = (types: TypeRegistry, list: ListReader, read: Get) => {
  const embed = createEmbed(types, list)
  return {
    page: embedInPages(embed, read),

    /** Adds the list to a collection that was just stored, as the next read will have it. */
    stored: async (result: ReadResult, viewer: Viewer, { base }: MutationOptions) => ({
      ...result,
      resource: await embed(result.resource, viewer, base === undefined ? {} : { base }),
    }),

    get:
      (get: Get) =>
      async (iri: Iri, viewer: Viewer, options: ReadOptions = {}): Promise<ReadResult> => {
        const result = await get(iri, viewer, options)
        if (result.resource['@type'] !== collectionType) return result
        return { ...result, resource: await embed(result.resource, viewer, options) }
      },

    list:
      (readList: ListReader): ListReader =>
      async (endpoint, viewer, query, options = {}): Promise<ListResult> => {
        const result = await readList(endpoint, viewer, query, options)
        if (result.type !== collectionType) return result
        const members = result.members.map((member) =>
          embed(member, viewer, { ...options, query: new URLSearchParams() }),
        )
        return { ...result, members: await Promise.all(members) }
      },
  }
}

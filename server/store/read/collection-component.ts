/** What a Collection shows is read along with it, as the one who asks may see it (api, section 2.11). */
import type { Iri } from '#content/model/iri.ts'
import { imagesOf } from '#content/page/collection.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { Resource } from '#content/model/resource.ts'
import type { Viewer } from '#server/http/hono-env.ts'
import { type ListResult, listEnvelope } from './list-envelope.ts'
import type { ReadOptions, ReadResult } from './read-result.ts'
import type { ListReader } from './list-reader.ts'
import { dropInvalidPaging } from './list-query.ts'
import type { TypeRegistry } from '../types/type-registry.ts'

const type = 'Collection'

/** Characters; a parameter that anything knows has a shorter name. */
const longestName = 200

/** `{ order: { title: 'asc' } }` is `order[title]=asc`. */
const parameters = (name: string, value: unknown): [string, string][] => {
  if (value === null || value === undefined || name.length > longestName) return []
  if (Array.isArray(value)) return value.flatMap((one) => parameters(`${name}[]`, one))
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, one]) => parameters(`${name}[${key}]`, one))
}

/** Its own, overridden by those of the request; an empty one takes a default away. */
const queryOf = (
  { perPage, defaultQueryParameters }: Record<string, unknown>,
  asked: URLSearchParams,
) => {
  const query = new URLSearchParams(
    [
      ...parameters('perPage', perPage),
      ...Object.entries((defaultQueryParameters ?? {}) as object).flatMap(([name, value]) =>
        parameters(name, value),
      ),
    ].filter(([name]) => !asked.has(name)),
  )
  for (const [name, value] of asked) if (value) query.append(name, value)
  return dropInvalidPaging(query)
}

type Get = (iri: Iri, viewer: Viewer, asked?: ReadOptions) => Promise<ReadResult>

export const createCollectionEmbedding = (types: TypeRegistry, list: ListReader, read: Get) => {
  const embed = async (resource: Resource, viewer: Viewer, { query, ...asked }: ReadOptions) => {
    const endpoint = String(resource['resourceIri'])
    if (resource['@type'] !== type || !types.byEndpoint(endpoint)) return resource
    const wanted = queryOf(resource, query ?? new URLSearchParams())
    // Not through this module: a list of collections would go on without end.
    const listed = await list(endpoint, viewer, wanted, asked)
    const { '@context': _, ...collection } = listEnvelope(listed, wanted)
    return { ...resource, collection }
  }

  /** What is on the members' cards and not in them; one that may not be seen is left out. */
  const picturesAt = async (
    iris: readonly Iri[],
    { entries }: PagePayload,
    viewer: Viewer,
    used: Set<Iri> | undefined,
  ) => {
    const known = new Set(entries.map(({ resource }) => resource['@id']))
    const missing = [...new Set(iris)].filter((iri) => !known.has(iri))
    for (const iri of missing) used?.add(iri)
    const found = await Promise.allSettled(
      missing.map((iri) => read(iri, viewer, { published: true })),
    )
    return found.flatMap((one) =>
      one.status === 'fulfilled' ? [{ resource: one.value.resource }] : [],
    )
  }

  return {
    get:
      (get: Get) =>
      async (iri: Iri, viewer: Viewer, asked: ReadOptions = {}): Promise<ReadResult> => {
        const found = await get(iri, viewer, asked)
        if (found.resource['@type'] !== type) return found
        return { ...found, resource: await embed(found.resource, viewer, asked) }
      },

    page:
      (page: (path: string, viewer: Viewer, used?: Set<Iri>) => Promise<PagePayload>) =>
      async (
        path: string,
        viewer: Viewer,
        query?: URLSearchParams,
        used?: Set<Iri>,
      ): Promise<PagePayload> => {
        const answer = await page(path, viewer, used)
        if (!answer.entries.some(({ resource }) => resource['@type'] === type)) return answer
        const entries = await Promise.all(
          answer.entries.map(async ({ resource, ...entry }) => ({
            ...entry,
            resource: await embed(resource, viewer, {
              path,
              ...(query && { query }),
              ...(used && { used }),
            }),
          })),
        )
        const shown = entries.flatMap(({ resource }) => imagesOf(resource))
        const pictures = await picturesAt(shown, answer, viewer, used)
        return { ...answer, entries: [...entries, ...pictures] }
      },

    list:
      (plain: ListReader): ListReader =>
      async (endpoint, viewer, query, asked = {}): Promise<ListResult> => {
        const listed = await plain(endpoint, viewer, query, asked)
        if (listed.type !== type) return listed
        const members = listed.members.map((member) =>
          embed(member, viewer, { ...asked, query: new URLSearchParams() }),
        )
        return { ...listed, members: await Promise.all(members) }
      },
  }
}

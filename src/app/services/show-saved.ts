/** Shows what was saved by a form of the admin area on the page below it. Loaded with the first such form. */
import type { ItemVersion } from '#content/admin/item-version.ts'
import type { Services } from './services.ts'

/**
 * Updates what is cached of an item and its components, as the hub tells of changes later, or not at all. The rest is left
 * to the page that needs it.
 */
export const showSaved = async (
  { cache, sanitizeResource }: Pick<Services, 'cache' | 'sanitizeResource'>,
  { resource, etag, parts = {} }: ItemVersion,
) => {
  const saved = [{ resource, etag }, ...Object.values(parts)]
  const known = saved.filter((version) => cache.read(version.resource['@id']) !== undefined)
  const items = known.map((version) =>
    sanitizeResource({
      resource: version.resource,
      ...(version.etag !== undefined && { etag: version.etag }),
    }),
  )
  cache.save(await Promise.all(items))
}

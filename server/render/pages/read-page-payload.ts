/** Reads the payload of a page from the store. */
import type { Iri } from '#content/model/iri.ts'
import { type Location, safeDecodeUri } from '#content/page/location.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { SiteOptions } from '../site-options.ts'

/** Reads a page by its decoded path and returns it with the path as browsers write it. */
export const readPagePayload = async (
  readPage: NonNullable<SiteOptions['readPage']>,
  { path, search }: Pick<Location, 'path' | 'search'>,
  viewer: Viewer,
  dependencies: Set<Iri> | undefined,
): Promise<PagePayload> => {
  const payload = await readPage(
    safeDecodeUri(path),
    viewer,
    new URLSearchParams(search),
    dependencies,
  )
  return payload.page ? { ...payload, page: { ...payload.page, path } } : payload
}

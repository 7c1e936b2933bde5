/** Reads the payload of a page at the path that a browser requests. */
import type { Iri } from '#content/model/iri.ts'
import { type Location, safeDecodeUri } from '#content/navigation/location.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { SiteOptions } from '../site-options.ts'

/** Returns the payload of the page at a location: read by the decoded path, with the path as the browser wrote it. */
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

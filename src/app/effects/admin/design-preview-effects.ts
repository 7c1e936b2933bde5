/** Provides the effect that reads the content of a design's preview. Loaded with the screens of items. */
import { fromPromise } from 'xstate'
import type { PreviewedIris } from '#content/admin/design-preview.ts'
import { Failure } from '#content/model/failure.ts'
import type { Resource, Versioned } from '#content/model/resource.ts'
import {
  type BatchResult,
  type PageCrawl,
  addBatch,
  emptyCrawl,
  nextRequests,
} from '#content/page/fetching/page-crawl.ts'
import { designPreviewMachine } from '#machines/admin/design-preview.ts'
import { servicesOf } from '../../services/services.ts'

/** The preview shows the upper part of a page: the rest of a long one is not read for it. */
const maxRequests = 60

type Read = (iri: string) => Promise<Versioned>

const readOne = async (read: Read, request: string): Promise<BatchResult> =>
  read(request)
    .then((found) => ({ request, found }))
    .catch((error: unknown) => ({ request, failure: Failure.from(error) }))

/** Reads a page and a layout with everything in them, as far as the limit allows. */
const readContent = async (read: Read, { page, layout }: PreviewedIris) => {
  const roots = [page, layout].flatMap((iri) => iri ?? [])
  let crawl: PageCrawl = { ...emptyCrawl, manifest: roots }
  let requests: readonly string[] = roots
  while (requests.length > 0 && crawl.requested.length < maxRequests) {
    const batch = requests.slice(0, maxRequests - crawl.requested.length)
    const results = await Promise.all(batch.map((request) => readOne(read, request)))
    crawl = { ...addBatch(crawl, results), manifest: roots }
    requests = nextRequests(crawl)
  }
  return crawl.resources.map(({ resource }) => resource)
}

export const designPreview = designPreviewMachine.provide({
  actors: {
    readPreview: fromPromise<readonly Resource[], PreviewedIris>(({ system, input, signal }) =>
      readContent((iri) => servicesOf(system).readResource(iri, { signal }), input),
    ),
  },
})

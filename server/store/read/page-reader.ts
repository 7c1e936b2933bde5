/** Reads pages as one viewer sees them: their contents, their manifests, and the routes below them. */
import { type Iri, routeIri } from '#content/model/iri.ts'
import { isIriPath } from '#content/page/page.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type AccessRules, accessError } from '../access/read-access.ts'
import { createReadContext, readsAll } from '../access/read-context.ts'
import { childrenOf } from '../graph/page-hierarchy.ts'
import { createTraversals } from '../graph/preload-queries.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { type PageResult, createPageFinder } from './find-page.ts'
import type { GraphReader } from './graph-reader.ts'
import { createManifest, flatManifest } from './page-manifest.ts'
import type { ReadOptions } from './read-result.ts'
import type { Serialize } from './serialize.ts'

interface PageReaderOptions {
  types: TypeRegistry
  access: AccessRules
  serialize: Serialize
  graphReader: GraphReader
}

/** Creates the reads of pages. */
export const createPageReader = ({ types, access, serialize, graphReader }: PageReaderOptions) => {
  const { read, readAs, now } = graphReader
  const { toContent } = createTraversals(types)
  const findPage = createPageFinder(access, serialize)
  const readManifest = createManifest(types, access, serialize)

  const manifest = (id: string, viewer: Viewer, options: Pick<ReadOptions, 'variance'> = {}) =>
    readAs(
      viewer,
      options,
      (graph, readContext) => readManifest(graph, id, readContext),
      id.startsWith('/') ? { root: routeIri(id), traversal: toContent } : undefined,
    )

  return {
    page: (path: string, viewer: Viewer, dependencies?: Set<Iri>): Promise<PageResult> =>
      readAs(
        viewer,
        dependencies ? { dependencies } : {},
        (graph, readContext) => findPage(graph, path, readContext),
        { root: isIriPath(path) ? path : routeIri(path), traversal: toContent },
      ),

    manifest,
    flatManifest: async (id: string, viewer: Viewer, options: Pick<ReadOptions, 'variance'> = {}) =>
      flatManifest(await manifest(id, viewer, options)),

    /**
     * Returns the routes of the pages below what a route shows, nested; an empty list for an unknown route.
     */
    children: (iri: Iri, viewer: Viewer) => {
      if (!readsAll(createReadContext(viewer, now()))) throw accessError(viewer)
      return read((graph) => childrenOf(graph, iri))
    },
  }
}

/** Runs functions over the stored content. The only thing it writes is the publication of drafts that are due. */
import type { Iri } from '#content/model/iri.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import {
  type ReadContext,
  type Variance,
  createReadContext,
  mergeVariance,
  newVariance,
} from '../access/read-context.ts'
import type { Database } from '../db/schema.ts'
import { GraphLoader } from '../graph/graph-loader.ts'
import type { Traversal } from '../graph/preload-queries.ts'
import { DraftDueError, type ResourceGraph } from '../graph/resource-graph.ts'
import { trackReads } from '../graph/track-reads.ts'
import type { ReadOptions } from './read-result.ts'

interface GraphReaderOptions {
  db: Database
  now: () => string
  publishDue: () => Promise<void>
}

/** The resource that a read begins with, and how it preloads others from there. */
interface ReadStart {
  root: Iri
  traversal: Traversal
}

const hasDueDraft = async (db: Database, now: string) => {
  const due = await db
    .selectFrom('resource')
    .select('iri')
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/**
 * Returns a function that computes a result from the graph; with a root and a traversal, it preloads what will be read.
 * It publishes due drafts and starts over when it meets one.
 */
const createRead =
  ({ db, now, publishDue }: GraphReaderOptions) =>
  async <Result>(
    compute: (graph: ResourceGraph, now: string) => Result,
    from?: ReadStart,
  ): Promise<Result> => {
    for (;;) {
      const asOf = now()
      const loader = new GraphLoader(db, asOf)
      try {
        if (from) await loader.preload(from.traversal, from.root)
        return await loader.query((graph) => compute(graph, asOf))
      } catch (thrown) {
        if (!(thrown instanceof DraftDueError)) throw thrown
        await publishDue()
      }
    }
  }

/** Returns the context of one viewer that records its variance only where the options ask for it. */
const contextFor = (viewer: Viewer, asOf: string, options: ReadOptions, variance: Variance) =>
  createReadContext(viewer, asOf, { ...options, ...(options.variance && { variance }) })

/** Creates the functions that load rows as they are needed and compute a result from them. */
export const createGraphReader = (options: GraphReaderOptions) => {
  const { db, now, publishDue } = options
  const read = createRead(options)

  /** The same in the context of one viewer, recording dependencies and variance as requested. */
  const readAs = async <Result>(
    viewer: Viewer,
    readOptions: ReadOptions,
    compute: (graph: ResourceGraph, readContext: ReadContext) => Result,
    from?: ReadStart,
  ): Promise<Result> => {
    // The function runs again until its data is complete; only the variance of the last run counts.
    const { result, variance } = await read((graph, asOf) => {
      const own = newVariance()
      const readContext = contextFor(viewer, asOf, readOptions, own)
      const tracked = trackReads(graph, readOptions.dependencies)
      return { result: compute(tracked, readContext), variance: own }
    }, from)
    if (readOptions.variance) mergeVariance(readOptions.variance, variance)
    return result
  }

  return {
    now,
    read,
    readAs,

    /** Publishes drafts that are due before a list is queried, since SQL does not notice them. */
    async publishIfDue() {
      if (await hasDueDraft(db, now())) await publishDue()
    },
  }
}

export type GraphReader = ReturnType<typeof createGraphReader>

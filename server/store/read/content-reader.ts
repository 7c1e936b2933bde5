/**
 * Creates all reads of the store: resources, pages and lists as one viewer sees them, with the lists of collections.
 */
import type { AccessRules } from '../access/read-access.ts'
import type { Database } from '../db/schema.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { createGraphReader } from './graph-reader.ts'
import { createCollectionEmbedding } from './lists/collection-embedding.ts'
import { createListReader } from './lists/list-reader.ts'
import { createPageCount } from './page-count.ts'
import { createMediaUses } from './media-uses.ts'
import { createPageReader } from './page-reader.ts'
import { createResourceReader } from './resource-reader.ts'
import type { Serialize } from './serialize.ts'
import type { ToReadResult } from './to-read-result.ts'

interface ContentReaderOptions {
  db: Database
  types: TypeRegistry
  access: AccessRules
  serialize: Serialize
  toReadResult: ToReadResult
  now: () => string
  publishDue: () => Promise<void>
}

/** Creates all reads of the store; each takes the viewer it reads for. */
export const createContentReader = (options: ContentReaderOptions) => {
  const services = { ...options, graphReader: createGraphReader(options) }
  const { get, ...resources } = createResourceReader(services)
  const { page, ...pages } = createPageReader(services)
  const list = createListReader(services)
  const embedding = createCollectionEmbedding(options.types, list, get)
  return {
    ...resources,
    ...pages,
    get: embedding.get(get),
    page: embedding.page(page),
    list: embedding.list(list),
    pageCount: createPageCount(options.db, options.types),
    mediaUses: createMediaUses(services),
    /** Returns a result that was just stored as `get` returns it. */
    embedStored: embedding.stored,
  }
}

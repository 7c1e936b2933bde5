/**
 * The content store: all content of the site, and the only code that changes it. `write/transactions.ts` says how a
 * change gets into the database.
 */
import type { Iri } from '#content/model/iri.ts'
import type { Kinds } from '#site/kinds.ts'
import type { Viewer } from '../auth/viewer.ts'
import { createAccessRules } from './access/read-access.ts'
import { type RouteRule, defaultRouteRules } from './access/route-rules.ts'
import { type Revision, constantRevision } from './db/revision.ts'
import type { Database } from './db/schema.ts'
import { createImportEvents } from './events/import-events.ts'
import { type TransactionChanges, createEventAppender } from './events/append-events.ts'
import { createContentReader } from './read/content-reader.ts'
import type { Body, ReadResult, MutationOptions } from './read/read-result.ts'
import { createResponseCache } from './read/response-cache.ts'
import { createSerializer } from './read/serialize.ts'
import { createToReadResult } from './read/to-read-result.ts'
import { type TypeExtension, createTypeRegistry } from './types/type-registry.ts'
import { createBulkChanges } from './write/bulk/bulk-changes.ts'
import { createPublishAll } from './write/publish-all.ts'
import { type Transact, createTransactions } from './write/transactions.ts'
import { isoDate } from './db/iso-date.ts'

export interface StoreOptions {
  kinds: Kinds
  /** Returns milliseconds since 1970. */
  clock?: () => number
  /** Called after every commit that appended events. */
  onCommit?: () => void
  /** Called with the IRIs that changed, before the write resolves. */
  onChange?: (iris: readonly Iri[]) => void
  /** Changes whenever any process writes. */
  revision?: Revision
  /** The roles that paths require. */
  rules?: readonly RouteRule[]
  typeExtensions?: readonly TypeExtension[]
}

/** Returns a function that returns when the next scheduled draft is due, as ISO text, or null. */
const createReadNextDue = (db: Database) => async () => {
  const next = await db
    .selectFrom('resource')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return next?.due_at ?? null
}

/** Returns the mutations that are a transaction each. */
const createSingleMutations = (
  transact: Transact,
  embedStored: (
    result: ReadResult,
    viewer: Viewer,
    options: MutationOptions,
  ) => Promise<ReadResult>,
) => ({
  create: async (endpoint: Iri, body: Body, viewer: Viewer, options: MutationOptions = {}) =>
    embedStored(
      await transact(viewer, (mutations) => mutations.create(endpoint, body, options)),
      viewer,
      options,
    ),
  update: async (iri: Iri, body: Body, viewer: Viewer, options: MutationOptions = {}) =>
    embedStored(
      await transact(viewer, (mutations) => mutations.update(iri, body, options)),
      viewer,
      options,
    ),
  copyPage: (iri: Iri, body: Body, viewer: Viewer, options: MutationOptions = {}) =>
    transact(viewer, (mutations) => mutations.copyPage(iri, body, options)),
  remove: (iri: Iri, viewer: Viewer, options: MutationOptions = {}) =>
    transact(viewer, (mutations) => mutations.remove(iri, options)),
  generateRoute: (body: Body, viewer: Viewer) =>
    transact(viewer, (mutations) => mutations.generateRoute(body)),
})

/** Creates what both reads and mutations use. */
const createShared = (db: Database, options: StoreOptions) => {
  const { kinds, typeExtensions = [], rules = defaultRouteRules, clock = Date.now } = options
  const types = createTypeRegistry(kinds, typeExtensions)
  const access = createAccessRules(types, rules)
  const serialize = createSerializer(types, access)
  const toReadResult = createToReadResult(types, serialize)
  const now = () => isoDate(clock())
  return { db, types, access, serialize, toReadResult, now }
}

/** Creates the store of a database: its reads, its mutations and what it tells others about changes. */
export const createStore = (db: Database, options: StoreOptions) => {
  const { clock = Date.now, revision = constantRevision } = options
  const shared = createShared(db, options)
  const { types, access, serialize, now } = shared
  const { appendEvents, eventOf } = createEventAppender(types, access, serialize)
  const nextDue = createReadNextDue(db)
  const responseCache = createResponseCache({ clock, nextDue, revision })

  const onCommit = ({ changed, hasEvents }: TransactionChanges) => {
    responseCache.clear()
    options.onChange?.(changed)
    if (hasEvents) options.onCommit?.()
  }
  const { publishDue, transact } = createTransactions({ ...shared, appendEvents, onCommit })
  const { embedStored, ...reads } = createContentReader({ ...shared, publishDue })

  return {
    types,
    access,
    publishDue,
    nextDue,

    /** Events for imports, which replace all content in a transaction of their own. */
    replacement: createImportEvents(types, eventOf, now),

    /** Caches responses for visitors, until anything changes. */
    responseCache,

    ...reads,
    transact,
    ...createSingleMutations(transact, embedStored),
    publishAll: createPublishAll(transact),
    bulk: createBulkChanges({ types, transact, publishDue }),
  }
}

export type Store = ReturnType<typeof createStore>
export type { ReadOptions } from './read/read-result.ts'
export type { AuthorizedMutations } from './write/authorized-mutations.ts'

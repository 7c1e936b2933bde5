/**
 * The content store: all content of the site, and the only code that changes it. A write is one transaction
 * that validates, changes rows and appends events.
 */
import type { Iri } from '#content/model/iri.ts'
import type { Kinds } from '#site/kinds.ts'
import { type Viewer, isEditor } from '../auth/viewer.ts'
import {
  type RouteRule,
  accessError,
  createAccessRules,
  defaultRouteRules,
} from './access/read-access.ts'
import { createToReadResult } from './read/to-read-result.ts'
import { createDrafts } from './write/drafts.ts'
import { createCollectionEmbedding } from './read/collection-component.ts'
import { createOutbox } from './events/outbox.ts'
import type { Row } from './graph/resource-graph.ts'
import type { Body, WriteOptions } from './read/read-result.ts'
import { createResponseCache } from './read/response-cache.ts'
import { createListReader } from './read/list-reader.ts'
import { createRouteMoves } from './write/route-moves.ts'
import { createSerializer } from './read/serialize.ts'
import { createResourceReader } from './read/resource-reader.ts'
import { type Revision, constantRevision } from './db/revision.ts'
import { createContentReplacement } from './events/content-replacement.ts'
import { createPersist } from './write/persist-resource.ts'
import type { Database } from './db/schema.ts'
import { type TypeExtension, createTypeRegistry } from './types/type-registry.ts'
import { createTransactionQueue } from './write/transaction-queue.ts'
import type { UnitOfWork } from './write/unit-of-work.ts'
import { createMutations } from './write/mutations.ts'
import {
  type AuthorizedMutations,
  createAuthorizedMutations,
} from './write/authorized-mutations.ts'

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
  /** Which paths need a role. */
  rules?: readonly RouteRule[]
  typeExtensions?: readonly TypeExtension[]
  /** Called after a commit with the rows as they were before they were changed or deleted. */
  onRowsReplaced?: (rows: readonly Row[]) => Promise<void> | void
}

export const createStore = (
  db: Database,
  {
    kinds,
    clock = Date.now,
    onCommit = () => {},
    onChange = () => {},
    revision = constantRevision,
    rules = defaultRouteRules,
    typeExtensions = [],
    onRowsReplaced = () => {},
  }: StoreOptions,
) => {
  const types = createTypeRegistry(kinds, typeExtensions)
  const access = createAccessRules(types, rules)
  const serialize = createSerializer(types, access)
  const toReadResult = createToReadResult(types, serialize)
  const drafts = createDrafts(types)
  const persist = createPersist(types)
  const mutations = createMutations(types, persist, drafts, createRouteMoves(types, persist))
  const mutationsFor = createAuthorizedMutations(types, mutations, toReadResult)
  const { appendEvents, messageOf } = createOutbox(types, access, serialize)
  const now = () => new Date(clock()).toISOString()

  /** Returns when the next scheduled draft is due, or null. */
  const nextDue = async () => {
    const next = await db
      .selectFrom('resource')
      .select('due_at')
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    return next?.due_at ?? null
  }
  const responseCache = createResponseCache({ clock, nextDue, revision })

  const commit = createTransactionQueue({
    db,
    now,
    prepare: drafts.publishDue,
    appendEvents,
    onCommit: ({ changed, hasEvents }) => {
      responseCache.clear()
      onChange(changed)
      if (hasEvents) onCommit()
    },
  })
  const runTransaction = async <Result>(
    mutate: (work: UnitOfWork) => Promise<Result>,
  ): Promise<Result> => {
    const { result, previousRows } = await commit(mutate)
    if (previousRows.length) await onRowsReplaced(previousRows)
    return result
  }
  /** Runs several mutations in one transaction. Visitors are refused at once, without waiting for the write lock. */
  const transact = async <Result>(
    viewer: Viewer,
    mutate: (transaction: AuthorizedMutations) => Promise<Result>,
  ) => {
    if (!viewer.userId && !isEditor(viewer)) throw accessError(viewer)
    return runTransaction((work) => mutate(mutationsFor(work, viewer)))
  }

  const publishDue = () => runTransaction(async () => {})
  const reader = createResourceReader({
    db,
    types,
    access,
    serialize,
    toReadResult,
    now,
    publishDue,
  })
  const list = createListReader({ db, types, access, serialize, reader })
  const embedding = createCollectionEmbedding(types, list, reader.get)

  return {
    types,
    access,
    publishDue,
    nextDue,

    /** Events for imports, which replace all content in a transaction of their own. */
    replacement: createContentReplacement(types, messageOf, now),

    /** Caches responses for visitors, until anything changes. */
    responseCache,

    get: embedding.get(reader.get),
    page: embedding.page(reader.page),
    list: embedding.list(list),
    manifest: reader.manifest,
    flatManifest: reader.flatManifest,
    usage: reader.usage,
    currentMessages: reader.currentMessages,
    redirects: reader.redirects,
    children: reader.children,

    transact,
    create: async (endpoint: Iri, body: Body, viewer: Viewer, options: WriteOptions = {}) =>
      embedding.stored(
        await transact(viewer, (transaction) => transaction.create(endpoint, body, options)),
        viewer,
        options,
      ),
    update: async (iri: Iri, body: Body, viewer: Viewer, options: WriteOptions = {}) =>
      embedding.stored(
        await transact(viewer, (transaction) => transaction.update(iri, body, options)),
        viewer,
        options,
      ),
    remove: (iri: Iri, viewer: Viewer, options: WriteOptions = {}) =>
      transact(viewer, (transaction) => transaction.remove(iri, options)),
    generateRoute: (body: Body, viewer: Viewer) =>
      transact(viewer, (transaction) => transaction.generateRoute(body)),
  }
}

export type Store = ReturnType<typeof createStore>
export type { ReadOptions } from './read/read-result.ts'
export type { AuthorizedMutations } from './write/authorized-mutations.ts'

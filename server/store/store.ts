/**
 * Everything the site contains, and the only code that changes it. A write is one transaction that checks the
 * rules, changes the rows and appends the live-update events; `committed` is called after those that appended any.
 */
import type { Iri } from '#content/model/iri.ts'
import type { Kinds } from '#site/kinds.ts'
import type { Viewer } from '../http/hono-env.ts'
import { type RouteRule, createAccessRules, defaultRouteRules } from './access/access-rules.ts'
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
import { createPersist } from './write/persist.ts'
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
  /** Milliseconds since 1970. */
  clock?: () => number
  /** Called after every transaction that has something to tell the hub. */
  onCommit?: () => void
  /** Called with what has changed, before whoever changed it is answered. */
  onChange?: (iris: readonly Iri[]) => void
  /** Where others may write too: what they have written shows in it. */
  revision?: Revision
  /** Which paths only some may see. */
  rules?: readonly RouteRule[]
  features?: readonly TypeExtension[]
  /** What rows were before a write changed or deleted them; called once that is certain. */
  replaced?: (rows: readonly Row[]) => Promise<void> | void
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
    features = [],
    replaced = () => {},
  }: StoreOptions,
) => {
  const types = createTypeRegistry(kinds, features)
  const access = createAccessRules(types, rules)
  const present = createSerializer(types, access)
  const answer = createToReadResult(types, present)
  const drafts = createDrafts(types)
  const save = createPersist(types)
  const mutations = createMutations(types, save, drafts, createRouteMoves(types, save))
  const writesOf = createAuthorizedMutations(types, mutations, answer)
  const { tell, messageOf } = createOutbox(types, access, present)
  const now = () => new Date(clock()).toISOString()

  /** When the next scheduled draft is due, if any is scheduled. */
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
  const kept = createResponseCache({ clock, nextDue, revision })

  const commit = createTransactionQueue({
    db,
    now,
    prepare: drafts.publishDue,
    tell,
    onCommit: ({ changed, hasEvents }) => {
      kept.clear()
      onChange(changed)
      if (hasEvents) onCommit()
    },
  })
  const transaction = async <Result>(
    change: (work: UnitOfWork) => Promise<Result>,
  ): Promise<Result> => {
    const { result, before } = await commit(change)
    if (before.length) await replaced(before)
    return result
  }
  /** Several writes that happen all together or not at all. */
  const together = <Result>(
    viewer: Viewer,
    change: (writes: AuthorizedMutations) => Promise<Result>,
  ) => transaction((work) => change(writesOf(work, viewer)))

  const publishDue = () => transaction(async () => {})
  const reading = createResourceReader({ db, types, access, present, answer, now, publishDue })
  const list = createListReader({ db, types, access, present, reading })
  const embedding = createCollectionEmbedding(types, list, reading.get)

  return {
    types,
    access,
    publishDue,
    nextDue,

    /** For those who replace all content at once, in a transaction of their own. */
    replacement: createContentReplacement(types, messageOf, now),

    /** For what a visitor is answered: the same for all of them, until something changes. */
    kept,

    get: embedding.get(reading.get),
    page: embedding.page(reading.page),
    list: embedding.list(list),
    manifest: reading.manifest,
    flatManifest: reading.flatManifest,
    usage: reading.usage,
    currentMessages: reading.currentMessages,
    redirects: reading.redirects,
    children: reading.children,

    together,
    create: (endpoint: Iri, body: Body, viewer: Viewer, options: WriteOptions = {}) =>
      together(viewer, (writes) => writes.create(endpoint, body, options)),
    update: (iri: Iri, body: Body, viewer: Viewer, options: WriteOptions = {}) =>
      together(viewer, (writes) => writes.update(iri, body, options)),
    remove: (iri: Iri, viewer: Viewer, options: WriteOptions = {}) =>
      together(viewer, (writes) => writes.remove(iri, options)),
    generateRoute: (body: Body, viewer: Viewer) =>
      together(viewer, (writes) => writes.generateRoute(body)),
  }
}

export type Store = ReturnType<typeof createStore>
/** What other rooms of the server say when they ask. */
export type { ReadOptions } from './read/read-result.ts'
export type { AuthorizedMutations } from './write/authorized-mutations.ts'

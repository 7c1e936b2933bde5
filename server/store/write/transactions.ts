/**
 * Runs mutations in transactions. From the request of a viewer to the tables, a change passes these layers:
 *
 * 1. `authorized-mutations.ts` checks that the viewer is an editor and that the version is the expected one.
 *
 * 2. `mutations.ts` creates, updates or removes a resource by the rules of drafts, positions and routes.
 *
 * 3. `persist/` validates one resource, and puts it with its relations into the unit of work.
 *
 * 4. `unit-of-work.ts` keeps the changes in memory until it is flushed, when `flush-changes.ts` writes them to the
 * tables.
 *
 * 5. `transaction-queue.ts` runs all of that for one mutation after another, and commits those that arrive together.
 */
import { actorOf } from '#server/audit/actor.ts'
import { createContentAudit } from '#server/audit/content-audit.ts'
import { type Viewer, isEditor } from '#server/auth/viewer.ts'
import { accessError } from '../access/read-access.ts'
import type { Database } from '../db/schema.ts'
import type { TransactionChanges } from '../events/append-events.ts'
import type { ToReadResult } from '../read/to-read-result.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { type AuthorizedMutations, createAuthorizedMutations } from './authorized-mutations.ts'
import { createDrafts } from './drafts.ts'
import { createMutations } from './mutations.ts'
import { createPersist } from './persist/persist-resource.ts'
import { createRouteMoves } from './route-moves.ts'
import { createTransactionQueue } from './transaction-queue.ts'
import type { UnitOfWork } from './unit-of-work.ts'

interface TransactionsOptions {
  db: Database
  types: TypeRegistry
  toReadResult: ToReadResult
  now: () => string
  /** Appends the mutation's events to the event log. */
  appendEvents: (work: UnitOfWork) => Promise<TransactionChanges>
  /** Called after a commit that wrote something, before any mutation resolves. */
  onCommit: (changes: TransactionChanges) => void
}

/** Creates the functions that run mutations in transactions and publish what is due. */
export const createTransactions = (options: TransactionsOptions) => {
  const { db, types, toReadResult, now, appendEvents, onCommit } = options
  const drafts = createDrafts(types)
  const persist = createPersist(types)
  const mutations = createMutations(types, persist, drafts, createRouteMoves(types, persist))
  const mutationsFor = createAuthorizedMutations(types, mutations, toReadResult)
  const commit = createTransactionQueue({
    db,
    now,
    prepare: drafts.publishDue,
    appendEvents,
    audit: createContentAudit(types),
    onCommit,
  })

  return {
    /** Publishes the scheduled drafts that are due, as every transaction does first. */
    publishDue: () => commit(async () => {}),

    /** Runs several mutations in one transaction. Visitors are refused at once, without waiting for the write lock. */
    transact: async <Result>(
      viewer: Viewer,
      mutate: (mutations: AuthorizedMutations, work: UnitOfWork) => Promise<Result>,
    ) => {
      if (!viewer.userId && !isEditor(viewer)) throw accessError(viewer)
      const actor = viewer.isUnaudited ? null : actorOf(viewer)
      return commit((work) => mutate(mutationsFor(work, viewer), work), actor)
    },
  }
}

export type Transact = ReturnType<typeof createTransactions>['transact']

/**
 * Runs mutations one after the other, and commits those that arrive together in one transaction, as a
 * commit takes the disk as long for many as for one. Each succeeds or fails by itself, and none resolves
 * before it is durable.
 */
import { setImmediate } from 'node:timers/promises'
import type { ControlledTransaction } from 'kysely'
import { type Actor, serverActor } from '#server/audit/actor.ts'
import type { ContentAudit } from '#server/audit/content-audit.ts'
import type { TransactionChanges } from '../events/append-events.ts'
import type { Database, Schema } from '../db/schema.ts'
import { lockWrites } from '../db/sql-dialect.ts'
import { UnitOfWork } from './unit-of-work.ts'

/** The maximum number of mutations in one commit; readers wait for all of them. */
const maxBatchSize = 50
const savepoint = 'one_mutation'

type Transaction = ControlledTransaction<Schema>

interface QueuedMutation {
  mutate: (work: UnitOfWork) => Promise<unknown>
  /** The author of the changes in the audit log; null if they are not logged. */
  actor: Actor | null
  resolve: (outcome: Outcome) => void
  reject: (reason: unknown) => void
}

interface Outcome extends TransactionChanges {
  result: unknown
}

interface TransactionOptions {
  db: Database
  now: () => string
  /** Runs before each mutation, in its transaction. */
  prepare: (work: UnitOfWork) => Promise<void>
  /** Appends the mutation's events to the event log. */
  appendEvents: (work: UnitOfWork) => Promise<TransactionChanges>
  /** Logs the mutation's changes in the same transaction. */
  audit: ContentAudit
  /** Called after a commit that wrote something, before any mutation resolves. */
  onCommit: (changes: TransactionChanges) => void
}

const runMutation = async (
  { now, prepare, appendEvents, audit }: TransactionOptions,
  tx: Database,
  { mutate, actor }: Pick<QueuedMutation, 'mutate' | 'actor'>,
): Promise<Outcome> => {
  const work = new UnitOfWork(tx, now())
  await prepare(work)
  // Due drafts are published by the server, whoever happens to change something then.
  await audit.append(work, serverActor)
  const published = audit.rowsIn(work)
  const result = await mutate(work)
  if (actor) await audit.append(work, actor, published)
  const changes = await appendEvents(work)
  await work.flush()
  return { result, ...changes }
}

/** The outcome of one mutation of a batch; `settle` tells its caller, once the commit is durable. */
interface SettledMutation {
  outcome: Outcome | null
  settle: () => void
}

/** Runs one mutation of a batch within a savepoint, so that it fails by itself. */
const runInSavepoint = async (
  options: TransactionOptions,
  tx: Transaction,
  { resolve, reject, ...mutation }: QueuedMutation,
): Promise<SettledMutation> => {
  const savepointTx = await tx.savepoint(savepoint).execute()
  try {
    const outcome = await runMutation(options, savepointTx, mutation)
    await savepointTx.releaseSavepoint(savepoint).execute()
    return { outcome, settle: () => resolve(outcome) }
  } catch (reason) {
    // If this fails too, the transaction is lost for the same reason.
    await savepointTx
      .rollbackToSavepoint(savepoint)
      .execute()
      .catch(() => {
        throw reason
      })
    return { outcome: null, settle: () => reject(reason) }
  }
}

/** Returns what a batch changed; null when every mutation was refused, so that nothing was written. */
const changesOf = (mutations: readonly SettledMutation[]): TransactionChanges | null => {
  const outcomes = mutations.flatMap(({ outcome }) => outcome ?? [])
  if (!outcomes.length) return null
  return {
    changed: outcomes.flatMap(({ changed }) => changed),
    hasEvents: outcomes.some(({ hasEvents }) => hasEvents),
  }
}

/** Runs a batch in one transaction, and settles its mutations once the commit is durable. */
const commitBatch = async (options: TransactionOptions, jobs: readonly QueuedMutation[]) => {
  const tx = await options.db.startTransaction().execute()
  let changes: TransactionChanges | null = null
  const mutations: SettledMutation[] = []
  try {
    await lockWrites(tx)
    for (const job of jobs) mutations.push(await runInSavepoint(options, tx, job))
    changes = changesOf(mutations)
    await tx.commit().execute()
    if (changes) options.onCommit(changes)
  } catch (reason) {
    // If the connection broke during the commit, it may have succeeded.
    if (changes) options.onCommit(changes)
    // The connection, and with it the transaction, may already be gone.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
    throw reason
  }
  for (const { settle } of mutations) settle()
}

/** Returns a function that queues a mutation and resolves with its result once it is committed. */
export const createTransactionQueue = (options: TransactionOptions) => {
  const queue: QueuedMutation[] = []
  let isRunning = false

  const runNext = async () => {
    // Lets requests that have already arrived join the batch.
    await setImmediate()
    const jobs = queue.splice(0, maxBatchSize)
    await commitBatch(options, jobs).catch((reason: unknown) =>
      jobs.forEach(({ reject }) => reject(reason)),
    )
  }

  /** Runs batch after batch until the queue is empty. */
  const run = () => {
    isRunning = queue.length > 0
    // A failed batch has already rejected its mutations.
    if (isRunning) runNext().then(run, run)
  }

  return async <Result>(
    mutate: (work: UnitOfWork) => Promise<Result>,
    actor: Actor | null = serverActor,
  ) => {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      queue.push({ mutate, actor, resolve, reject })
      if (!isRunning) run()
    })
    return outcome.result as Result
  }
}

/**
 * Runs mutations one after the other, and commits those that arrive together in one transaction, as a
 * commit takes the disk as long for many as for one. Each succeeds or fails by itself, and none resolves
 * before it is durable.
 */
import { setImmediate } from 'node:timers/promises'
import type { PublishResult } from '../events/outbox.ts'
import type { Row } from '../graph/resource-graph.ts'
import type { Database } from '../db/schema.ts'
import { lockWrites } from '../db/sql-dialect.ts'
import { UnitOfWork } from './unit-of-work.ts'

/** The maximum number of mutations in one commit; readers wait for all of them. */
const maxBatchSize = 50
const savepoint = 'one_write'

interface QueuedMutation {
  mutate: (work: UnitOfWork) => Promise<unknown>
  resolve: (outcome: Outcome) => void
  reject: (reason: unknown) => void
}

interface Outcome extends PublishResult {
  result: unknown
  /** The rows as they were before they were changed or deleted. */
  previousRows: Row[]
}

interface TransactionOptions {
  db: Database
  now: () => string
  /** Runs before each mutation. */
  prepare: (work: UnitOfWork) => Promise<void>
  /** Appends the mutation's events to the outbox. */
  appendEvents: (work: UnitOfWork) => Promise<PublishResult>
  /** Called after a commit that wrote something, before any mutation resolves. */
  onCommit: (published: PublishResult) => void
}

export const createTransactionQueue = ({
  db,
  now,
  prepare,
  appendEvents,
  onCommit,
}: TransactionOptions) => {
  const queue: QueuedMutation[] = []
  let isRunning = false

  const runMutation = async (tx: Database, mutate: QueuedMutation['mutate']): Promise<Outcome> => {
    const work = new UnitOfWork(tx, now())
    await prepare(work)
    const result = await mutate(work)
    const published = await appendEvents(work)
    await work.flush()
    return { result, ...published, previousRows: [...work.previousRows.values()] }
  }

  /**
   * Runs a batch in one transaction; returns the callbacks that settle each mutation, to be called once the
   * commit is durable.
   */
  const commit = async (jobs: readonly QueuedMutation[]) => {
    const tx = await db.startTransaction().execute()
    let published: PublishResult | null = null
    try {
      await lockWrites(tx)
      const settlers: (() => void)[] = []
      const outcomes: Outcome[] = []
      for (const { mutate, resolve, reject } of jobs) {
        const savepointTx = await tx.savepoint(savepoint).execute()
        try {
          const outcome = await runMutation(savepointTx, mutate)
          await savepointTx.releaseSavepoint(savepoint).execute()
          outcomes.push(outcome)
          settlers.push(() => resolve(outcome))
        } catch (reason) {
          // If this fails too, the transaction is lost for the same reason.
          await savepointTx
            .rollbackToSavepoint(savepoint)
            .execute()
            .catch(() => {
              throw reason
            })
          settlers.push(() => reject(reason))
        }
      }
      // When every mutation was refused, nothing was written.
      if (outcomes.length > 0)
        published = {
          changed: outcomes.flatMap(({ changed }) => changed),
          hasEvents: outcomes.some(({ hasEvents }) => hasEvents),
        }
      await tx.commit().execute()
      if (published) onCommit(published)
      return settlers
    } catch (reason) {
      // If the connection broke during the commit, it may have succeeded.
      if (published) onCommit(published)
      // The connection, and with it the transaction, may already be gone.
      await tx
        .rollback()
        .execute()
        .catch(() => {})
      throw reason
    }
  }

  const runNext = async () => {
    // Lets requests that have already arrived join the batch.
    await setImmediate()
    const jobs = queue.splice(0, maxBatchSize)
    await commit(jobs).then(
      (settlers) => settlers.forEach((settle) => settle()),
      (reason: unknown) => jobs.forEach(({ reject }) => reject(reason)),
    )
  }

  /** Runs batch after batch until the queue is empty. */
  const run = () => {
    isRunning = queue.length > 0
    // A failed batch has already rejected its mutations.
    if (isRunning) runNext().then(run, run)
  }

  return async <Result>(mutate: (work: UnitOfWork) => Promise<Result>) => {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      queue.push({ mutate, resolve, reject })
      if (!isRunning) run()
    })
    return { result: outcome.result as Result, previousRows: outcome.previousRows }
  }
}

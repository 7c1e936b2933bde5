/**
 * Writes one after the other, and those that arrive together in one commit: making it last takes the disk as long for
 * many as for one. Each stands or falls by itself; none is answered before it would survive a loss of power.
 */
import { setImmediate } from 'node:timers/promises'
import type { PublishResult } from '../events/outbox.ts'
import type { Row } from '../graph/resource-graph.ts'
import type { Database } from '../db/schema.ts'
import { lockWrites } from '../db/sql.ts'
import { UnitOfWork } from './unit-of-work.ts'

/** Readers wait as long as all of them take. */
const maxBatchSize = 50
const savepoint = 'one_write'

interface Job {
  change: (work: UnitOfWork) => Promise<unknown>
  done: (outcome: Outcome) => void
  failed: (reason: unknown) => void
}

interface Outcome extends PublishResult {
  result: unknown
  /** What rows were before they were changed or deleted. */
  before: Row[]
}

interface TransactionOptions {
  db: Database
  now: () => string
  /** What happens before anything else is looked at. */
  prepare: (work: UnitOfWork) => Promise<void>
  /** Appends what has to be told. */
  tell: (work: UnitOfWork) => Promise<PublishResult>
  /** Called before anybody is answered. */
  onCommit: (telling: PublishResult) => void
}

export const createTransactionQueue = ({
  db,
  now,
  prepare,
  tell,
  onCommit,
}: TransactionOptions) => {
  const waiting: Job[] = []
  let isRunning = false

  const carryOut = async (tx: Database, change: Job['change']): Promise<Outcome> => {
    const work = new UnitOfWork(tx, now())
    await prepare(work)
    const result = await change(work)
    const telling = await tell(work)
    await work.flush()
    return { result, ...telling, before: [...work.previousRows.values()] }
  }

  /** Says for each how to answer, once all that succeeded is certain. */
  const commit = async (jobs: readonly Job[]) => {
    const tx = await db.startTransaction().execute()
    let telling: PublishResult | null = null
    try {
      await lockWrites(tx)
      const answers: (() => void)[] = []
      const outcomes: Outcome[] = []
      for (const { change, done, failed } of jobs) {
        const inside = await tx.savepoint(savepoint).execute()
        try {
          const outcome = await carryOut(inside, change)
          await inside.releaseSavepoint(savepoint).execute()
          outcomes.push(outcome)
          answers.push(() => done(outcome))
        } catch (reason) {
          // Where that fails too the transaction is gone, and for the same reason.
          await inside
            .rollbackToSavepoint(savepoint)
            .execute()
            .catch(() => {
              throw reason
            })
          answers.push(() => failed(reason))
        }
      }
      telling = {
        changed: outcomes.flatMap(({ changed }) => changed),
        hasEvents: outcomes.some(({ hasEvents }) => hasEvents),
      }
      await tx.commit().execute()
      onCommit(telling)
      return answers
    } catch (reason) {
      // Where the connection broke during the commit nobody knows whether it was made.
      if (telling) onCommit(telling)
      // The connection may be gone, and the transaction with it.
      await tx
        .rollback()
        .execute()
        .catch(() => {})
      throw reason
    }
  }

  const runNext = async () => {
    // Requests that have arrived already come along.
    await setImmediate()
    const jobs = waiting.splice(0, maxBatchSize)
    await commit(jobs).then(
      (answers) => answers.forEach((answer) => answer()),
      (reason: unknown) => jobs.forEach(({ failed }) => failed(reason)),
    )
  }

  /** One batch after the other, for as long as there is any. */
  const run = () => {
    isRunning = waiting.length > 0
    // Whatever becomes of a batch has been said to those who are in it.
    if (isRunning) runNext().then(run, run)
  }

  return async <Result>(change: (work: UnitOfWork) => Promise<Result>) => {
    const outcome = await new Promise<Outcome>((done, failed) => {
      waiting.push({ change, done, failed })
      if (!isRunning) run()
    })
    return { result: outcome.result as Result, before: outcome.before }
  }
}

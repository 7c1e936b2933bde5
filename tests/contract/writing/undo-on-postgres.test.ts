/** Undo restores a site that is stored in PostgreSQL. All pages and gestures are tested on the other database. */
import fc from 'fast-check'
import { test } from 'vitest'
import { type PageName, checkUndo, gesture, paths } from '../../support/random-gestures.ts'
import { createPostgres } from '../../support/server/databases.ts'

test.each(Object.keys(paths) as PageName[])(
  'some changes of %s are undone, redone and undone again',
  async (page) => {
    const gestures = fc.array(gesture, { minLength: 4, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(gestures, async (made) =>
        checkUndo(page, made, { databaseUrl: await createPostgres() }),
      ),
      { numRuns: 1, endOnFailure: true },
    )
  },
  120_000,
)

/** Nothing is done twice in PostgreSQL over a network that loses answers. All pages are tested on the other database. */
import fc from 'fast-check'
import { test } from 'vitest'
import { checkLosses, losses } from '../../support/lossy-network.ts'
import { gesture } from '../../support/random-gestures.ts'
import { createPostgres } from '../../support/server/databases.ts'

test('changes of an article are made, undone and redone once', async () => {
  const gestures = fc.array(gesture, { minLength: 3, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(gestures, losses, async (made, isLost) =>
      checkLosses('an article', made, isLost, await createPostgres()),
    ),
    { numRuns: 1, endOnFailure: true },
  )
}, 120_000)

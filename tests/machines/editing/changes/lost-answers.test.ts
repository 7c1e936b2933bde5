/** Requests that reach the API, but whose answers are lost, are repeated, and have no further effect. */
import fc from 'fast-check'
import { test } from 'vitest'
import { checkLosses, losses } from '../../../support/lossy-network.ts'
import { type PageName, gesture, paths } from '../../../support/random-gestures.ts'

test.each(Object.keys(paths) as PageName[])(
  'any changes of %s are made, undone and redone once',
  async (page) => {
    await fc.assert(
      fc.asyncProperty(fc.array(gesture, { minLength: 1, maxLength: 5 }), losses, (made, isLost) =>
        checkLosses(page, made, isLost),
      ),
      { numRuns: 2, endOnFailure: true },
    )
  },
  120_000,
)

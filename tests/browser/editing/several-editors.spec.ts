/**
 * Two and three editors of one page at random, in real browsers: no word is lost that nobody gave up, nobody is stuck, and all
 * end with the same site. `tests/machines/editing/changes/several-editors.test.ts` makes more steps without browsers.
 */
import type { Browser } from '@playwright/test'
import fc from 'fast-check'
import { isSoaking, seed } from '../../support/seed.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { type Step, createLedger, openEditors, stepKinds } from '../support/random-editors.ts'
import { test } from '../support/fixtures.ts'

const step = fc.record<Step>({
  by: fc.nat(2),
  kind: fc.constantFrom(...stepKinds),
  at: fc.nat(11),
  hurries: fc.boolean(),
})

const check = async (browser: Browser, count: number, steps: readonly Step[]) => {
  const site = await startServerProcess()
  const editors = await openEditors(browser, site, count)
  const { make, finish } = createLedger(editors)
  try {
    for (const one of steps) await test.step(JSON.stringify(one), () => make(one))
    await test.step('finish', finish)
  } finally {
    await Promise.all(editors.map(({ context }) => context.close()))
    await site.dispose()
  }
}

for (const [count, length] of [
  [2, isSoaking ? 16 : 8],
  [3, isSoaking ? 14 : 6],
] as const)
  test(`${count} editors lose no word, and end with the same site`, async ({ browser }) => {
    // A failure is simplified before it is reported.
    test.setTimeout(900_000)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: length, maxLength: length }), (steps) =>
        check(browser, count, steps),
      ),
      { seed, numRuns: isSoaking ? 3 : 1, interruptAfterTimeLimit: 600_000 },
    )
  })

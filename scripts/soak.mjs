/**
 * `npm run soak`: runs the property-based tests repeatedly, each round with a new seed, until the time is up. Prints the
 * seeds that failed and how to repeat them.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { noBrowser, provideBrowser } from './support/browser.mjs'
import { ensureBuilt } from './support/ensure-built.mjs'
import { generatedTests } from './support/generated-tests.mjs'
import { run, tool } from './support/run.mjs'

const usage = `npm run soak -- [--minutes N] [--seed N] [file…]

Runs the property-based tests again and again, each round with a new seed, and prints each seed.

  --minutes N  start new rounds for N minutes (default 10)
  --seed N     run one round with this seed, to repeat a failure
  file…        test files to run (default: all that use generated input)

When a seed finds a defect, add its case to the tests together with the fix.
Exit codes: 0 if every round passed, 1 if one failed, 2 if an option is wrong.`

const say = (line) => process.stdout.write(`${line}\n`)

const end = (code, line) => {
  say(line)
  process.exit(code)
}

const options = () => {
  try {
    const { values, positionals } = parseArgs({
      options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    if (values.help) end(0, usage)
    if (!/^\d+(\.\d+)?$/.test(values.minutes)) end(2, `--minutes must be a number.\n\n${usage}`)
    if (values.seed !== undefined && !/^\d{1,10}$/.test(values.seed)) {
      end(2, `--seed must be a whole number.\n\n${usage}`)
    }
    return { ...values, minutes: Number(values.minutes), files: positionals }
  } catch (error) {
    return end(2, `${error.message}\n\n${usage}`)
  }
}

/** Timeouts are long, because the soak looks for wrong results, not for slow ones. */
const patient = ['--testTimeout=600000', '--hookTimeout=600000']

const { minutes, seed: given, files: named } = options()
const files = named.length ? named : generatedTests()
const browserFiles = files.filter((file) => file.endsWith('.spec.ts'))
const otherFiles = files.filter((file) => !browserFiles.includes(file))
if (!(await ensureBuilt())) process.exit(1)
const browser = browserFiles.length > 0 ? await provideBrowser() : null
if (browserFiles.length > 0 && !browser) end(1, noBrowser)

/** Runs the tests with a seed, those in browsers last. Resolves to true if all pass. */
const passes = async (seed) => {
  const env = { TEST_SEED: seed, ...(browser && { CHROME_PATH: browser }) }
  const runs = [
    [[...tool('vitest/vitest.mjs'), 'run', ...patient], otherFiles],
    [[...tool('@playwright/test/cli.js'), 'test', '--reporter=list'], browserFiles],
  ]
  const codes = []
  for (const [command, tests] of runs)
    if (tests.length > 0) codes.push(await run([...command, ...tests], { env, minutes: 240 }))
  return codes.every((code) => code === 0)
}

// With a given seed all rounds would be the same, so one is enough.
const until = given === undefined ? Date.now() + minutes * 60_000 : 0
const failed = []
let rounds = 0
do {
  const seed = given ?? String(randomInt(2 ** 31))
  rounds += 1
  const left = Math.max(0, (until - Date.now()) / 60_000).toFixed(0)
  say(`\n── round ${rounds}, seed ${seed}${given ? '' : `, ${left} minutes left`}`)
  if (!(await passes(seed))) failed.push(seed)
} while (Date.now() < until)

for (const seed of failed) say(`failed: npm run soak -- --seed ${seed}`)
say(`${rounds - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1

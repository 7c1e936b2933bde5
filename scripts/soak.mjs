/**
 * `npm run soak`: runs the property-based tests repeatedly, each round with a new seed, until the time is up. Prints the
 * seeds that failed and how to repeat them.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
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
if (!(await ensureBuilt())) process.exit(1)

// With a given seed all rounds would be the same, so one is enough.
const until = given === undefined ? Date.now() + minutes * 60_000 : 0
const failed = []
let rounds = 0
do {
  const seed = given ?? String(randomInt(2 ** 31))
  rounds += 1
  const left = Math.max(0, (until - Date.now()) / 60_000).toFixed(0)
  say(`\n── round ${rounds}, seed ${seed}${given ? '' : `, ${left} minutes left`}`)
  const code = await run([...tool('vitest/vitest.mjs'), 'run', ...patient, ...files], {
    env: { TEST_SEED: seed },
    minutes: 240,
  })
  if (code !== 0) failed.push(seed)
} while (Date.now() < until)

for (const seed of failed) say(`failed: npm run soak -- --seed ${seed}`)
say(`${rounds - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1

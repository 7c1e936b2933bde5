/**
 * `npm test`: runs all checks, one after another. With `--quick` (`npm run check`), it skips the browser tests. The last
 * line is the total, `N passed, N failed`; a step that is not a test suite counts as one.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { noBrowser, provideBrowser } from './support/browser.mjs'
import { ensureBuilt } from './support/ensure-built.mjs'
import { root } from './support/root.mjs'
import { run, tool } from './support/run.mjs'
import { transitionTable } from './support/transitions.mjs'

const quick = process.argv.includes('--quick')
const reports = join(root, '.cache', 'test')
const sum = { passed: 0, failed: 0 }
/** Names of failed steps and tests, repeated at the end of the output. */
const failures = []

const say = (line) => process.stdout.write(`${line}\n`)

const step = async (name, work) => {
  say(`\n── ${name}`)
  const began = performance.now()
  const { passed, failed } = await work()
  sum.passed += passed
  sum.failed += failed
  if (failed && !failures.some((line) => line.startsWith(name))) failures.push(name)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(`── ${name}: ${passed} passed, ${failed} failed (${seconds} s)`)
}

const one = (succeeded) => (succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
const succeeds = (command) => async () => one((await run(command)) === 0)

const knip = (...options) => [...tool('knip/bin/knip.js'), '--no-progress', ...options]

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** Returns the counts of a suite's report. A suite that fails without a failed test counts as one failure. */
const suite = async (code, report, count) => {
  const counted = report ? count(report) : { passed: 0, failed: 0 }
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

const vitest = async () => {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run([...tool('vitest/vitest.mjs'), 'run', ...reporters], { minutes: 45 })
  const report = readReport(file)
  if (report) say(perFolder(report))
  for (const tested of report?.testResults ?? []) {
    const failed = tested.assertionResults.filter(({ status }) => status === 'failed')
    if (isBroken(tested)) failures.push(`tests: ${relative(root, tested.name)}`)
    for (const { fullName } of failed)
      failures.push(`tests: ${relative(root, tested.name)}: ${fullName}`)
  }
  return suite(code, report, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests + testResults.filter(isBroken).length,
  }))
}

/** True for a file that failed to load or to set up, and so has no failed test to count. */
const isBroken = ({ status, assertionResults }) =>
  status === 'failed' && assertionResults.every((result) => result.status !== 'failed')

const perFolder = ({ testResults }) => {
  const counts = new Map()
  for (const { name, assertionResults } of testResults) {
    const [, folder] = relative(root, name).split(sep)
    counts.set(folder, (counts.get(folder) ?? 0) + assertionResults.length)
  }
  return [...counts].map(([folder, count]) => `   ${folder}: ${count} tests`).join('\n')
}

const browser = async () => {
  const executable = await provideBrowser()
  if (!executable) {
    say(noBrowser)
    return one(false)
  }
  const file = join(reports, 'browser.json')
  const code = await run([...tool('@playwright/test/cli.js'), 'test'], {
    env: { CHROME_PATH: executable },
    minutes: 60,
  })
  const report = readReport(file)
  for (const { title, file: name } of failedSpecs(report?.suites ?? []))
    failures.push(`browsers: ${name}: ${title}`)
  return suite(code, report, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }))
}

const failedSpecs = (suites) =>
  suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.filter(({ ok }) => !ok),
    ...failedSpecs(inner),
  ])

rmSync(reports, { recursive: true, force: true })
rmSync(join(root, '.cache', 'transitions'), { recursive: true, force: true })

await step('types', succeeds([...tool('typescript/bin/tsc'), '--noEmit']))
await step('lint', succeeds([...tool('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']))
await step(
  'format',
  succeeds([...tool('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']),
)
await step('unused code', succeeds(knip()))
// Exports that only tests use are allowed where they are marked `@internal`.
await step('unused code, tests aside', succeeds(knip('--production')))
await step('build', async () => one(await ensureBuilt()))
await step('tests', vitest)
if (!quick) await step('browsers', browser)

say(`\n${transitionTable()}`)
for (const failure of failures) say(`failed: ${failure}`)
say(`${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1

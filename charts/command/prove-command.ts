/** Proves what is stated about a system of machines, and writes the page that lists it. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import type { ChartModel } from '../model/chart-model.ts'
import { modelOf } from '../model/model-of.ts'
import { unstatedEffects, unusedExemptions } from '../prove/effects.ts'
import { type TestFile, guardsPage, uncrossed } from '../prove/guards-page.ts'
import { crossingText, effectText, proveAll } from '../prove/prove.ts'
import type { SystemRules } from '../prove/signals.ts'
import type { Statements } from '../prove/statement.ts'

export interface ProofOptions {
  rules: SystemRules
  statements: Statements
  /** The file of the page, and the files of tests, which are below `root`. */
  page: string
  root: string
  /** True to write the page if all holds; otherwise it has to be up to date. */
  isWritten: boolean
  /** Prints a line. */
  say: (line: string) => void
}

/** Prints which statements do not hold, with a path against each. Returns an exit code: 0 if all hold, and 1 if not. */
export function proveCommand(machines: readonly AnyStateMachine[], options: ProofOptions): number {
  const { statements, page, root, isWritten } = options
  const charts = machines.map(modelOf)
  const problems = problemsOf(charts, options)
  if (problems.length > 0) {
    console.error(problems.join('\n\n'))
    return 1
  }
  const text = pageOf(options)
  if (isWritten) {
    mkdirSync(dirname(page), { recursive: true })
    writeFileSync(page, text)
  } else if (!existsSync(page) || readFileSync(page, 'utf8') !== text) {
    console.error(`${relative(root, page)} is not up to date. Run \`npm run charts -- prove\`.`)
    return 1
  }
  options.say(`${statements.statements.length} statements hold, on ${charts.length} machines.`)
  return 0
}

/**
 * Returns the page that lists all statements.
 * @internal Exported for tests.
 */
export const pageOf = ({
  statements,
  page,
  root,
}: Pick<ProofOptions, 'statements' | 'page' | 'root'>) =>
  guardsPage(statements, testsBelow(root), relative(dirname(page), root))

/**
 * Returns what is wrong with statements, or keeps them from being true of all effects.
 * @internal Exported for tests.
 */
export function problemsOf(
  charts: readonly ChartModel[],
  { rules, statements, root }: Pick<ProofOptions, 'rules' | 'statements' | 'root'>,
): string[] {
  const refuted = [...proveAll(charts, rules, statements)].filter(
    ([, reasons]) => reasons.length > 0,
  )
  return [
    ...refuted.map(([says, reasons]) => [`Does not hold: ${says}`, ...reasons].join('\n  ')),
    ...unstatedEffects(charts, statements).map(
      ({ machine, name }) =>
        `Nothing is stated about an effect that may destroy something: ${machine}: ${name}.`,
    ),
    ...unusedExemptions(charts, statements).map(
      ({ effect }) => `An exemption is about no effect: ${effectText(effect)}.`,
    ),
    ...uncrossed(statements, testsBelow(root)).map(
      (crossing) => `No test gives the answer ${crossingText(crossing)}.`,
    ),
  ]
}

const testsBelow = (root: string): TestFile[] =>
  readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .toSorted()
    .map((file) => join('tests', file))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

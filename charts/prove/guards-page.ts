/** Writes the statements about a system as a page, with the tests that give each answer. */
import { crossingText, effectText } from './prove.ts'
import type { Crossing, Statements } from './statement.ts'

/** A file of tests. */
export interface TestFile {
  path: string
  text: string
}

/** Returns the page as Markdown. Links lead from `folder`, a path like `../..`, to the files. */
export function guardsPage(
  { statements, exemptions }: Statements,
  tests: readonly TestFile[],
  folder: string,
): string {
  const testsText = (crossing: Crossing) => linksTo(testsCrossing(crossing, tests), folder)
  const proven = statements.map(({ says, effect, asked, settled = [] }) =>
    [
      `## ${says}`,
      '',
      `- effect: \`${effectText(effect)}\``,
      ...asked.map((crossing) => `- answer: \`${crossingText(crossing)}\`${testsText(crossing)}`),
      ...settled.map((crossing) => `- or nothing is lost after: \`${crossingText(crossing)}\``),
      '',
    ].join('\n'),
  )
  return [
    '# Questions before something is lost',
    '',
    'Proven by `npm run charts -- prove`, which writes this page: each effect happens only after one of its answers. The tests',
    'beside an answer give it.',
    '',
    ...proven,
    '## Without a question',
    '',
    ...exemptions.map(({ effect, because }) => `- \`${effectText(effect)}\`: ${because}`),
    '',
  ].join('\n')
}

const linksTo = (files: readonly TestFile[], folder: string) =>
  files.length === 0
    ? ''
    : ` (${files.map(({ path }) => `[${path}](${folder}/${path})`).join(', ')})`

/**
 * Returns the files of tests that take a transition: those whose approved table has its row, and those that say that they
 * cover all transitions of its machine.
 */
const testsCrossing = ({ machine, state, event }: Crossing, tests: readonly TestFile[]) => {
  const label = state === machine ? machine : state.slice(machine.length + 1)
  const row = `"${label} | ${event}`
  return tests.filter(
    ({ text }) =>
      text.includes(`cover(${machine}Machine)`) ||
      (text.includes(`${machine}Machine`) && text.includes(row)),
  )
}

/** Returns the answers that no test gives. */
export const uncrossed = ({ statements }: Statements, tests: readonly TestFile[]) =>
  statements.flatMap(({ asked }) =>
    asked.filter((crossing) => testsCrossing(crossing, tests).length === 0),
  )

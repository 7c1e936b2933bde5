/** Proves the statements about the machines of this site. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { type ProofOptions, proveCommand } from '../../charts/command/prove-command.ts'
import { guardedEffects } from '../../machines/guarded-effects.ts'
import { hearsBy } from './hears-by.mjs'
import { root } from './root.mjs'

/** The types of the events that the interface and the effects send. */
const sentFromOutside = () =>
  new Set(
    readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, 'src', file), 'utf8'))
      .flatMap((text) => [...text.matchAll(/'([a-z]\w*\.\w+)'/gi)].map(([, event]) => event!)),
  )

/** Returns how this site is proven. */
export function siteProof(): Omit<ProofOptions, 'isWritten'> {
  const outside = sentFromOutside()
  return {
    rules: { hearsBy, isSentFromOutside: (event) => outside.has(event) },
    statements: guardedEffects,
    page: join(root, 'docs', 'charts', 'guards.md'),
    root,
    say: (line) => console.log(line),
  }
}

/** Proves the machines of this site, and returns an exit code. Writes the page, or checks that it is up to date. */
export const proveSite = (
  machines: readonly AnyStateMachine[],
  { isWritten }: { isWritten: boolean },
) => proveCommand(machines, { ...siteProof(), isWritten })

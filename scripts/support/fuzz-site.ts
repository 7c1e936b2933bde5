/** Runs the whole app of this site with random events. */
import { join } from 'node:path'
import { fuzzCommand, repeatCommand } from '../../charts/command/fuzz-command.ts'
import { createFuzzedApp } from '../../tests/support/machines/fuzz-app.ts'
import { chartsHash } from './charts-hash.mjs'
import { root } from './root.mjs'

interface Options {
  events?: string
  seed?: string
  /** The file of a run to repeat. */
  repeat?: string
}

const say = (line: string) => console.log(line)

/** Runs the app, or repeats a run, and returns an exit code. */
export const fuzzSite = ({ events = '1000000', seed = '1', repeat }: Options) =>
  repeat === undefined
    ? fuzzCommand(createFuzzedApp(), {
        events: Number(events),
        seed: Number(seed),
        folder: join(root, '.cache', 'fuzz'),
        about: { charts: chartsHash() },
        say,
      })
    : repeatCommand(createFuzzedApp(), repeat, say)

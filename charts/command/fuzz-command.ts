/** Runs a system of actors at random, and saves the shortest run that breaks a rule. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FuzzSystem, Step, Violation } from '../fuzz/fuzz-system.ts'
import { fuzz, repeat } from '../fuzz/fuzz.ts'
import { recordRun, stepsOfRun } from '../fuzz/record-run.ts'
import { shrink } from '../fuzz/shrink.ts'
import { readRecording, writeRecording } from '../record/recording-file.ts'
import type { Recording } from '../record/recording.ts'

/** Prints a line. */
type Say = (line: string) => void

interface FuzzOptions {
  events: number
  seed: number
  /** The folder for the recording of a run that breaks a rule. */
  folder: string
  /** Facts about the recording, such as the versions of the system. */
  about?: Recording['about']
  say: Say
}

/** Prints whether all rules hold. Returns an exit code: 0 if they do, and 1 if not. */
export async function fuzzCommand(
  system: FuzzSystem,
  { events, seed, folder, about = {}, say }: FuzzOptions,
) {
  const { violation, runs } = await fuzz(system, { events, seed })
  if (!violation) {
    say(`${events} events in ${runs} runs, with seed ${seed}: all rules hold.`)
    return 0
  }
  const shortest = await shrink(system, violation)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `seed-${seed}.json`)
  writeFileSync(file, writeRecording(await recordRun(system, shortest, about)))
  printViolation(shortest)
  const path = relative(process.cwd(), file)
  console.error(`Run it again: npm run charts -- fuzz --repeat ${path}`)
  console.error(`Its recording is in the same file: npm run charts -- replay ${path}`)
  return 1
}

/** Repeats a run that was saved, and prints whether it still breaks a rule. Returns an exit code. */
export async function repeatCommand(system: FuzzSystem, file: string, say: Say) {
  const violation = await repeat(system, stepsOf(readFileSync(file, 'utf8')))
  if (violation) printViolation(violation)
  else say('All rules hold now.')
  return violation ? 1 : 0
}

function stepsOf(text: string): Step[] {
  const steps = stepsOfRun(readRecording(text))
  if (!steps) throw new Error('This file is no run that `npm run charts -- fuzz` has saved.')
  return steps
}

const printViolation = ({ invariant, reason, steps }: Violation) =>
  console.error(
    [`Does not hold: ${invariant}. ${reason}`, ...steps.map((step) => `  ${stepText(step)}`)].join(
      '\n',
    ),
  )

/** Returns a step as people read it. */
function stepText(step: Step) {
  if (step.do === 'wait') return `${step.time} ms pass`
  if (step.do === 'send') return `${step.to} gets ${step.event} (${step.sample})`
  return `${step.effect} ${step.do === 'resolve' ? 'answers' : 'fails'} (${step.sample})`
}

/** Tells gestures and real messages from events that a test sends itself, by the functions that are running. */
import { dirname, join, relative, sep } from 'node:path'
import { Actor, type ActorOptions, type AnyActorLogic } from 'xstate'

const root = join(import.meta.dirname, '../../..')

/** Does what the world around the app does: starts the app, or sends the event of an effect. */
export function asTheWorld<Result>(work: () => Result): Result {
  return work()
}

/** Starts an actor as the app does with its page: what it does at once is not injected by a test. */
export const startAsTheWorld = <Logic extends AnyActorLogic>(
  logic: Logic,
  options: ActorOptions<Logic>,
): Actor<Logic> => asTheWorld(() => new Actor(logic, options).start())

/**
 * True if a test has sent the event that is being processed. False if it comes from code of the product (a gesture, an
 * event of the browser), from time, from a settled effect, or from the world around the app (`asTheWorld`).
 */
export function isInjected(): boolean {
  for (const line of runningFunctions()) {
    if (line.includes(asTheWorld.name) || line.includes('SimulatedClock')) return false
    const file = /(\/[^()]+?)(?::\d+)*\)?$/.exec(line)?.[1]
    // The support of this folder sends what tests tell it to, or stands for the world.
    if (file === undefined || dirname(file) === import.meta.dirname) continue
    const [folder] = relative(root, file).split(sep)
    if (folder === 'src' || folder === 'site') return false
    if (folder === 'tests') return true
  }
  return false
}

/** Returns the running functions with their files, innermost first, as the lines of a stack trace. */
const runningFunctions = () => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = Infinity
  const { stack = '' } = new Error('running functions')
  Error.stackTraceLimit = stackTraceLimit
  return stack.split('\n').slice(1)
}

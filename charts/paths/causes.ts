/** Tells gestures and real messages from events that a test sends itself, by the functions that are running. */
import { Actor, type ActorOptions, type AnyActorLogic } from 'xstate'

/** Runs what the environment of the app does, such as starting it. */
export function asEnvironment<Result>(work: () => Result): Result {
  return work()
}

/** Sends the event of an effect that the test has put in the place of the product's. */
export function asReplacedEffect<Result>(work: () => Result): Result {
  return work()
}

/**
 * The origin of an event. `product`: code of the product (a gesture, an event of the browser), time, a settled effect, or
 * the environment of the app. `replacedEffect`: an effect that the test has replaced. `injected`: the test itself.
 */
export type Cause = 'product' | 'replacedEffect' | 'injected'

/** Starts an actor as the app does with its page: what it does at once is not injected by a test. */
export const startAsEnvironment = <Logic extends AnyActorLogic>(
  logic: Logic,
  options: ActorOptions<Logic>,
): Actor<Logic> => asEnvironment(() => new Actor(logic, options).start())

/**
 * Returns the origin of the event that is being processed. `originOf` says to which a file belongs; null for one that only
 * passes on what others do.
 */
export function currentCause(originOf: (file: string) => 'product' | 'injected' | null): Cause {
  for (const line of runningFunctions()) {
    if (line.includes(asReplacedEffect.name)) return 'replacedEffect'
    if (line.includes(asEnvironment.name) || line.includes('SimulatedClock')) return 'product'
    const file = /(\/[^()]+?)(?::\d+)*\)?$/.exec(line)?.[1]
    const origin = file === undefined ? null : originOf(file)
    if (origin !== null) return origin
  }
  return 'product'
}

/** Returns the running functions with their files, innermost first, as the lines of a stack trace. */
const runningFunctions = () => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = Infinity
  const { stack = '' } = new Error('running functions')
  Error.stackTraceLimit = stackTraceLimit
  return stack.split('\n').slice(1)
}

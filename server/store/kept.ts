/**
 * Answers that are the same for every visitor, kept until anything changes. A second at the most: what another
 * process writes into the same file is seen that late. Nobody else's answers belong here.
 */
export interface KeptOptions {
  /** Milliseconds since 1970. */
  clock: () => number
  /** When the next scheduled draft is due, as ISO text. */
  nextDue: () => Promise<string | null>
}

const lifetime = 1000
/** In characters, as what is kept is mostly text. */
const room = 16_000_000

interface Answer {
  value: unknown
  until: number
}

export const createKept = ({ clock, nextDue }: KeptOptions) => {
  const answers = new Map<string, Answer>()
  /** Asked since the last change and not answered yet: whoever asks the same waits along. */
  const asking = new Map<string, Promise<unknown>>()
  let age = 0
  let used = 0
  let due: Promise<string | null> | null = null

  const clear = () => {
    age += 1
    used = 0
    due = null
    answers.clear()
    asking.clear()
  }

  const keep = (key: string, value: unknown, size: number, dueAt: string | null) => {
    used += size
    if (used > room) clear()
    const until = Math.min(clock() + lifetime, dueAt ? Date.parse(dueAt) : Infinity)
    answers.set(key, { value, until })
  }

  return {
    clear,
    async answer<Value>(key: string, ask: () => Promise<Value>, sizeOf: (value: Value) => number) {
      const found = answers.get(key)
      if (found && clock() < found.until) return found.value as Value
      const shared = asking.get(key)
      if (shared) return shared as Promise<Value>
      const asked = age
      const answer = async () => {
        due ??= nextDue().catch((reason: unknown) => {
          due = null
          throw reason
        })
        const [dueAt, value] = [await due, await ask()]
        // A change in between may or may not be in this answer.
        if (asked === age) keep(key, value, sizeOf(value), dueAt)
        return value
      }
      const own = answer().finally(() => {
        if (asking.get(key) === own) asking.delete(key)
      })
      asking.set(key, own)
      return own
    },
  }
}

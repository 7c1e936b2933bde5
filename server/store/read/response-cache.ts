/**
 * Answers that are the same for every visitor, kept until anything changes. Whoever asks is first made sure of that
 * nothing has, whichever process would have changed it. Nobody else's answers belong here.
 */
import type { Revision } from '../db/revision.ts'

export interface ResponseCacheOptions {
  /** Milliseconds since 1970. */
  clock: () => number
  /** When the next scheduled draft is due, as ISO text. */
  nextDue: () => Promise<string | null>
  /** What others have written shows in this. */
  revision: Revision
}

/** Some answers depend on what time it is, beside what is due: what a draft was called, for a day. */
const lifetime = 1000
/** In characters, as what is kept is mostly text. */
const room = 16_000_000

interface Answer {
  value: unknown
  size: number
  until: number
}

export const createResponseCache = ({ clock, nextDue, revision }: ResponseCacheOptions) => {
  const answers = new Map<string, Answer>()
  /** Asked since the last change and not answered yet: whoever asks the same waits along. */
  const asking = new Map<string, Promise<unknown>>()
  let age = 0
  let used = 0
  let due: Promise<string | null> | null = null
  let known: number | undefined

  const clear = () => {
    age += 1
    used = 0
    due = null
    answers.clear()
    asking.clear()
  }

  const drop = (key: string) => {
    used -= answers.get(key)?.size ?? 0
    answers.delete(key)
  }

  /** The first are the oldest: nobody may ask for them ever again. */
  const makeRoom = () => {
    for (const [key, { until }] of answers) {
      if (used <= room && until > clock()) return
      drop(key)
    }
  }

  const keep = (key: string, value: unknown, size: number, dueAt: string | null) => {
    const until = Math.min(clock() + lifetime, dueAt ? Date.parse(dueAt) : Infinity)
    drop(key)
    answers.set(key, { value, size, until })
    used += size
    makeRoom()
  }

  /** An older one than is known cannot come: it is read by one after the other. */
  const compare = (current: number) => {
    if (current === known) return
    known = current
    clear()
  }
  /** To be called for each request, and waited for where it takes its time: what was kept before may be gone then. */
  const check = () => {
    const current = revision()
    return typeof current === 'number' ? compare(current) : current.then(compare)
  }

  const found = (key: string) => {
    const answer = answers.get(key)
    return answer && clock() < answer.until ? answer : undefined
  }

  return {
    clear,
    check,

    /** Undefined where there is none, right after a check. */
    find: (key: string) => found(key)?.value,

    async answer<Value>(key: string, ask: () => Promise<Value>, sizeOf: (value: Value) => number) {
      await check()
      const answered = found(key)
      if (answered) return answered.value as Value
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

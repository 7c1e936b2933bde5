/** How often somebody may fail to sign in (api, section 10.23). */

const span = 10 * 60 * 1_000
const capacity = 20_000

export interface Limits {
  account: number
  address: number
}

const defaultLimits: Limits = { account: 10, address: 30 }

export const createThrottle = (clock: () => number, limits = defaultLimits) => {
  const attempts = new Map<string, number[]>()
  const recent = (key: string) => (attempts.get(key) ?? []).filter((at) => at > clock() - span)

  const keysOf = (name: string, address: string) => ({
    account: `account ${name.toLowerCase().slice(0, 200)}`,
    address: `address ${address}`,
  })

  /** Maps keep the order in which keys were set, so the first are those not heard of for longest. */
  const forget = () => {
    for (const key of attempts.keys()) {
      if (attempts.size <= capacity && recent(key).length) return
      attempts.delete(key)
    }
  }

  const count = (key: string) => {
    const times = [...recent(key), clock()]
    attempts.delete(key)
    attempts.set(key, times)
  }

  /** Until the oldest of as many as are allowed no longer counts. */
  const waitFor = (key: string, limit: number) => {
    const oldest = recent(key).at(-limit)
    return oldest === undefined ? 0 : oldest + span - clock()
  }

  return {
    /**
     * Counts an attempt before its outcome is known, so that many at once are not one. Gives the seconds to wait
     * where there were too many, or else what to call when it succeeded.
     */
    attempt(name: string, address: string): { wait: number } | { succeeded: () => void } {
      forget()
      const keys = keysOf(name, address)
      const wait = Math.max(
        waitFor(keys.account, limits.account),
        waitFor(keys.address, limits.address),
      )
      if (wait > 0) return { wait: Math.ceil(wait / 1_000) }
      count(keys.account)
      count(keys.address)
      return {
        succeeded: () => {
          attempts.delete(keys.account)
          attempts.set(keys.address, recent(keys.address).slice(0, -1))
        },
      }
    },
  }
}

export type Throttle = ReturnType<typeof createThrottle>

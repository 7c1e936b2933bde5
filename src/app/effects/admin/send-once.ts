/** Repeats requests that got no answer with their key, by which the API makes once what is asked for several times. */
import { Failure } from '#content/model/failure.ts'
import { newId } from '#src/ui/new-id.ts'
import { tabText } from '../../browser/tab-storage.ts'

/** Returns the place of the key of a request that is not answered yet. It outlives a reload, after which one tries again. */
const keyOf = (request: Readonly<Record<string, unknown>>) =>
  tabText(`unanswered:${JSON.stringify(request)}`)

/** True unless it is unknown whether the request was carried out. */
export const isRefused = (thrown: unknown) => {
  const { status = 500 } = Failure.from(thrown)
  return status < 500
}

/**
 * Sends a request with a key, which stays the same until the API has answered: as long as the user tries again what the request
 * asks for, nothing is made twice. `request` is all of that, with the account that asks.
 */
export const sendOnce = async <Result>(
  request: Readonly<Record<string, unknown>>,
  send: (key: string) => Promise<Result>,
): Promise<Result> => {
  const kept = keyOf(request)
  const key = kept.read() ?? newId()
  kept.save(key)
  try {
    const result = await send(key)
    kept.clear()
    return result
  } catch (thrown) {
    if (isRefused(thrown)) kept.clear()
    throw thrown
  }
}

/** The digits of a key that are random, and no number of them is too large to be exact. */
const countedDigits = 12

/** Returns the key of one of the requests that are sent for one thing, which depends on its place among them alone. */
export const keyAt = (key: string, place: number) => {
  const counted = Number.parseInt(key.slice(-countedDigits), 16) + place
  const digits = (counted % 16 ** countedDigits).toString(16).padStart(countedDigits, '0')
  return key.slice(0, -countedDigits) + digits
}

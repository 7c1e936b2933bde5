/** Repeats requests that got no answer with their key, by which the API makes once what is asked for several times. */
import { Failure } from '#content/model/failure.ts'
import { newId } from '#src/ui/new-id.ts'

/** The keys of the requests that are not answered yet, by what they ask for. */
const keys = new Map<string, string>()

/** True unless it is unknown whether the request was carried out. */
const isRefused = (thrown: unknown) => {
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
  const name = JSON.stringify(request)
  const key = keys.get(name) ?? newId()
  keys.set(name, key)
  try {
    const result = await send(key)
    keys.delete(name)
    return result
  } catch (thrown) {
    if (isRefused(thrown)) keys.delete(name)
    throw thrown
  }
}

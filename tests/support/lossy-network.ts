/** Gestures over a network that loses answers, and the check that nothing is done twice. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Gesture, type PageName, createEditor, openPage, repeat } from './random-gestures.ts'

type Fetch = typeof globalThis.fetch

/** True for a request that can be repeated without a further effect: the creation of what has an id, and a deletion. */
const isRepeatable = (...[resource, init]: Parameters<Fetch>) => {
  const { method, url } =
    resource instanceof Request
      ? resource
      : { method: init?.method ?? 'GET', url: String(resource) }
  return ['POST', 'DELETE'].includes(method) && !url.endsWith('/publications')
}

/** A network that loses some answers, but never two in succession. */
const createLossyNetwork = (isLost: readonly boolean[]) => {
  let count = 0
  let wasLost = false
  return (fetch: Fetch): Fetch =>
    async (resource, init) => {
      const answer = await fetch(resource, init)
      if (!isRepeatable(resource, init)) return answer
      count += 1
      wasLost = !wasLost && isLost[count % isLost.length] === true
      if (wasLost) throw new TypeError('Failed to fetch')
      return answer
    }
}

/** Which answers are lost, over and over. */
export const losses = fc.array(fc.boolean(), { minLength: 3, maxLength: 12 })

/** Makes the gestures over such a network, and compares the site after undoing and redoing all of them. */
export const checkLosses = async (
  page: PageName,
  made: readonly Gesture[],
  isLost: readonly boolean[],
  databaseUrl?: string,
) => {
  const { browser, failures, stored } = await openPage(page, {
    network: createLossyNetwork([true, ...isLost]),
    ...(databaseUrl !== undefined && { databaseUrl }),
  })
  const { make } = createEditor(browser)
  const before = await stored()
  for (const one of made) await make(one)
  const after = await stored()
  await repeat(browser.canUndo, browser.undo)
  expect(await stored()).toEqual(before)
  await repeat(browser.canRedo, browser.redo)
  expect(await stored()).toEqual(after)
  expect(failures).toEqual([])
  browser.appRef.stop()
}

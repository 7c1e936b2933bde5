/** What is read for the page that is shown, and by nobody's wish to see another one. */
import { Failure } from '#content/failure.ts'
import type { NavigationRef } from '#machines/navigation.ts'
import { shownPath } from './effects.ts'
import type { System } from './services.ts'

/** What is nearly there may still come (specification, section 9). */
const abortAge = 1_000

/** Gives up, once another page is wanted, what has been on its way for longer than that. */
export const whileHere = async <Answer>(
  system: System,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<Answer>,
) => {
  const path = shownPath(system)
  const began = Date.now()
  const left = new AbortController()
  const navigationRef: NavigationRef = system.get('navigation')
  const subscription = navigationRef.on('page.wanted', ({ location }) => {
    if (location.path === path || Date.now() - began <= abortAge) return
    left.abort(new Failure('unexpected', { message: 'Another page was asked for first.' }))
  })
  return read(AbortSignal.any([signal, left.signal])).finally(() => subscription.unsubscribe())
}

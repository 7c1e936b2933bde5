/** What is read for the page that is shown, and by nobody's wish to see another one. */
import { Failure } from '#content/model/failure.ts'
import type { NavigationRef } from '#machines/page/navigation.ts'
import { currentPagePath } from '../effects/app-effects.ts'
import type { ActorSystem } from './services.ts'

/** What is nearly there may still come (specification, section 9). */
const minAgeToAbort = 1_000

/** Gives up, once another page is wanted, what has been on its way for longer than that. */
export const abortOnNavigation = async <Result>(
  system: ActorSystem,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<Result>,
) => {
  const path = currentPagePath(system)
  const startedAt = Date.now()
  const navigatedAway = new AbortController()
  const navigationRef: NavigationRef = system.get('navigation')
  const subscription = navigationRef.on('page.requested', ({ location }) => {
    if (location.path === path || Date.now() - startedAt <= minAgeToAbort) return
    navigatedAway.abort(new Failure('unexpected', { message: 'Another page was asked for first.' }))
  })
  return read(AbortSignal.any([signal, navigatedAway.signal])).finally(() =>
    subscription.unsubscribe(),
  )
}

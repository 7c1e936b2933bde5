/** Aborts requests of the current page when the user navigates to another one. */
import { Failure } from '#content/model/failure.ts'
import type { NavigationRef } from '#machines/page/navigation.ts'
import { currentPagePath } from '../effects/shared.ts'
import type { ActorSystem } from './services.ts'

/** Milliseconds; younger requests are likely to finish soon and go on (specification, section 9). */
const minAgeToAbort = 1_000

/** Runs `read` with a signal that aborts when another page is requested more than a second after the start. */
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
    navigatedAway.abort(new Failure('unexpected', { message: 'Another page was requested.' }))
  })
  return read(AbortSignal.any([signal, navigatedAway.signal])).finally(() =>
    subscription.unsubscribe(),
  )
}

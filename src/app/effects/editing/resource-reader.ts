/** Reads resources for somebody who edits. */
import { nullIfMissing } from '../../services/prepare-update.ts'
import type { ResourceReader } from '../../services/read-missing.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { withSession } from '../session-effects.ts'
import { currentPagePath } from '../shared.ts'

/** Returns what reads resources of the current page into the cache, unless the session is known to have ended. */
export const resourceReaderOf = (system: ActorSystem, signal: AbortSignal): ResourceReader => {
  const { cache, readResource } = servicesOf(system)
  return {
    cache,
    fetchResource: (request) =>
      nullIfMissing(
        withSession(system, () => readResource(request, { path: currentPagePath(system), signal })),
        { isVisitor: false },
      ),
  }
}

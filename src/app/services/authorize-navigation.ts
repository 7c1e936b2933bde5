/** Checks whether the user may visit a location. */
import { waitFor } from 'xstate'
import { failureFromStatus } from '#content/model/failure.ts'
import type { Location } from '#content/navigation/location.ts'
import { authorize } from '#content/navigation/route-table.ts'
import { type AuthRef, isBusy, selectUser } from '#machines/session/auth.ts'

/** Waits for the session, then returns the path to redirect to, or null; throws a failure when access is refused. */
export const authorizeNavigation = async (
  location: Location,
  authRef: AuthRef,
  signal: AbortSignal,
): Promise<string | null> => {
  const auth = await waitFor(authRef, (snapshot) => !isBusy(snapshot), { signal })
  const access = authorize(location, selectUser(auth))
  if (access.kind === 'denied') throw failureFromStatus(access.status, access)
  return access.kind === 'redirected' ? access.to : null
}

/** Lets people in where they may be, once it is known who they are. */
import { waitFor } from 'xstate'
import { failureOf } from '#content/failure.ts'
import type { Location } from '#content/location.ts'
import { admit } from '#content/route-table.ts'
import { type AuthRef, isBusy, selectUser } from '#machines/auth.ts'

/** Where to go instead, or null. */
export const admitted = async (
  location: Location,
  authRef: AuthRef,
  signal: AbortSignal,
): Promise<string | null> => {
  const auth = await waitFor(authRef, (at) => !isBusy(at), { signal })
  const admission = admit(location, selectUser(auth))
  if (admission.kind === 'refused') throw failureOf(admission.status, admission)
  return admission.kind === 'redirected' ? admission.to : null
}

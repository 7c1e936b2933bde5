/** Loads what renews the session of somebody without the editor, on a screen of the own account. */
import { useSelector } from '@xstate/react'
import { isAdmin, selectUser } from '#machines/session/auth.ts'
import { lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { useIsHydrated } from '#src/views/hooks/use-is-hydrated.ts'
import { useAppActor } from '../shell/app-context.tsx'

const ScreenRenewal = lazyView(
  async () => (await import('../shell/ScreenRenewal.tsx')).ScreenRenewal,
)

/** Shows nothing for administrators, whose editor has it. */
export function LazyScreenRenewal() {
  const authRef = useAppActor('auth')
  const isSignedIn = useSelector(authRef, selectUser) !== null
  const admin = useSelector(authRef, isAdmin)
  return useIsHydrated() && isSignedIn && !admin ? <ScreenRenewal /> : null
}

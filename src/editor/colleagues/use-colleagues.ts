import { useSelector } from '@xstate/react'
import { type Colleague, colleaguesOf } from '#content/presence/presence.ts'
import { selectPresenceRef } from '#machines/editing/edit-mode.ts'
import { selectPresences } from '#machines/live/presence.ts'
import { selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'

/** Returns everybody else who edits, by name; nobody while this tab does not. */
export function useColleagues(): Colleague[] {
  const presenceRef = useSelector(useAppActor('editMode'), selectPresenceRef)
  const presences = useSelector(presenceRef, (snapshot) => snapshot && selectPresences(snapshot))
  const user = useSelector(useAppActor('auth'), selectUser)
  const path = usePath()
  return presences && user ? colleaguesOf(presences, { own: user['@id'], path }) : []
}

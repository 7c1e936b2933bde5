import { useState } from 'react'
import { useAppRef } from '#src/app/shell/app-context.tsx'
import { usePath } from '../../hooks/use-path.ts'

/** Returns the form that was sent without scripts, on the screen that the document was loaded with. */
export function useAccountAttempt() {
  const { accountAttempt, location } = useAppRef().getSnapshot().context
  const path = usePath()
  const [attempt] = useState(() => (location.path === path ? accountAttempt : undefined))
  return attempt
}

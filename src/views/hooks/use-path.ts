import { useSelector } from '@xstate/react'
import { selectLocation } from '#machines/page/navigation.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'

/** Returns the current path. */
export const usePath = () =>
  useSelector(useAppActor('navigation'), (snapshot) => selectLocation(snapshot).path)

import { useSelector } from '@xstate/react'
import { selectLocation } from '#machines/navigation.ts'
import { useAppActor } from '#src/app/actors.tsx'

/** The path that is shown. */
export const usePath = () =>
  useSelector(useAppActor('navigation'), (snapshot) => selectLocation(snapshot).path)

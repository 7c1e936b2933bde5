import { useSelector } from '@xstate/react'
import { selectLocation } from '#machines/navigation.ts'
import { useAppActor } from '#src/app/actors.tsx'

/** The query of the address, with its question mark, or empty. */
export const useSearch = () =>
  useSelector(useAppActor('navigation'), (snapshot) => selectLocation(snapshot).search)

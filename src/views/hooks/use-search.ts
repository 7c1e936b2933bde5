import { useSelector } from '@xstate/react'
import { selectLocation } from '#machines/page/navigation.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'

/** The query of the address, with its question mark, or empty. */
export const useSearch = () =>
  useSelector(useAppActor('navigation'), (snapshot) => selectLocation(snapshot).search)

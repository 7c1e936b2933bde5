import { useSelector } from '@xstate/react'
import { selectLocation } from '#machines/page/navigation.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'

/** Returns the current query string with its question mark, or an empty string. */
export const useSearch = () =>
  useSelector(useAppActor('navigation'), (snapshot) => selectLocation(snapshot).search)

import { useMemo } from 'react'
import { useResourceCache } from '#src/resources/use-resource.ts'
import { useCurrentPage } from '../hooks/use-content-scope.ts'
import { useSiteKinds } from '../site-kinds.ts'
import type { DropContext } from './describe-drop-target.ts'

/** Returns what is needed to describe the drop targets of the page; null while none is shown. */
export function useDropContext(): DropContext | null {
  const page = useCurrentPage()
  const site = useSiteKinds()
  const { read } = useResourceCache()
  return useMemo(() => page && { page, site, read }, [page, site, read])
}

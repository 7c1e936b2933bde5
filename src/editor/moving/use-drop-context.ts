import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { selectArea } from '#machines/editing/selection/selection.ts'
import { useResourceCache } from '#src/resources/use-resource.ts'
import { useCurrentPage } from '../hooks/use-content-scope.ts'
import { useEditMode } from '../hooks/use-edit-mode.ts'
import { useSiteKinds } from '../site-kinds.ts'
import type { DropContext } from './describe-drop-target.ts'

/** Returns what is needed to describe the drop targets of the page; null while none is shown. */
export function useDropContext(): DropContext | null {
  const page = useCurrentPage()
  const area = useSelector(
    useEditMode().selectionRef,
    (snapshot) => snapshot && selectArea(snapshot),
  )
  const site = useSiteKinds()
  const { read } = useResourceCache()
  return useMemo(() => (page && area ? { page, area, site, read } : null), [page, area, site, read])
}

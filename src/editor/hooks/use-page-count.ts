import { useSelector } from '@xstate/react'
import { countedOnPages } from '#content/model/groups.ts'
import type { Iri } from '#content/model/iri.ts'
import { selectCount } from '#machines/editing/page-count.ts'
import { pageCount } from '#src/app/effects/editing/page-count-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'

/**
 * Returns on how many pages a resource is shown; null while that is unknown, and for no resource. It is read once for a
 * mounted component.
 */
export function usePageCount(iri: Iri | null) {
  const counted = useResourceSelector((read) => countedOnPages(iri, read))
  return useSelector(useViewActor('pageCount', pageCount, { iri: counted }), selectCount)
}
